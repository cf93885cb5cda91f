"""A monotone map from stated log-odds to those that come true, as knots to draw lines between."""

from dataclasses import dataclass

import numpy as np

from coincide.model import Floats

# with so many galleries a bin's share is off by a twentieth or less, two times in three
_LEAST_IN_BIN = 120
# half a gallery more on either side: what is always right is only as sure as it was seen often
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Knots:
    """Log-odds as stated, and as they come true: both ascend."""

    posterior: tuple[float, ...]
    found: tuple[float, ...]

    def chance(self, log_odds: Floats) -> Floats:
        """Return how often statements are right, (n,); beyond the knots as at the last one."""
        odds = np.interp(log_odds, self.posterior, self.found)
        chance: Floats = 1 / (1 + np.exp(-odds))
        return chance


def fit_knots(log_odds: Floats, right: Floats, least: int = _LEAST_IN_BIN) -> Knots:
    """Return the knots of statements, (n,), that turned out right or not, 0 or 1.

    Equal statements stay in one bin of at least ``least`` statements. Bins whose share right does
    not rise are pooled with their neighbour until all rise, by their counts.
    """
    pools: list[Floats] = []
    for array in _bins(log_odds, right, least):
        pools.append(array)
        while len(pools) > 1 and _odds(pools[-1]) <= _odds(pools[-2]):
            pools[-2:] = [pools[-2] + pools[-1]]
    return Knots(
        tuple(round(float(pool[2] / pool[0]), 2) for pool in pools),
        tuple(round(_odds(pool), 2) for pool in pools),
    )


def _bins(log_odds: Floats, right: Floats, least: int) -> list[Floats]:
    """Return of each bin how many statements it has, how many are right, the sum of log-odds."""
    _, where = np.unique(log_odds, return_inverse=True)
    counts = np.stack(
        [np.bincount(where), np.bincount(where, right), np.bincount(where, log_odds)], axis=1
    ).astype(np.float64)
    bins, open_bin = list[Floats](), np.zeros(3)
    for count in counts:
        open_bin = open_bin + count
        if open_bin[0] >= least:
            bins.append(open_bin)
            open_bin = np.zeros(3)
    if open_bin[0]:
        # too few for a bin of their own
        bins[-1:] = [sum(bins[-1:], open_bin)]
    return bins


def _odds(pool: Floats) -> float:
    n, n_right = float(pool[0]), float(pool[1])
    return float(np.log((n_right + _HALF) / (n - n_right + _HALF)))
