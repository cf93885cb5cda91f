"""Galleries without ties, once sound has told the clocks of others: they go along with these.

All were placed beside each other, to some seconds, and where clocks say no more they agree on what
time it is. Then sound moves some of them by those seconds. Whoever stays behind is as far from the
others as these have gone, though nothing was heard of it.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from coincide.model import Offsets, Placement
from coincide.solver.joint.board import Board
from coincide.solver.joint.refine import SETTLED_S, move

# rounds of moving galleries without ties after those that sound has moved
_FOLLOW_ROUNDS = 4
# clocks that sound has told agree on the time if they are no further off than so many standard
# deviations
_AGREEING_CLOCKS = 2.0


def following(board: Board, before: Offsets, heard: Offsets) -> tuple[Offsets, float | None]:
    """Return offsets in which galleries without ties have gone along, and what time it is.

    That is what takes event time to true time by clocks that sound has told, None where they do
    not keep themselves. ``before``: offsets as they were, ``heard``: with those that sound moved.
    """
    pairs = list(zip(before.placements, heard.placements, strict=True))
    moved_s = np.array([_apart_s(old, new) for old, new in pairs])
    told = frozenset({board.anchor, *np.flatnonzero(moved_s).tolist()})
    if len(told) == 1:
        return heard, None
    known, at_s = tuple(sorted(told)), board.offset_s + moved_s
    rest = [member for member in (*board.members, *board.outliers) if member not in told]
    rest = [item for item in rest if pairs[item][1].estimate is not None]
    again = replace(board, offset_s=at_s, fixed=board.fixed | told)
    true_s = _true_s(again, known)
    for _ in range(_FOLLOW_ROUNDS if rest else 0):
        # clocks without ties were placed by each other: asked, they would say where they were
        alone = [replace(again, members=_with(known, item), told_true_s=true_s) for item in rest]
        by_s = [move(one_board, (one,)) for one_board, one in zip(alone, rest, strict=True)]
        if max(by_s) < SETTLED_S:
            break
    placements = list(heard.placements)
    for number in rest:
        placements[number] = _moved(
            placements[number], float(at_s[number] - board.offset_s[number])
        )
    return replace(heard, placements=tuple(placements)), true_s


def _with(known: Sequence[int], one: int) -> tuple[int, ...]:
    return tuple(sorted((*known, one)))


def _true_s(board: Board, known: Sequence[int]) -> float | None:
    """Return true time by the clocks that keep themselves: the mean of those that agree.

    Where places are exact, a single clock's word would be off by all of its own error.
    """
    beliefs = [(number, board.knowledge.belief(number)) for number in known]
    own = [gallery for gallery, belief in beliefs if belief is not None and belief.keeps_itself]
    about_s = board.true_s(own)
    if about_s is None:
        return None
    told_s = board.knowledge.believed_s[own] - board.offset_s[own]
    sd_s = board.knowledge.believed_sd_s[own]
    agree = np.abs(told_s - about_s) <= _AGREEING_CLOCKS * sd_s
    return float(np.average(told_s[agree], weights=1 / sd_s[agree] ** 2))


def _apart_s(old: Placement, new: Placement) -> float:
    if old.estimate is None or new.estimate is None:
        return 0.0
    return new.estimate.offset_s - old.estimate.offset_s


def _moved(placement: Placement, by_s: float) -> Placement:
    found = placement.estimate
    return placement if found is None else replace(placement, estimate=found.shifted(by_s))
