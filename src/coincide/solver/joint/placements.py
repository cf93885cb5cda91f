"""From the board to placements: an offset with its interval, how sure, on what, or why not."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from coincide.model import Basis, Estimate, Finding, FindingKind, Links, Offsets, Placement
from coincide.model.findings import PINNED, THE_ANCHOR
from coincide.model.offsets import INTERVAL_SHARE, RIGHT_WITHIN_S
from coincide.model.verdicts import is_certain, is_likely, is_sure_to
from coincide.solver.joint.board import Board
from coincide.solver.joint.confidence import (
    Posterior,
    posterior_of,
    probability,
    seen_probability,
)
from coincide.solver.joint.support import (
    basis_of,
    elsewhere,
    supporting_links,
    ties_of,
)

# another place, or none at all, is named as a reason from this probability on
_DOUBT_SHARE = 0.1
# where less than this share of the best place's probability is within 300 s, what the photos show
# goes on for minutes
_SHARP_SHARE = 0.9
# what is certain with all that is usual of such clocks must be so likely by pictures and measured
# clocks alone
_LEAST_SEEN = 0.7
# so many pairs of one moment must speak for it as well, unless the clock itself was measured
_LEAST_LINKS = 1
# where pictures leave a clock so near to what satellites told of it, that is what counts
_MEASURED_WITHIN_S = 60.0

METHOD = "joint"
NOT_CONNECTED = Finding(FindingKind.NOT_CONNECTED)


def read_posteriors(
    board: Board,
    blocks: Sequence[tuple[int, ...]],
    known: Mapping[tuple[int, ...], Posterior] = MappingProxyType({}),
) -> dict[tuple[int, ...], Posterior]:
    """Return how sure the place of each gallery that has partners is, and of each block.

    ``known``: those that were read before, which do not depend on whose clock is the anchor's.
    """
    placed = (*board.members, *board.outliers) if len(board.members) > 1 else ()
    alone = [(number,) for number in placed if board.partners[number]]
    return {block: known.get(block) or posterior_of(board, block) for block in (*alone, *blocks)}


def place_all(
    board: Board,
    blocks: Sequence[tuple[int, ...]],
    posteriors: Mapping[tuple[int, ...], Posterior],
) -> Offsets:
    """Return a placement for every gallery of the table, against the anchor's clock.

    What they rest on is left open: see :func:`with_basis`.
    """
    names = board.evidence.table.names
    placements = []
    for number, name in enumerate(names):
        if number == board.anchor:
            own_s = float(board.offset_s[number])
            placements.append(Placement(name, Estimate(own_s, own_s, own_s, 1.0, THE_ANCHOR)))
        elif (number,) not in posteriors:
            placements.append(_unplaced(board, number, (NOT_CONNECTED,)))
        else:
            way = [posteriors[block] for block in blocks if number in block]
            placements.append(_place(board, number, posteriors, way))
    return Offsets(names[board.anchor], METHOD, tuple(placements))


def with_basis(board: Board, offsets: Offsets) -> Offsets:
    """Return offsets that tell what they rest on: found once, for the last of several solves."""
    placements = tuple(
        placement
        if placement.estimate is None or placement.estimate.basis.source != "unknown"
        else replace(
            placement, estimate=replace(placement.estimate, basis=basis_of(board, gallery))
        )
        for gallery, placement in enumerate(offsets.placements)
    )
    return replace(offsets, placements=placements)


def _place(
    board: Board,
    gallery: int,
    posteriors: Mapping[tuple[int, ...], Posterior],
    way: Sequence[Posterior],
) -> Placement:
    """Return where one gallery is; ``way``: the blocks between it and the anchor."""
    name = board.evidence.table.names[gallery]
    offset_s = float(board.offset_s[gallery])
    links = supporting_links(board, gallery)
    if gallery in dict(board.knowledge.hints.pinned):
        pinned = Estimate(offset_s, offset_s, offset_s, 1.0, PINNED)
        return Placement(name, pinned, n_links=len(links))
    steps = _steps(board, gallery, posteriors, way)
    chance = probability(steps[0], steps[1] if len(steps) > 1 else None, steps[2:])
    findings = _findings(board, gallery, steps, chance, links)
    near = min(step.within(board.options.placed_within_s) for step in steps)
    if not is_likely(near):
        return _unplaced(board, gallery, findings, len(links))
    low_s, high_s = _interval(steps)
    estimate = Estimate(offset_s, offset_s + low_s, offset_s + high_s, chance)
    return Placement(
        name, estimate, n_links=len(links), via=_via(board, gallery), findings=findings
    )


def _findings(
    board: Board, gallery: int, steps: Sequence[Posterior], chance: float, links: Links
) -> tuple[Finding, ...]:
    """Return what speaks against a place, or for it besides its probability."""
    offset_s = float(board.offset_s[gallery])
    unseen = is_certain(chance) and not _was_seen(board, gallery, steps, len(links))
    open_ = unseen or (is_likely(chance) and not is_certain(chance))
    measured = open_ and _both_measured(board, gallery, offset_s)
    assumed = _assumed(board, gallery, offset_s) if unseen and not measured else ()
    apart = None
    # who is less sure has other doubts; a person who was asked has seen both places
    if (is_certain(chance) or measured) and not _was_answered(board, gallery):
        apart = elsewhere(board, gallery, links)
    if apart is not None:
        two = Finding(FindingKind.TWO_PLACES, seconds=apart.away_s, count=apart.n_photos)
        return (two, *assumed)
    if measured:
        return (Finding(FindingKind.MEASURED),)
    if is_certain(chance) and not unseen:
        return ()
    found = doubts(steps, len(links))
    thin = FindingKind.NOT_SEEN if unseen else FindingKind.THIN
    return (*(found or (Finding(thin),)), *assumed)


def _was_seen(board: Board, gallery: int, steps: Sequence[Posterior], n_links: int) -> bool:
    """Tell whether a place that is certain rests on what was seen in this event.

    That is pictures of one moment, a person's answer, or a clock that was measured or vouched for;
    what is usual of such clocks is not.
    """
    belief = board.knowledge.belief(gallery)
    measured = belief is not None and belief.is_measured
    on_the_way = steps[1] if len(steps) > 1 else None, steps[2:]
    seen = is_sure_to(seen_probability(steps[0], *on_the_way), _LEAST_SEEN)
    told = measured or _was_answered(board, gallery) or _was_heard(board, gallery)
    return seen and (n_links >= _LEAST_LINKS or told)


def _was_heard(board: Board, gallery: int) -> bool:
    """Tell whether sound alone vouches for where a gallery is."""
    return any(tie.sure for tie in ties_of(board, gallery))


def _was_answered(board: Board, gallery: int) -> bool:
    return any(board.knowledge.has_answer(other, gallery) for other in board.members)


def _both_measured(board: Board, gallery: int, offset_s: float) -> bool:
    """Tell whether a gallery is where its own clock and the anchor's say, both measured."""
    belief, of_anchor = board.knowledge.belief(gallery), board.knowledge.belief(board.anchor)
    if belief is None or of_anchor is None:
        return False
    if not (belief.is_measured and of_anchor.is_measured):
        return False
    apart_s = offset_s - (belief.offset_s - of_anchor.offset_s)
    return abs(apart_s) <= _MEASURED_WITHIN_S


