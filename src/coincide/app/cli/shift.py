"""``coincide shift`` and ``coincide cameras``: correct clocks by hand, and those known before."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from coincide.app.cli.options import ProjectOption, on_disk
from coincide.app.cli.output.group import ListingGroup
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console, shown
from coincide.app.cli.plan import For, Into, Out, To, Zone, deliver, plan_options

cameras_app = typer.Typer(
    cls=ListingGroup,
    no_args_is_help=True,
    help="List how far off each camera was when last corrected, for coincide shift --remembered.",
)


def shift(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="EVENT",
            parser=on_disk,
            help="A folder of photos, or an event file.",
            show_default=False,
        ),
    ],
    offset: Annotated[
        str | None,
        typer.Argument(
            metavar="OFFSET",
            help="What to add to the times: +1h2m, -3m12s, +1:02:00, 3720s.",
            show_default=False,
        ),
    ] = None,
    gallery: Annotated[
        str | None,
        typer.Option(
            "--gallery",
            help="Only this gallery, as named by coincide sync. Default: all.",
            show_default=False,
        ),
    ] = None,
    photo: Annotated[
        Path | None,
        typer.Option(
            "--photo",
            help="A photo of a clock, with --shows; or any photo, with --same.",
            show_default=False,
        ),
    ] = None,
    shows: Annotated[
        str | None,
        typer.Option(
            "--shows",
            help="What the clock on that photo shows: 14:03:10, or 2024-05-04 14:03:10.",
            show_default=False,
        ),
    ] = None,
    same: Annotated[
        Path | None,
        typer.Option(
            "--same",
            help="A photo of the same moment by another camera, whose clock is right.",
            show_default=False,
        ),
    ] = None,
    remembered: Annotated[
        bool,
        typer.Option("--remembered", help="Use what each camera was off by when last corrected."),
    ] = False,
    to: To = "sidecar",
    program: For = None,
    out: Out = None,
    into: Into = None,
    zone: Zone = None,
    project: ProjectOption = None,
) -> None:
    """Plan a correction that you know already, without a sync; coincide apply then writes it.

    Examples: coincide shift anna/ +1h2m · coincide shift trip/ --photo Ben/IMG_7.jpg --shows
    14:03:10 · coincide shift trip/ --photo Ben/IMG_7.jpg --same Ida/PXL_3.jpg
    """
    from coincide import project as pipeline
    from coincide.app.cli.shiftways import Way, shifts_by
    from coincide.project.plans.plans import as_it_stands
    from coincide.writing.plan import Caution

    options = plan_options(to, program, zone, into, Caution(slight=True))
    way = Way(offset, gallery, photo, shows, same, remembered)
    with Bars() as bars:
        event = as_it_stands(pipeline.load_event(source, project=project, progress=bars))
        shifts_s = shifts_by(way, event, source)
        made = pipeline.plan_by_hand(event, shifts_s, options, progress=bars)
    deliver(made, to, out, pipeline.project_folder([source], project))


@cameras_app.command("list")
def list_() -> None:
    """List the cameras that were corrected to true time, with their offsets."""
    from coincide import project as pipeline
    from coincide.model.times import offset_in_words

    out = console()
    cameras = pipeline.load_cameras()
    if not cameras:
        out.print(
            "No camera is remembered. Applying a plan that corrects to true time stores its"
            " cameras."
        )
    for camera in cameras:
        words = f"{camera.make} {camera.model} {camera.serial}: {offset_in_words(camera.shift_s)}"
        out.print(Text(shown(f"{words} ({camera.event}, {camera.last})")), soft_wrap=True)


@cameras_app.command()
def forget() -> None:
    """Forget all cameras."""
    from coincide import project as pipeline

    n_known = pipeline.forget_cameras()
    console().print(f"{n_known} camera{'s' if n_known != 1 else ''} forgotten.")
