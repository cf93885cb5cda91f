"""How sure: the posterior of a block's shift, by evidence and priors together.

A gallery is where it is against the anchor if every block on the way is: the gallery itself,
whatever it was merged with, and the anchor. The least sure of them decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats
from coincide.solver.joint.board import Board
from coincide.solver.joint.calibration import calibrated, log_odds_of
from coincide.solver.joint.pairs import CELL_S

WITHIN_S = 300.0
# one answer: what lies within this of the best place is the same answer, only less exact
MODE_S = 900.0
NEAR_S = np.unique(
    np.concatenate(
        [
            np.arange(-60.0, 61.0, 5.0),
            np.arange(-300.0, 301.0, 20.0),
            np.arange(-900.0, 901.0, 75.0),
        ]
    )
)
STEP_S = np.gradient(NEAR_S)
# shifts spread over everything possible, to see what no offset in particular would score
N_ANYWHERE = 32
# a gallery may be of another event; the anchor and the blocks on the way to it are of this one,
# and need that much less to be believed (log-odds)
HEAD_START = 1.5
# a proposed offset stands for its own cell and its neighbours
CELLS_EACH = 3.0


@dataclass(frozen=True)
class Profile:
    """The posterior of a block's shift.

    ``local``: the mass of each of NEAR_S, given that the block is somewhere there, sums up
    to 1; ``tight``: the same for the interval. ``other_s`` and ``other``: places elsewhere and
    the mass of each; ``at_mode``: the mass of NEAR_S as a whole. ``anywhere``: what is left,
    spread over ``range_s``.
    """

    local: Floats
    tight: Floats
    at_mode: float
    other_s: Floats
    other: Floats
    anywhere: float
    range_s: tuple[float, float]

    def mirrored(self) -> "Profile":
        """Return the posterior of the rest's shift against the block."""
        return Profile(
            local=self.local[::-1],
            tight=self.tight[::-1],
            at_mode=self.at_mode,
            other_s=-self.other_s,
            other=self.other,
            anywhere=self.anywhere,
            range_s=(-self.range_s[1], -self.range_s[0]),
        )

    def within(self, limit_s: float) -> float:
        """Return the probability that the block is right to within some seconds."""
        return self.at_mode * float(self.local[np.abs(NEAR_S) <= limit_s].sum())

    def interval_s(self, share: float) -> tuple[float, float]:
        """Return the shifts between which a share of the probability lies."""
        tail = (1.0 - share) / 2
        spread_s = np.linspace(*self.range_s, 33)
        places = np.concatenate([NEAR_S, self.other_s, spread_s])
        masses = np.concatenate(
            [self.at_mode * self.tight, self.other, np.full(33, self.anywhere / 33)]
        )
        order = np.argsort(places, kind="stable")
        # a place stands for what lies around it: half of its mass is on either side
        below = np.cumsum(masses[order]) - masses[order] / 2
        low_s, high_s = np.interp([tail, 1.0 - tail], below / masses.sum(), places[order])
        return float(low_s), float(high_s)


def profile(board: Board, block: Sequence[int]) -> Profile:
    """Return the posterior of one block's shift against all others."""
    others_s = board.alternatives_s(block)
    others_s = others_s[np.abs(others_s) > MODE_S + CELL_S]
    anywhere_s, range_s = _anywhere(board, block)
    shifts_s = np.concatenate([NEAR_S, others_s, anywhere_s])
    photos, told = board.asking_photos(block)(shifts_s), board.other_odds(block, shifts_s)
    ends = len(NEAR_S), len(NEAR_S) + len(others_s)
    # where exactly, and which of several places, are told apart by photos of unlike worth
    near = told[: ends[0]] + np.log(STEP_S)
    local = board.options.temper * photos[: ends[0]] + near
    tight = board.options.interval_temper * photos[: ends[0]] + near
    odds = board.options.mode_temper * photos + told
    mode = _log_sum(odds[: ends[0]] + np.log(STEP_S / CELL_S))
    other = odds[ends[0] : ends[1]] + np.log(CELLS_EACH)
    n_cells = max((range_s[1] - range_s[0]) / CELL_S, 1.0)
    floor = _log_mean(odds[ends[1] :]) + np.log(n_cells)
    total = _log_sum(np.array([mode, floor, *other]))
    return Profile(
        local=np.exp(local - _log_sum(local)),
        tight=np.exp(tight - _log_sum(tight)),
        at_mode=float(np.exp(mode - total)),
        other_s=others_s,
        other=np.exp(other - total),
        anywhere=float(np.exp(floor - total)),
        range_s=range_s,
    )


def probability(own: Profile, anchor: Profile | None, way: Sequence[Profile]) -> float:
    """Return P(|error| ≤ 300 s) of a gallery, by its own profile, the anchor's, and its way's.

    ``anchor`` is None where the gallery's own profile is the anchor's as well.
    """
    others = way if anchor is None else (anchor, *way)
    others_odds = [log_odds_of(one.within(WITHIN_S)) + HEAD_START for one in others]
    return calibrated(min([log_odds_of(own.within(WITHIN_S)), *others_odds]))


def _anywhere(board: Board, block: Sequence[int]) -> tuple[Floats, tuple[float, float]]:
    """Return shifts spread over all that leave some overlap, and the range they are from."""
    first_s, last_s = board.span(block)
    inside = frozenset(block)
    others_first_s, others_last_s = board.span([one for one in board.members if one not in inside])
    low_s, high_s = others_first_s - last_s, others_last_s - first_s
    spread_s = low_s + (high_s - low_s) * (np.arange(N_ANYWHERE) + 0.5) / N_ANYWHERE
    return spread_s[np.abs(spread_s) > WITHIN_S], (low_s, high_s)


def _log_sum(values: Floats) -> float:
    return float(np.logaddexp.reduce(values)) if len(values) else -np.inf


def _log_mean(values: Floats) -> float:
    return _log_sum(values) - float(np.log(max(len(values), 1)))
