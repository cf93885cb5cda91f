"""The commands and their options; each calls one action and prints what it returns."""

from pathlib import Path
from typing import Annotated

import typer

from coincide.app.cli.album import album
from coincide.app.cli.apply import apply, undo, verify
from coincide.app.cli.bench import add_bench
from coincide.app.cli.clips import clips
from coincide.app.cli.clock import clock
from coincide.app.cli.doctor import doctor
from coincide.app.cli.hints import OffsetLast
from coincide.app.cli.hints import app as hint_app
from coincide.app.cli.keys import keys_app
from coincide.app.cli.libraries.border import add_to as add_border
from coincide.app.cli.libraries.events import add_to as add_events
from coincide.app.cli.libraries.watch import add_to as add_watch
from coincide.app.cli.library import library_app
from coincide.app.cli.output import tables
from coincide.app.cli.output.group import Commands, help_markup
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.plan import plan
from coincide.app.cli.plugins import plugins
from coincide.app.cli.refresh import refresh
from coincide.app.cli.review import app as program
from coincide.app.cli.review import report, review
from coincide.app.cli.shift import cameras_app, shift
from coincide.app.cli.sync import ProjectOption, Sources, sync
from coincide.app.cli.timehints import add_to as add_time_hints
from coincide.app.cli.trust import trust
from coincide.app.cli.who import who

app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=help_markup(),
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Put everyone's photos of an event on one clock: find the offsets of camera clocks from"
    " the pictures themselves, and correct the times without harming an original.",
)
app.command()(who)
app.command()(sync)
app.command("app")(program)
app.command()(review)
app.command()(report)
app.command()(plan)
app.command()(apply)
app.command()(undo)
app.command()(verify)
app.command()(album)
app.command()(refresh)
app.command()(clips)
app.command()(clock)
app.command(cls=OffsetLast)(shift)
app.command()(trust)
app.command()(plugins)
app.command()(doctor)
add_time_hints(hint_app)
app.add_typer(hint_app, name="hint")
app.add_typer(cameras_app, name="cameras")
app.add_typer(keys_app, name="keys")
add_border(library_app)
add_watch(library_app)
add_events(library_app)
app.add_typer(library_app, name="library")
add_bench(app)


@app.callback(invoke_without_command=True)
def about(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Print the version when asked for."""
    if version:
        from coincide import __version__

        typer.echo(f"coincide {__version__}")
        raise typer.Exit


@app.command()
def timeline(sources: Sources, project: ProjectOption = None) -> None:
    """List all photos by event time, as found by the latest sync."""
    from coincide.app.cli.output.progress import look_at
    from coincide.app.cli.result import print_timeline
    from coincide.project import Project

    look = look_at(Project.at(*sources, project=project))
    print_timeline(look.solution.timeline, look.solution.event)


@app.command()
def demo(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A folder to create.")],
    galleries: Annotated[int, typer.Option(help="How many people take photos.")] = 8,
    photos: Annotated[int, typer.Option(help="Photos in total.")] = 200,
    seed: Annotated[
        int, typer.Option(help="Seed of the random generator; each seed gives a different event.")
    ] = 1,
    phones: Annotated[
        int | None,
        typer.Option(
            help="How many of them use a phone instead of a camera. Default: about half.",
            show_default=False,
        ),
    ] = None,
    raw: Annotated[
        bool, typer.Option("--raw", help="Cameras write a DNG beside each JPEG.")
    ] = False,
    videos: Annotated[
        int | None,
        typer.Option(
            help="Videos with sound, taken by phones; some of them film the same minute. Default:"
            " about six; none without coincide[video].",
            show_default=False,
        ),
    ] = None,
    forwarded: Annotated[
        int,
        typer.Option(
            help="Photos forwarded by a messenger: small copies without tags, in a folder Chat."
        ),
    ] = 0,
) -> None:
    """Render a small example event with wrong clocks. Their true offsets are in truth.json.

    Those of videos are in truth-clips.json. Next: coincide sync DIR
    """
    from coincide.demo import QUICK_SCALE, DemoOptions, render_event
    from coincide.media.pictures.video import has_av

    if videos is None and not has_av():
        videos = 0  # they could not be made here, nor looked at

    options = DemoOptions(
        n_galleries=galleries,
        n_photos=photos,
        seed=seed,
        n_phones=phones,
        raw=raw,
        n_films=videos,
        n_forwarded=forwarded,
        scale=QUICK_SCALE,
    )
    with Bars() as bars:
        render_event(directory, options, progress=lambda done, total: bars("render", done, total))
    tables.print_demo(directory, options)
