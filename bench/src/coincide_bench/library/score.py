"""What became of the photos of a simulated family: mended, harmed, and what borders were found."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

import numpy as np
from numpy.typing import NDArray

from coincide.library.decide import Decision, decisions_of
from coincide.library.photos import Clock
from coincide.library.questions import Courses, best_questions
from coincide.library.solve import Family, Solved, TimeAnswer, solve_library
from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide_bench.library.family import Simulated

# a photo is wrong beyond this, and mended within it
_WRONG_S = 300.0
# harmed: further off than before by more than this, and further off than that
_HARM_S = 60.0
# steps of less are no border that anybody minds
_STEP_S = 120.0
# the probability that an answer names the wrong day is not simulated: answers are right to minutes
_ANSWER_SD_S = 60.0
# lots of stretches by their certainty: from so much on
BY_CERTAINTY = (0.0, 0.5, 0.8, 0.9, 0.99, 0.999)
# what a history calls certain
_SURE = 0.99
# single events correct what they are this sure of; no occasion is believed more
_LONE_CERTAIN = 0.97


@dataclass(frozen=True)
class Reliability:
    """Stretches by how certain they are called, and how many of each lot are right.

    The certainty of a stretch is the median of its sessions'; right is one whose photos are, most
    of them, placed within minutes.
    """

    counts: tuple[int, ...] = (0,) * len(BY_CERTAINTY)
    right: tuple[int, ...] = (0,) * len(BY_CERTAINTY)

    def __add__(self, other: "Reliability") -> "Reliability":
        pairs = ((self.counts, other.counts), (self.right, other.right))
        return Reliability(
            *(tuple(a + b for a, b in zip(one, two, strict=True)) for one, two in pairs)
        )


@dataclass(frozen=True)
class WaitingPhotos:
    """Wrong photos that are not written, by why."""

    counts: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: "WaitingPhotos") -> "WaitingPhotos":
        return WaitingPhotos(
            {
                why: self.counts.get(why, 0) + other.counts.get(why, 0)
                for why in {**self.counts, **other.counts}
            }
        )


@dataclass(frozen=True)
class LibraryScore:
    """Counts over all cameras of some families."""

    photos: int = 0
    wrong: int = 0
    mended: int = 0
    harmed: int = 0
    stretches: int = 0
    stretches_wrong: int = 0
    borders: int = 0
    borders_found: int = 0
    certain: int = 0
    certain_wrong: int = 0
    clock_years: float = 0.0
    reliability: Reliability = field(default_factory=Reliability)
    waiting: WaitingPhotos = field(default_factory=WaitingPhotos)

    def __add__(self, other: "LibraryScore") -> "LibraryScore":
        return LibraryScore(
            *(getattr(self, field.name) + getattr(other, field.name) for field in fields(self))
        )


def score_family(simulated: Simulated, questions: int = 0) -> LibraryScore:
    """Return what the product would do to a family's photos, after so many answers."""
    return next(scores_after(simulated, (questions,)))


def scores_after(simulated: Simulated, questions: Sequence[int]) -> Iterator[LibraryScore]:
    """Yield the same after each of some numbers of answers, ascending."""
    answers, courses, is_open = list[TimeAnswer](), Courses(), True
    solved = _solve(simulated, answers)
    for count in questions:
        while is_open and len(answers) < count:
            answer = _asked(simulated, solved, answers, courses)
            is_open = answer is not None
            if answer is not None:
                answers.append(answer)
                solved = _solve(simulated, answers, solved)
        yield _total(simulated, solved)


def _total(simulated: Simulated, solved: Sequence[Solved]) -> LibraryScore:
    total = LibraryScore()
    for history in solved:
        if history.clock.key in simulated.truth:
            total += _score(simulated, history)
    return total


def _solve(
    simulated: Simulated, answers: Sequence[TimeAnswer], before: Sequence[Solved] = ()
) -> tuple[Solved, ...]:
    family = Family(simulated.family.ties, tuple(answers))
    return solve_library(simulated.clocks, family, before)


def _asked(
    simulated: Simulated,
    solved: Sequence[Solved],
    answers: Sequence[TimeAnswer],
    courses: Courses,
) -> TimeAnswer | None:
    """Return the answer to the question that the product would ask."""
    asked = [(answer.clock, answer.session) for answer in answers]
    cameras = [history for history in solved if history.clock.key in simulated.truth]
    questions = best_questions(cameras, asked, 1, courses)
    return _answer(simulated, questions[0].solved, questions[0].session) if questions else None


def _answer(simulated: Simulated, solved: Solved, session: int) -> TimeAnswer:
    row = solved.clock.starts[session]
    shown_s = float(solved.clock.photos.time_s[row])
    true_s = shown_s + float(_due(simulated, solved.clock)[row])
    return TimeAnswer(solved.clock.key, session, shown_s, true_s, _ANSWER_SD_S)


def _score(simulated: Simulated, solved: Solved) -> LibraryScore:
    clock, truth_s = solved.clock, simulated.truth[solved.clock.key]
    due_s, moved_s = _due(simulated, clock), np.zeros(len(truth_s))
    written, n_wrong = 0, 0
    for decision in decisions_of(solved):
        if decision.state == "wrong":
            rows = _move(decision, moved_s)
            written += 1
            n_wrong += _is_off(due_s, moved_s, rows)
    found, borders = _borders(solved, truth_s)
    certain, certain_wrong = _certain(solved, truth_s)
    return replace(
        _counted(due_s, moved_s),
        stretches=written,
        stretches_wrong=n_wrong,
        borders=borders,
        borders_found=found,
        certain=certain,
        certain_wrong=certain_wrong,
        reliability=_reliability(solved, truth_s),
        waiting=WaitingPhotos(_waiting(solved, np.abs(due_s) > _WRONG_S)),
        clock_years=float(np.ptp(clock.photos.time_s + truth_s)) / (8766 * HOUR_S),
    )


