"""From the board to placements: an offset with its interval, how sure, on what, or why not."""

from collections.abc import Mapping, Sequence

import numpy as np

from coincide.model import Estimate, Offsets, Placement
from coincide.solver.joint.board import Board
from coincide.solver.joint.confidence import Profile, probability, profile
from coincide.solver.joint.reading import basis_of, supporting_links

METHOD = "joint"
SHARE = 0.9
CERTAIN = 0.99
# likelier wrong than right is no answer
LIKELIER_THAN_NOT = 0.5

NOT_CONNECTED = "nothing connects this gallery with the anchor's"


def read_profiles(
    board: Board, blocks: Sequence[tuple[int, ...]]
) -> dict[tuple[int, ...], Profile]:
    """Return how sure the place of each gallery that has partners is, and of each block."""
    placed = (*board.members, *board.guests) if len(board.members) > 1 else ()
    alone = [(one,) for one in placed if board.partners[one]]
    return {block: profile(board, block) for block in (*alone, *blocks)}


def place_all(
    board: Board,
    blocks: Sequence[tuple[int, ...]],
    profiles: Mapping[tuple[int, ...], Profile],
) -> Offsets:
    """Return a placement for every gallery of the table, the anchor's own being 0."""
    names = board.evidence.table.names
    placements = []
    for number, name in enumerate(names):
        if number == board.anchor:
            placements.append(Placement(name, Estimate(0.0, 0.0, 0.0, 1.0, basis="the anchor")))
        elif (number,) not in profiles:
            placements.append(Placement(name, None, reasons=(NOT_CONNECTED,)))
        else:
            way = [profiles[block] for block in blocks if number in block]
            placements.append(_place(board, number, profiles, way))
    return Offsets(names[board.anchor], METHOD, tuple(placements))


def _place(
    board: Board,
    gallery: int,
    profiles: Mapping[tuple[int, ...], Profile],
    way: Sequence[Profile],
) -> Placement:
    """Return where one gallery is; ``way``: the blocks between it and the anchor."""
    name = board.evidence.table.names[gallery]
    offset_s = float(board.offset_s[gallery])
    links = supporting_links(board, gallery)
    if gallery in dict(board.told.hints.pinned):
        pinned = Estimate(offset_s, offset_s, offset_s, 1.0, basis="pinned by a person")
        return Placement(name, pinned, n_links=len(links))
    steps = _steps(board, gallery, profiles, way)
    chance = probability(steps[0], steps[1] if len(steps) > 1 else None, steps[2:])
    near = min(step.within(board.options.placed_within_s) for step in steps)
    reasons = doubts(steps, chance, len(links))
    if near < LIKELIER_THAN_NOT:
        return Placement(name, None, n_links=len(links), reasons=reasons)
    low_s, high_s = _interval(steps)
    estimate = Estimate(
        offset_s,
        offset_s + low_s,
        offset_s + high_s,
        probability=chance,
        reasons=reasons,
        basis=basis_of(board, gallery),
    )
    return Placement(name, estimate, n_links=len(links), via=_via(board, gallery), reasons=reasons)


def _steps(
    board: Board,
    gallery: int,
    profiles: Mapping[tuple[int, ...], Profile],
    way: Sequence[Profile],
) -> Sequence[Profile]:
    """Return the profiles that a placement hangs on: its own, the anchor's, and its way's.

    Of two galleries alone, both are profiles of one and the same shift. Then the gallery of
    fewer moments tells it: most of the other's have no counterpart, and are only noise.
    """
    own, anchor = profiles[gallery,], profiles[board.anchor,]
    if frozenset(board.members) != {gallery, board.anchor}:
        return (own, anchor, *way)
    own_tells = board.moments(gallery) <= board.moments(board.anchor)
    return (own if own_tells else anchor.mirrored(),)


def doubts(steps: Sequence[Profile], chance: float, n_links: int) -> tuple[str, ...]:
    """Return why a placement is not certain, in words; nothing when it is."""
    if chance >= CERTAIN:
        return ()
    own = steps[0]
    weakest = int(np.argmin([step.within(300.0) for step in steps]))
    found = []
    if n_links == 0:
        found.append("no photo of it looks like one of the same moment elsewhere")
    if weakest == 1:
        found.append("the anchor itself is loosely connected")
    elif weakest > 1:
        found.append("the galleries it goes with are loosely connected to the rest")
    if own.other.sum() > 0.1:
        away_s = float(own.other_s[np.argmax(own.other)])
        found.append(f"an offset {_length(away_s)} {_direction(away_s)} fits almost as well")
    if own.anywhere > 0.1:
        found.append("the evidence is hardly more than chance would give")
    if own.at_mode > LIKELIER_THAN_NOT and own.within(300.0) < 0.9 * own.at_mode:
        found.append("what its photos show goes on for minutes")
    return tuple(found) or ("the evidence is thin",)


def _interval(steps: Sequence[Profile]) -> tuple[float, float]:
    """Return the interval of a gallery's error: its own, and the anchor's the other way."""
    own_low, own_high = steps[0].interval_s(SHARE)
    if len(steps) == 1:
        return min(own_low, 0.0), max(own_high, 0.0)
    anchor_low, anchor_high = steps[1].interval_s(SHARE)
    below = [own_low, -anchor_high, *(step.interval_s(SHARE)[0] for step in steps[2:])]
    above = [own_high, -anchor_low, *(step.interval_s(SHARE)[1] for step in steps[2:])]
    # independent errors add as root of squares; blocks are not independent of their members
    low_s = -np.hypot(min(below[0], *below[2:], 0.0), min(below[1], 0.0))
    high_s = np.hypot(max(above[0], *above[2:], 0.0), max(above[1], 0.0))
    return float(low_s), float(high_s)


def _via(board: Board, gallery: int) -> str | None:
    """Return the gallery that has most to say about one."""
    partners = board.partners[gallery]
    return board.evidence.table.names[partners[0]] if partners else None


def _length(seconds: float) -> str:
    minutes = abs(seconds) / 60
    return f"{minutes / 60:.1f} h" if minutes >= 90 else f"{minutes:.0f} min"


def _direction(seconds: float) -> str:
    return "later" if seconds > 0 else "earlier"
