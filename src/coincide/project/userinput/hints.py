"""Keep what a person knows in the project folder, every change at once, the last ones undoable."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from coincide.model import Event, Place
from coincide.model.hints import Hints, RowHints, rows_of
from coincide.project.folder.applied import load_applied
from coincide.project.userinput.document import change_said, load_said, said_in, undo_said
from coincide.storage.objectstore import open_store


def hints_for(event: Event) -> RowHints:
    """Return what is known of an event by its rows; nothing for one without a project folder.

    What was applied is known too: those galleries keep their places, unless a person says
    otherwise.
    """
    if event.project is None:
        return rows_of(Hints.empty, event)
    with open_store(event.project, readonly=True) as store:
        return row_hints(event, said_in(store).hints, load_applied(store).held_s)


def row_hints(event: Event, said: Hints, held_s: Mapping[str, float]) -> RowHints:
    """Return what was said and what was applied by an event's rows."""
    hints = rows_of(said, event)
    told = {gallery for gallery, _ in hints.pinned}
    kept = [(number, at_s) for number, at_s in _kept(event, held_s) if number not in told]
    return replace(hints, pinned=(*hints.pinned, *kept))


def _kept(event: Event, held_s: Mapping[str, float]) -> Iterator[tuple[int, float]]:
    """Yield the galleries that were corrected, or found right, and by how much."""
    for number, gallery in enumerate(event.galleries):
        moved_s = {photo.applied_s for photo in gallery.photos} - {None}
        if len(moved_s) == 1:
            yield number, float(moved_s.pop() or 0.0)
        elif not moved_s and gallery.name in held_s:
            yield number, held_s[gallery.name]


def load_hints(project: Place) -> Hints:
    """Return what is known; reading makes no project folder."""
    return load_said(project).hints


def save_hints(project: Place, hints: Hints) -> None:
    """Keep these hints from now on, as one change."""
    change_hints(project, lambda _: hints)


def change_hints(project: Place, change: Callable[[Hints], Hints]) -> Hints:
    """Apply a change to what is known, with nobody else's change in between; return the result."""
    return change_said(project, lambda said: replace(said, hints=change(said.hints))).hints


def undo_hints(project: Place) -> Hints:
    """Take the last change back, and return what is known then."""
    return undo_said(project).hints
