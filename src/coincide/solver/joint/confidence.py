"""How sure: the posterior of a block's shift, by evidence and priors together.

A gallery is where it is against the anchor if every block on the way is: the gallery itself,
whatever it was merged with, and the anchor. The least sure of them decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import Floats
from coincide.model.offsets import RIGHT_WITHIN_S
from coincide.solver.joint.board import Board
from coincide.solver.joint.pairs import CELL_S
from coincide.solver.joint.refine import grid, widths
from coincide.solver.parameters import FOUND, POSTERIOR

# one answer: what lies within this of the best place is the same answer, only less exact
MODE_S = 900.0
# shifts looked at around the best place, in seconds: fine near by, coarse further off
NEAR_STEPS = ((60.0, 5.0), (300.0, 20.0), (900.0, 75.0))
# shifts spread over everything possible, to see what no offset in particular would score
_N_ANYWHERE = 32
# a proposed offset stands for its own cell and its neighbours
CELLS_EACH = 3.0
# no posterior is nearer to 0 or 1 than this: log-odds within reason
LEAST_DOUBT = 1e-6
# points over which what is left of the probability is spread, for an interval
_ANYWHERE_POINTS = 33
# a gallery may be of another event; the anchor, and the blocks on the way to it, are of this one,
# and are believed so much more readily (log-odds)
_HEAD_START = 1.5


@dataclass(frozen=True)
class Posterior:
    """The posterior of a block's shift.

    ``local``: the mass of each of ``near_s``, given that the block is somewhere there, sums up
    to 1. ``other_s`` and ``other``: places elsewhere and the mass of each; ``at_mode``: the mass
    of ``near_s`` as a whole. ``anywhere``: what is left, spread over ``range_s``. ``seen``: the
    probability that the block is right by what was seen in this event, whatever is usual of such
    clocks.
    """

    local: Floats
    at_mode: float
    other_s: Floats
    other: Floats
    anywhere: float
    range_s: tuple[float, float]
    seen: float = 1.0

    @property
    def near_s(self) -> Floats:
        """The shifts around where the block is."""
        return grid(NEAR_STEPS)

    @property
    def log_odds(self) -> float:
        """The log-odds that the block is right, within reason."""
        return log_odds_of(self.within(RIGHT_WITHIN_S), LEAST_DOUBT)

    @property
    def seen_odds(self) -> float:
        """The same by what was seen alone."""
        return log_odds_of(self.seen, LEAST_DOUBT)

    def mirrored(self) -> "Posterior":
        """Return the posterior of the rest's shift against the block."""
        return replace(
            self,
            local=self.local[::-1],
            other_s=-self.other_s,
            range_s=(-self.range_s[1], -self.range_s[0]),
        )

    def as_calibrated(self) -> "Posterior":
        """Return the same, as sure as posteriors like it were found to be.

        What lies within 300 s gets the calibrated probability, the rest what is left of 1.
        """
        right, near = self.within(RIGHT_WITHIN_S), np.abs(self.near_s) <= RIGHT_WITHIN_S
        found = calibrated(self.log_odds)
        outside = (1 - found) / max(1 - right, LEAST_DOUBT)
        local = self.at_mode * self.local * np.where(near, found / max(right, LEAST_DOUBT), outside)
        at_mode = float(local.sum())
        return replace(
            self,
            local=local / max(at_mode, LEAST_DOUBT),
            at_mode=at_mode,
            other=self.other * outside,
            anywhere=self.anywhere * outside,
        )

    def within(self, limit_s: float) -> float:
        """Return the probability that the block is right to within some seconds."""
        return self.at_mode * float(self.local[np.abs(self.near_s) <= limit_s].sum())

    def interval_s(self, share: float) -> tuple[float, float]:
        """Return the shifts between which a share of the probability lies."""
        tail, n_spread = (1.0 - share) / 2, _ANYWHERE_POINTS
        spread_s = np.linspace(*self.range_s, n_spread)
        places = np.concatenate([self.near_s, self.other_s, spread_s])
        spread = np.full(n_spread, self.anywhere / n_spread)
        masses = np.concatenate([self.at_mode * self.local, self.other, spread])
        order = np.argsort(places, kind="stable")
        # a place stands for what lies around it: half of its mass is on either side
        below = np.cumsum(masses[order]) - masses[order] / 2
        low_s, high_s = np.interp([tail, 1.0 - tail], below / masses.sum(), places[order])
        return float(low_s), float(high_s)


