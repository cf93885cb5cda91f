"""All that a person said of an event: hints, choices and the album, as one document with a history.

One history, so that undoing goes back change by change whatever it was about, on the command
line and in the review app alike.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from msgspec import Struct

from coincide.errors import StoreError, UsageError
from coincide.model import Event, Place
from coincide.model.hints import (
    Answer,
    ClipHint,
    Hints,
    Lock,
    NoJump,
    Pin,
    Rejection,
    RowHints,
    SetRight,
    rows_of,
)
from coincide.model.knowntimes import KnownClock, KnownTime
from coincide.project.folder.corrections import load_applied
from coincide.project.userinput.albumchoices import AlbumSaid
from coincide.project.userinput.choices import Choice, Choices, Merge, Rename
from coincide.storage.documents import Closed, to_plain
from coincide.storage.objectstore import open_store
from coincide.storage.projectstore import ProjectStore

SCHEMA = "coincide.hints/3"
# there were four answers about two photos, and nobody kept who had chosen them
_FOUR_ANSWERS = "coincide.hints/2"
# answers were yes or no
_YES_OR_NO = "coincide.hints/1"


class HintsDocument(Closed, frozen=True, tag_field="schema", tag=SCHEMA):
    """What is kept of it."""

    # `hint instant`, `hint same`, `hint about` and the other answers about two photos
    answers: tuple[Answer, ...]
    pins: tuple[Pin, ...]  # `hint pin`
    rejected: tuple[Rejection, ...]  # `hint reject`
    locks: tuple[Lock, ...]  # `hint lock`
    # chosen in the review app, oldest first; documents from before there were choices have none
    choices: tuple[Choice, ...] = ()
    steady: tuple[NoJump, ...] = ()  # `hint no-jump`
    heard: tuple[ClipHint, ...] = ()  # `hint heard` and `hint not-heard`
    # names, covers, hidden and chosen photos; absent where nothing was chosen
    album: AlbumSaid = AlbumSaid()
    set_right: tuple[SetRight, ...] = ()  # `hint set-right`; absent where nobody said it
    times: tuple[KnownTime, ...] = ()  # `hint time`; likewise
    clocks: tuple[KnownClock, ...] = ()  # `hint clock`; likewise


@dataclass(frozen=True, slots=True)
class UserInput:
    """What is known and what was chosen, of clocks and for the album."""

    hints: Hints = Hints.empty
    choices: Choices = Choices.empty
    album: AlbumSaid = field(default_factory=AlbumSaid)

    @property
    def of_clocks(self) -> "UserInput":
        """The same without what was chosen for the album, which moves no clock."""
        return replace(self, album=AlbumSaid())

    def choosing(self, choice: Choice) -> "UserInput":
        """Return the same with one more choice; what was said of a gallery goes with its name."""
        hints = self.hints
        if isinstance(choice, Rename):
            hints = _renamed(hints, choice.gallery, choice.name)
        if isinstance(choice, Merge):
            hints = replace(
                hints,
                pins=tuple(pin for pin in hints.pins if pin.gallery != choice.other),
                locks=tuple(lock for lock in hints.locks if lock.gallery != choice.other),
                steady=tuple(jump for jump in hints.steady if jump.gallery != choice.other),
                set_right=tuple(
                    right for right in hints.set_right if right.gallery != choice.other
                ),
                clocks=tuple(clock for clock in hints.clocks if clock.gallery != choice.other),
            )
        return replace(self, hints=hints, choices=self.choices.adding(choice))


def _renamed(hints: Hints, old: str, new: str) -> Hints:
    return replace(
        hints,
        pins=tuple(replace(p, gallery=new) if p.gallery == old else p for p in hints.pins),
        locks=tuple(replace(k, gallery=new) if k.gallery == old else k for k in hints.locks),
        steady=tuple(replace(s, gallery=new) if s.gallery == old else s for s in hints.steady),
        set_right=tuple(
            replace(right, gallery=new) if right.gallery == old else right
            for right in hints.set_right
        ),
        clocks=tuple(replace(c, gallery=new) if c.gallery == old else c for c in hints.clocks),
    )


def load_said(project: Place) -> UserInput:
    """Return all that was said; reading makes no project folder."""
    with open_store(project, readonly=True) as store:
        return said_in(store)


def change_said(project: Place, change: Callable[[UserInput], UserInput]) -> UserInput:
    """Apply a change to what was said, with nobody else's in between; return the result."""
    with open_store(project) as store:
        return change_in(store, change)


