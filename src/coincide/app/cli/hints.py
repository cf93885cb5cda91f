"""``coincide hint``: what a person knows, told on the command line."""

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import typer
from rich.text import Text
from typer.core import TyperCommand

from coincide.app.cli import tables
from coincide.app.cli.names import Named, base_of, find_gallery, find_photo, name_of
from coincide.app.cli.progress import Bars
from coincide.errors import StoreError, UsageError
from coincide.model import Event, Place, place_of
from coincide.model.hints import Answer, Hint, Hints, Lock, Pin, Rejection, in_words, rows_of
from coincide.model.times import parse_offset_s

app = typer.Typer(
    no_args_is_help=True,
    help="Tell what you know of an event. It is kept at once, and is evidence for every sync"
    " from then on. The newest word on a pair of photos, or on a gallery, replaces the older.",
)

Source = Annotated[
    Named,
    typer.Argument(
        metavar="EVENT",
        parser=place_of,
        help="The event's folder, or its TOML event file where it is several folders.",
        show_default=False,
    ),
]
PhotoA = Annotated[
    Named,
    typer.Argument(
        metavar="PHOTO_A",
        parser=place_of,
        help="A photo of the event: its path, from here or from EVENT, or the end of its path"
        " where no other photo ends like it.",
        show_default=False,
    ),
]
PhotoB = Annotated[
    Named,
    typer.Argument(
        metavar="PHOTO_B",
        parser=place_of,
        help="A photo of another gallery, likewise.",
        show_default=False,
    ),
]
GalleryName = Annotated[
    str,
    typer.Argument(
        metavar="GALLERY", help="A gallery, as coincide sync names it.", show_default=False
    ),
]
Project = Annotated[
    Named | None,
    typer.Option(
        "--project",
        parser=place_of,
        help="The project folder, if you name one to coincide sync.",
        show_default=False,
    ),
]


class OffsetLast(TyperCommand):
    """A command whose last argument may begin with a minus, and is no option then."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put negative offsets behind ``--``, where nothing is taken for an option."""
        negative = [arg for arg in args if re.match(r"-[\d.]", arg)]  # as no option begins
        if negative and "--" not in args:
            args = [*(arg for arg in args if arg not in negative), "--", *negative]
        return super().parse_args(ctx, args)


@app.command()
def same(source: Source, photo_a: PhotoA, photo_b: PhotoB, project: Project = None) -> None:
    """Say that two photos show the same moment.

    Example: coincide hint same party Ida/IMG_1.jpg Lena/DSC_7.JPG
    """
    _say_of_pair(source, project, photo_a, photo_b, partial(Answer, same=True))


@app.command()
def different(source: Source, photo_a: PhotoA, photo_b: PhotoB, project: Project = None) -> None:
    """Say that two photos do not show the same moment, however alike they look.

    Example: coincide hint different party Ida/IMG_1.jpg Lena/DSC_9.JPG
    """
    _say_of_pair(source, project, photo_a, photo_b, partial(Answer, same=False))


@app.command()
def reject(source: Source, photo_a: PhotoA, photo_b: PhotoB, project: Project = None) -> None:
    """Never use two photos as evidence; whether they show the same moment stays open.

    Example: coincide hint reject party Ida/IMG_1.jpg Lena/DSC_9.JPG
    """
    _say_of_pair(source, project, photo_a, photo_b, Rejection)


@app.command(cls=OffsetLast)
def pin(
    source: Source,
    gallery: GalleryName,
    offset: Annotated[
        str,
        typer.Argument(
            metavar="OFFSET",
            help="What to add to the gallery's camera times: +1h2m, -3m12s, +1:02:00, 3720s, or"
            " as coincide sync prints it, in quotes.",
            show_default=False,
        ),
    ],
    project: Project = None,
) -> None:
    """Set the offset of a gallery, because you know it.

    Examples: coincide hint pin party Lena -1h0m10s · coincide hint pin party Theo "+10 min 08 s"
    """
    offset_s = parse_offset_s(offset)
    if offset_s is None:
        raise UsageError(
            f"{offset!r} is no offset: write it like +1h2m, -3m12s, +1:02:00 or 3720s."
        )
    opened = _open(source, project)
    _add(opened, Pin(find_gallery(opened.event, gallery), offset_s))


@app.command()
def lock(source: Source, gallery: GalleryName, project: Project = None) -> None:
    """Keep a gallery where the latest sync has it, whatever happens to the others.

    Example: coincide hint lock party Theo
    """
    opened = _open(source, project)
    name = find_gallery(opened.event, gallery)
    _add(opened, Lock(name, _latest_offset_s(opened, name)))


