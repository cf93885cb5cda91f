"""What a person knows of an event, in words that last: photos by content, galleries by name.

Two views: :class:`Hints` is what was said, and is kept; :class:`RowHints` is the same by
rows and galleries of a PhotoTable, for the solvers.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, product
from typing import ClassVar, Literal, TypeVar

import numpy as np

from coincide.model import Event, Indices
from coincide.model.knowntimes import KnownClock, KnownTime, known_in_words
from coincide.model.times import offset_in_words

RowPairs = list[tuple[int, int]]
# what a person sees in two photos; "about": within a quarter of an hour; "unclear": cannot tell
Moment = Literal["same", "about", "different", "unclear"]


@dataclass(frozen=True, slots=True)
class PairHint:
    """Something said of two photos, which are given by key."""

    photo_a: str  # sha256 of one photo
    photo_b: str  # of the other

    @property
    def subject(self) -> frozenset[str]:
        """The pair it is about, in no order."""
        return frozenset((self.photo_a, self.photo_b))


@dataclass(frozen=True, slots=True)
class Answer(PairHint):
    """How near in time two photos were taken, by what they show."""

    # same moment, about the same time (a quarter of an hour), different moments, or unclear
    moment: Moment


@dataclass(frozen=True, slots=True)
class Rejection(PairHint):
    """The likeness of two photos is never to be used as evidence."""


@dataclass(frozen=True, slots=True)
class ClipHint(PairHint):
    """What two clips have heard: the same moment, or nothing in common.

    ``lag_s``: how much later the second began than the first; None: they heard nothing in common.
    """

    lag_s: float | None = None  # how much later the second began; null: they heard not the same

    @property
    def subject(self) -> frozenset[str]:
        """Their sounds, which are another matter than what they show."""
        return frozenset((self.photo_a, self.photo_b, "\0heard"))


@dataclass(frozen=True, slots=True)
class GalleryHint:
    """Something said of a gallery's offset to event time."""

    gallery: str  # its name
    offset_s: float  # what is added to its times
    confirmed: bool = False  # whether it was said again, though the photos say otherwise

    @property
    def subject(self) -> frozenset[str]:
        """The gallery it is about."""
        return frozenset((self.gallery,))


@dataclass(frozen=True, slots=True)
class Pin(GalleryHint):
    """A person knows the offset."""


@dataclass(frozen=True, slots=True)
class Lock(GalleryHint):
    """The gallery stays where a result had it."""


@dataclass(frozen=True, slots=True)
class NoJump:
    """A gallery's clock was never set anew."""

    gallery: str  # its name

    @property
    def subject(self) -> frozenset[str]:
        """The course of the gallery's clock, which is another matter than its offset."""
        return frozenset((self.gallery, "\0set anew"))


@dataclass(frozen=True, slots=True)
class SetRight:
    """A gallery's clock was wrong, and somebody set it right before a photo."""

    gallery: str  # its name
    photo: str  # sha256 of the first photo that it was right for

    @property
    def subject(self) -> frozenset[str]:
        """The course of the gallery's clock: it was set anew, or it never was."""
        return NoJump(self.gallery).subject


Hint = Answer | Pin | Rejection | Lock | NoJump | ClipHint | SetRight | KnownTime | KnownClock
H = TypeVar("H", bound=Hint)


@dataclass(frozen=True, slots=True)
class Hints:
    """All that is known; at most one hint for a pair of photos, and one for a gallery."""

    answers: tuple[Answer, ...] = ()
    pins: tuple[Pin, ...] = ()
    rejected: tuple[Rejection, ...] = ()
    locks: tuple[Lock, ...] = ()
    steady: tuple[NoJump, ...] = ()
    heard: tuple[ClipHint, ...] = ()
    set_right: tuple[SetRight, ...] = ()
    times: tuple[KnownTime, ...] = ()
    clocks: tuple[KnownClock, ...] = ()

    empty: ClassVar["Hints"]

    def __iter__(self) -> Iterator[Hint]:
        of_photos = (self.answers, self.pins, self.rejected, self.locks, self.steady, self.heard)
        return chain(*of_photos, self.set_right, self.times, self.clocks)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def adding(self, hint: Hint) -> "Hints":
        """Return the hints with one more, which replaces what was said of the same subject.

        So of a pin and a lock of one gallery the newer wins, and of two answers, or an
        answer and a rejection, on one pair in either order.
        """
        if hint in tuple(self):
            return self
        return _by_kind([*(old for old in self if old.subject != hint.subject), hint])

    def removing(self, hint: Hint) -> "Hints":
        """Return the hints without one."""
        return _by_kind([old for old in self if old != hint])


