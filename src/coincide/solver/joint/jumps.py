"""Clocks that were set anew during the event: which, at which photo, and by how much.

A clock jumped where two offsets, one before a photo and one from it on, fit so much better
than any single offset that chance is ruled out; see docs/how-it-works.md.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np

from coincide.model import Finding, FindingKind, Floats, Jump, Offsets, PhotoTable, Placement
from coincide.model.times import HOUR_S
from coincide.model.verdicts import is_certain
from coincide.solver.clocks import ClockBelief
from coincide.solver.joint.board import Board
from coincide.solver.joint.changes import (
    OffsetLikelihoods,
    count_pauses,
    cuts_of,
    has_cause,
    hold,
    place_sides,
    settle,
    torn_at,
)
from coincide.solver.joint.pairs import most_agreed
from coincide.solver.options import JumpOptions


@dataclass(frozen=True)
class Course:
    """How a clock went: its jumps, and how much better they fit than a single offset.

    ``chance``: that every side of the jumps is where it is held. ``main_s``: all steps up to where
    most of its photos were taken.
    """

    jumps: tuple[Jump, ...]
    gain: float
    chance: float
    main_s: float = 0.0


def as_if_steady(table: PhotoTable, courses: Mapping[int, Course], root: int) -> PhotoTable:
    """Return the table as clocks that never jumped would have shown it, photos in order.

    Each as it went at first, but the root's as it went for most of its photos: all others are
    found against it, and a few photos that only seem to be elsewhere must not move them.
    """
    times_s = table.camera_time_s.copy()
    for gallery, course in courses.items():
        own_s = times_s[table.rows(gallery)]
        if gallery == root:
            own_s -= course.main_s
        for jump in course.jumps:
            own_s[jump.row :] += jump.step_s
        # a step is only as exact as the evidence: it must not turn photos round
        np.maximum.accumulate(own_s, out=own_s)
    return replace(table, camera_time_s=times_s)


def clearest(
    courses: Mapping[int, Course], known: Container[int], options: JumpOptions
) -> dict[int, Course]:
    """Return what to follow next: of clocks not known to have jumped only the clearest.

    A clock that jumped makes others look as if they had, the other way, until it is set right.
    """
    new = [course for gallery, course in courses.items() if gallery not in known]
    highest = max((course.gain for course in new), default=0.0)
    return {
        gallery: course
        for gallery, course in courses.items()
        if gallery in known
        or (
            course.gain >= options.clear * highest
            and not any(
                other.gain > course.gain and _mirrored(course, other, options) for other in new
            )
        )
    }


def _mirrored(course: Course, other: Course, options: JumpOptions) -> bool:
    """Tell whether a jump of one clock may be that of another, seen from there."""
    return any(
        abs(one.step_s + another.step_s) < options.least_step_s
        for one in course.jumps
        for another in other.jumps
    )


def alike(
    courses: Mapping[int, Course], others: Mapping[int, Course], options: JumpOptions
) -> bool:
    """Tell whether the same clocks jumped, about where and by how much."""
    return courses.keys() == others.keys() and all(
        len(course.jumps) == len(others[gallery].jumps)
        and all(
            abs(one.row - other.row) <= options.stretch
            and abs(one.step_s - other.step_s) < options.least_step_s
            for one, other in zip(course.jumps, others[gallery].jumps, strict=True)
        )
        for gallery, course in courses.items()
    )


def with_jumps(offsets: Offsets, courses: Mapping[int, Course], board: Board) -> Offsets:
    """Return offsets with the jumps of their clocks, no surer than these are.

    Whoever sets minutes sets a clock right: one that it leaves wrong is never certain.

    Offsets are of the first photo; the root's was found as its clock went for most of its photos.
    """
    placements = list(offsets.placements)
    for gallery, course in courses.items():
        jumped = replace(placements[gallery], jumps=course.jumps)
        estimate = jumped.estimate
        if estimate is not None and estimate.probability is not None:
            back_s = course.main_s if gallery == board.root else 0.0
            chance = min(estimate.probability, course.chance)
            found = _found(course, estimate.offset_s, board, gallery)
            jumped = replace(
                jumped, estimate=replace(estimate.shifted(-back_s), probability=chance)
            ).with_findings(*found)
        placements[gallery] = jumped
    return replace(offsets, placements=tuple(placements))


def _found(course: Course, offset_s: float, board: Board, gallery: int) -> tuple[Finding, ...]:
    """Return what speaks against a course: an unsure side, or a step that has no cause."""
    if not is_certain(course.chance):
        return (Finding(FindingKind.UNSURE_SIDE),)
    left_wrong = _is_left_wrong(course, offset_s, board, gallery)
    return (Finding(FindingKind.LEFT_WRONG),) if left_wrong else ()


def _is_left_wrong(course: Course, offset_s: float, board: Board, gallery: int) -> bool:
    """Tell whether a step by no whole hours leaves a clock where it is not believed to be."""
    right_s = board.right_s(gallery)
    if right_s is None or gallery == board.anchor:
        return False
    within_s = board.options.jump_search.near_hour_s
    steps_s = np.array([jump.step_s for jump in course.jumps])
    hours_s = np.round(steps_s / HOUR_S) * HOUR_S
    by_minutes = (hours_s == 0.0) | (np.abs(steps_s - hours_s) > within_s)
    away_s = offset_s + np.cumsum(steps_s) - right_s
    return bool((by_minutes & (np.abs(away_s) > within_s)).any())


def with_torn(
    offsets: Offsets, board: Board, table: PhotoTable, without: Container[int]
) -> Offsets:
    """Return offsets of which none is certain that two fit clearly better than one.

    Where a jump was found, or the clock sets itself, that is settled; else nobody knows which of
    its photos are where they seem to be.
    """
    placements = list(offsets.placements)
    for gallery in (*board.members, *board.outliers):
        if gallery in without or not _is_open(board, gallery, placements[gallery]):
            continue
        tried = ask(board, table, gallery, candidates_s(board, table, gallery))
        if torn_at(tried, board.options.jump_search) is not None:
            placements[gallery] = placements[gallery].doubted(Finding(FindingKind.TORN))
    return replace(offsets, placements=tuple(placements))


def _is_open(board: Board, gallery: int, placement: Placement) -> bool:
    """Tell whether a clock is certain, and may have been set anew for all that is known of it.

    One that sets itself and is where it should be was not.
    """
    belief, right_s = board.knowledge.belief(gallery), board.right_s(gallery)
    if gallery == board.anchor or gallery in board.knowledge.hints.told or not placement.certain:
        return False
    if belief is not None and belief.keeps_itself and right_s is not None:
        away_s = (placement.offset_s or 0.0) - right_s
        return abs(away_s) > board.options.jump_search.least_step_s
    return True


def find_jumps(board: Board, table: PhotoTable) -> dict[int, Course]:
    """Return the clocks that jumped, by gallery; ``table`` has the times that they showed."""
    told = board.knowledge.hints.told
    courses = {
        one: course_of(board, table, one)
        for one in (*board.members, *board.outliers)
        if one not in told
    }
    return {
        gallery: course
        for gallery, course in courses.items()
        if course is not None and _has_causes(course, board.knowledge.belief(gallery), board)
    }


def _has_causes(course: Course, belief: ClockBelief | None, board: Board) -> bool:
    """Tell whether somebody or something sets such a clock anew by such steps.

    A clock that sets itself is never set: where it changes its zone, it is right before and
    after. A hand sets an hour, a zone, minutes, or the day; a reset shows in the dates themselves.
    """
    if belief is not None and belief.keeps_itself:
        return False
    steps_s = np.array([jump.step_s for jump in course.jumps])
    return bool(has_cause(steps_s, board.options.jump_search).all())


def course_of(board: Board, table: PhotoTable, gallery: int) -> Course | None:
    """Return how a clock that was set anew went; None where it went on as it began."""
    asking, temper = partial(ask, board, table, gallery), board.options.temper
    options, mode_temper = board.options.jump_search, board.options.mode_temper
    tried = asking(candidates_s(board, table, gallery))
    ends = [0, *cuts_of(tried, mode_temper, options), len(tried.times_s)]
    if len(ends) == 2:
        return None
    within_s = options.least_step_s
    placed_s, chance = place_sides(tried, ends, mode_temper, options, within_s=within_s)
    held_s = hold(asking, placed_s, ends, temper, options)
    steps_s = np.diff(held_s)
    if np.abs(steps_s).min() < options.least_step_s:
        return None
    held, usual = asking(held_s), count_pauses(pauses_s_of(table), options)
    jumps = list[Jump]()
    for nth, end in enumerate(ends[2:]):
        start = jumps[-1].row if jumps else 0
        at = settle(held.part(slice(start, end)), nth, usual, temper, options)
        jumps.append(Jump(start + at.row, float(steps_s[nth]), at.early, at.late))
    gain = sum(tried.part(slice(*both)).highest for both in pairwise(ends)) - tried.highest
    n_photos = np.diff([0, *(jump.row for jump in jumps), len(tried.times_s)])
    main_s = float(held_s[np.argmax(n_photos)] - held_s[0])
    return Course(tuple(jumps), gain, chance, main_s)


def ask(
    board: Board,
    table: PhotoTable,
    gallery: int,
    offsets_s: Floats,
    without: frozenset[int] = frozenset(),
) -> OffsetLikelihoods:
    """Ask the photos of a gallery about offsets to the times that its clock showed.

    ``without``: galleries that nothing is held against.
    """
    rows, measured = table.rows(gallery), board.evidence.measured
    times_s = table.camera_time_s[rows]
    crowd = board.crowd_of(gallery, without)
    odds = np.zeros((len(offsets_s), len(times_s)))
    if measured.says_anything and len(crowd.time_s):
        shown_s = times_s - board.evidence.table.camera_time_s[rows]
        odds = board.evidence.by_photo(gallery, crowd, offsets_s[:, None] + shown_s)
    return OffsetLikelihoods(times_s, board.evidence.weights[rows], offsets_s, odds)


def pauses_s_of(table: PhotoTable) -> Floats:
    """Return the pauses between the photos of all galleries, as their clocks showed them."""
    pauses_s: Floats = np.delete(np.diff(table.camera_time_s), table.starts[1:-1] - 1)
    return np.maximum(pauses_s, 0.0)  # a table may be a little out of order


def candidates_s(board: Board, table: PhotoTable, gallery: int) -> Floats:
    """Return the offsets that either side of a jump may have, ascending.

    Not the likely ones of the whole gallery, which those of a short side would never be among.
    """
    most = board.options.jump_search.most_hours
    hours_s = board.offset_s[gallery] + HOUR_S * np.arange(-most, most + 1)
    return np.unique(np.concatenate([hours_s, _matches_s(board, table, gallery)]))


def _matches_s(board: Board, table: PhotoTable, gallery: int) -> Floats:
    """Return the offsets that most of the photos' best matches agree on."""
    own_s = table.camera_time_s[table.rows(gallery)]
    apart, votes = [np.zeros(0)], [np.zeros(0)]
    for other in board.partners[gallery]:
        best, most = board.evidence.best_matches(gallery, other)
        theirs = board.evidence.table.rows(other)
        theirs_s = board.evidence.table.camera_time_s[theirs] + board.offset_s[other]
        apart.append((theirs_s[best] - own_s)[most > 0])
        votes.append((most * board.evidence.weights[table.rows(gallery)])[most > 0])
    n_best, options = board.options.jump_search.offsets_agreed, board.options.pairs
    return most_agreed(np.concatenate(apart), np.concatenate(votes), n_best, options)
