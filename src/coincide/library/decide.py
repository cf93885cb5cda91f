"""What may be written of a clock's history: whole stretches, and only what two things speak for.

A decision about a stretch moves thousands of photos, most of them of days that nobody else
photographed. So one occasion, which may be a look-alike, never decides: it takes two, or one and
the sun or the clock's own GPS times, or a person.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from coincide.library.history.material import Stretch
from coincide.library.history.witnesses import Reading, Sun, WitnessKind
from coincide.library.solve import Solved
from coincide.model import Floats
from coincide.model.arrays import spans_of
from coincide.model.offsets import AGREE_S, RIGHT_WITHIN_S
from coincide.model.times import HOUR_S
from coincide.solver.clocks import simplest_s

# sessions that are less sure wait
_CERTAIN = 0.99
# and those at the ends of a run, where nothing of their own tells the side of the border
_CERTAIN_AT_EDGES = 0.999
# an error of less is nobody's trouble, and pictures of one moment are seconds apart
_LEAST_S = 60.0
# a reading speaks for an offset if it makes it so many nats likelier than not
_SPEAKS_NATS = 2.0
# the sun does if it is this much against the clock being right: an hour or two it seldom tells
_SUN_NATS = 0.5
# a reading is of an offset within so many standard deviations
_SDS = 3.0
# why a stretch waits that is certain
RESTS_ON_LITTLE = "it rests on too little"
# why a session waits
Wait = Literal[
    "nothing tells its offset",
    "nothing tells the zone: --zone names it",
    "not certain",
    "not known to 5 min",
    "on which side of a border is not known",
    "nothing of its own tells its side of a border",
    "it may do harm",
    "it is off by minutes at most",
]
# a 90 % interval reaches so many standard deviations to either side
_REACH = 1.645


@dataclass(frozen=True)
class Support:
    """What speaks for the offset of a stretch: how many occasions, GPS sessions and answers."""

    occasions: int = 0
    gps: int = 0
    answers: int = 0
    sun: int = 0

    @property
    def is_enough(self) -> bool:
        """Whether a stretch may be written on it."""
        strong = self.occasions + self.gps
        return self.answers > 0 or strong > 1 or (strong > 0 and self.sun > 0)


@dataclass(frozen=True)
class Piece:
    """Sessions ``first`` to ``end`` of a stretch that are off from local time by the same.

    ``error_s`` is added to make them right; summer time alone makes two pieces of one stretch.
    """

    first: int
    end: int
    error_s: float


@dataclass(frozen=True)
class Decision:
    """What becomes of one stretch of one clock.

    ``state``: "wrong" may be written, "right" needs nothing, "open" is not known well enough, and
    ``why`` says why. ``pieces`` are what would be written; sessions in none of them wait.
    ``waits``: why each session waits, None for those that are certain.
    """

    solved: Solved
    stretch: Stretch
    state: Literal["wrong", "right", "open"]
    why: str
    support: Support
    pieces: tuple[Piece, ...]
    waits: tuple[Wait | None, ...]

    @property
    def error_s(self) -> float | None:
        """What makes its first session right, however sure; None where nothing tells."""
        zone_s, to_utc_s = self.solved.zone_s[self.stretch.first], self.stretch.to_utc_s
        return None if to_utc_s is None or np.isnan(zone_s) else to_utc_s + float(zone_s)

    @property
    def looks_right(self) -> bool:
        """Whether nothing speaks for an error worth writing."""
        return self.error_s is None or abs(self.error_s) < _LEAST_S

    @property
    def n_photos(self) -> int:
        """Photos in all pieces."""
        counts = self.solved.material.n_photos
        return int(sum(counts[piece.first : piece.end].sum() for piece in self.pieces))

    @property
    def n_waiting(self) -> int:
        """Photos of the stretch that are in no piece."""
        counts = self.solved.material.n_photos
        return int(counts[self.stretch.first : self.stretch.end].sum()) - self.n_photos


def support_in_words(support: Support) -> str:
    """Return what a stretch rests on as a person reads it.

    >>> support_in_words(Support(occasions=2, gps=1)), support_in_words(Support())
    ('1 GPS session, 2 occasions', 'nothing')
    """
    parts = (
        (support.answers, "answer"),
        (support.gps, "GPS session"),
        (support.occasions, "occasion"),
        (support.sun, "sunny session"),
    )
    named = (f"{count} {what}{'s' * (count > 1)}" for count, what in parts if count)
    return ", ".join(named) or "nothing"


def decisions_of(solved: Solved) -> Iterator[Decision]:
    """Yield what becomes of each stretch of a clock, in order."""
    for stretch in solved.history.stretches:
        yield _decide(solved, stretch)


def _decide(solved: Solved, stretch: Stretch) -> Decision:
    support = support_of(solved, stretch)
    waits = waits_of(solved, stretch)
    pieces = tuple(_pieces(solved, stretch, waits))
    off = tuple(piece for piece in pieces if abs(piece.error_s) >= _LEAST_S)
    why = _why_open(solved, stretch, pieces, waits)
    if why is None and not off:
        return Decision(solved, stretch, "right", "", support, pieces, waits)
    if why is None and solved.clock.is_phone:
        why = "a phone keeps its own time"
    if why is None and not support.is_enough:
        why = RESTS_ON_LITTLE
    state: Literal["wrong", "open"] = "wrong" if why is None else "open"
    return Decision(solved, stretch, state, why or "", support, off, waits)


def _why_open(
    solved: Solved, stretch: Stretch, pieces: Sequence[Piece], waits: Sequence[Wait | None]
) -> str | None:
    """Return why nothing is known of a stretch; None where something is."""
    if stretch.to_utc_s is None:
        return "nothing tells its offset"
    if np.isnan(solved.zone_s[stretch.first : stretch.end]).any():
        return "nothing tells the zone: --zone names it"
    if pieces:
        return None
    is_slight = np.nanmax(np.abs(_local_errors(solved, stretch))) <= RIGHT_WITHIN_S
    if is_slight:
        return "it is off by minutes at most"
    return Counter(waits).most_common(1)[0][0]


def support_of(solved: Solved, stretch: Stretch) -> Support:
    """Return what speaks for a stretch's offset, each occasion once."""
    found = dict[WitnessKind, set[str]]()
    for session in stretch.sessions:
        offset_s = float(solved.history.to_utc_s[session])
        if np.isnan(offset_s):
            continue
        right_s = -float(solved.zone_s[session])
        for witness in solved.material.witnesses[session]:
            if _speaks(witness, offset_s, right_s):
                found.setdefault(witness.kind, set()).add(witness.occasion)
    counts = {kind: len(occasions) for kind, occasions in found.items()}
    return Support(
        counts.get("occasion", 0),
        counts.get("GPS", 0),
        counts.get("answer", 0),
        counts.get("sun", 0),
    )


