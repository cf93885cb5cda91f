"""What pages are told of the album, and what they may say of it."""

import logging
import threading
from collections.abc import Iterator, Sequence
from itertools import pairwise

from coincide.app.review import shapes
from coincide.app.review.answers import AlbumMade
from coincide.app.review.requests import AlbumBody, ChapterBody, CoverBody
from coincide.app.review.views import layout_of
from coincide.errors import CoincideError, UsageError
from coincide.model import Event, Offsets
from coincide.model.words import reasons_in_words
from coincide.project import Solution, SolutionStatus
from coincide.project.album.edits import choose, hide, name_chapter, set_cover, with_said
from coincide.project.album.make import EventAlbum, parted_album, with_groups
from coincide.project.userinput.changes import Change
from coincide.project.userinput.people import person_of

logger = logging.getLogger(__name__)

UNSURE = "its time is not known well enough to assign it to a chapter"


class Albums:
    """The album of what is shown, made when somebody asks for it; safe from any thread.

    Chapters are there at once. Which photos show the same takes longer, and is told later.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: tuple[str, Offsets, EventAlbum] | None = None
        self._comparing = False
        # what was written last, by the event's project folder
        self.written: dict[str, AlbumMade] = {}

    def made(self, solution: Solution) -> tuple[EventAlbum, bool]:
        """Return the album of a solution, without what a person chose for it.

        And whether photos that may show the same are still being compared.
        """
        with self._lock:
            # what is shown first may have other offsets than what is kept under the same key
            if self._made is None or self._made[:2] != (solution.key, solution.offsets):
                self._made = solution.key, solution.offsets, parted_album(solution)
                self._comparing = True
                task = threading.Thread(
                    target=self._compare, args=(solution, self._made), name="album", daemon=True
                )
                task.start()
            return self._made[2], self._comparing

    def _compare(self, solution: Solution, made: tuple[str, Offsets, EventAlbum]) -> None:
        found = made[2]
        try:
            found = with_groups(found, solution)
        except (CoincideError, OSError) as error:
            logger.warning("Similar photos could not be grouped: %s", error)
        finally:
            with self._lock:
                if self._made is made:
                    self._made, self._comparing = (*made[:2], found), False


def album_view(
    look: SolutionStatus, made: EventAlbum, version: int, *, comparing: bool
) -> shapes.AlbumView:
    """Return the album by rows of the event."""
    solution, said = look.solution, look.known.said.album
    event = solution.event
    shown = with_said(made, said)
    row_of = {photo.path: row for row, photo in enumerate(event.photos)}
    rows = [row_of[item.photo.path] for item in shown.items]
    return shapes.AlbumView(
        version=version,
        layout=layout_of(event),
        changed=look.changed,
        people=tuple(
            person_of(gallery, event.roots) or gallery.name for gallery in event.galleries
        ),
        chapters=tuple(_chapters(made, shown, rows)),
        comparing=comparing,
        groups=tuple(
            shapes.AlbumGroupView(
                group.kind, rows[group.best], tuple(rows[row] for row in group.rows)
            )
            for group in shown.album.groups
        ),
        covers=tuple(
            rows[chapter.cover]
            for chapter in shown.album.chapters
            if shown.items[chapter.cover].photo.key in said.covers
        ),
        hidden=tuple(sorted(rows[row] for row in shown.hidden)),
        chosen=tuple(sorted(rows[row] for row in shown.chosen)),
        apart=tuple(_apart(solution, frozenset(_told(shown, rows)))),
    )


def _told(shown: EventAlbum, rows: Sequence[int]) -> Iterator[int]:
    for chapter in shown.album.chapters:
        yield from (rows[row] for row in chapter.rows)


def _chapters(
    made: EventAlbum, shown: EventAlbum, rows: Sequence[int]
) -> Iterator[shapes.AlbumChapterView]:
    for before, one in zip(made.album.chapters, shown.album.chapters, strict=True):
        yield shapes.AlbumChapterView(
            name=one.name,
            told=before.name,
            cover=rows[one.cover],
            moments=tuple(tuple(rows[row] for row in moment.rows) for moment in one.moments),
        )


def _apart(solution: Solution, told: frozenset[int]) -> Iterator[shapes.AlbumApart]:
    """Yield the galleries, or parts of them, that are in no chapter, with the reason."""
    starts = solution.event.table.starts.tolist()
    for gallery, ends in zip(solution.event.galleries, pairwise(starts), strict=True):
        placement = solution.offsets[gallery.name]
        rows = tuple(row for row in range(*ends) if row not in told)
        if rows:
            reasons = reasons_in_words(placement)
            why = (UNSURE, *reasons) if placement.placed else reasons
            yield shapes.AlbumApart(gallery.name, "; ".join(why), rows)


def album_change(event: Event, made: EventAlbum, body: AlbumBody) -> Change:
    """Return what a page says of the album as a change of what was said."""
    keys = [photo.key for photo in event.photos]
    rows = [body.row] if isinstance(body, ChapterBody | CoverBody) else body.rows
    if max(rows) >= len(keys):
        raise UsageError(f"There are no such photos: rows go from 0 to {len(keys) - 1}.")
    meant = [keys[row] for row in rows]
    if isinstance(body, ChapterBody):
        return name_chapter(made, meant[0], body.name)
    if isinstance(body, CoverBody):
        return set_cover(made, meant[0], chosen=body.on)
    if body.kind == "hide":
        return hide(meant, hidden=body.on)
    return choose(meant, chosen=body.on)
