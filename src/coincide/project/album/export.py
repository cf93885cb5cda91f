"""Write the album of an event: as a site, one file, a storyboard, folders or JSON."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from coincide.errors import StoreError, UsageError
from coincide.model import Event, Photo
from coincide.model.progress import StageProgress
from coincide.model.times import WallTime
from coincide.project.album.edits import with_said
from coincide.project.album.make import EventAlbum, album_of, summary_of
from coincide.project.project import Project
from coincide.project.solutions.solutions import Solution
from coincide.project.solutions.status import SolutionStatus, quiet
from coincide.project.userinput.people import person_of
from coincide.storage.faults import in_words, stops
from coincide.writing.album import (
    Form,
    Story,
    Wishes,
    WrittenAlbum,
    check_out,
    is_folder,
    title_text,
    told_singly,
    without,
    write_story,
)
from coincide.writing.album.model import Clock, ShownPhoto, with_few_joined

# a book and a film are made of so many photos where nobody says how many: 30 pages, and a minute
CHOSEN: Mapping[Form, int] = MappingProxyType({"book": 40, "film": 18})
# both pictures of so many instants are in it; a film has them, and so many clips or films in step,
# beside its photos
_INSTANTS, _CLIPS = 3, 4
# of a few photos that were chosen so many make a heading at least
FEW_CHOSEN = 4


def check_wishes(form: Form, wishes: Wishes) -> None:
    """Raise UsageError where something is asked for that a form has no room for."""
    if wishes.originals is not None and form in ("one-file", "pdf", "book", "film"):
        raise UsageError("Originals can be included in a folder (--as site), not in a single file.")


def check_album(event: Event, out: Path, form: Form, wishes: Wishes) -> None:
    """Raise UsageError where an album cannot be written to a place, or must not."""
    check_wishes(form, wishes)
    roots = [root.absolute() for root in event.roots if isinstance(root, Path)]
    if is_folder(form) and any(_is_within(out.absolute(), root) for root in roots):
        raise UsageError(
            f"{out} is inside the event's folder: the next sync would read its pictures as photos."
            " Give a folder outside."
        )
    check_out(out, form)


def _is_within(path: Path, folder: Path) -> bool:
    return path.resolve().is_relative_to(folder.resolve())


def write_album(
    project: Project,
    out: Path,
    form: Form = "site",
    wishes: Wishes = Wishes(),
    *,
    title: str | None = None,
    best: int | None = None,
    progress: StageProgress = quiet,
) -> tuple[WrittenAlbum, SolutionStatus]:
    """Write an event's album; return what was written, and the result that it shows.

    It is as a person wants it; ``best``: only so many photos, those that tell the event.
    """
    look = project.shown(progress)
    solution, event = look.solution, look.solution.event
    check_album(event, out, form, wishes)
    found = album_of(solution, places=wishes.places, keep=True, progress=progress)
    made = with_said(found, look.known.said.album)
    if best is None:
        best = CHOSEN.get(form)
    if best is not None:
        made = _best(made, solution, best, form, progress)
    story = story_of(made, event, title or title_text(event.name))
    if best is not None:
        story = with_few_joined(story, FEW_CHOSEN)
        if form == "pdf":
            story = told_singly(story)  # who asks for 30 photos wants to see 30
    try:
        return write_story(story, out, form, wishes, progress), look
    except OSError as error:
        if not stops(error):
            raise
        raise StoreError(
            f"The album {out} is not finished: {in_words(error)}. Fix that and run the same"
            " command again: finished pictures are reused."
        ) from error


def _together(made: EventAlbum, form: Form) -> frozenset[int]:
    """Return the rows of a book's or a film's best instants, and of a film's clips."""
    instants = (
        [instant.rows for instant in made.album.instants[:_INSTANTS]] if form in CHOSEN else []
    )
    clips = _clips(made)[:_CLIPS] if form == "film" else []
    return frozenset(row for rows in (*instants, *clips) for row in rows) - made.hidden


def _clips(made: EventAlbum) -> list[tuple[int, ...]]:
    """Return films in step, then the longest clip of each chapter that has another one."""
    sets = [angle.rows for angle in made.album.angles]
    taken = {row for rows in sets for row in rows}
    for chapter in made.album.chapters:
        lengths_s = {
            row: clip.duration_s or 0.0
            for row in chapter.rows
            if (clip := made.items[row].photo.clip) is not None and row not in taken | made.hidden
        }
        if lengths_s:
            sets.append((max(lengths_s, key=lambda row: lengths_s[row]),))
    return sets


def _best(
    made: EventAlbum, solution: Solution, n: int, form: Form, progress: StageProgress
) -> EventAlbum:
    """Return an album that shows n photos alone, in a film some more; none of them was hidden."""
    together = _together(made, form)
    given = frozenset[int]() if form == "film" else together
    chosen = summary_of(made, solution, n, given=given, keep=True, progress=progress)
    rows = together.union(chosen)
    return replace(made, hidden=frozenset(range(len(made.items))) - rows, unplaced=())


def story_of(made: EventAlbum, event: Event, title: str) -> Story:
    """Return an event as it is to be told: what is hidden is not in it."""
    person = {
        photo.path: person_of(gallery, event.roots)
        for gallery in event.galleries
        for photo in gallery.photos
    }
    told = {row for chapter in made.album.chapters for row in chapter.rows}
    # what is in no chapter has no time that is good enough to be told
    photos: list[tuple[Photo, WallTime | None, Clock]] = [
        (one.photo, one.local if row in told else None, _clock(made, row))
        for row, one in enumerate(made.items)
    ]
    known = {photo.path for photo, _, _ in photos}
    photos += [(photo, None, "known") for photo in made.unplaced if photo.path not in known]
    people = tuple(sorted({person[photo.path] for photo, _, _ in photos}))
    shown = tuple(
        ShownPhoto(
            file=photo.file,
            key=photo.key,
            local_time_s=None if local is None else local.time_s,
            person=people.index(person[photo.path]),
            length_s=None if photo.clip is None else photo.clip.duration_s or 0.0,
            zone_s=None if local is None else local.zone_s,
            clock=clock,
        )
        for photo, local, clock in photos
    )
    return without(Story(title, people, shown, made.album), made.hidden)


def _clock(made: EventAlbum, row: int) -> Clock:
    if made.items[row].own_clock:
        return "own"
    return "about" if row in made.about else "known"
