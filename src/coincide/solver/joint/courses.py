"""Clocks that were set anew during the event, and photos whose offset that leaves open.

Each gallery's photos are asked about the offsets that they may have, the model in ``course`` turns
the answers into posteriors, and here these are followed, and become findings.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from coincide.model import Finding, FindingKind, Floats, Jump, Offsets, PhotoTable, Placement
from coincide.model.times import HOUR_S
from coincide.model.verdicts import is_likely
from coincide.solver.joint.board import Board
from coincide.solver.joint.course import (
    ONE_PLACE_S,
    ClockPrior,
    CourseEvidence,
    CoursePosterior,
    read_course,
)
from coincide.solver.joint.pairs import most_agreed
from coincide.solver.joint.pauses import Pauses, learn_pauses
from coincide.solver.joint.refine import grid

# where a clock was set is known less well than whether: photos of one scene, between two nights,
# do not speak independently
_BORDER_TEMPER = 0.25
# probabilities of photos are kept to so many digits
_DIGITS = 4
# zones that a clock may be moved through, either way
_MOST_HOURS = 12
# offsets tried that matches agree on
_OFFSETS_AGREED = 32
# shifts looked at around where a side seems to be, in seconds
_FINE_STEPS = ((240.0, 20.0),)
# sides whole hours apart are likelier than any others by this much (nats)
_WHOLE_HOURS_ODDS = 4.0
# jumps are followed whose gain is at least this share of the clearest one's
_CLEAR = 0.5
# offsets nearer than this are told apart by nothing
_NEAR_S = 60.0
# jumps so few photos apart are the same one, found anew
_SAME_ROWS = 3


@dataclass(frozen=True)
class Course:
    """How a clock went: its jumps, and by how much they fit better than a single offset.

    ``main_s``: all steps up to where most of its photos were taken.
    """

    jumps: tuple[Jump, ...]
    gain: float
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


def clearest(courses: Mapping[int, Course], known: Container[int]) -> dict[int, Course]:
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
            course.gain >= _CLEAR * highest
            and not any(other.gain > course.gain and _mirrored(course, other) for other in new)
        )
    }


def _mirrored(course: Course, other: Course) -> bool:
    """Tell whether a jump of one clock may be that of another, seen from there."""
    return any(
        abs(jump.step_s + another.step_s) < ONE_PLACE_S
        for jump in course.jumps
        for another in other.jumps
    )


def alike(courses: Mapping[int, Course], others: Mapping[int, Course]) -> bool:
    """Tell whether the same clocks jumped, about where and by how much."""
    return courses.keys() == others.keys() and all(
        len(course.jumps) == len(others[gallery].jumps)
        and all(
            abs(one.row - other.row) <= _SAME_ROWS and abs(one.step_s - other.step_s) < ONE_PLACE_S
            for one, other in zip(course.jumps, others[gallery].jumps, strict=True)
        )
        for gallery, course in courses.items()
    )


def find_courses(board: Board, table: PhotoTable) -> dict[int, Course]:
    """Return the clocks that jumped, by gallery; ``table`` has the times that they showed."""
    pauses = learn_pauses(table)
    found = {
        gallery: _course(board, table, gallery, _posterior(board, table, gallery, pauses))
        for gallery in (*board.members, *board.outliers)
    }
    return {gallery: course for gallery, course in found.items() if course is not None}


def with_courses(
    offsets: Offsets, board: Board, table: PhotoTable, courses: Mapping[int, Course]
) -> Offsets:
    """Return offsets with the jumps of their clocks, and the photos that these leave open.

    Offsets are of the first photo; the root's was found as its clock went for most of its photos.
    """
    placements, pauses = list(offsets.placements), learn_pauses(table)
    posteriors = dict[int, CoursePosterior]()
    for gallery in (*board.members, *board.outliers):
        placement, course = placements[gallery], courses.get(gallery)
        if placement.estimate is None:
            continue
        if course is None:
            posterior = posteriors[gallery] = _posterior(board, table, gallery, pauses)
        else:
            back_s = course.main_s if gallery == board.root else 0.0
            estimate = placement.estimate.shifted(-back_s)
            jumps = _told_jumps(course.jumps, estimate.offset_s, board, gallery)
            placement = replace(placement, jumps=jumps, estimate=estimate)
            sides_s = estimate.offset_s + np.cumsum([0.0, *(jump.step_s for jump in jumps)])
            posterior = _border_posterior(board, table, gallery, pauses, sides_s)
        placements[gallery] = _with_open(placement, posterior, board, gallery)
    return _with_two(replace(offsets, placements=tuple(placements)), posteriors, board)


def _told_jumps(
    jumps: tuple[Jump, ...], offset_s: float, board: Board, gallery: int
) -> tuple[Jump, ...]:
    """Return jumps of which one that a person told of leads exactly to the right time."""
    row, right_s = dict(board.knowledge.hints.set_right).get(gallery), board.right_s(gallery)
    if row is None or right_s is None or gallery == board.anchor:
        return jumps
    return (Jump(row, right_s - offset_s),)


def _with_open(
    placement: Placement, posterior: CoursePosterior, board: Board, gallery: int
) -> Placement:
    """Return a placement that says which of its photos may have another offset, and why."""
    hints = board.knowledge.hints
    right_s = board.right_s(gallery)
    if gallery in dict(hints.set_right) and right_s is None:
        return placement.doubted(Finding(FindingKind.RIGHT_UNKNOWN))
    n_photos = posterior.gamma.shape[1]
    course_s = _course_s(placement, n_photos)
    chances = posterior.chance(course_s, ONE_PLACE_S)
    rival_s = posterior.rival_s(n_photos - 1, course_s, ONE_PLACE_S)
    opened = replace(
        placement,
        row_chances=rounded(chances),
        ends_right=right_s is not None and abs(rival_s - right_s) <= ONE_PLACE_S,
    )
    # all of the anchor's: nothing is known to hold it against
    if opened.open_spans == ((0, n_photos),):
        at_anchor = gallery == board.anchor
        return placement if at_anchor else placement.doubted(Finding(FindingKind.TORN))
    return opened


def rounded(chances: Floats) -> tuple[float, ...]:
    """Return the probabilities of photos as they are kept; empty where all are sure."""
    kept = np.round(chances, _DIGITS)
    return tuple(kept.tolist()) if kept.min(initial=1.0) < 1.0 else ()


def _course_s(placement: Placement, n_photos: int) -> Floats:
    """Return the offset of each photo of a placed gallery."""
    course_s = np.full(n_photos, placement.offset_s)
    for jump in placement.jumps:
        course_s[jump.row :] += jump.step_s
    return course_s


def _with_two(offsets: Offsets, posteriors: Mapping[int, CoursePosterior], board: Board) -> Offsets:
    """Return offsets of which none is certain whose photos are of two devices.

    Whoever saw the same as a gallery of two devices fits at two times as well: where another
    explains it better, nothing is claimed.
    """
    found = {
        gallery: posterior for gallery, posterior in posteriors.items() if is_likely(posterior.two)
    }
    placements = list(offsets.placements)
    for gallery, posterior in found.items():
        if any(_explains(other, posterior) for other in found.values()):
            continue
        two = Finding(FindingKind.TWO_DEVICES, seconds=posterior.apart_s)
        placements[gallery] = _of_two(placements[gallery], two)
        if gallery == board.anchor:  # which of its two clocks were the others held against?
            of_anchor = Finding(
                FindingKind.ANCHOR_OF_TWO, galleries=(offsets.anchor,), seconds=posterior.apart_s
            )
            placements = [
                each if each.gallery == offsets.anchor else each.doubted(of_anchor)
                for each in placements
            ]
    return replace(offsets, placements=tuple(placements))


def _explains(other: CoursePosterior, one: CoursePosterior) -> bool:
    alike = abs(other.apart_s - one.apart_s) < ONE_PLACE_S
    return alike and other.two_nats > one.two_nats


def _of_two(placement: Placement, two: Finding) -> Placement:
    """Return a placement that says so, certain or not; it answers what two places asked."""
    answered = (FindingKind.TWO_PLACES, FindingKind.TORN)
    kept = tuple(finding for finding in placement.findings if finding.kind not in answered)
    return replace(placement, findings=kept, row_chances=()).with_findings(two)


def _posterior(board: Board, table: PhotoTable, gallery: int, pauses: Pauses) -> CoursePosterior:
    """Return the posterior of a gallery's course, by what its photos say of the offsets asked."""
    placed_s, right_s = float(board.offset_s[gallery]), board.right_s(gallery)
    kept = [placed_s]
    if right_s is not None and abs(right_s - placed_s) > _NEAR_S:
        kept.append(right_s)
    candidates_s = _candidates_s(board, table, gallery)
    # what is placed, and what is right, is not stated twice
    apart = np.abs(candidates_s[:, None] - np.array(kept)).min(axis=1) > _NEAR_S
    offsets_s = np.concatenate([kept, candidates_s[apart]])
    clock = _clock(board, gallery, None if right_s is None else len(kept) - 1)
    seen = _seen(board, table, gallery, offsets_s, board.options.interval_temper)
    return read_course(seen, clock, pauses, board.options.courses)


