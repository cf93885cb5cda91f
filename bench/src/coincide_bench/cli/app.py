"""``coincide bench``: measure methods on events whose true offsets are known."""

from typing import Any

import typer

from coincide.app.cli.output.group import ListingGroup
from coincide.errors import UsageError
from coincide_bench.cli.ablation import ablation
from coincide_bench.cli.demo import demo
from coincide_bench.cli.fingerprint import fingerprint
from coincide_bench.cli.frames import clips, frames
from coincide_bench.cli.grid import grid
from coincide_bench.cli.library import library, library_bodies, library_draws, library_scale
from coincide_bench.cli.samepicture import same_picture
from coincide_bench.cli.sound import sound
from coincide_bench.cli.sound_events import sound_events
from coincide_bench.cli.speed import speed

if TYPE_CHECKING:
    from coincide.features.backbones import Backbone
    from coincide_bench.demo_seeds import SeedScores
    from coincide_bench.figures.metrics import Score
    from coincide_bench.paper_table import Row

EMBED = EmbedOptions()

app = typer.Typer(no_args_is_help=True, help="Measure methods on events whose truth is known.")


app.command()(run_commands.run)
app.command()(run_commands.compare)
app.command()(run_commands.report)
app.command()(ablation_commands.ablation)
app.command()(fingerprint)
CHECKS = (
    album_speed,
    checks.intruders,
    checks.scale,
    checks.after_features,
    checks.answers,
    checks.write,
    checks.whole_run,
    checks.engines,
    large.recall,
    chapters,
    clock_photo,
    frames,
    same_picture,
    clips,
    summary,
    plans.as_is,
    plans.person,
    plans.mess,
    sound,
    sound_events,
    grid,
    library,
    library_draws,
    library_scale,
    library_bodies,
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