def _waiting(solved: Solved, is_wrong: NDArray[np.bool_]) -> Counter[str]:
    """Return wrong photos that are in no piece of a wrong stretch, by why."""
    found, starts = Counter[str](), solved.clock.starts
    for decision in decisions_of(solved):
        is_partly_known = None in decision.waits
        for wait, session in zip(decision.waits, decision.stretch.sessions, strict=True):
            if wait is None and decision.state == "wrong":
                continue
            why = wait or decision.why or "called right"
            if why == "not certain":
                why += ", at a border" if is_partly_known else ", the whole stretch"
            found[why] += int(is_wrong[starts[session] : starts[session + 1]].sum())
    return found


def _is_off(due_s: Floats, moved_s: Floats, rows: list[int]) -> bool:
    """Return whether most photos of a written stretch are wrong afterwards."""
    return sum(abs(float(due_s[row] - moved_s[row])) > _WRONG_S for row in rows) > len(rows) / 2


def _move(decision: Decision, moved_s: Floats) -> list[int]:
    """Move the photos of a stretch as its plan would, and return which they are."""
    starts, rows = decision.solved.clock.starts, list[int]()
    for piece in decision.pieces:
        first, end = starts[piece.first], starts[piece.end]
        moved_s[first:end] = piece.error_s
        rows += range(first, end)
    return rows


def _borders(solved: Solved, truth_s: Floats) -> tuple[int, int]:
    """Return how many of the borders with certain sessions on either side are found, and all.

    Found is to a session.
    """
    due = truth_s[np.array(solved.clock.starts[:-1])]
    true = np.flatnonzero(np.abs(np.diff(due)) > _STEP_S) + 1
    found = solved.history.starts[1:]
    sure = [border for border in true.tolist() if _is_between(solved, border)]
    hits = sum(any(abs(hit - border) <= 1 for hit in found) for border in sure)
    return hits, len(sure)


def _is_between(solved: Solved, border: int) -> bool:
    """Return whether sessions close to a border are certain on either side."""
    certain = solved.history.certain
    around = certain[max(border - 2, 0)], certain[min(border + 1, len(certain) - 1)]
    return bool(min(around) >= _SURE)


def _reliability(solved: Solved, truth_s: Floats) -> Reliability:
    """Return whether stretches are placed right, by how certain they are called."""
    starts, total = np.array(solved.clock.starts), Reliability()
    off_s = np.abs(solved.history.to_utc_s - truth_s[starts[:-1]])
    for stretch in solved.history.stretches:
        if stretch.to_utc_s is None:
            continue
        rows = slice(stretch.first, stretch.end)
        photos = solved.material.n_photos[rows]
        is_right = photos[off_s[rows] <= _WRONG_S].sum() > photos.sum() / 2
        certain = float(np.median(solved.history.certain[rows]))
        lot = int(np.searchsorted(BY_CERTAINTY, certain, side="right")) - 1
        marks = tuple(int(number == lot) for number in range(len(BY_CERTAINTY)))
        total += Reliability(marks, tuple(int(mark and is_right) for mark in marks))
    return total


def _certain(solved: Solved, truth_s: Floats) -> tuple[int, int]:
    """Return how many sessions are called certain, and how many of these are wrong."""
    starts = np.array(solved.clock.starts)
    sure = solved.history.certain >= _SURE
    off_s = np.abs(solved.history.to_utc_s - truth_s[starts[:-1]])
    return int(sure.sum()), int((sure & (off_s > _WRONG_S)).sum())


def lone_events(simulated: Simulated) -> LibraryScore:
    """Return what single events would do: an occasion that is certain moves its own session."""
    total = LibraryScore()
    for clock in simulated.clocks:
        if clock.key not in simulated.truth:
            continue
        due_s, moved_s = _due(simulated, clock), np.zeros(len(clock.photos))
        for tie in simulated.family.ties:
            if tie.here == clock.key and tie.weight >= _LONE_CERTAIN:
                rows = clock.rows(tie.here_session)
                zone_s = due_s[rows] - simulated.truth[clock.key][rows]
                moved_s[rows] = tie.offset_s + zone_s
        total += _counted(due_s, moved_s)
    return total


def _due(simulated: Simulated, clock: Clock) -> Floats:
    """Return what makes each photo of a camera right in local time."""
    truth_s = simulated.truth[clock.key]
    person = next(candidate for candidate in simulated.people if candidate.name == clock.owner)
    due: Floats = truth_s + person.zone_s(clock.photos.time_s + truth_s)
    return due


def _counted(due_s: Floats, moved_s: Floats) -> LibraryScore:
    """Return what moving photos does to them."""
    after_s, before_s = np.abs(due_s - moved_s), np.abs(due_s)
    is_wrong = before_s > _WRONG_S
    return LibraryScore(
        photos=len(due_s),
        wrong=int(is_wrong.sum()),
        mended=int((is_wrong & (after_s <= _WRONG_S)).sum()),
        harmed=int(((after_s > before_s + _HARM_S) & (after_s > _HARM_S)).sum()),
    )
