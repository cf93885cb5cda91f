"""Photos of two devices taken for one clock: both offsets are seen, and the photos take turns.

Two phones of one model write the same tags, and where neither serial nor file number tells them
apart they are one gallery. A clock that was set anew has one offset before and another after;
here they alternate.
"""

from collections.abc import Container
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from coincide.model import Finding, FindingKind, Offsets, PhotoTable, Placement
from coincide.solver.clocks.zones import MAX_ZONE_S
from coincide.solver.joint.board import Board
from coincide.solver.joint.changes import OffsetLikelihoods
from coincide.solver.joint.jumps import ask, candidates_s
from coincide.solver.options import JumpOptions


@dataclass(frozen=True)
class Mixed:
    """Two offsets that photos in turn speak for: how far apart, and how much better than one."""

    apart_s: float
    gain: float


def with_mixed(
    offsets: Offsets, board: Board, table: PhotoTable, without: Container[int]
) -> Offsets:
    """Return offsets of which none is certain that photos of two devices share.

    ``without``: clocks that were set anew, which explains two offsets.
    """
    placements = list(offsets.placements)
    for gallery, found in _mixed(board, table, without).items():
        two = Finding(FindingKind.TWO_DEVICES, seconds=found.apart_s)
        placements[gallery] = _of_two(placements[gallery], two)
        if gallery == board.anchor:  # which of its two clocks were the others held against?
            of_anchor = Finding(
                FindingKind.ANCHOR_OF_TWO, galleries=(offsets.anchor,), seconds=found.apart_s
            )
            placements = [
                one if one.gallery == offsets.anchor else one.doubted(of_anchor)
                for one in placements
            ]
    return replace(offsets, placements=tuple(placements))


def _mixed(board: Board, table: PhotoTable, without: Container[int]) -> dict[int, Mixed]:
    """Return the galleries that are of two devices, as far as one of another does not explain it.

    Whoever saw the same as a gallery of two devices fits at two times as well.
    """
    options, hints = board.options.jump_search, board.knowledge.hints
    # where a pin is wrong, others seem to fit twice
    pinned = frozenset(dict(hints.pinned))
    found = dict[int, Mixed]()
    for gallery in (*board.members, *board.outliers):
        if gallery not in without and gallery not in hints.told:
            tried = ask(board, table, gallery, candidates_s(board, table, gallery), pinned)
            mixed = mixed_at(tried, options)
            if mixed is not None:
                found[gallery] = mixed
    return {
        gallery: mixed
        for gallery, mixed in found.items()
        if not any(
            other.gain > mixed.gain and abs(other.apart_s - mixed.apart_s) < options.least_step_s
            for other in found.values()
        )
    }


def mixed_at(likelihoods: OffsetLikelihoods, options: JumpOptions) -> Mixed | None:
    """Return the two offsets that photos in turn speak for, if they fit clearly better than one."""
    odds, offsets_s = likelihoods.odds, likelihoods.offsets_s
    best, highest = (0, 0), -np.inf
    for number in range(len(offsets_s) - 1):
        apart_s = offsets_s - offsets_s[number]
        # a day apart everything looks alike, and no two phones are
        later = np.flatnonzero((apart_s >= options.least_step_s) & (apart_s <= MAX_ZONE_S))
        if not len(later):
            continue
        # of each photo nobody knows which device took it
        either = np.logaddexp(odds[number], odds[later]).sum(axis=1)
        which = int(np.argmax(either))
        if either[which] > highest:
            best, highest = (number, int(later[which])), float(either[which])
    gain = highest - odds.shape[1] * np.log(2.0) - likelihoods.highest
    if gain < options.mixed_gain or not _take_turns(likelihoods, best, options):
        return None
    return Mixed(float(offsets_s[best[1]] - offsets_s[best[0]]), float(gain))


def _take_turns(
    likelihoods: OffsetLikelihoods, both: tuple[int, int], options: JumpOptions
) -> bool:
    """Tell whether enough photos speak for either offset, and that by turns."""
    prefers = likelihoods.odds[both[0]] - likelihoods.odds[both[1]]
    speak = np.abs(prefers) > options.speaks * likelihoods.weights
    first = prefers > 0
    n_of = (likelihoods.weights[speak & side].sum() for side in (first, ~first))
    n_turns = sum(1 for _ in groupby(first[speak].tolist()))
    return min(n_of) >= options.mixed_speaking and n_turns >= options.mixed_turns


def _of_two(placement: Placement, two: Finding) -> Placement:
    """Return a placement that says so, certain or not; it answers what two places asked."""
    if placement.estimate is None:
        return placement
    kept = tuple(one for one in placement.findings if one.kind != FindingKind.TWO_PLACES)
    return replace(placement, findings=kept).with_findings(two)
