"""Galleries that may not belong: placed after all others, and asked about none of them.

Whoever mixes in a folder of another day must not move anybody's photos by it. So galleries
that are doubtful once everybody was asked are left out of everything, what likeness means
included, and then placed alone against those who are left.
"""

from coincide.config import JointOptions
from coincide.model import Offsets, Placement
from coincide.offsets.joint.board import Board
from coincide.offsets.joint.refine import move
from coincide.offsets.joint.told import Told

# how often a guest is moved: to its place, then there to the second
MOVES = 2


def doubtful(offsets: Offsets, anchor: int, told: Told, options: JointOptions) -> frozenset[int]:
    """Return the galleries to be placed last; none where too few would be left to ask."""
    known = {anchor, *dict(told.hints.pinned)}
    n_galleries = len(offsets.placements)
    found = frozenset(
        number
        for number, placement in enumerate(offsets.placements)
        if number not in known and _may_be_elsewhere(placement, options)
    )
    enough = n_galleries - len(found) >= max(2.0, options.least_hosts * n_galleries)
    return found if enough else frozenset()


def seat(board: Board) -> None:
    """Place each guest against those who are not guests."""
    for guest in board.guests:
        for _ in range(MOVES):
            move(board, (guest,))


def _may_be_elsewhere(placement: Placement, options: JointOptions) -> bool:
    """Tell whether a gallery is unplaced, or might be at quite another place."""
    estimate = placement.estimate
    return estimate is None or estimate.high_s - estimate.low_s > 2 * options.placed_within_s
