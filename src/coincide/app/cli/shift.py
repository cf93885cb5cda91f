"""``coincide shift`` and ``coincide cameras``: correct clocks by hand, and those known before."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from coincide.app.cli.options import ProjectOption, on_disk
from coincide.app.cli.output.group import ListingGroup
from coincide.app.cli.output.names import find_gallery, find_photo
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import console, shown
from coincide.app.cli.plan import For, Into, Out, To, Zone, deliver, plan_options
from coincide.errors import UsageError
from coincide.model import Event, Gallery, Photo
from coincide.model.times import DAY_S, parse_offset_s, parse_shown_s
from coincide.project import remembered
from coincide.timeline.display import CameraDisplay

cameras_app = typer.Typer(
    cls=ListingGroup,
    no_args_is_help=True,
    help="How far off each camera was when last corrected; coincide shift --remembered uses it.",
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
            help="Only this gallery, as coincide sync names it. Default: all of them.",
            show_default=False,
        ),
    ] = None,
    photo: Annotated[
        Path | None,
        typer.Option(
            "--photo", help="A photo of a clock, with --shows; or with --same.", show_default=False
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
            help="A photo of another camera, whose clock is right, of the same moment.",
            show_default=False,
        ),
    ] = None,
    remembered: Annotated[
        bool,
        typer.Option("--remembered", help="By what each camera was off when last corrected."),
    ] = False,
    to: To = "sidecar",
    program: For = None,
    out: Out = None,
    into: Into = None,
    zone: Zone = None,
    project: ProjectOption = None,
) -> None:
    """Plan to move photos by what you know, without a sync; then coincide apply writes it.

    Examples: coincide shift anna/ +1h2m · coincide shift trip/ --photo Ben/IMG_7.jpg --shows
    14:03:10 · coincide shift trip/ --photo Ben/IMG_7.jpg --same Ida/PXL_3.jpg
    """
    from coincide import project as pipeline
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
    """List the cameras that were corrected to true time, and by how much."""
    from coincide import project as pipeline
    from coincide.model.times import offset_in_words

    out = console()
    cameras = pipeline.load_cameras()
    if not cameras:
        out.print("No camera is remembered: one is when a plan of true time is applied.")
    for camera in cameras:
        words = f"{camera.make} {camera.model} {camera.serial}: {offset_in_words(camera.shift_s)}"
        out.print(Text(shown(f"{words} ({camera.event}, {camera.last})")), soft_wrap=True)


@cameras_app.command()
def forget() -> None:
    """Forget all cameras."""
    from coincide import project as pipeline

    n_known = pipeline.forget_cameras()
    console().print(f"{n_known} camera{'s' if n_known != 1 else ''} forgotten.")


@dataclass(frozen=True)
class Way:
    """How the shift is told: one of these ways, and of which gallery."""

    offset: str | None
    gallery: str | None
    photo: Path | None
    shows: str | None
    same: Path | None
    remembered: bool


def shifts_by(way: Way, event: Event, source: Path) -> dict[str, float]:
    """Return by how much each gallery moves, by the one way that was given."""
    ways = [way.offset is not None, way.shows is not None, way.same is not None]
    if sum([*ways, way.remembered]) != 1:
        raise UsageError(
            "Give one of: OFFSET, --photo with --shows, --photo with --same, --remembered."
        )
    if (way.photo is not None) != (way.offset is None and not way.remembered):
        raise UsageError("--photo goes with --shows or --same, and they with it.")
    if way.remembered:
        return _remembered(event, way.gallery)
    if way.offset is not None:
        names = [gallery.name for gallery in event.galleries]
        if way.gallery is not None:
            names = [find_gallery(event, way.gallery)]
        return dict.fromkeys(names, _offset_s(way.offset))
    return _by_photo(event, way, source)


def _offset_s(text: str) -> float:
    offset_s = parse_offset_s(text)
    if offset_s is None:
        raise UsageError(f"{text!r} is no offset: write it like +1h2m, -3m12s, +1:02:00 or 3720s.")
    if not offset_s.is_integer() or offset_s == 0.0:
        raise UsageError(f"{text!r}: photos are moved by whole seconds, one at the least.")
    return offset_s


def _by_photo(event: Event, way: Way, source: Path) -> dict[str, float]:
    place = source.expanduser().resolve()
    base = place if place.is_dir() else place.parent
    photo = find_photo(event, way.photo or Path(), base)
    whose = _gallery_of(event, photo)
    gallery, display_s = whose.name, CameraDisplay.of(whose).photo(photo).time_s
    if way.gallery is not None and find_gallery(event, way.gallery) != gallery:
        raise UsageError(f"{way.photo} is of {gallery}, not of {way.gallery}.")
    if way.same is not None:
        other = find_photo(event, way.same, base)
        theirs = _gallery_of(event, other)
        if theirs.name == gallery:
            raise UsageError(f"{way.photo} and {way.same} are of one clock: {gallery}.")
        return {gallery: CameraDisplay.of(theirs).photo(other).time_s - display_s}
    shown_s = parse_shown_s(way.shows or "")
    if shown_s is None:
        raise UsageError(f"--shows {way.shows}: write 14:03:10, or 2024-05-04 14:03:10.")
    if shown_s < DAY_S:  # a time of day: of the nearest day
        shown_s += DAY_S * round((display_s - shown_s) / DAY_S)
    return {gallery: shown_s - display_s}


def _gallery_of(event: Event, photo: Photo) -> Gallery:
    return next(gallery for gallery in event.galleries if photo in gallery.photos)


def _remembered(event: Event, only: str | None) -> dict[str, float]:
    wanted = None if only is None else find_gallery(event, only)
    found = {
        gallery.name: remembered(gallery)
        for gallery in event.galleries
        if wanted in (None, gallery.name)
    }
    known = {name: camera.shift_s for name, camera in found.items() if camera is not None}
    if not known:
        raise UsageError("Nothing is remembered of these cameras. See coincide cameras list.")
    return known
