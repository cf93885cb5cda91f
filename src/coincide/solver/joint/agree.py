"""Galleries where their ties agree, once all are placed to about ten seconds.

Places are looked for in steps as wide as that. So a gallery may end up between what its ties say
and a chance lag some seconds off, and two that are tied to each other beside all the rest. Here
each gallery, and each group that ties hold together, is asked once more about just the places that
sound proposes, by all that is known, with ties as sharp as they are.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from coincide.solver.joint.board import Board
from coincide.solver.joint.soundties import SoundTies

# rounds of asking all galleries and groups: more change nothing
_ROUNDS = 4
# a move must be worth this much (nats), or equals would be swapped for ever
_WORTH = 0.05
# clips so near to where a tie has them are held together by it
_HELD_S = 1.5


def agree(board: Board) -> None:
    """Move galleries, and groups that ties hold together, to where sound has them.

    Who may not belong moves nobody but others who may not, and only by ties that sound vouches
    for: a record of this event may have been played at theirs.
    """
    heard = board.knowledge.heard
    if heard is None:
        return
    sharp = _hearing(board, heard.sharp())
    tied = [item for item in np.unique(heard.galleries).tolist() if item in board.members]
    for _ in range(_ROUNDS):
        moved = [_move(sharp, (item,)) for item in tied]
        moved += [_move(sharp, block) for block in _held_together(sharp, heard, tied)]
        if not any(moved):
            break
    board.offset_s[:] -= board.offset_s[board.anchor]
    vouched = _hearing(board, heard.vouched().sharp())
    for _ in range(_ROUNDS):
        moved = [_move(vouched, (outlier,), board.outliers) for outlier in board.outliers]
        if not any(moved):
            break


def _hearing(board: Board, heard: SoundTies) -> Board:
    """Return a board that hears so; the offsets are the same, and move on both."""
    return replace(board, knowledge=replace(board.knowledge, heard=heard))


def _move(board: Board, block: tuple[int, ...], beside: Sequence[int] = ()) -> bool:
    """Move a block to the likeliest of the places that sound proposes; tell whether it moved.

    ``beside``: others, who are asked for nothing but their ties.
    """
    heard = board.knowledge.heard
    if heard is None or not board.fixed.isdisjoint(block):
        return False
    others = [number for number in beside if number not in block]
    there_s = heard.shifts_s(block, others, board.offset_s)
    shifts_s = np.concatenate([[0.0], board.heard_shifts_s(block), there_s])
    odds = board.odds(block, shifts_s) + heard.odds(block, others, board.offset_s, shifts_s)
    best = int(np.argmax(odds))
    if odds[best] <= odds[0] + _WORTH:
        return False
    board.offset_s[list(block)] += shifts_s[best]
    return True


def _held_together(board: Board, heard: SoundTies, tied: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the groups of galleries that ties hold together, but for the largest."""
    group = {item: {item} for item in tied}
    for a, b in heard.held(board.offset_s, _HELD_S):
        if a in group and b in group and group[a] is not group[b]:
            group[a] |= group[b]
            for number in group[b]:
                group[number] = group[a]
    found = sorted({tuple(sorted(members)) for members in group.values()}, key=len)
    return [entry for entry in found[:-1] if len(entry) > 1]