def _border_posterior(
    board: Board, table: PhotoTable, gallery: int, pauses: Pauses, sides_s: Floats
) -> CoursePosterior:
    """Return which photos are of which side of a clock that is known to have been set anew."""
    right_s, sides_s = board.right_s(gallery), np.unique(sides_s)
    near = np.abs(sides_s - (np.inf if right_s is None else right_s)) <= _NEAR_S
    clock = _clock(board, gallery, int(np.argmax(near)) if near.any() else None)
    if clock.set_right_row is None:  # whatever is usual of such clocks, this one was set
        clock = replace(clock, set_share=board.options.courses.set_share)
    clock = replace(clock, two_share=0.0, jumped=True)
    seen = _seen(board, table, gallery, sides_s, _BORDER_TEMPER)
    return read_course(seen, clock, pauses, board.options.courses)


def _seen(
    board: Board, table: PhotoTable, gallery: int, offsets_s: Floats, temper: float
) -> CourseEvidence:
    """Return what the photos of a gallery say of offsets, and what is likely without them."""
    return CourseEvidence(
        table.camera_time_s[table.rows(gallery)],
        offsets_s,
        temper * _ask(board, table, gallery, offsets_s),
        board.other_odds((gallery,), offsets_s - float(board.offset_s[gallery])),
    )