Hints.empty = Hints()


def _by_kind(hints: Sequence[Hint]) -> Hints:
    return Hints(
        _only(hints, Answer),
        _only(hints, Pin),
        _only(hints, Rejection),
        _only(hints, Lock),
        _only(hints, NoJump),
        _only(hints, ClipHint),
        _only(hints, SetRight),
        _only(hints, KnownTime),
        _only(hints, KnownClock),
    )


def _only(hints: Sequence[Hint], kind: type[H]) -> tuple[H, ...]:
    return tuple(hint for hint in hints if isinstance(hint, kind))


def in_words(hint: Hint, names: Mapping[str, str]) -> str:
    """Say a hint as a person would; ``names`` of photos by key.

    >>> in_words(Pin("Ida", 61.0), {})
    'pinned: Ida at +1 min 01 s'
    """
    if isinstance(hint, Pin | Lock):
        how = "pinned" if isinstance(hint, Pin) else "locked"
        again = ", and confirmed" if hint.confirmed else ""
        return f"{how}: {hint.gallery} at {offset_in_words(hint.offset_s)}{again}"
    if isinstance(hint, NoJump):
        return f"never set anew: the clock of {hint.gallery}"
    if isinstance(hint, SetRight | KnownTime | KnownClock):
        return _times_in_words(hint, names)
    a, b = (names.get(key, f"photo {key[:12]}") for key in (hint.photo_a, hint.photo_b))
    if isinstance(hint, ClipHint):
        return _clips_in_words(hint, a, b)
    if isinstance(hint, Rejection):
        return f"rejected: {a} and {b}"
    return f"{_MOMENTS[hint.moment]}: {a} and {b}"


def _times_in_words(hint: SetRight | KnownTime | KnownClock, names: Mapping[str, str]) -> str:
    photo = ""
    if not isinstance(hint, KnownClock):
        photo = names.get(hint.photo, f"photo {hint.photo[:12]}")
    if isinstance(hint, SetRight):
        return f"set right: the clock of {hint.gallery}, before {photo}"
    return known_in_words(hint, photo)


_MOMENTS: Mapping[Moment, str] = {
    "same": "same moment",
    "about": "about the same time",
    "different": "different moments",
    "unclear": "cannot tell",
}


def _clips_in_words(hint: ClipHint, a: str, b: str) -> str:
    if hint.lag_s is None:
        return f"not the same sound: {a} and {b}"
    if hint.lag_s < 0:
        a, b = b, a
    return f"same sound: {b} began {abs(hint.lag_s):.2f} s after {a}"


@dataclass(frozen=True)
class RowHints:
    """Hints by rows and galleries of a PhotoTable.

    same, about, different, unclear, rejected: (n, 2) rows of two galleries, the smaller row first.
    pinned: gallery and offset_s, of pins and locks alike; of these ``said`` are those a person
    spoke of, and ``confirmed`` those said again. steady: galleries whose clock was never set
    anew. set_right: galleries whose clock was wrong until a photo of theirs, counted from 0.
    heard: what was said of the sounds of two clips, by key. times: rows and when their photos were
    taken. clocks: galleries and how wrong their clocks were. ``missing`` are the hints that say
    nothing of this event: what they name is gone, or both photos are of one gallery.
    """

    same: Indices
    different: Indices
    rejected: Indices
    pinned: tuple[tuple[int, float], ...] = ()
    said: frozenset[int] = frozenset()
    confirmed: frozenset[int] = frozenset()
    steady: frozenset[int] = frozenset()
    heard: tuple[ClipHint, ...] = ()
    set_right: tuple[tuple[int, int], ...] = ()
    times: tuple[tuple[int, KnownTime], ...] = ()
    clocks: tuple[tuple[int, KnownClock], ...] = ()
    missing: tuple[Hint, ...] = ()
    about: Indices = field(default_factory=lambda: np.zeros((0, 2), np.int64))
    unclear: Indices = field(default_factory=lambda: np.zeros((0, 2), np.int64))

    @property
    def answered(self) -> Indices:
        """The pairs of photos of which a person said how near in time they are."""
        return np.concatenate([self.same, self.about, self.different])

    @property
    def n_said(self) -> int:
        """How many of them say anything here."""
        pairs = len(self.answered) + len(self.rejected) + len(self.heard)
        return pairs + len(self.pinned) + len(self.times) + len(self.clocks)

    @property
    def told(self) -> frozenset[int]:
        """Galleries of whose clock's course a person's word is final."""
        return self.steady.union(gallery for gallery, _ in (*self.pinned, *self.set_right))


