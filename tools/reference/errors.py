"""The page of all errors: what each means, what to do, and the exit code it ends with."""

import importlib
import inspect
import pkgutil

import coincide
from coincide.errors import CoincideError
from tools.reference.markdown import code, page, prose, table

INTRODUCTION = """A mistake that you can fix ends with a line that names the path or value at
fault and the remedy, and with an exit code for its kind. A bug is different: it shows
where in the code it happened, and ends with exit code 1. Please report it.

From [Python](api.md) each is an exception, and all derive from `coincide.CoincideError`.
"""
# those that no error class has
OTHER_CODES = {
    0: ("", "Done."),
    1: (
        "",
        "Any other error, or a bug. For `coincide doctor`: something is missing that plain"
        " `coincide` needs. For `coincide apply` and `undo`: you answered no.",
    ),
    130: ("", "Stopped with Ctrl+C; finished work is kept."),
}


def error_classes() -> list[type[CoincideError]]:
    """Return all error classes of the package, by exit code and name; first the one of all."""
    for found in pkgutil.walk_packages(coincide.__path__, "coincide."):
        if not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    return [
        CoincideError,
        *sorted(
            _below(CoincideError),
            key=lambda kind: (kind.exit_code, len(kind.__mro__), kind.__name__),
        ),
    ]


def _below(kind: type[CoincideError]) -> list[type[CoincideError]]:
    return [
        one
        for child in kind.__subclasses__()
        if child.__module__.startswith("coincide.")
        for one in (child, *_below(child))
    ]


def errors_page() -> str:
    """Return the page."""
    kinds = error_classes()
    return page(
        "Errors and exit codes",
        INTRODUCTION,
        "\n## Exit codes\n",
        table(("code", "error", "meaning"), _codes(kinds)),
        "\n## What to do\n",
        *map(_section, kinds),
    )


def _codes(kinds: list[type[CoincideError]]) -> list[tuple[str, str, str]]:
    rows = dict(OTHER_CODES)
    for kind in kinds[1:]:
        if kind.__base__ is CoincideError:
            name = kind.__name__
            rows[kind.exit_code] = (f"[`{name}`](#{name.lower()})", _meaning(kind))
    return [(str(number), *rows[number]) for number in sorted(rows)]


def _section(kind: type[CoincideError]) -> str:
    home = code(f"{kind.__module__}.{kind.__qualname__}")
    if kind is CoincideError:
        told = "The one that all others derive from; exit code 1."
    else:
        base = "" if kind.__base__ is CoincideError else f", a {code(kind.__mro__[1].__name__)}"
        shown = " Shown in the review app, which continues." if _is_of_app(kind) else ""
        told = f"Exit code {kind.exit_code}{base}.{shown}"
    return f"\n### {kind.__name__}\n\n{home}. {told}\n\n{prose(kind.__doc__)}\n"


def _is_of_app(kind: type[CoincideError]) -> bool:
    return kind.__module__.startswith("coincide.app.review.")


def _meaning(kind: type[CoincideError]) -> str:
    return prose(inspect.getdoc(kind)).split("\n\n")[0]
