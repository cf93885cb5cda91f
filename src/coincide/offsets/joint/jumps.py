"""Clocks that were set anew during the event: which, at which photo, and by how much.

A clock jumped where two offsets, one before a photo and one from it on, fit so much better
than any single offset that chance is ruled out; see docs/jumps.md.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats, Jump, Offsets, PhotoTable
from coincide.offsets.joint.board import Board
from coincide.offsets.joint.pairs import most_agreed
from coincide.offsets.joint.placements import CERTAIN
from coincide.offsets.joint.reading import log_ratio
from coincide.times import HOUR_S

# a step below the first is none; below the second it may be a moment that went on for minutes,
# photographed at its begin by one and at its end by another, and must be so much clearer
LEAST_STEP_S, SMALL_STEP_S = 300.0, 900.0
SMALL_STEPS = -4.0
# zones that a clock may be moved through, either way
MAX_HOURS = 12
# offsets that matches agree on
MATCHES = 32
# two offsets must fit this much better than one: few clocks are ever set anew, and the best
# of many places and steps is better than one by chance alone
LEAST_GAIN = 6.5
# zones and summer time are what clocks are set anew for: whole hours, as exact as offsets are,
# are likelier by this much
WHOLE_HOURS, NEAR_HOUR_S = 2.5, 120.0
# burst-weighted photos on either side that must speak for their own offset …
LEAST_SPEAKING = 1.5
# … each by this much
SPEAKS = 0.5
# a clock may be set anew more than once: each side is looked at again, so deep
DEPTH = 2
# photos are in order whatever the clock does, as far as offsets are exact
ORDER_S = 120.0
# pauses shorter than this are all alike
PAUSE_S = 60.0
# where the place is open, what counts is how few photos end up on the wrong side: the place is
# amid the stretch of so many photos either way that holds most of the probability …
STRETCH = 3
# … and itself at least so likely beside the likeliest, e.g. not within a burst
PLAUSIBLE = 0.1
# jumps are followed from this share of the clearest one's gain on
CLEAR = 0.25
# around where a side seems to be
FINE_S = np.arange(-60.0, 61.0, 10.0)


UNSURE = "its clock was set anew, and one side of that may be elsewhere"


@dataclass(frozen=True)
class Course:
    """How a clock went: its jumps, and how much better they fit than a single offset.

    ``chance``: that every side of the jumps is where it is held.
    """

    jumps: tuple[Jump, ...]
    gain: float
    chance: float


@dataclass(frozen=True)
class Asked:
    """What the photos of one gallery, or of some of them, say of m offsets: odds (m, n)."""

    times_s: Floats
    weights: Floats
    offsets_s: Floats
    odds: Floats

    def part(self, rows: slice) -> "Asked":
        """Return what some of the photos say."""
        return replace(
            self, times_s=self.times_s[rows], weights=self.weights[rows], odds=self.odds[:, rows]
        )

    @property
    def best_s(self) -> float:
        """The offset that the photos together like best."""
        return float(self.offsets_s[np.argmax(self.odds.sum(axis=1))])

    @property
    def highest(self) -> float:
        """What they say of it."""
        return float(self.odds.sum(axis=1).max())


def as_if_steady(table: PhotoTable, courses: Mapping[int, Course]) -> PhotoTable:
    """Return the table as clocks that never jumped would have shown it, photos in order."""
    times_s = table.camera_time_s.copy()
    for gallery, course in courses.items():
        own_s = times_s[table.rows(gallery)]
        for jump in course.jumps:
            own_s[jump.row :] += jump.step_s
        # a step is only as exact as the evidence: it must not turn photos round
        np.maximum.accumulate(own_s, out=own_s)
    return replace(table, camera_time_s=times_s)


def clearest(found: Mapping[int, Course], known: Container[int]) -> dict[int, Course]:
    """Return what to follow next: of clocks not known to have jumped only the clearest.

    A clock that jumped makes others look as if they had, until it is set right.
    """
    highest = max((one.gain for gallery, one in found.items() if gallery not in known), default=0.0)
    return {
        gallery: course
        for gallery, course in found.items()
        if gallery in known or course.gain >= CLEAR * highest
    }


def alike(courses: Mapping[int, Course], others: Mapping[int, Course]) -> bool:
    """Tell whether the same clocks jumped, about where they jumped."""
    return courses.keys() == others.keys() and all(
        len(course.jumps) == len(others[gallery].jumps)
        and all(
            abs(one.row - other.row) <= STRETCH
            for one, other in zip(course.jumps, others[gallery].jumps, strict=True)
        )
        for gallery, course in courses.items()
    )


def with_jumps(offsets: Offsets, courses: Mapping[int, Course]) -> Offsets:
    """Return offsets with the jumps of their clocks, no surer than these are."""
    placements = list(offsets.placements)
    for gallery, course in courses.items():
        estimate = placements[gallery].estimate
        if estimate is not None and estimate.probability is not None:
            unsure = (UNSURE,) if course.chance < CERTAIN else ()
            sure = replace(
                estimate,
                probability=min(estimate.probability, course.chance),
                reasons=(*estimate.reasons, *unsure),
            )
            placements[gallery] = replace(
                placements[gallery], estimate=sure, reasons=sure.reasons, jumps=course.jumps
            )
    return replace(offsets, placements=tuple(placements))


def find_jumps(board: Board, table: PhotoTable) -> dict[int, Course]:
    """Return the clocks that jumped, by gallery; ``table`` has the times that they showed."""
    pinned = dict(board.told.hints.pinned)
    found = {
        one: course_of(board, table, one)
        for one in (*board.members, *board.guests)
        if one not in pinned
    }
    return {gallery: course for gallery, course in found.items() if course is not None}


def course_of(board: Board, table: PhotoTable, gallery: int) -> Course | None:
    """Return how a clock that was set anew went; None where it went on as it began."""
    asked = ask(board, table, gallery, candidates_s(board, table, gallery))
    cuts = cuts_of(asked, DEPTH)
    if not cuts:
        return None
    ends = [0, *cuts, len(asked.times_s)]
    sides = [slice(*both) for both in pairwise(ends)]
    near = [ask(board, table, gallery, asked.part(side).best_s + FINE_S) for side in sides]
    held_s = np.array([one.part(side).best_s for one, side in zip(near, sides, strict=True)])
    steps_s = np.diff(held_s)
    if np.abs(steps_s).min() < LEAST_STEP_S:
        return None
    held, rows = ask(board, table, gallery, held_s), [0]
    for nth, end in enumerate(ends[2:]):
        around = held.part(slice(rows[-1], end))
        rows.append(rows[-1] + settle(around, nth, board.options.temper))
    parts = [asked.part(side) for side in sides]
    gain = sum(part.highest for part in parts) - asked.highest
    chance = min(chance_of(part, board.options.mode_temper) for part in parts)
    return Course(tuple(map(Jump, rows[1:], steps_s.tolist())), gain, chance)


def ask(board: Board, table: PhotoTable, gallery: int, offsets_s: Floats) -> Asked:
    """Ask the photos of a gallery about offsets to the times that its clock showed."""
    rows, measured = table.rows(gallery), board.evidence.measured
    times_s = table.camera_time_s[rows]
    crowd = board.crowd_of(gallery, frozenset())
    odds = np.zeros((len(offsets_s), len(times_s)))
    if measured.says_anything and len(crowd.time_s):
        shown_s = times_s - board.evidence.table.camera_time_s[rows]
        odds = measured.by_photo(gallery, crowd, offsets_s[:, None] + shown_s)
    return Asked(times_s, board.evidence.weights[rows], offsets_s, odds)


def candidates_s(board: Board, table: PhotoTable, gallery: int) -> Floats:
    """Return the offsets that either side of a jump may have, ascending.

    Not the likely ones of the whole gallery, which those of a short side would never be among.
    """
    hours_s = board.offset_s[gallery] + HOUR_S * np.arange(-MAX_HOURS, MAX_HOURS + 1)
    return np.unique(np.concatenate([hours_s, _matches_s(board, table, gallery)]))


def _matches_s(board: Board, table: PhotoTable, gallery: int) -> Floats:
    """Return the offsets that most of the photos' best matches agree on."""
    own_s = table.camera_time_s[table.rows(gallery)]
    apart, votes = [np.zeros(0)], [np.zeros(0)]
    for other in board.partners[gallery]:
        ratio = log_ratio(board, gallery, other)
        best = np.argmax(ratio, axis=1)
        most = ratio[np.arange(len(best)), best]
        theirs = board.evidence.table.rows(other)
        theirs_s = board.evidence.table.camera_time_s[theirs] + board.offset_s[other]
        apart.append((theirs_s[best] - own_s)[most > 0])
        votes.append((most * board.evidence.weights[table.rows(gallery)])[most > 0])
    return most_agreed(np.concatenate(apart), np.concatenate(votes), MATCHES)


