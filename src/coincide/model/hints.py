"""What a person knows of an event, in words that last: photos by content, galleries by name.

Two views: :class:`Hints` is what was said, and is kept; :class:`RowHints` is the same by
rows and galleries of a PhotoTable, for the solvers.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, product
from typing import ClassVar, TypeVar, get_args

import numpy as np

from coincide.model import Event, Indices
from coincide.model.explanation import Moment
from coincide.model.knowntimes import KnownClock, KnownTime, known_in_words
from coincide.model.times import offset_in_words

RowPairs = list[tuple[int, int]]


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

    # "before": the first was taken before the second; "after": after it
    moment: Moment
    # a person chose these two photos; they were not those of a question
    named: bool = False


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
        return f"never changed: the clock of {hint.gallery}"
    if isinstance(hint, SetRight | KnownTime | KnownClock):
        return _times_in_words(hint, names)
    a, b = (names.get(key, f"photo {key[:12]}") for key in (hint.photo_a, hint.photo_b))
    if isinstance(hint, ClipHint):
        return _clips_in_words(hint, a, b)
    what = "rejected" if isinstance(hint, Rejection) else moment_in_words(hint.moment)
    return f"{what}: {a} and {b}"


def moment_in_words(moment: Moment) -> str:
    """Say an answer about two photos in a few words."""
    return _MOMENTS[moment]


def _times_in_words(hint: SetRight | KnownTime | KnownClock, names: Mapping[str, str]) -> str:
    photo = ""
    if not isinstance(hint, KnownClock):
        photo = names.get(hint.photo, f"photo {hint.photo[:12]}")
    if isinstance(hint, SetRight):
        return f"corrected: the clock of {hint.gallery}, before {photo}"
    return known_in_words(hint, photo)


_MOMENTS: Mapping[Moment, str] = {
    "instant": "same instant",
    "same": "same scene",
    "about": "about the same time",
    "different": "different moments",
    "other-day": "not the same day",
    "before": "the first was earlier",
    "after": "the second was earlier",
    "unclear": "cannot tell",
}


def _clips_in_words(hint: ClipHint, a: str, b: str) -> str:
    if hint.lag_s is None:
        return f"not the same sound: {a} and {b}"
    if hint.lag_s < 0:
        a, b = b, a
    return f"same sound: {b} began {abs(hint.lag_s):.2f} s after {a}"


@dataclass(frozen=True, slots=True)
class AnswerKind:
    """What was answered, and whether about two photos that a person chose."""

    moment: Moment
    named: bool = False

    @property
    def swapped(self) -> "AnswerKind":
        """The same answer about the two photos in the other order."""
        return replace(self, moment=_SWAPPED.get(self.moment, self.moment))


_SWAPPED: Mapping[Moment, Moment] = {"before": "after", "after": "before"}
_NO_PAIRS = np.zeros((0, 2), np.int64)


@dataclass(frozen=True)
class RowHints:
    """Hints by rows and galleries of a PhotoTable.

    answers, rejected: (n, 2) rows of two galleries, the smaller row first; answers by kind.
    pinned: gallery and offset_s, of pins and locks alike; of these ``said`` are those a person
    spoke of, and ``confirmed`` those said again. steady: galleries whose clock was never set
    anew. set_right: galleries whose clock was wrong until a photo of theirs, counted from 0.
    heard: what was said of the sounds of two clips, by key. times: rows and when their photos were
    taken. clocks: galleries and how wrong their clocks were. ``missing`` are the hints that say
    nothing of this event: what they name is gone, or both photos are of one gallery.
    """

    answers: Mapping[AnswerKind, Indices] = field(default_factory=dict)
    rejected: Indices = field(default_factory=lambda: _NO_PAIRS)
    pinned: tuple[tuple[int, float], ...] = ()
    said: frozenset[int] = frozenset()
    confirmed: frozenset[int] = frozenset()
    steady: frozenset[int] = frozenset()
    heard: tuple[ClipHint, ...] = ()
    set_right: tuple[tuple[int, int], ...] = ()
    times: tuple[tuple[int, KnownTime], ...] = ()
    clocks: tuple[tuple[int, KnownClock], ...] = ()
    missing: tuple[Hint, ...] = ()

    def pairs(self, *moments: Moment) -> Indices:
        """Return the pairs of photos of which one of these was said."""
        found = (rows for kind, rows in self.answers.items() if kind.moment in moments)
        return np.concatenate([_NO_PAIRS, *found])

    @property
    def answered(self) -> Indices:
        """The pairs of photos of which a person said anything about their distance in time."""
        return self.pairs(*(moment for moment in get_args(Moment) if moment != "unclear"))

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
        answers=_answers_by_kind(hints, found),
        rejected=_as_rows(_ascending(found[rejection]) for rejection in hints.rejected),
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
        photo.key
        for gallery in event.galleries
        if gallery.name == hint.gallery
        for photo in gallery.photos
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
            pair
            for pair in product(rows[hint.photo_a], rows[hint.photo_b])
            if gallery_of[pair[0]] != gallery_of[pair[1]]
        ]
        for hint in hints
    }


def _answers_by_kind(
    hints: Hints, found: Mapping[Answer | Rejection | ClipHint, RowPairs]
) -> dict[AnswerKind, Indices]:
    by_kind: dict[AnswerKind, RowPairs] = defaultdict(list)
    for answer in hints.answers:
        kind = AnswerKind(answer.moment, answer.named)
        for first, second in found[answer]:
            by_kind[kind if first < second else kind.swapped] += _ascending([(first, second)])
    return {kind: _as_rows([pairs]) for kind, pairs in by_kind.items()}


def _ascending(pairs: RowPairs) -> RowPairs:
    return [(min(pair), max(pair)) for pair in pairs]


def _as_rows(pairs: Iterable[RowPairs]) -> Indices:
    return np.array([*chain.from_iterable(pairs)], dtype=np.int64).reshape(-1, 2)
