"""Clocks that were wrong and were set right: as a person says, or while nobody could tell.

Who sees that a camera is an hour off sets it right. If nobody else photographed what it took from
then on, no picture tells; to move those photos by the hour would harm them. So they wait: the rest
of the gallery is as certain as it was.
"""

from collections.abc import Container
from dataclasses import replace
from functools import partial

import numpy as np

from coincide.model import Finding, FindingKind, Floats, Jump, Offsets, PhotoTable
from coincide.model.verdicts import leaves_doubt
from coincide.solver.joint.board import Board
from coincide.solver.joint.changes import count_pauses, hold, keeps_order, pause_ratio, place_sides
from coincide.solver.joint.grids import grid
from coincide.solver.joint.jumps import Course, ask, candidates_s, pauses_s_of
from coincide.solver.options import JumpOptions


def told_courses(board: Board, table: PhotoTable) -> dict[int, Course]:
    """Return the courses of clocks that a person says were set right before a photo."""
    told = board.knowledge.hints.set_right
    courses = {gallery: _told_course(board, table, gallery, row) for gallery, row in told}
    return {gallery: course for gallery, course in courses.items() if course is not None}


def _told_course(board: Board, table: PhotoTable, gallery: int, row: int) -> Course | None:
    """Return how a clock went that is right from a photo on; None if it was right before, too.

    Where it was before is told by the photos until then alone.
    """
    right_s, options = board.right_s(gallery), board.options.jump_search
    if right_s is None or gallery not in (*board.members, *board.outliers):
        return None
    asking, within_s = partial(ask, board, table, gallery), options.least_step_s
    tried, temper = asking(candidates_s(board, table, gallery)), board.options.mode_temper
    placed_s, chance = place_sides(tried, (0, row), temper, options, within_s=within_s)
    (before_s,) = hold(asking, placed_s, (0, row), board.options.temper, options)
    step_s = right_s - float(before_s)
    if abs(step_s) < options.near_hour_s:  # nobody knows better where it was
        return None
    mostly_right = 2 * row < len(tried.times_s)
    return Course((Jump(row, step_s),), 0.0, chance, step_s if mostly_right else 0.0)


def with_told(offsets: Offsets, board: Board) -> Offsets:
    """Return offsets of which those that a person says were set right are exactly that."""
    placements = list(offsets.placements)
    for gallery, row in board.knowledge.hints.set_right:
        placement, right_s = placements[gallery], board.right_s(gallery)
        if right_s is None:
            placements[gallery] = placement.doubted(Finding(FindingKind.RIGHT_UNKNOWN))
        elif gallery != board.anchor and placement.estimate is not None and placement.jumps:
            jump = Jump(row, right_s - placement.estimate.offset_s)
            placements[gallery] = replace(placement, jumps=(jump,))
    return replace(offsets, placements=tuple(placements))


def with_open_ends(
    offsets: Offsets, board: Board, table: PhotoTable, without: Container[int]
) -> Offsets:
    """Return offsets that say from which photo on a clock may have been set right.

    ``without``: clocks that were set anew, where that is known.
    """
    placements = list(offsets.placements)
    for gallery in (*board.members, *board.outliers):
        placement = placements[gallery]
        right_s = None if gallery in without else _right_s(board, gallery)
        if placement.estimate is None or not placement.certain or right_s is None:
            continue
        step_s = right_s - placement.estimate.offset_s
        first = _open_from(board, table, gallery, step_s)
        if first is not None:
            waits = Finding(FindingKind.MAYBE_SET_RIGHT, count=first)
            placements[gallery] = replace(placement, open_from=first).with_findings(waits)
    return replace(offsets, placements=tuple(placements))


def _right_s(board: Board, gallery: int) -> float | None:
    """Return the offset of a clock if it is right; None where that is not known, or settled.

    A clock that sets itself is not set by anybody, and a person's word is final.
    """
    belief = board.knowledge.belief(gallery)
    if gallery == board.anchor or gallery in board.knowledge.hints.told:
        return None
    return None if belief is None or belief.keeps_itself else board.right_s(gallery)


def _open_from(board: Board, table: PhotoTable, gallery: int, step_s: float) -> int | None:
    """Return the first photo from which on a step to the right time is not ruled out."""
    options = board.options.jump_search
    rows = table.rows(gallery)
    if abs(step_s) < options.least_step_s or rows.stop - rows.start < 2:
        return None
    near_s = board.offset_s[gallery] + grid(options.fine_steps)
    tried = ask(board, table, gallery, np.concatenate([near_s, near_s + step_s]))
    placed, right = tried.odds[: len(near_s)], tried.odds[len(near_s) :]
    usual = count_pauses(pauses_s_of(table), options)
    pauses_s = np.maximum(np.diff(tried.times_s), 0.0)
    # put forward it left a pause at least as long, put back it hid one: few look like that
    rare = pause_ratio(pauses_s, step_s, usual, options)
    possible = np.where(keeps_order(pauses_s, step_s, options), rare, -np.inf)
    return first_open(placed, right, possible, options)


def first_open(placed: Floats, right: Floats, possible: Floats, options: JumpOptions) -> int | None:
    """Return the first photo that was too likely taken after the clock was set right.

    ``placed`` and ``right``: what each photo says of offsets about where it is placed and about
    where it is right, (offsets, photos). ``possible``: what each pause says of it, in log-odds.
    Too likely is what *certain* leaves open.
    """
    held = placed[int(np.argmax(placed.sum(axis=1)))]
    # what all photos from each on say for being right from there, at the best such offset
    later = np.cumsum((right - held)[:, ::-1], axis=1)[:, ::-1].max(axis=0)
    # few clocks are set right during an event, and if so in one of the pauses
    odds = np.log(options.set_right_share / len(possible)) + later[1:] + possible
    set_by_then = np.logaddexp.accumulate(odds)
    chance = np.exp(set_by_then - np.logaddexp(set_by_then[-1], 0.0))
    rows = np.flatnonzero(leaves_doubt(chance))
    return int(rows[0]) + 1 if len(rows) else None