def cuts_of(asked: Asked, depth: int) -> tuple[int, ...]:
    """Return the rows at which the offset changes, ascending; each side is looked at again."""
    row = best_cut(asked) if depth else None
    if row is None:
        return ()
    before = cuts_of(asked.part(slice(0, row)), depth - 1)
    after = cuts_of(asked.part(slice(row, None)), depth - 1)
    return (*before, row, *(row + later for later in after))


def best_cut(asked: Asked) -> int | None:
    """Return the best row for a change of offset, if two offsets are convincing at all."""
    if len(asked.times_s) < 2:
        return None
    until = np.cumsum(asked.odds, axis=1)
    total = until[:, -1:]
    pauses_s = np.diff(asked.times_s)
    found, highest = (0, 0, 0), -np.inf
    for number, offset_s in enumerate(asked.offsets_s):
        steps_s = (asked.offsets_s - offset_s)[:, None]
        gains = until[number, :-1] + (total - until[:, :-1]) - total.max() + step_odds(steps_s)
        gains = np.where(keeps_order(pauses_s, steps_s), gains, -np.inf)
        which, place = divmod(int(np.argmax(gains)), len(pauses_s))
        if gains[which, place] > highest:
            found, highest = (number, which, place + 1), float(gains[which, place])
    before, after, row = found
    if highest < LEAST_GAIN or not both_speak(asked.odds[[before, after]], asked.weights, row):
        return None
    return row


