"""``coincide bench``: measure methods on events whose true offsets are known."""

from typing import Any

import typer

from coincide.app.cli.output.group import ListingGroup
from coincide.errors import UsageError
from coincide_bench.cli.ablation import ablation
from coincide_bench.cli.demo import demo
from coincide_bench.cli.fingerprint import fingerprint
from coincide_bench.cli.library import library
from coincide_bench.cli.plans import as_is, mess, person
from coincide_bench.cli.run import compare, report, run
from coincide_bench.cli.sound_events import sound_events
from coincide_bench.cli.speed import speed

# accuracy and calibration; harm per photo; speed
COMMANDS = (
    *(run, compare, report, ablation, demo, sound_events, fingerprint),
    *(as_is, mess, person, library),
    speed,
)

# commands of earlier versions, and what does their work now
SUCCESSORS = {
    **{name: f"speed {name}" for name in ("embed", "whole-run", "after-features", "scale")},
    **{name: f"speed {name}" for name in ("answers", "write", "engines", "clips", "grid")},
    "album-speed": "speed album",
    "table": "demo --table",
    "learn": "demo --learn",
    "library-draws": "library --draws",
    "library-scale": "library --scale",
}
# studies that were answered: ADR 33 has the answers
ANSWERED = (
    *("features", "intruders", "recall", "chapters", "clock-photo", "frames", "same-picture"),
    *("summary", "sound"),
)


class BenchGroup(ListingGroup):
    """Commands of the benchmark; one of an earlier version is answered with its successor."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Look a command up by its name."""
        if cmd_name in SUCCESSORS:
            raise UsageError(
                f"coincide bench {cmd_name} is now: coincide bench {SUCCESSORS[cmd_name]}"
            )
        if cmd_name in ANSWERED:
            raise UsageError(
                f"coincide bench {cmd_name} was a study that is answered: see"
                " docs/adr/0033-answered-studies.md, which names the commit with its code."
            )
        return super().get_command(ctx, cmd_name)


app = typer.Typer(
    cls=BenchGroup, no_args_is_help=True, help="Measure methods on events whose truth is known."
)
for command in COMMANDS:
    app.command()(command)
