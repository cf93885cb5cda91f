"""Move every gallery, and every block that was merged as one, to where all others want it."""

from collections.abc import Sequence

import numpy as np

from coincide.model import Floats
from coincide.solver.joint.board import Board

# around where it is: fine near by, coarse further off
AROUND_S = np.unique(np.concatenate([np.arange(-60.0, 61.0, 10.0), np.arange(-300.0, 301.0, 30.0)]))
# the likeliest place is the middle of a peak; of a long low hill, the less likeness counts
PEAK_S, HILL_S, STEP_S = 120.0, 600.0, 4.0
# a move must be worth this much, or equals would be swapped for ever
WORTH = 0.05
# who moves by less has settled; a block that moved by less was merged well
SETTLED_S, WELL_MERGED_S = 1.0, 30.0


def refine(board: Board, blocks: Sequence[tuple[int, ...]]) -> None:
    """Move galleries, then blocks, then galleries until nothing moves or sweeps are used up."""
    for sweep in range(board.options.sweeps):
        moved_s = max((move(board, (one,)) for one in board.members), default=0.0)
        if sweep < 2:
            blocks_s = {block: move(board, block) for block in blocks}
            blocks = [block for block, by_s in blocks_s.items() if by_s >= WELL_MERGED_S]
            moved_s = max([moved_s, *blocks_s.values()])
        if moved_s < SETTLED_S:
            break


def move(board: Board, block: tuple[int, ...]) -> float:
    """Move one block to its likeliest place; return by how many seconds."""
    if not board.fixed.isdisjoint(block):
        return 0.0
    shifts_s = np.unique(np.concatenate([AROUND_S, board.alternatives_s(block)]))
    ask = board.asking(block)
    odds = ask(shifts_s)
    best = int(np.argmax(odds))
    stays = float(odds[np.searchsorted(shifts_s, 0.0)])
    if odds[best] < stays + WORTH:
        best = int(np.searchsorted(shifts_s, 0.0))
    fine_s = shifts_s[best] + _around_s(board.evidence.measured.counts)
    shift_s = middle_of(fine_s, ask(fine_s))
    board.offset_s[list(block)] += shift_s
    return abs(shift_s)


def _around_s(counts: float) -> Floats:
    """Return the shifts to take the middle of, where so much of the likeness counts."""
    n_steps = round((counts * PEAK_S + (1 - counts) * HILL_S) / STEP_S)
    around_s: Floats = STEP_S * np.arange(-n_steps, n_steps + 1, dtype=np.float64)
    return around_s


def middle_of(shifts_s: Floats, odds: Floats) -> float:
    """Return the mean of shifts, each weighed by its odds."""
    weight = np.exp(odds - odds.max())
    return float((weight * shifts_s).sum() / weight.sum())
