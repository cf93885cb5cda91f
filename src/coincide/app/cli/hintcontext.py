"""What the commands of ``coincide hint`` share: an event to speak of, and what is known of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rich.text import Text

from coincide.app.cli.output import tables
from coincide.app.cli.output.names import base_of, find_photo, name_of
from coincide.app.cli.output.progress import Bars
from coincide.app.cli.output.tables import command_line
from coincide.errors import StoreError, UsageError
from coincide.model import Event, Photo, Place
from coincide.model.hints import Hint, rows_of
from coincide.project import Anchor, Project, Trust, load_event
from coincide.project.project import Change
from coincide.project.userinput import changes
from coincide.project.userinput.document import UserInput
from coincide.project.userinput.statements import Told, listed, told_in_words


@dataclass(frozen=True)
class HintContext:
    """An event, the folder its photos are named from, and where hints on it are kept."""

    event: Event
    base: Place
    project: Project
    sync_command: str


def open_event(source: Place, project: Place | None) -> HintContext:
    """Read an event to say something of."""
    with Bars() as bars:
        event = load_event(source, project=project, progress=bars)
    words = ["coincide", "sync", str(source)]
    if project is not None:
        words += ["--project", str(project)]
    return HintContext(
        event,
        base=base_of(source),
        project=Project.at(source, project=project),
        sync_command=command_line(words),
    )


def say_of_pair(
    opened: HintContext, path_a: Place, path_b: Place, hint_of: Callable[[str, str], Hint]
) -> None:
    """Keep something of two photos of two galleries."""
    a, b = _two_photos(opened, path_a, path_b)
    add(opened, hint_of(a.key, b.key))


def say_of_clips(opened: HintContext, path_a: Place, path_b: Place, lag_s: float | None) -> None:
    """Keep what two clips of two galleries have heard."""
    a, b = _two_photos(opened, path_a, path_b)
    add(opened, changes.clip_hint(a, b, lag_s))


def _two_photos(opened: HintContext, path_a: Place, path_b: Place) -> tuple[Photo, Photo]:
    """Return two photos of two galleries by their paths."""
    a, b = (find_photo(opened.event, path, opened.base) for path in (path_a, path_b))
    for gallery in opened.event.galleries:
        if {a.key, b.key} <= {photo.key for photo in gallery.photos}:
            raise UsageError(
                f"{path_a} and {path_b} are both in the gallery {gallery.name}, whose own clock"
                " says how far apart they are. Name photos of two galleries."
            )
    return a, b


def add(opened: HintContext, hint: Hint) -> None:
    """Keep one more hint."""
    change(opened, lambda said: replace(said, hints=said.hints.adding(hint)))


def change(opened: HintContext, what: Change) -> None:
    """Keep a change, and tell what is known then."""
    before = opened.project.known().said
    tell(opened, before, opened.project.say(what).said)


def tell(opened: HintContext, before: UserInput, after: UserInput) -> None:
    """Print what is known now, what no longer is, and how to use it."""
    out = tables.console()
    names = {photo.key: name_of(photo.path, opened.base) for photo in opened.event.photos}
    known = listed(after)
    lines = [
        f"{number:3d}  {told_in_words(hint, names)}{_unused(opened, hint, after)}"
        for number, hint in enumerate(known, start=1)
    ]
    anchor = opened.project.options.anchor
    if anchor is not None:
        lines.append(f"     anchor: event times are those of {anchor}, as given to sync")
    lines = lines or [f"There are no hints for {opened.event.name}."]
    lines += [
        f"removed: {told_in_words(answer, names)}"
        for answer in listed(before)
        if answer not in known
    ]
    if before.album != after.album:
        lines.append("The last change to the album is undone.")
    if before.of_clocks != after.of_clocks:  # what was said in the review app is in use already
        lines.append(f"Run {opened.sync_command} to use it.")
    for line in lines:
        out.print(Text(tables.shown(line)), soft_wrap=True)


def latest_offset_s(opened: HintContext, gallery: str) -> float:
    """Return where the latest sync has a gallery; raise an error where that is nowhere."""
    solution = opened.project.latest()
    if solution is None:
        raise StoreError(f"No result in {opened.project.folder} yet. Run coincide sync first.")
    offsets = solution.offsets
    if gallery not in {placement.gallery for placement in offsets.placements}:
        raise UsageError(f"The latest sync had no gallery {gallery}. Run coincide sync again.")
    offset_s = offsets[gallery].offset_s
    if offset_s is None:
        raise UsageError(
            f"The latest sync left {gallery} unplaced, so there is no offset to lock. Set its"
            " offset with coincide hint pin."
        )
    return offset_s


def _unused(opened: HintContext, one: Told, said: UserInput) -> str:
    """Say of what was said why it says nothing, where that is so."""
    if isinstance(one, Trust | Anchor):
        missing = one.gallery not in opened.event.table.names
        given = isinstance(one, Anchor) and opened.project.options.anchor is not None
        if given and not missing:
            return " (not used: sync was given another anchor since)"
    else:
        missing = one in rows_of(said.hints, opened.event).missing
    return " (no longer in the event)" if missing else ""