@app.command("list")
def list_(source: Source, project: Project = None) -> None:
    """List what is known, with the numbers that coincide hint forget takes.

    Example: coincide hint list party
    """
    from coincide import project as pipeline

    opened = _open(source, project)
    hints = pipeline.load_hints(opened.project)
    _tell(opened, hints, hints)


@app.command()
def forget(
    source: Source,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="NUMBER", help="As coincide hint list gives it.", show_default=False
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget everything.")] = False,
    project: Project = None,
) -> None:
    """Forget one thing that was said, or everything.

    Examples: coincide hint forget party 2 · coincide hint forget party --all
    """
    if (number is None) != everything:
        raise UsageError("Name either one number, as coincide hint list gives it, or --all.")
    _change(
        _open(source, project),
        lambda hints: Hints.empty if number is None else _without(hints, number),
    )


@app.command()
def undo(source: Source, project: Project = None) -> None:
    """Take the last change back, whether it added, replaced or forgot.

    Example: coincide hint undo party
    """
    from coincide import project as pipeline

    opened = _open(source, project)
    before = pipeline.load_hints(opened.project)
    _tell(opened, before, pipeline.undo_hints(opened.project))


@dataclass(frozen=True)
class _Opened:
    """An event, the folder its photos are named from, and where hints on it are kept."""

    event: Event
    base: Place
    project: Place
    sync_command: str


def _open(source: Place, project: Place | None) -> _Opened:
    from coincide import project as pipeline

    with Bars() as bars:
        event = pipeline.load_event(source, project=project, progress=bars)
    words = ["coincide", "sync", str(source)]
    if project is not None:
        words += ["--project", str(project)]
    return _Opened(
        event,
        base=base_of(source),
        project=pipeline.project_folder([source], project),
        sync_command=shlex.join(words),
    )


def _say_of_pair(
    source: Place,
    project: Place | None,
    path_a: Place,
    path_b: Place,
    hint_of: Callable[[str, str], Hint],
) -> None:
    opened = _open(source, project)
    a, b = (find_photo(opened.event, path, opened.base).key for path in (path_a, path_b))
    for gallery in opened.event.galleries:
        if {a, b} <= {photo.key for photo in gallery.photos}:
            raise UsageError(
                f"{path_a} and {path_b} are both of the gallery {gallery.name}, whose own clock"
                " tells how far apart they are. Name photos of two galleries."
            )
    _add(opened, hint_of(a, b))


def _latest_offset_s(opened: _Opened, gallery: str) -> float:
    from coincide import project as pipeline

    solution = pipeline.Project((), opened.project).latest()
    if solution is None:
        raise StoreError(f"No result in {opened.project} yet. Run coincide sync first.")
    offsets = solution.offsets
    if gallery not in {placement.gallery for placement in offsets.placements}:
        raise UsageError(f"The latest sync knew no gallery {gallery}. Run coincide sync again.")
    offset_s = offsets[gallery].offset_s
    if offset_s is None:
        raise UsageError(
            f"The latest sync left {gallery} unplaced, so there is nothing to keep."
            " Set its offset with coincide hint pin."
        )
    return offset_s


def _without(hints: Hints, number: int) -> Hints:
    listed = list(hints)
    if not 1 <= number <= len(listed):
        there = f"they go from 1 to {len(listed)}" if listed else "nothing is known yet"
        raise UsageError(f"Nothing has the number {number}: {there}. See coincide hint list.")
    return hints.removing(listed[number - 1])


def _add(opened: _Opened, hint: Hint) -> None:
    _change(opened, lambda hints: hints.adding(hint))


def _change(opened: _Opened, change: Callable[[Hints], Hints]) -> None:
    from coincide import project as pipeline

    before = pipeline.load_hints(opened.project)
    _tell(opened, before, pipeline.change_hints(opened.project, change))


def _tell(opened: _Opened, before: Hints, after: Hints) -> None:
    """Print what is known now, what no longer is, and how to use it."""
    out = tables.console()
    names = {photo.key: name_of(photo.path, opened.base) for photo in opened.event.photos}
    missing = rows_of(after, opened.event).missing
    lines = [
        f"{number:3d}  {in_words(hint, names)}{' (not in the event now)' * (hint in missing)}"
        for number, hint in enumerate(after, start=1)
    ] or [f"Nothing is known of {opened.event.name}."]
    lines += [f"no longer: {in_words(hint, names)}" for hint in before if hint not in tuple(after)]
    if tuple(before) != tuple(after):  # what was said in the review app is in use already
        lines.append(f"Run {opened.sync_command} to use it.")
    for line in lines:
        out.print(Text(tables.shown(line)), soft_wrap=True)
