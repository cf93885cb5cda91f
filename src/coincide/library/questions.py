"""Questions about a library: those whose answers are expected to mend most photos."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from coincide.library.decide import RESTS_ON_LITTLE, Decision, decisions_of
from coincide.library.history.course import ClockCourse, likeliest_course
from coincide.library.history.questionvalue import worth_of
from coincide.library.photos import ClockId
from coincide.library.solve import Solved
from coincide.model.arrays import spans_of
from coincide.model.times import DAY_S

# sessions of a span of undecided ones that may be asked about, as shares of it
_WHERE = (0.1, 0.5, 0.9)
# spans that are looked at, those with most photos that may be wrong
_MOST_SPANS = 12
# so far an answer tells the minutes of other sessions: a clock drifts
_REACHES_S = 120 * DAY_S
# sessions that are as sure to be right need no answer
_RIGHT = 0.99


@dataclass(frozen=True)
class WhenTaken:
    """When was a session of a clock? ``worth``: photos that its answer is expected to mend.

    ``n_decided``: photos that the likeliest answer decides, right or wrong.
    """

    solved: Solved
    session: int
    worth: float
    n_decided: int


@dataclass
class Courses:
    """What clocks did by their likeliest habits; of one that is asked about again it is kept."""

    known: dict[ClockId, tuple[Solved, ClockCourse]] = field(default_factory=dict)

    def of(self, solved: Solved) -> ClockCourse:
        """Return the course of a clock."""
        before = self.known.get(solved.clock.key)
        if before is None or before[0] is not solved:
            before = solved, likeliest_course(solved.material)
            self.known[solved.clock.key] = before
        return before[1]


def best_questions(
    every: Sequence[Solved],
    asked: Sequence[tuple[ClockId, int]] = (),
    most: int = 1,
    courses: Courses | None = None,
) -> list[WhenTaken]:
    """Return the questions worth most, of different stretches; ``asked``: not these again."""
    spans = sorted(
        (span for solved in every if not solved.clock.is_phone for span in _spans(solved)),
        key=lambda span: -span[2],
    )
    courses, found = courses or Courses(), list[WhenTaken]()
    for solved, rows, _ in spans[:_MOST_SPANS]:
        known = {session for key, session in asked if key == solved.clock.key}
        sessions = sorted({int(rows[int(share * len(rows))]) for share in _WHERE} - known)
        found += sorted(_weighed(solved, courses.of(solved), sessions), key=lambda one: -one.worth)[
            :1
        ]
    # a question that mends less than a photo is not worth asking
    return sorted((one for one in found if one.worth >= 1.0), key=lambda one: -one.worth)[:most]


def _spans(solved: Solved) -> Iterator[tuple[Solved, NDArray[np.int64], float]]:
    """Yield spans of undecided sessions, and how many of their photos may be wrong."""
    history, n_photos = solved.history, solved.material.n_photos
    undecided = undecided_of(solved)
    for first, end in spans_of(undecided):
        rows = np.arange(first, end)
        yield solved, rows, float((n_photos[rows] * (1.0 - history.right[rows])).sum())


def undecided_of(solved: Solved) -> NDArray[np.bool_]:
    """Return which sessions are neither written nor known to be right."""
    return _undecided(solved, decisions_of(solved))


def _undecided(solved: Solved, decisions: Iterable[Decision]) -> NDArray[np.bool_]:
    undecided = np.ones(solved.clock.n_sessions, dtype=bool)
    for decision in decisions:
        if decision.state != "open":
            pieces = decision.pieces if decision.state == "wrong" else ()
            for piece in pieces:
                undecided[piece.first : piece.end] = False
    return undecided & (solved.history.right < _RIGHT)


def _weighed(solved: Solved, course: ClockCourse, sessions: Sequence[int]) -> Iterator[WhenTaken]:
    decisions = list(decisions_of(solved))
    undecided = _undecided(solved, decisions)
    for session in sessions:
        (decision,) = (found for found in decisions if session in found.stretch.sessions)
        worth = worth_of(course, session, undecided, _unmeasured(decision, session))
        decided = int(solved.material.n_photos[worth.sessions].sum())
        yield WhenTaken(solved, session, worth.n_photos, decided)


def _unmeasured(decision: Decision, session: int) -> NDArray[np.bool_]:
    """Return which sessions of a session's stretch lack nothing but a time that is known well."""
    solved = decision.solved
    found = np.zeros(solved.clock.n_sessions, dtype=bool)
    if decision.state == "open" and decision.why == RESTS_ON_LITTLE:
        for piece in decision.pieces:
            found[piece.first : piece.end] = True
    first_s = solved.material.first_s
    for number, wait in zip(decision.stretch.sessions, decision.waits, strict=True):
        near = abs(float(first_s[number] - first_s[session])) <= _REACHES_S
        found[number] |= wait == "not known to 5 min" and near
    return found
