"""The page of all settings: options of every stage, event files, ONNX files, the environment."""

import importlib
import inspect
import pkgutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import coincide
from coincide.features.backbones import onnx_file
from coincide.ingest import eventfile
from coincide.solver import parameters
from coincide.solver.options.setting import Origin, OriginKind, origin_of, reason_of
from tools.check_numbers import TABLES
from tools.reference.comments import field_comments
from tools.reference.markdown import code, page, prose, sentence, summary, table

INTRODUCTION = """Coincide works without any setting. What it takes is named on [the command
line](cli.md); an [event file](#event-file) describes folders that are not one per person; from
[Python](api.md) the settings of every stage can be changed, with the classes below. Each is
frozen: make a changed one with `dataclasses.replace`. Numbers that nobody changes are constants in
the code.

```python
from coincide import SyncOptions
from coincide.project.options import JointOptions, LinkOptions

options = SyncOptions(method="median", link=LinkOptions(approach="coverage"))
careful = SyncOptions(joint=JointOptions(placed_within_s=600.0))
```

Names carry their units: `_s` is seconds, `_px` pixels, `_ppm` millionths; a `share` is from 0 to 1,
and `n_` is a count.
"""
# the benchmark's events are no part of a user's settings
NOT_SETTINGS = ("coincide_bench.",)
_UNITS = {"_s": "s", "_px": "pixels", "_ppm": "ppm", "_deg": "°", "share": "0 to 1"}
# how origins of numbers are counted, in words
ORIGINS: dict[OriginKind, str] = {
    "fitted": "fitted",
    "paper": "from the paper",
    "physical": "physical",
    "by hand": "by hand, never fitted",
}
# command-line options that set a key, for those that have one
SET_BY = {
    "SyncOptions.method": "sync --method",
    "SyncOptions.features": "sync --features",
    "SyncOptions.anchor": "sync --anchor",
    "SyncOptions.verify": "sync --verify",
    "SyncOptions.clock_photos": "sync --clock-photos",
    "EmbedOptions.backbone": "sync --backbone",
    "EmbedOptions.weights": "sync --weights",
    "LinkOptions.approach": "sync --links",
    "MrfOptions.gamma": "sync --gamma",
    "MrfOptions.delta": "sync --delta",
    "EvidenceOptions.kinds": "sync --without",
    "JointOptions.priors": "sync --no-prior",
    "PlanOptions.to": "plan --to",
    "PlanOptions.program": "plan --for",
    "PlanOptions.zone": "plan --zone",
    "PlanOptions.guessed": "plan --guessed",
    "PlanOptions.out": "plan --into",
    "Caution.unsure": "plan --unsure",
    "Caution.slight": "plan --slight",
    "DemoOptions.n_galleries": "demo --galleries",
    "DemoOptions.n_photos": "demo --photos",
    "DemoOptions.seed": "demo --seed",
    "DemoOptions.n_phones": "demo --phones",
    "DemoOptions.raw": "demo --raw",
    "DemoOptions.n_films": "demo --videos",
    "DemoOptions.n_forwarded": "demo --forwarded",
}
EVENT_FILE = {
    "name": "what the event is called; default: the file's own name",
    "anchor": "the gallery whose clock the others are brought to; default: as for `sync --anchor`",
    "gallery": "one `[[gallery]]` for each person, with the keys below",
}
EVENT_FILE_GALLERY = {
    "name": "what the gallery is called; needed",
    "paths": "folders, files or patterns, relative to the event file; at least one",
    "trusted": "the clock is known to be right; default: false",
    "one_clock": "all photos are from one clock, whatever their devices; default: false",
}
ENVIRONMENT = {
    "COINCIDE_ALBUMS": "folder for what is read of albums on servers; default: `albums` in the"
    " user's data folder",
    "COINCIDE_CACHE": "folder for networks and their parts; default: the user's cache folder",
    "COINCIDE_DATA": "the user's data folder: the record of what Coincide wrote and what you trust",
    "COINCIDE_PROJECTS": "folder for the projects of all events, where nothing is to be written"
    " beside photos; default: `.coincide` in the event's folder",
    "COINCIDE_LISTEN": "as `coincide review --listen`",
    "COINCIDE_HOST_NAMES": "as `coincide review --host-name`, with spaces between",
    "COINCIDE_TOKEN_FILE": "as `coincide review --token-file`",
    "COINCIDE_CAMERAS": "file that remembers corrected cameras; default: `cameras.json` in the"
    " user's data folder",
    "COINCIDE_EXIFTOOL": "path of ExifTool; default: the one on the `PATH`",
    "COINCIDE_DATASETS": "folder of the real photo sets of `coincide bench`",
    "RAY_ADDRESS": "the Ray cluster of `--engine ray`, unless `--address` names one",
    "ORT_DISABLE_TELEMETRY": "set to 1 by Coincide unless you set it: ONNX Runtime reports nothing",
    "RAY_USAGE_STATS_ENABLED": "set to 0 by Coincide unless you set it: Ray reports nothing",
}