def _speaks(witness: object, offset_s: float, right_s: float) -> bool:
    """Return whether a witness speaks for an offset, and the sun for it against a right clock."""
    if isinstance(witness, Reading):
        near_s = max(_SDS * witness.sd_s, AGREE_S)
        near = abs(offset_s - witness.to_utc_s) <= near_s
        return near and float(witness.log_likelihood(np.array([offset_s]))[0]) >= _SPEAKS_NATS
    if isinstance(witness, Sun) and not np.isnan(right_s):
        found, right = witness.log_likelihood(np.array([offset_s, right_s]))
        return bool(found - right >= _SUN_NATS)
    return False


def waits_of(solved: Solved, stretch: Stretch) -> tuple[Wait | None, ...]:
    """Return why each session of a stretch waits, None for those that are certain."""
    history, errors_s = solved.history, _local_errors(solved, stretch)
    rows = slice(stretch.first, stretch.end)
    # certain is an offset to minutes, so that what is off by less may have been set right since
    right = np.abs(errors_s) <= _LEAST_S
    plain = right | (np.abs(errors_s) > RIGHT_WITHIN_S) | _measured(solved, stretch)
    known: dict[Wait, NDArray[np.bool_]] = {
        "nothing tells its offset": ~np.isnan(history.to_utc_s[rows]),
        "nothing tells the zone: --zone names it": ~np.isnan(errors_s),
        "not certain": history.certain[rows] >= _CERTAIN,
        "not known to 5 min": _REACH * history.sd_s[rows] <= RIGHT_WITHIN_S,
        "on which side of a border is not known": solved.zone_sure[rows],
        "it may do harm": history.harm[rows] <= 1.0 - _CERTAIN,
        "it is off by minutes at most": plain,
    }
    waits: list[Wait | None] = [
        next((wait for wait, good in known.items() if not good[number]), None)
        for number in range(len(stretch.sessions))
    ]
    for number in _at_edges(solved, stretch, [wait is None for wait in waits]):
        if not _has_reading(solved, stretch.first + number):
            waits[number] = "nothing of its own tells its side of a border"
    return tuple(waits)


