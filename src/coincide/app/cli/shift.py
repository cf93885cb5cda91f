"""``coincide shift`` and ``coincide cameras``: correct clocks by hand, and those known before."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from coincide.app.cli.names import find_gallery, find_photo, on_disk
from coincide.app.cli.options import ProjectOption
from coincide.app.cli.plan import For, Into, Out, To, Zone, deliver, plan_options
from coincide.app.cli.progress import Bars
from coincide.app.cli.tables import console, shown
from coincide.errors import UsageError
from coincide.model import Event, Photo
from coincide.model.times import DAY_S, offset_in_words, parse_offset_s, parse_shown_s
from coincide.writing.plan.decide import Caution

cameras_app = typer.Typer(
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
    from coincide.project.plans import as_it_stands

    options = plan_options(to, program, zone, into, Caution(slight=True))
    asked = _Asked(offset, gallery, photo, shows, same, remembered)
    with Bars() as bars:
        event = as_it_stands(pipeline.load_event(source, project=project, progress=bars))
        shifts_s = _shifts_s(event, asked, source)
        made = pipeline.plan_by_hand(event, shifts_s, options, progress=bars)
    deliver(made, to, out, pipeline.project_folder([source], project))


@dataclass(frozen=True)
class _Asked:
    offset: str | None
    gallery: str | None
    photo: Path | None
    shows: str | None
    same: Path | None
    remembered: bool


def _shifts_s(event: Event, asked: _Asked, source: Path) -> dict[str, float]:
    """Return by how much each gallery moves, by the one way that was given."""
    ways = [asked.offset is not None, asked.shows is not None, asked.same is not None]
    if sum([*ways, asked.remembered]) != 1:
        raise UsageError(
            "Give one of: OFFSET, --photo with --shows, --photo with --same, --remembered."
        )
    if (asked.photo is not None) != (asked.offset is None and not asked.remembered):
        raise UsageError("--photo goes with --shows or --same, and they with it.")
    if asked.remembered:
        return _remembered(event, asked.gallery)
    if asked.offset is not None:
        names = [gallery.name for gallery in event.galleries]
        if asked.gallery is not None:
            names = [find_gallery(event, asked.gallery)]
        return dict.fromkeys(names, _offset_s(asked.offset))
    return _by_photo(event, asked, source)


def _offset_s(text: str) -> float:
    offset_s = parse_offset_s(text)
    if offset_s is None:
        raise UsageError(f"{text!r} is no offset: write it like +1h2m, -3m12s, +1:02:00 or 3720s.")
    if not offset_s.is_integer() or offset_s == 0.0:
        raise UsageError(f"{text!r}: photos are moved by whole seconds, one at the least.")
    return offset_s


def _by_photo(event: Event, asked: _Asked, source: Path) -> dict[str, float]:
    place = source.expanduser().resolve()
    base = place if place.is_dir() else place.parent
    photo = find_photo(event, asked.photo or Path(), base)
    gallery = _gallery_of(event, photo)
    if asked.gallery is not None and find_gallery(event, asked.gallery) != gallery:
        raise UsageError(f"{asked.photo} is of {gallery}, not of {asked.gallery}.")
    if asked.same is not None:
        other = find_photo(event, asked.same, base)
        if _gallery_of(event, other) == gallery:
            raise UsageError(f"{asked.photo} and {asked.same} are of one clock: {gallery}.")
        return {gallery: other.camera_time_s - photo.camera_time_s}
    shown_s = parse_shown_s(asked.shows or "")
    if shown_s is None:
        raise UsageError(f"--shows {asked.shows}: write 14:03:10, or 2024-05-04 14:03:10.")
    if shown_s < DAY_S:  # a time of day: of the nearest day
        day_s = DAY_S * round((photo.camera_time_s - shown_s) / DAY_S)
        shown_s += day_s
    return {gallery: shown_s - photo.camera_time_s}


def _gallery_of(event: Event, photo: Photo) -> str:
    return next(gallery.name for gallery in event.galleries if photo in gallery.photos)


def _remembered(event: Event, only: str | None) -> dict[str, float]:
    from coincide import project as pipeline

    wanted = None if only is None else find_gallery(event, only)
    found = {
        gallery.name: pipeline.remembered(gallery)
        for gallery in event.galleries
        if wanted in (None, gallery.name)
    }
    known = {name: camera.shift_s for name, camera in found.items() if camera is not None}
    if not known:
        raise UsageError("Nothing is remembered of these cameras. See coincide cameras list.")
    return known


@cameras_app.command("list")
def list_() -> None:
    """List the cameras that were corrected to true time, and by how much."""
    from coincide import project as pipeline

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