@dataclass(frozen=True)
class Key:
    """One setting of an options class."""

    owner: type
    name: str
    kind: str
    default: str
    meaning: str
    origin: Origin | None = None

    @property
    def unit(self) -> str:
        """The unit that its name tells, blank where it tells none."""
        return next((unit for end, unit in _UNITS.items() if self.name.endswith(end)), "")


def option_classes() -> list[type]:
    """Return every options class of the package, SyncOptions first, then as it holds them."""
    found = set[type]()
    for module in pkgutil.walk_packages(coincide.__path__, "coincide."):
        if module.name.endswith("__main__") or module.name.startswith(NOT_SETTINGS):
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(value) and is_dataclass(value) and _is_settings(value):
                found.add(value)
    whole = next(kind for kind in found if kind.__name__ == "SyncOptions")
    ordered = list(_held(whole))
    rest = sorted(found - set(ordered), key=lambda kind: (kind.__module__, kind.__name__))
    return [*ordered, *rest]


def _is_settings(kind: type) -> bool:
    ours = kind.__module__.startswith("coincide.") and not kind.__module__.startswith(NOT_SETTINGS)
    return ours and (kind.__name__.endswith("Options") or kind.__name__ == "Caution")


def _held(kind: type) -> Iterator[type]:
    """Yield an options class and those it holds."""
    yield kind
    for found in fields(kind):
        held = type(_default(found))
        if is_dataclass(held):
            yield from _held(held)


def keys(kind: type) -> list[Key]:
    """Return the settings of an options class, with their reasons, or comments, as meaning."""
    comments, hints = field_comments(inspect.getsource(kind)), get_type_hints(kind)
    return [
        Key(
            kind,
            found.name,
            _type_text(hints[found.name]),
            _default_text(_default(found)),
            reason_of(kind, found.name) or comments.get(found.name, ""),
            origin_of(kind, found.name),
        )
        for found in fields(kind)
    ]


def _default(found: "Field[Any]") -> Any:
    if found.default is not MISSING:
        return found.default
    return found.default_factory() if found.default_factory is not MISSING else None


def _default_text(value: Any) -> str:
    if is_dataclass(value):
        name = type(value).__name__
        return f"[`{name}()`](#{name.lower()})"
    if isinstance(value, int) and not isinstance(value, bool) and value >= 10_000:
        return code(f"{value:_}")
    return code(repr(value))


def _type_text(kind: Any) -> str:
    """Return a type in words: a bar inside code would be read as the end of a cell."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(code(repr(choice)) for choice in args)
    if origin in (Union, UnionType):
        return " or ".join(map(_type_text, args))
    if origin is tuple:
        return (
            "any of " + ", ".join(map(code, get_args(args[0])))
            if get_args(args[0])
            else _many(args)
        )
    if is_dataclass(kind):
        return "options"
    return code("None" if kind is type(None) else kind.__name__)


def _many(args: tuple[Any, ...]) -> str:
    return code(f"tuple[{args[0].__name__}, ...]")


def options_page() -> str:
    """Return the page."""
    return page(
        "Settings",
        INTRODUCTION,
        _origins(),
        *map(_section, option_classes()),
        _event_file(),
        _onnx_file(),
        "\n## Environment\n",
        table(("variable", "meaning"), [(code(k), sentence(v)) for k, v in ENVIRONMENT.items()]),
    )


def count_origins(classes: list[type]) -> dict[OriginKind, int]:
    """Return how many numbers of some options classes come from where, fitted tables with them."""
    found = [key.origin.kind for kind in classes for key in keys(kind) if key.origin is not None]
    counts = Counter(found)
    return {kind: counts[kind] + len(fitted_tables()) * (kind == "fitted") for kind in ORIGINS}


def fitted_tables() -> list[str]:
    """Return what was fitted and is scored on what it has not seen."""
    parts = parameters.RECORD.items()
    return [name for name, part in parts if isinstance(part, dict) and "scores" in part]


def _origins() -> str:
    """Return how many of the solver's settings were fitted, and how many never were."""
    counts = count_origins(option_classes())
    told = ", ".join(f"{counts[kind]} {words}" for kind, words in ORIGINS.items())
    made = " and ".join(
        f"`solver/{path}` (`{command} DATASETS`)" for path, command in TABLES.items()
    )
    return (
        "\n## Where the solver's numbers come from\n\n"
        f"{sum(counts.values())} settings and tables: {told}. A ladder or a table of numbers counts"
        " as one.\n\n"
        "*Fitted* is what a command finds, and can find again, as it does"
        f" {' and '.join(fitted_tables())} in {made}."
        " *From the paper* are the authors' own. *Physical* is how the world is. *By hand*"
        " means that somebody chose it while looking at development events, and nothing has"
        " searched for a better one. All other numbers of the solver and of sound are constants in"
        " the code, below a comment with the reason: `tools/check_numbers.py` fails where one is"
        " not.\n"
    )