def _clock(board: Board, gallery: int, right: int | None) -> ClockPrior:
    """Return what is known of a clock: nobody sets one that sets itself, and is right."""
    hints, belief = board.knowledge.hints, board.knowledge.belief(gallery)
    options, told = board.options.courses, gallery in hints.told
    keeps_itself = belief is not None and belief.keeps_itself and right in (None, 0)
    # where a pin is wrong, whoever saw the same seems to fit twice
    beside_pin = any(partner in dict(hints.pinned) for partner in board.partners[gallery])
    return ClockPrior(
        placed=0,
        right=right,
        set_share=0.0 if told or keeps_itself else options.set_share,
        two_share=0.0 if told or beside_pin else options.two_share,
        set_right_row=dict(hints.set_right).get(gallery),
    )


def _course(
    board: Board, table: PhotoTable, gallery: int, posterior: CoursePosterior
) -> Course | None:
    """Return the likeliest course of a clock; None where it went on as it began."""
    path = posterior.path
    rows = [int(row) for row in np.flatnonzero(np.diff(path)) + 1]
    if not rows:
        return None
    ends = [0, *rows, len(path)]
    placed_s = posterior.offsets_s[path[ends[:-1]]]
    if gallery in dict(board.knowledge.hints.set_right):  # what is right is exactly that
        (before_s,) = _held_s(board, table, gallery, placed_s[:1], ends[:2])
        held_s, least_s = np.array([before_s, placed_s[1]]), _NEAR_S
    else:
        held_s, least_s = _held_s(board, table, gallery, placed_s, ends), ONE_PLACE_S
    steps_s = np.diff(held_s)
    if np.abs(steps_s).min() < least_s:
        return None
    jumps = tuple(Jump(row, float(step_s)) for row, step_s in zip(rows, steps_s, strict=True))
    main_s = float(held_s[np.argmax(np.diff(ends))] - held_s[0])
    return Course(jumps, posterior.gain, main_s)


def _held_s(
    board: Board, table: PhotoTable, gallery: int, placed_s: Floats, ends: list[int]
) -> Floats:
    """Return the offset of each side of jumps, near where it was placed.

    They are whole hours apart where that fits about as well as each where it likes best.
    """
    near_s = placed_s[:, None] + grid(_FINE_STEPS)
    hours_s = np.round((placed_s - placed_s[0]) / HOUR_S) * HOUR_S
    alone = _by_side(board, table, gallery, near_s, ends)
    each_s = np.take_along_axis(near_s, np.argmax(alone, axis=1)[:, None], axis=1)[:, 0]
    if np.abs(placed_s - placed_s[0] - hours_s).max() > ONE_PLACE_S:
        return each_s
    bases_s = np.unique(near_s - hours_s[:, None])
    together = _by_side(board, table, gallery, bases_s + hours_s[:, None], ends).sum(axis=0)
    lost = board.options.temper * (alone.max(axis=1).sum() - together.max())
    if lost <= _WHOLE_HOURS_ODDS * np.count_nonzero(np.diff(hours_s)):
        held_s: Floats = bases_s[np.argmax(together)] + hours_s
        return held_s
    return each_s


def _by_side(
    board: Board, table: PhotoTable, gallery: int, offsets_s: Floats, ends: list[int]
) -> Floats:
    """Return what the photos of each side say of offsets of its own, (sides, m) both."""
    odds = _ask(board, table, gallery, offsets_s.ravel()).reshape(*offsets_s.shape, -1)
    return np.array(
        [own[:, slice(*both)].sum(axis=1) for own, both in zip(odds, pairwise(ends), strict=True)]
    )


def _ask(board: Board, table: PhotoTable, gallery: int, offsets_s: Floats) -> Floats:
    """Return the log-odds of offsets to the times that a clock showed, by photo, (m, n)."""
    rows, measured = table.rows(gallery), board.evidence.measured
    crowd = board.crowd_of(gallery, frozenset())
    if not measured.says_anything or not len(crowd.time_s):
        return np.zeros((len(offsets_s), rows.stop - rows.start))
    shown_s = table.camera_time_s[rows] - board.evidence.table.camera_time_s[rows]
    odds: Floats = board.evidence.by_photo(gallery, crowd, offsets_s[:, None] + shown_s)
    return odds


def _candidates_s(board: Board, table: PhotoTable, gallery: int) -> Floats:
    """Return the offsets that a part of a gallery may have, ascending.

    Not the likely ones of the whole gallery, which those of a short part would never be among.
    """
    hours_s = board.offset_s[gallery] + HOUR_S * np.arange(-_MOST_HOURS, _MOST_HOURS + 1)
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
    return most_agreed(np.concatenate(apart), np.concatenate(votes), _OFFSETS_AGREED)
