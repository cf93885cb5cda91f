"""``coincide bench``: the commands of the package coincide-bench, where it is installed."""

from importlib.util import find_spec

import typer

from coincide.errors import UsageError

ABSENT = (
    "The benchmark is a separate package, coincide-bench, which is not installed here. In a clone"
    " of the repository: pip install ./bench"
)
# whatever is asked of it, help as well, the answer is how to install it
ANYTHING = {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []}


def add_bench(app: typer.Typer) -> None:
    """Add the benchmark's commands; where it is absent, one that says how to install it."""
    if find_spec("coincide_bench") is None:
        app.command("bench", context_settings=ANYTHING)(_say_absent)
        return
    from coincide_bench.cli.app import app as bench

    app.add_typer(bench, name="bench")


def _say_absent() -> None:
    """Measure methods on events whose truth is known; needs the package coincide-bench."""
    raise UsageError(ABSENT)