def undo_said(project: Place) -> UserInput:
    """Take the last change back, and return what was said then."""
    with open_store(project) as store:
        return undo_in(store)


def redo_said(project: Place) -> UserInput:
    """Make the change again that was taken back last, and return what was said then."""
    with open_store(project) as store:
        return redo_in(store)


def change_in(store: ProjectStore, change: Callable[[UserInput], UserInput]) -> UserInput:
    """Apply a change to what was said in an open store."""
    with store.transaction():
        before = said_in(store)
        after = change(before)
        if after != before:
            store.save_hints(said_document(after))
        return after


def undo_in(store: ProjectStore) -> UserInput:
    """Take the last change in an open store back."""
    with store.transaction():
        if not store.undo_hints():
            raise UsageError("There is no change to undo.")
        return said_in(store)


def redo_in(store: ProjectStore) -> UserInput:
    """Make the change again that was taken back last in an open store."""
    with store.transaction():
        if not store.redo_hints():
            raise UsageError("There is no change to redo.")
        return said_in(store)


def said_in(store: ProjectStore) -> UserInput:
    """Return what was said by an open store."""
    document = store.load_hints()
    if document is None:
        return UserInput()
    if document.get("schema") not in (SCHEMA, _FOUR_ANSWERS, _YES_OR_NO):
        raise StoreError(
            f"The hints in {store.folder} are {document.get('schema')}; this version reads"
            f" {SCHEMA}. Use the version that wrote them."
        )
    try:
        if document["schema"] == _YES_OR_NO:
            document = _with_moments(msgspec.convert(document, _YesOrNoDocument), document)
        return _said(msgspec.convert({**document, "schema": SCHEMA}, HintsDocument))
    except msgspec.ValidationError as error:
        raise StoreError(
            f"The hints in {store.folder} are damaged ({error}). Undo the last change with"
            " coincide hint undo."
        ) from error


class _YesOrNo(Closed, frozen=True):
    photo_a: str
    photo_b: str
    same: bool


class _YesOrNoDocument(Struct, frozen=True):
    answers: tuple[_YesOrNo, ...]


def _with_moments(old: _YesOrNoDocument, document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of version 1 as one of today's."""
    answers = [
        Answer(answer.photo_a, answer.photo_b, "same" if answer.same else "different")
        for answer in old.answers
    ]
    return {**document, "answers": to_plain(answers)}


def said_document(said: UserInput) -> dict[str, Any]:
    """Return all that was said as it is kept."""
    kept = said.hints
    steps = said.choices.steps
    document: dict[str, Any] = to_plain(
        HintsDocument(
            *(kept.answers, kept.pins, kept.rejected, kept.locks, steps, kept.steady, kept.heard),
            said.album,
            kept.set_right,
            kept.times,
            kept.clocks,
        )
    )
    if said.album == AlbumSaid():  # then as it was before there were albums
        del document["album"]
    for name in ("set_right", "times", "clocks"):  # nor could these be said
        if not document[name]:
            del document[name]
    return document


def _said(document: HintsDocument) -> UserInput:
    hints = Hints(
        document.answers,
        document.pins,
        document.rejected,
        document.locks,
        document.steady,
        document.heard,
        document.set_right,
        document.times,
        document.clocks,
    )
    return UserInput(hints, Choices(document.choices), document.album)


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