def _at_edges(solved: Solved, stretch: Stretch, sure: Sequence[bool]) -> set[int]:
    """Return the first and the last session of each run that is sure, by number in the stretch.

    A course that is certain may have its border a session off, and so may a journey's. The ends of
    a clock's photos are no borders, nor is summer time, which has rules.
    """
    certain, zone_s = solved.history.certain, solved.zone_s
    edges = set[int]()
    for span in spans_of(np.array(sure)):
        first, end = (stretch.first + row for row in span)
        travelled = np.flatnonzero(np.abs(np.diff(zone_s[first:end])) > HOUR_S) + 1
        for border in (first + int(row) for row in travelled):
            edges |= {border - 1, border}
        for edge, beyond in ((first, first - 1), (end - 1, end)):
            if 0 <= beyond < solved.clock.n_sessions:
                moved = zone_s[edge] != zone_s[beyond]
                if moved or certain[edge] < _CERTAIN_AT_EDGES:
                    edges.add(edge)
    return {edge - stretch.first for edge in edges}


def _has_reading(solved: Solved, session: int) -> bool:
    """Return whether a reading of a session speaks for the offset that was found for it."""
    offset_s = float(solved.history.to_utc_s[session])
    return any(
        isinstance(witness, Reading) and _speaks(witness, offset_s, np.nan)
        for witness in solved.material.witnesses[session]
    )


def _pieces(solved: Solved, stretch: Stretch, waits: Sequence[Wait | None]) -> Iterator[Piece]:
    """Yield the certain sessions of a stretch by what they are off from local time."""
    history = solved.history
    errors_s = _local_errors(solved, stretch)
    sure = np.array([wait is None for wait in waits])
    for first, end in spans_of(sure):
        for start, stop in pairwise([first, *_cuts(errors_s, first, end), end]):
            piece_s = errors_s[start:stop]
            middle_s = float(piece_s.min() + piece_s.max()) / 2
            sd_s = float(history.sd_s[stretch.first + start : stretch.first + stop].max())
            rounded_s = _rounded(middle_s, _REACH * sd_s)
            yield Piece(stretch.first + start, stretch.first + stop, rounded_s)


def _measured(solved: Solved, stretch: Stretch) -> NDArray[np.bool_]:
    """Return which sessions tell their own offset to seconds: by satellites, or by an answer."""
    measured = np.zeros(len(stretch.sessions), dtype=bool)
    for number, session in enumerate(stretch.sessions):
        offset_s = float(solved.history.to_utc_s[session])
        right_s = -float(solved.zone_s[session])
        measured[number] = any(
            witness.kind in ("GPS", "answer") and _speaks(witness, offset_s, right_s)
            for witness in solved.material.witnesses[session]
        )
    return measured


def _cuts(errors_s: Floats, first: int, end: int) -> Iterator[int]:
    """Yield where sessions are off by another error: the zone moved, or the clock drifted."""
    low_s = high_s = float(errors_s[first])
    for session in range(first + 1, end):
        error_s = float(errors_s[session])
        low_s, high_s = min(low_s, error_s), max(high_s, error_s)
        if high_s - low_s > _LEAST_S:
            yield session
            low_s = high_s = error_s


def _local_errors(solved: Solved, stretch: Stretch) -> Floats:
    """Return what each session is off from local time, by what is added to make it right."""
    rows = slice(stretch.first, stretch.end)
    errors: Floats = solved.history.to_utc_s[rows] + solved.zone_s[rows]
    return errors


def _rounded(error_s: float, reach_s: float) -> float:
    """Return the roundest error that cannot be told from this one, in whole seconds."""
    if abs(error_s) <= reach_s:
        return 0.0
    return float(round(simplest_s(error_s, error_s - reach_s, error_s + reach_s)))