def _assumed(board: Board, gallery: int, offset_s: float) -> tuple[Finding, ...]:
    """Return that a clock may be taken to be right that is where such clocks usually are."""
    belief, of_anchor = board.knowledge.belief(gallery), board.knowledge.belief(board.anchor)
    if belief is None or of_anchor is None or not belief.keeps_itself:
        return ()
    apart_s = offset_s - (belief.offset_s - of_anchor.offset_s)
    near = abs(apart_s) <= RIGHT_WITHIN_S
    return (Finding(FindingKind.ASSUMED, text=belief.reason),) if near else ()


def _unplaced(
    board: Board, gallery: int, findings: tuple[Finding, ...], n_links: int = 0
) -> Placement:
    """Return a gallery that pictures do not place: where its clock says, if it keeps itself."""
    name = board.evidence.table.names[gallery]
    against = tuple(finding for finding in findings if finding.against)
    belief, of_anchor = board.knowledge.belief(gallery), board.knowledge.belief(board.anchor)
    if belief is None or of_anchor is None or not (belief.vouches and of_anchor.vouches):
        return Placement(name, None, n_links=n_links, findings=against)
    offset_s, reach_s = belief.offset_s - of_anchor.offset_s, RIGHT_WITHIN_S
    found = (*against, Finding(FindingKind.ASSUMED, text=belief.reason))
    if _both_measured(board, gallery, offset_s):
        found = (Finding(FindingKind.MEASURED),)
        reach_s = 2 * float(np.hypot(belief.sd_s, of_anchor.sd_s))
    estimate = Estimate(
        offset_s,
        offset_s - reach_s,
        offset_s + reach_s,
        probability=belief.weight * of_anchor.weight,
        basis=Basis("own-clock"),
    )
    return Placement(name, estimate, n_links=n_links, findings=found)


