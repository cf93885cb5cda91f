"""The joint solve: what every two galleries say, merged clearest first, refined against all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from coincide.model import Offsets, PhotoTable
from coincide.model.hints import RowHints
from coincide.solver.clocks import ClockBelief, counted_on
from coincide.solver.evidence import EvidenceInputs, gather_evidence
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.agree import agree
from coincide.solver.joint.board import Board, choose_partners
from coincide.solver.joint.confidence import Posterior
from coincide.solver.joint.courses import (
    Course,
    alike,
    as_if_steady,
    clearest,
    find_courses,
    with_courses,
)
from coincide.solver.joint.drift import with_drift
from coincide.solver.joint.follow import following
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.merge import MergeResult, merge_galleries
from coincide.solver.joint.outliers import odd_galleries, place_outliers, solve_with_outliers
from coincide.solver.joint.pairs import Candidates, pair_candidates
from coincide.solver.joint.partners import worth_comparing
from coincide.solver.joint.placements import place_all, read_posteriors, with_basis
from coincide.solver.joint.refine import refine
from coincide.solver.joint.soundfit import Tuned, tune, with_sound, without_hearsay
from coincide.solver.joint.soundties import SoundTies
from coincide.solver.options import JointOptions

# how often jumps are looked for: a clock that jumped misleads the search for others
_COURSE_ROUNDS = 4
# log-odds of a pinned offset, which is not up for discussion
_PINNED_ODDS = 1e4

# finds what pairs of galleries say before they are asked one by one, perhaps on other machines
AskAhead = Callable[[AllEvidence, PriorKnowledge, Sequence[tuple[int, int]], JointOptions], None]


@dataclass(frozen=True)
class RelativePlacements:
    """Galleries beside each other, whoever's clock they are then told against.

    On the board the clocks are as if they had never jumped; ``table`` has what they showed, and
    ``courses`` who jumped. ``offsets``: against the root's clock, without these. ``posteriors``
    are read once each.
    """

    offsets: Offsets
    board: Board
    merged: MergeResult
    table: PhotoTable
    courses: Mapping[int, Course]
    posteriors: dict[tuple[int, ...], Posterior]


@dataclass(frozen=True)
class JointSolution:
    """Offsets against one gallery's clock, and what they were read from.

    ``tuned``: what sound says of those that are placed, where clips have heard the same.
    """

    offsets: Offsets
    board: Board
    blocks: tuple[tuple[int, ...], ...]
    posteriors: Mapping[tuple[int, ...], Posterior]
    found: RelativePlacements
    tuned: Tuned | None = None


def solve_joint(
    material: EvidenceInputs,
    *,
    anchor: str,
    options: JointOptions = JointOptions(),
    beliefs: Sequence[ClockBelief] = (),
    hints: RowHints = NO_HINTS,
    ahead: AskAhead | None = None,
) -> JointSolution:
    """Return the offsets of all galleries that can be placed against the anchor.

    ``ahead`` makes it faster, and changes nothing else.
    """
    known = counted_on(beliefs, options.priors)
    solve = partial(
        _solve_steady, anchor=anchor, options=options, beliefs=known, hints=hints, ahead=ahead
    )
    found = solve(material)
    if options.jumps:
        found = _follow_jumps(found, material, solve)
    return told_against(found, found.board.root)


def told_against(found: RelativePlacements, anchor: int) -> JointSolution:
    """Return all galleries against one's clock: a shift, and what may be certain beside it.

    Nothing is solved for that. The anchor is a member of the board.
    """
    course = found.courses.get(anchor) if anchor != found.board.root else None
    board = found.board.told_against(anchor, 0.0 if course is None else course.main_s)
    blocks = blocks_of(found.merged, anchor)
    posteriors = read_posteriors(found.board, blocks, found.posteriors)
    found.posteriors.update(posteriors)
    at_root = anchor == found.board.root
    offsets = found.offsets if at_root else place_all(board, blocks, posteriors)
    offsets = with_basis(board, offsets)
    options = board.options
    if options.jumps:
        offsets = with_courses(offsets, board, found.table, found.courses)
    if options.drift:
        offsets = with_drift(board, offsets, without=found.courses)
    tuned = tune(board)
    offsets = without_hearsay(board, offsets, tuned)
    solution = JointSolution(offsets, board, blocks, posteriors, found)
    if tuned is None:
        return solution
    heard = with_sound(board, offsets, tuned)
    offsets, true_s = following(board, offsets, heard)
    return replace(solution, offsets=offsets, tuned=replace(tuned, true_s=true_s))


def _follow_jumps(
    found: RelativePlacements, material: EvidenceInputs, solve: Callable[..., RelativePlacements]
) -> RelativePlacements:
    """Solve again with clocks set right where they jumped, until no more is found."""
    table, root = material.table, found.board.root
    courses: dict[int, Course] = {}
    for _ in range(_COURSE_ROUNDS):
        latest = find_courses(found.board, table)
        if alike(latest, courses):
            return replace(found, table=table, courses=courses)
        told = dict(found.board.knowledge.hints.set_right)
        courses = clearest(latest, {**courses, **told})
        # a stranger whose clock seems to have jumped is still a stranger
        outliers = frozenset(found.board.outliers)
        found = solve(
            replace(material, table=as_if_steady(table, courses, root)), outliers=outliers
        )
    # what comes and goes is not there
    again = find_courses(found.board, table)
    held = {gallery: course for gallery, course in courses.items() if gallery in again}
    if len(held) < len(courses):
        found = solve(replace(material, table=as_if_steady(table, held, root)))
    return replace(found, table=table, courses=held)


def _solve_steady(
    material: EvidenceInputs,
    *,
    anchor: str,
    options: JointOptions,
    beliefs: Sequence[ClockBelief],
    hints: RowHints,
    ahead: AskAhead | None = None,
    outliers: frozenset[int] | None = None,
) -> RelativePlacements:
    """Return where all galleries are whose clocks go on as they began.

    Where nobody knows yet who is an outlier, all are asked first but those who look odd.
    """
    root = material.table.names.index(anchor)
    listens = bool(material.heard) and "sound" in options.evidence.kinds
    heard = SoundTies(material.table, material.heard, options.heard) if listens else None
    knowledge = PriorKnowledge(material.table, hints, beliefs, heard)
    solve = partial(_solve_among, material, knowledge, root, options, ahead)
    odd = odd_galleries(material, root, knowledge, options)
    if outliers is not None:
        return solve(outliers | odd)
    return solve_with_outliers(solve, odd)


def _solve_among(
    material: EvidenceInputs,
    knowledge: PriorKnowledge,
    anchor: int,
    options: JointOptions,
    ahead: AskAhead | None,
    outliers: frozenset[int],
) -> RelativePlacements:
    """Return where all galleries are; outliers are placed last, and are not asked."""
    evidence = gather_evidence(material, options.evidence, apart=outliers)
    candidates = all_candidates(evidence, knowledge, anchor, options, ahead)
    among = {pair: own for pair, own in candidates.items() if outliers.isdisjoint(pair)}
    merged = merge_galleries(material.table, among, options)
    board = _set_up(evidence, knowledge, candidates, merged, anchor, outliers, options)
    blocks = blocks_of(merged, anchor)
    if options.pooling:
        refine(board, blocks)
    board.offset_s[:] -= board.offset_s[anchor]
    place_outliers(board)
    if options.pooling:
        agree(board)
    posteriors = read_posteriors(board, blocks)
    offsets = place_all(board, blocks, posteriors)
    return RelativePlacements(offsets, board, merged, material.table, {}, posteriors)


def all_candidates(
    evidence: AllEvidence,
    knowledge: PriorKnowledge,
    anchor: int,
    options: JointOptions,
    ahead: AskAhead | None = None,
) -> dict[tuple[int, int], Candidates]:
    """Return what every two galleries worth comparing say of each other."""
    pairs = worth_comparing(evidence, knowledge, options)
    if ahead is not None:
        ahead(evidence, knowledge, pairs, options)
    candidates = {(a, b): pair_candidates(evidence, knowledge, a, b, options) for a, b in pairs}
    for gallery, offset_s in knowledge.hints.pinned:
        if gallery != anchor:
            a, b = min(anchor, gallery), max(anchor, gallery)
            relative_s = offset_s if gallery == b else -offset_s
            candidates[a, b] = Candidates.only(relative_s, _PINNED_ODDS)
    return candidates


def blocks_of(merged: MergeResult, anchor: int) -> tuple[tuple[int, ...], ...]:
    """Return every block of two galleries or more that was merged on the way to the anchor."""
    cluster = frozenset(next(members for members in merged.clusters if anchor in members))
    sides = [side for merge in merged.merges for side in (merge.a, merge.b)]
    return tuple(
        side for side in sides if len(side) > 1 and anchor not in side and cluster.issuperset(side)
    )


def _set_up(
    evidence: AllEvidence,
    knowledge: PriorKnowledge,
    candidates: dict[tuple[int, int], Candidates],
    merged: MergeResult,
    anchor: int,
    outliers: frozenset[int],
    options: JointOptions,
) -> Board:
    """Return the anchor's cluster on the anchor's clock, pinned galleries where they belong."""
    turned = {(b, a): own.reversed() for (a, b), own in candidates.items()}
    both = {**candidates, **turned}
    cluster = next(members for members in merged.clusters if anchor in members)
    offset_s = merged.offset_s - merged.offset_s[anchor]
    pinned = dict(knowledge.hints.pinned)
    for gallery, pinned_s in pinned.items():
        offset_s[gallery] = 0.0 if gallery == anchor else pinned_s
    return Board(
        evidence=evidence,
        options=options,
        members=tuple(sorted(cluster)),
        outliers=tuple(sorted(outliers)),
        anchor=anchor,
        root=anchor,
        candidates=both,
        partners=choose_partners(both, cluster, outliers, options.max_partners),
        knowledge=knowledge,
        offset_s=np.array(offset_s),
        fixed=frozenset({anchor, *pinned}) if pinned else frozenset(),
    )