def settle(asked: Asked, nth: int, temper: float) -> int:
    """Return the row for a change from the nth of the offsets to the next.

    Where the photos leave it open, what counts is how few of them end up on the wrong side:
    it is amid the stretch that holds most of the probability.
    """
    pauses_s = np.diff(asked.times_s)
    step_s = float(asked.offsets_s[nth + 1] - asked.offsets_s[nth])
    gains = np.cumsum(asked.odds[nth, :-1] - asked.odds[nth + 1, :-1])
    likely = temper * gains + pause_odds(pauses_s, step_s)
    # refined offsets may leave no room for the step they differ by; then the photos decide
    kept = keeps_order(pauses_s, step_s)
    likely = np.where(kept | ~kept.any(), likely, -np.inf)
    chance = np.exp(likely - likely.max())
    stretch = np.convolve(chance, np.ones(2 * STRETCH + 1), mode="full")[STRETCH:][: len(chance)]
    return int(np.argmax(np.where(chance >= PLAUSIBLE, stretch, 0.0))) + 1


def step_odds(steps_s: Floats) -> Floats:
    """Return the log-odds of steps before photos are asked: none too small, rather whole hours."""
    off_s = np.abs(steps_s - np.round(steps_s / HOUR_S) * HOUR_S)
    small = np.where(np.abs(steps_s) < LEAST_STEP_S, -np.inf, SMALL_STEPS)
    usual = np.where(off_s <= NEAR_HOUR_S, WHOLE_HOURS, 0.0)
    return np.where(np.abs(steps_s) < SMALL_STEP_S, small, usual)


def keeps_order(pauses_s: Floats, steps_s: Floats | float) -> NDArray[np.bool_]:
    """Tell in which pauses a step leaves the photos in order, as they must have been taken."""
    kept: NDArray[np.bool_] = pauses_s + steps_s >= -ORDER_S
    return kept


def pause_odds(pauses_s: Floats, step_s: float) -> Floats:
    """Return how the pauses that a clock showed speak for a step in each of them.

    Pauses of x seconds are about 1/x as usual, so a clock was rather put back in what still
    looks like a long pause, and put forward in one that without the step is a short one.
    """
    real_s = np.maximum(pauses_s + step_s, 0.0)
    odds: Floats = np.log((pauses_s + PAUSE_S) / (real_s + PAUSE_S))
    return odds


def both_speak(odds: Floats, weights: Floats, row: int) -> bool:
    """Tell whether photos on both sides, and not one burst alone, speak for their own offset.

    ``odds`` (2, n): with the offset before the change, and with that after it.
    """
    prefers = odds[0] - odds[1]
    n_before = weights[:row][prefers[:row] > SPEAKS * weights[:row]].sum()
    n_after = weights[row:][prefers[row:] < -SPEAKS * weights[row:]].sum()
    return bool(min(n_before, n_after) >= LEAST_SPEAKING)


def chance_of(side: Asked, temper: float) -> float:
    """Return the chance that one side is at its best offset, and at none of the others."""
    odds = temper * side.odds.sum(axis=1)
    mass = np.exp(odds - odds.max())
    return float(mass[np.abs(side.offsets_s - side.best_s) <= LEAST_STEP_S].sum() / mass.sum())
