"""``coincide bench``: the commands of the package coincide-bench, where it is installed."""

from importlib.util import find_spec

import typer

from coincide.errors import UsageError

HELP = "Measure methods on events whose truth is known."
ABSENT = (
    "The benchmark is a package of its own, coincide-bench, and not installed here. In a clone of"
    " the repository: pip install ./bench"
)


def bench_app() -> typer.Typer:
    """Return the benchmark's commands; where it is absent, one that says how to install it."""
    if find_spec("coincide_bench") is not None:
        from coincide_bench.cli.app import app

        return app
    absent = typer.Typer(help=HELP, no_args_is_help=False, add_help_option=True)
    anything = {"ignore_unknown_options": True, "allow_extra_args": True}
    absent.callback(invoke_without_command=True, context_settings=anything)(_say_absent)
    return absent


def _say_absent(context: typer.Context) -> None:
    """Measure methods on events whose truth is known; needs the package coincide-bench."""
    raise UsageError(ABSENT)