def _steps(
    board: Board,
    gallery: int,
    posteriors: Mapping[tuple[int, ...], Posterior],
    way: Sequence[Posterior],
) -> Sequence[Posterior]:
    """Return the posteriors that a placement hangs on: its own, the anchor's, and its way's.

    Of two galleries alone, both are posteriors of one and the same shift. Then the gallery of
    fewer moments tells it: most of the other's have no counterpart, and are only noise.
    """
    own, anchor = posteriors[gallery,], posteriors[board.anchor,]
    if frozenset(board.members) != {gallery, board.anchor}:
        return (own, anchor, *way)
    own_tells = board.moments(gallery) <= board.moments(board.anchor)
    return (own if own_tells else anchor.mirrored(),)


def doubts(steps: Sequence[Posterior], n_links: int) -> tuple[Finding, ...]:
    """Return what the posteriors leave open of a place; nothing where nothing stands out."""
    own = steps[0]
    weakest = int(np.argmin([step.within(RIGHT_WITHIN_S) for step in steps]))
    found = []
    if n_links == 0:
        found.append(Finding(FindingKind.NO_PAIR))
    if weakest == 1:
        found.append(Finding(FindingKind.LOOSE_ANCHOR))
    elif weakest > 1:
        found.append(Finding(FindingKind.LOOSE_GROUP))
    if own.other.sum() > _DOUBT_SHARE:
        away_s = float(own.other_s[np.argmax(own.other)])
        found.append(Finding(FindingKind.OTHER_OFFSET, seconds=away_s))
    if own.anywhere > _DOUBT_SHARE:
        found.append(Finding(FindingKind.CHANCE))
    sharp = own.within(RIGHT_WITHIN_S) >= _SHARP_SHARE * own.at_mode
    if is_likely(own.at_mode) and not sharp:
        found.append(Finding(FindingKind.LONG_SCENES))
    return tuple(found)


def _interval(steps: Sequence[Posterior]) -> tuple[float, float]:
    """Return the interval of a gallery's error: its own, and the anchor's the other way."""
    own_low, own_high = steps[0].interval_s(INTERVAL_SHARE)
    if len(steps) == 1:
        return min(own_low, 0.0), max(own_high, 0.0)
    anchor_low, anchor_high = steps[1].interval_s(INTERVAL_SHARE)
    below = [own_low, -anchor_high, *(step.interval_s(INTERVAL_SHARE)[0] for step in steps[2:])]
    above = [own_high, -anchor_low, *(step.interval_s(INTERVAL_SHARE)[1] for step in steps[2:])]
    # independent errors add as root of squares; blocks are not independent of their members
    low_s = -np.hypot(min(below[0], *below[2:], 0.0), min(below[1], 0.0))
    high_s = np.hypot(max(above[0], *above[2:], 0.0), max(above[1], 0.0))
    return float(low_s), float(high_s)


def _via(board: Board, gallery: int) -> str | None:
    """Return the gallery that has most to say about one."""
    partners = board.partners[gallery]
    return board.evidence.table.names[partners[0]] if partners else None
