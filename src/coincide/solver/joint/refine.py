"""Move every gallery, and every block that was merged as one, to where all others want it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from coincide.model import Floats
from coincide.solver.joint.board import Board, choose_partners
from coincide.solver.joint.pairs import pair_candidates

# shifts looked at around where it is, in seconds: fine near by, coarse further off
_AROUND_STEPS = ((60.0, 10.0), (300.0, 30.0))
# a move must be worth this much (nats), or equals would be swapped for ever
_WORTH = 0.05
# the likeliest place is the middle of a peak, which reaches so far to either side
_PEAK_S = 120.0
# the less likeness counts (see in_full_s), the more the peak is a long low hill, up to this
_HILL_S = 600.0
# where sound says so much for a place, the peak is its own, and reaches no further: ties are looked
# for within ten seconds, three times that is all of them
_HEARD_NATS, _HEARD_PEAK_S = 4.0, 30.0
# steps in which the middle is taken
_FINE_STEP_S = 4.0
# who moves by less has settled
SETTLED_S = 1.0
# a block that moved by less was merged well
_WELL_MERGED_S = 30.0
# sweeps in which blocks are moved, not galleries alone
_BLOCK_SWEEPS = 2


def refine(board: Board, blocks: Sequence[tuple[int, ...]]) -> None:
    """Move galleries, then blocks, then galleries until nothing moves or sweeps are used up."""
    for sweep in range(board.options.sweeps):
        moved_s = max((move(board, (member,)) for member in board.members), default=0.0)
        if sweep < _BLOCK_SWEEPS:
            blocks_s = {block: move(board, block) for block in blocks}
            blocks = [block for block, by_s in blocks_s.items() if by_s >= _WELL_MERGED_S]
            moved_s = max([moved_s, *blocks_s.values()])
        if moved_s < SETTLED_S:
            break


def move(board: Board, block: tuple[int, ...]) -> float:
    """Move one block to its likeliest place; return by how many seconds."""
    if not board.fixed.isdisjoint(block):
        return 0.0
    shifts_s = np.unique(np.concatenate([grid(_AROUND_STEPS), board.alternatives_s(block)]))
    ask = board.asking(block)
    odds = ask(shifts_s)
    best = int(np.argmax(odds))
    stays = float(odds[np.searchsorted(shifts_s, 0.0)])
    if odds[best] < stays + _WORTH:
        best = int(np.searchsorted(shifts_s, 0.0))
    fine_s = shifts_s[best] + _around_s(_reach_s(board, block, float(shifts_s[best])))
    shift_s = middle_of(fine_s, ask(fine_s))
    board.offset_s[list(block)] += shift_s
    return abs(shift_s)


def _reach_s(board: Board, block: tuple[int, ...], shift_s: float) -> float:
    """Return how far the peak around a shift reaches to either side.

    What sound says is a sharp peak: the middle of the hill that it stands on may be minutes off.
    """
    if board.heard_odds(block, np.array([shift_s]))[0] >= _HEARD_NATS:
        return _HEARD_PEAK_S
    counts = board.evidence.measured.counts
    return counts * _PEAK_S + (1 - counts) * _HILL_S


def _around_s(reach_s: float) -> Floats:
    """Return the shifts to take the middle of, so far to either side."""
    n_steps = round(reach_s / _FINE_STEP_S)
    around_s: Floats = _FINE_STEP_S * np.arange(-n_steps, n_steps + 1, dtype=np.float64)
    return around_s


def middle_of(shifts_s: Floats, odds: Floats) -> float:
    """Return the mean of shifts, each weighed by its odds."""
    weight = np.exp(odds - odds.max())
    return float((weight * shifts_s).sum() / weight.sum())


# grids of shifts around zero, each as (how far either way, in what steps)
Steps = tuple[tuple[float, float], ...]


@cache
def grid(steps: Steps) -> Floats:
    """Return a grid, ascending; nobody may change it.

    ``steps``: how far either way, and in what steps, of each grid that it is made of.

    >>> grid(((4.0, 2.0), (20.0, 10.0))).tolist()
    [-20.0, -10.0, -4.0, -2.0, 0.0, 2.0, 4.0, 10.0, 20.0]
    """
    parts = [np.arange(-reach, reach + 1.0, step) for reach, step in steps]
    points = np.unique(np.concatenate(parts))
    points.setflags(write=False)
    return points


@cache
def widths(steps: Steps) -> Floats:
    """Return how wide a stretch each point of a grid stands for; nobody may change it."""
    stretches: Floats = np.gradient(grid(steps))
    stretches.setflags(write=False)
    return stretches


def wanted_shift_s(board: Board, gallery: int, *, least_s: float) -> float | None:
    """Return by how much the photos would move a pinned gallery; None where they leave it.

    Cheap, and a sign only: the others are where the pin had them, and how sure it is is not asked.
    """
    if gallery == board.anchor or gallery not in board.members or len(board.members) < 2:
        return None
    free = _freed(board, gallery)
    for block in _blocks(free, gallery):
        moved = replace(free, offset_s=free.offset_s.copy())
        move(moved, block)
        move(moved, block)  # a place that is proposed in cells is found to the second from there
        shift_s = float(moved.offset_s[gallery] - board.offset_s[gallery])
        if abs(shift_s) > least_s:
            return shift_s
    return None


def _freed(board: Board, gallery: int) -> Board:
    """Return the board as if nothing had been said of where a gallery is."""
    a, b = min(board.anchor, gallery), max(board.anchor, gallery)
    own = pair_candidates(board.evidence, board.knowledge, a, b, board.options)
    candidates = {**board.candidates, (a, b): own, (b, a): own.reversed()}
    outliers, most = frozenset(board.outliers), board.options.max_partners
    partners = choose_partners(candidates, board.members, outliers, most)
    return replace(board, candidates=candidates, partners=partners, fixed=frozenset())


def _blocks(board: Board, gallery: int) -> Iterator[tuple[int, ...]]:
    """Yield the gallery alone, then with those that may only be where they are because of it.

    Those that have most to say to it; and all that nobody said anything of, whom a wrong pin may
    have taken away from the anchor.
    """
    yield (gallery,)
    told = {board.anchor, *dict(board.knowledge.hints.pinned)}
    loose = [
        member for member in board.members if member not in told and board.partners.get(member)
    ]
    near = [number for number in loose if board.partners[number][0] == gallery]
    for others in (near, loose):
        if others:
            yield tuple(sorted((gallery, *others)))