def _home(kind: type) -> str:
    """Return the module that an options class is imported from: a package that offers it first."""
    package = kind.__module__.rpartition(".")[0]
    offers = getattr(importlib.import_module(package), "__all__", ())
    return package if kind.__name__ in offers else kind.__module__


def _origin_text(origin: Origin | None) -> str:
    if origin is None:
        return ""
    return f"{origin.kind}: {code(origin.source)}" if origin.source else origin.kind


def _section(kind: type) -> str:
    head = f"\n## {kind.__name__}\n\n`{_home(kind)}.{kind.__name__}`. {prose(kind.__doc__)}\n\n"
    columns = ["key", "type", "default", "meaning and reason"]
    with_origin = any(key.origin is not None for key in keys(kind))
    rows: list[tuple[str, ...]] = []
    for key in keys(kind):
        option = SET_BY.get(f"{kind.__name__}.{key.name}")
        by = "" if option is None else _option_link(option)
        meaning = sentence(f"{_meaning(key)}{by}") if _meaning(key) or by else ""
        in_words = f"{key.kind}, {key.unit}" if key.unit else key.kind
        row = (code(key.name), in_words, key.default, meaning)
        rows.append((*row, _origin_text(key.origin)) if with_origin else row)
    return head + table((*columns, "origin") if with_origin else tuple(columns), rows)


def _meaning(key: Key) -> str:
    """Return what is told of a key; of options that are held, what their class says."""
    default = next(found for found in fields(key.owner) if found.name == key.name)
    held = type(_default(default))
    if not key.meaning and is_dataclass(held):
        return summary(held.__doc__)
    return prose(key.meaning)


def _option_link(option: str) -> str:
    command = option.split(maxsplit=1)[0]
    return f". On the command line: [`{option}`](cli.md#coincide-{command})"


def _event_file() -> str:
    if set(EVENT_FILE) != set(eventfile._EVENT_KEYS):
        raise SystemExit("tools/reference/options.py: EVENT_FILE is not what event files hold.")
    if set(EVENT_FILE_GALLERY) != set(eventfile._GALLERY_KEYS):
        raise SystemExit("tools/reference/options.py: EVENT_FILE_GALLERY is not what is read.")
    parts = ["\n## Event file\n\nA TOML file; see [Messy folders](../guide/folders.md).\n\n"]
    for head, told, kinds in (
        ("key", EVENT_FILE, eventfile._EVENT_KEYS),
        ("key of a `[[gallery]]`", EVENT_FILE_GALLERY, eventfile._GALLERY_KEYS),
    ):
        rows = [(code(k), eventfile._IN_WORDS[kinds[k]], sentence(v)) for k, v in told.items()]
        parts += [table((head, "type", "meaning"), rows), "\n"]
    return "".join(parts)


def _onnx_file() -> str:
    """Return what is told of the settings beside an ONNX file: the example in its module."""
    told = inspect.cleandoc(onnx_file.__doc__ or "")
    example = inspect.cleandoc(told.split(":\n\n", 1)[1].split("\n\nA tensor", 1)[0])
    return (
        "\n## Settings of an ONNX file\n\nBeside `net.onnx`, in `net.onnx.toml` or `net.toml`; see"
        f" [Plug-ins](../guide/plugins.md#an-onnx-file-of-your-own).\n\n```toml\n{example}\n```\n"
    )
