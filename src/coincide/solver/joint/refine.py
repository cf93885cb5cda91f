"""Move every gallery, and every block that was merged as one, to where all others want it."""

from collections.abc import Sequence

import numpy as np

from coincide.model import Floats
from coincide.solver.joint.board import Board
from coincide.solver.joint.grids import grid
from coincide.solver.options import RefineOptions


def refine(board: Board, blocks: Sequence[tuple[int, ...]]) -> None:
    """Move galleries, then blocks, then galleries until nothing moves or sweeps are used up."""
    options = board.options.refine
    for sweep in range(board.options.sweeps):
        moved_s = max((move(board, (one,)) for one in board.members), default=0.0)
        if sweep < options.block_sweeps:
            blocks_s = {block: move(board, block) for block in blocks}
            blocks = [block for block, by_s in blocks_s.items() if by_s >= options.well_merged_s]
            moved_s = max([moved_s, *blocks_s.values()])
        if moved_s < options.settled_s:
            break


def move(board: Board, block: tuple[int, ...]) -> float:
    """Move one block to its likeliest place; return by how many seconds."""
    if not board.fixed.isdisjoint(block):
        return 0.0
    options = board.options.refine
    around_s = grid(options.around_steps)
    shifts_s = np.unique(np.concatenate([around_s, board.alternatives_s(block)]))
    ask = board.asking(block)
    odds = ask(shifts_s)
    best = int(np.argmax(odds))
    stays = float(odds[np.searchsorted(shifts_s, 0.0)])
    if odds[best] < stays + options.worth:
        best = int(np.searchsorted(shifts_s, 0.0))
    fine_s = shifts_s[best] + _around_s(board.evidence.measured.counts, options)
    shift_s = middle_of(fine_s, ask(fine_s))
    board.offset_s[list(block)] += shift_s
    return abs(shift_s)


def _around_s(counts: float, options: RefineOptions) -> Floats:
    """Return the shifts to take the middle of, where so much of the likeness counts."""
    reach_s = counts * options.peak_s + (1 - counts) * options.hill_s
    n_steps = round(reach_s / options.fine_step_s)
    around_s: Floats = options.fine_step_s * np.arange(-n_steps, n_steps + 1, dtype=np.float64)
    return around_s


def middle_of(shifts_s: Floats, odds: Floats) -> float:
    """Return the mean of shifts, each weighed by its odds."""
    weight = np.exp(odds - odds.max())
    return float((weight * shifts_s).sum() / weight.sum())
