"""The joint solve: what every two galleries say, merged clearest first, refined against all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from coincide.model import Offsets
from coincide.model.hints import RowHints
from coincide.solver.clocks import ClockBelief
from coincide.solver.evidence import Material, gather_evidence
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.board import Board, choose_partners
from coincide.solver.joint.confidence import Profile
from coincide.solver.joint.drift import with_drift
from coincide.solver.joint.guests import outsiders, seat, solve_with_guests
from coincide.solver.joint.jumps import (
    Course,
    alike,
    as_if_steady,
    clearest,
    find_jumps,
    with_jumps,
)
from coincide.solver.joint.merge import Merged, merge_galleries
from coincide.solver.joint.pairs import Modes, pair_modes
from coincide.solver.joint.partners import worth_comparing
from coincide.solver.joint.placements import place_all, read_profiles
from coincide.solver.joint.refine import refine
from coincide.solver.joint.told import NO_HINTS, Told
from coincide.solver.options import JointOptions

# finds what pairs of galleries say before they are asked one by one, perhaps on other machines
AskAhead = Callable[[AllEvidence, Told, Sequence[tuple[int, int]], JointOptions], None]
# a pinned offset is not up for discussion
SURE = 1e4
# jumps are looked for this often: a clock that jumped misleads the search for others
ROUNDS = 4


@dataclass(frozen=True)
class Solution:
    """The offsets, and the board they were read from, for whoever wants to know why.

    On the board the clocks are as if they had never jumped.
    """

    offsets: Offsets
    board: Board
    blocks: tuple[tuple[int, ...], ...]
    profiles: Mapping[tuple[int, ...], Profile]


def solve_joint(
    material: Material,
    *,
    anchor: str,
    options: JointOptions = JointOptions(),
    beliefs: Sequence[ClockBelief] = (),
    hints: RowHints = NO_HINTS,
    ahead: AskAhead | None = None,
) -> Solution:
    """Return the offsets of all galleries that can be placed against the anchor.

    ``ahead`` makes it faster, and changes nothing else.
    """
    known = tuple(beliefs) if "clocks" in options.priors else ()
    solve = partial(
        _solve_steady, anchor=anchor, options=options, beliefs=known, hints=hints, ahead=ahead
    )
    solution, courses = solve(material), dict[int, Course]()
    if options.jumps:
        solution, courses = _follow_jumps(solution, material, solve)
    offsets = with_jumps(solution.offsets, courses)
    if options.drift:
        offsets = with_drift(solution.board, offsets, without=courses)
    return replace(solution, offsets=offsets)


def _follow_jumps(
    solution: Solution, material: Material, solve: Callable[..., Solution]
) -> tuple[Solution, dict[int, Course]]:
    """Solve again with clocks set right where they jumped, until no more is found."""
    table, anchor = material.table, solution.board.anchor
    courses: dict[int, Course] = {}
    for _ in range(ROUNDS):
        found = find_jumps(solution.board, table)
        if alike(found, courses):
            return solution, courses
        courses = clearest(found, known=courses)
        # a stranger whose clock seems to have jumped is still a stranger
        guests = frozenset(solution.board.guests)
        solution = solve(
            replace(material, table=as_if_steady(table, courses, anchor)), guests=guests
        )
    # what comes and goes is not there
    again = find_jumps(solution.board, table)
    held = {gallery: course for gallery, course in courses.items() if gallery in again}
    if len(held) < len(courses):
        solution = solve(replace(material, table=as_if_steady(table, held, anchor)))
    return solution, held


def _solve_steady(
    material: Material,
    *,
    anchor: str,
    options: JointOptions,
    beliefs: Sequence[ClockBelief],
    hints: RowHints,
    ahead: AskAhead | None = None,
    guests: frozenset[int] | None = None,
) -> Solution:
    """Return the offsets of all galleries whose clocks go on as they began.

    Where nobody knows yet who is a guest, all are asked first but those who look odd.
    """
    root = material.table.names.index(anchor)
    told = Told(material.table, hints, beliefs)
    solve = partial(_solve_among, material, told, root, options, ahead)
    odd = outsiders(material, root, told, options)
    if guests is not None:
        return solve(guests | odd)
    return solve_with_guests(solve, odd)


def _solve_among(
    material: Material,
    told: Told,
    anchor: int,
    options: JointOptions,
    ahead: AskAhead | None,
    guests: frozenset[int],
) -> Solution:
    """Return the offsets of all galleries; guests are placed last, and are not asked."""
    evidence = gather_evidence(material, options.evidence, apart=guests)
    modes = all_modes(evidence, told, anchor, options, ahead)
    among = {pair: found for pair, found in modes.items() if guests.isdisjoint(pair)}
    merged = merge_galleries(material.table, among, options)
    board = _set_up(evidence, told, modes, merged, anchor, guests, options)
    blocks = blocks_of(merged, anchor)
    if options.pooling:
        refine(board, blocks)
    board.offset_s[:] -= board.offset_s[anchor]
    seat(board)
    profiles = read_profiles(board, blocks)
    return Solution(place_all(board, blocks, profiles), board, blocks, profiles)


def all_modes(
    evidence: AllEvidence,
    told: Told,
    anchor: int,
    options: JointOptions,
    ahead: AskAhead | None = None,
) -> dict[tuple[int, int], Modes]:
    """Return what every two galleries worth comparing say of each other."""
    pairs = worth_comparing(evidence, told, options)
    if ahead is not None:
        ahead(evidence, told, pairs, options)
    modes = {(a, b): pair_modes(evidence, told, a, b, options) for a, b in pairs}
    for gallery, offset_s in told.hints.pinned:
        if gallery != anchor:
            a, b = min(anchor, gallery), max(anchor, gallery)
            modes[a, b] = Modes.only(offset_s if gallery == b else -offset_s, SURE)
    return modes


def blocks_of(merged: Merged, anchor: int) -> tuple[tuple[int, ...], ...]:
    """Return every block of two galleries or more that was merged on the way to the anchor."""
    cluster = frozenset(next(members for members in merged.clusters if anchor in members))
    sides = [side for merge in merged.merges for side in (merge.a, merge.b)]
    return tuple(
        side for side in sides if len(side) > 1 and anchor not in side and cluster.issuperset(side)
    )


def _set_up(
    evidence: AllEvidence,
    told: Told,
    modes: dict[tuple[int, int], Modes],
    merged: Merged,
    anchor: int,
    guests: frozenset[int],
    options: JointOptions,
) -> Board:
    """Return the anchor's cluster on the anchor's clock, pinned galleries where they belong."""
    both = {**modes, **{(b, a): found.reversed() for (a, b), found in modes.items()}}
    cluster = next(members for members in merged.clusters if anchor in members)
    offset_s = merged.offset_s - merged.offset_s[anchor]
    pinned = dict(told.hints.pinned)
    for gallery, pinned_s in pinned.items():
        offset_s[gallery] = 0.0 if gallery == anchor else pinned_s
    return Board(
        evidence=evidence,
        options=options,
        members=tuple(sorted(cluster)),
        guests=tuple(sorted(guests)),
        anchor=anchor,
        modes=both,
        partners=choose_partners(both, cluster, guests, options.max_partners),
        told=told,
        offset_s=np.array(offset_s),
        fixed=frozenset({anchor, *pinned}) if pinned else frozenset(),
    )