def rows_of(hints: Hints, event: Event) -> RowHints:
    """Return hints as rows of the event's table; copies of one file all stand for it."""
    found = _found_pairs((*hints.answers, *hints.rejected, *hints.heard), event)
    numbers = {gallery.name: number for number, gallery in enumerate(event.galleries)}
    held: tuple[Pin | Lock, ...] = (*hints.pins, *hints.locks)
    of_galleries: tuple[Pin | Lock | NoJump | KnownClock, ...] = (
        *(*held, *hints.steady),
        *hints.clocks,
    )
    times = [(row, hint) for hint in hints.times for row in _rows_of(hint.photo, event)]
    set_right = {hint: _photo_of(hint, event) for hint in hints.set_right}
    there = [hint for hint in held if hint.gallery in numbers]
    return RowHints(
        same=_answered(hints, "same", found),
        about=_answered(hints, "about", found),
        different=_answered(hints, "different", found),
        unclear=_answered(hints, "unclear", found),
        rejected=_as_rows(found[rejection] for rejection in hints.rejected),
        pinned=tuple((numbers[hint.gallery], hint.offset_s) for hint in there),
        said=frozenset(numbers[hint.gallery] for hint in there),
        confirmed=frozenset(numbers[hint.gallery] for hint in there if hint.confirmed),
        steady=frozenset(numbers[h.gallery] for h in hints.steady if h.gallery in numbers),
        heard=tuple(hint for hint in hints.heard if found[hint]),
        set_right=tuple((numbers[hint.gallery], nth) for hint, nth in set_right.items() if nth),
        times=tuple(times),
        clocks=tuple((numbers[h.gallery], h) for h in hints.clocks if h.gallery in numbers),
        missing=(
            *(hint for hint, pairs in found.items() if not pairs),
            *(hint for hint in of_galleries if hint.gallery not in numbers),
            *(hint for hint, nth in set_right.items() if not nth),
            *(hint for hint in hints.times if hint not in {told for _, told in times}),
        ),
    )


def _rows_of(key: str, event: Event) -> list[int]:
    return [row for row, photo in enumerate(event.photos) if photo.key == key]


def _photo_of(hint: SetRight, event: Event) -> int:
    """Return which photo of its gallery a clock was set right before; 0: none, or the first."""
    photos = [
        photo.key for one in event.galleries if one.name == hint.gallery for photo in one.photos
    ]
    return photos.index(hint.photo) if hint.photo in photos else 0


def _found_pairs(
    hints: Sequence[Answer | Rejection | ClipHint], event: Event
) -> dict[Answer | Rejection | ClipHint, RowPairs]:
    """Return the pairs of rows each hint is about; those inside one gallery say nothing."""
    named = frozenset[str]().union(*(hint.subject for hint in hints))
    rows: dict[str, list[int]] = defaultdict(list)
    for row, photo in enumerate(event.photos):
        if photo.key in named:
            rows[photo.key].append(row)
    gallery_of = event.table.gallery_of(np.arange(event.n_photos))
    return {
        hint: [
            (min(pair), max(pair))
            for pair in product(rows[hint.photo_a], rows[hint.photo_b])
            if gallery_of[pair[0]] != gallery_of[pair[1]]
        ]
        for hint in hints
    }


def _answered(
    hints: Hints, moment: Moment, found: Mapping[Answer | Rejection | ClipHint, RowPairs]
) -> Indices:
    return _as_rows(found[answer] for answer in hints.answers if answer.moment == moment)


def _as_rows(pairs: Iterable[RowPairs]) -> Indices:
    return np.array([*chain.from_iterable(pairs)], dtype=np.int64).reshape(-1, 2)