def posterior_of(board: Board, block: Sequence[int]) -> Posterior:
    """Return the posterior of one block's shift against all others."""
    near_s = grid(NEAR_STEPS)
    others_s = board.alternatives_s(block)
    others_s = others_s[np.abs(others_s) > MODE_S + CELL_S]
    anywhere_s, range_s = _anywhere(board, block)
    shifts_s = np.concatenate([near_s, others_s, anywhere_s])
    photos = board.asking_photos(block)(shifts_s)
    n_of = len(near_s), len(others_s)
    found = _posterior(board, photos, board.other_odds(block, shifts_s), others_s, n_of, range_s)
    measured = replace(board, knowledge=board.knowledge.seen())
    if len(measured.knowledge.beliefs) == len(board.knowledge.beliefs):
        return replace(found, seen=found.within(RIGHT_WITHIN_S))
    prior = measured.other_odds(block, shifts_s)
    seen = _posterior(board, photos, prior, others_s, n_of, range_s)
    return replace(found, seen=seen.within(RIGHT_WITHIN_S))


def _posterior(
    board: Board,
    photos: Floats,
    prior: Floats,
    others_s: Floats,
    n_of: tuple[int, int],
    range_s: tuple[float, float],
) -> Posterior:
    """Return the posterior by what photos say of shifts and what is likely without them.

    The shifts are the near ones, then those elsewhere, ``n_of`` of each, then those anywhere.
    """
    step_s, ends = widths(NEAR_STEPS), (n_of[0], sum(n_of))
    # where exactly, and which of several places, are told apart by photos of unlike worth
    local = board.options.interval_temper * photos[: ends[0]] + prior[: ends[0]] + np.log(step_s)
    odds = board.options.mode_temper * photos + prior
    mode = _log_sum(odds[: ends[0]] + np.log(step_s / CELL_S))
    other = odds[ends[0] : ends[1]] + np.log(CELLS_EACH)
    n_cells = max((range_s[1] - range_s[0]) / CELL_S, 1.0)
    floor = _log_mean(odds[ends[1] :]) + np.log(n_cells)
    total = _log_sum(np.array([mode, floor, *other]))
    return Posterior(
        local=np.exp(local - _log_sum(local)),
        at_mode=float(np.exp(mode - total)),
        other_s=others_s,
        other=np.exp(other - total),
        anywhere=float(np.exp(floor - total)),
        range_s=range_s,
    )


def probability(own: Posterior, anchor: Posterior | None, way: Sequence[Posterior]) -> float:
    """Return P(|error| ≤ 300 s) of a gallery, by its own posterior, the anchor's, and its way's.

    ``anchor`` is None where the gallery's own posterior is the anchor's as well.
    """
    others = way if anchor is None else (anchor, *way)
    others_odds = [other.log_odds + _HEAD_START for other in others]
    return calibrated(min([own.log_odds, *others_odds]))


def seen_probability(own: Posterior, anchor: Posterior | None, way: Sequence[Posterior]) -> float:
    """Return the same by what was seen in this event alone."""
    others = way if anchor is None else (anchor, *way)
    others_odds = [other.seen_odds + _HEAD_START for other in others]
    return calibrated(min([own.seen_odds, *others_odds]))


def _anywhere(board: Board, block: Sequence[int]) -> tuple[Floats, tuple[float, float]]:
    """Return shifts spread over all that leave some overlap, and the range they are from."""
    first_s, last_s = board.span(block)
    inside = frozenset(block)
    others_first_s, others_last_s = board.span(
        [member for member in board.members if member not in inside]
    )
    low_s, high_s = others_first_s - last_s, others_last_s - first_s
    spread_s = low_s + (high_s - low_s) * (np.arange(_N_ANYWHERE) + 1 / 2) / _N_ANYWHERE
    return spread_s[np.abs(spread_s) > RIGHT_WITHIN_S], (low_s, high_s)


def _log_sum(values: Floats) -> float:
    return float(np.logaddexp.reduce(values)) if len(values) else -np.inf


def _log_mean(values: Floats) -> float:
    return _log_sum(values) - float(np.log(max(len(values), 1)))


# From what the posterior says to how often it is right.
#
# The knots are those of `coincide.solver.parameters`: how often galleries of development events
# were right to within 300 s at each level of the posterior.

__all__ = ["FOUND", "POSTERIOR", "calibrated", "log_odds_of"]


def log_odds_of(probability: float, least_doubt: float) -> float:
    """Return log-odds, within reason: nothing is nearer to 0 or 1 than ``least_doubt``."""
    clipped = float(np.clip(probability, least_doubt, 1 - least_doubt))
    return float(np.log(clipped / (1 - clipped)))


def calibrated(log_odds: float) -> float:
    """Return the probability that goes with a posterior's log-odds.

    >>> round(calibrated(0.0), 2)
    0.44
    """
    true_odds = float(np.interp(log_odds, POSTERIOR, FOUND))
    return 1 / (1 + float(np.exp(-true_odds)))
