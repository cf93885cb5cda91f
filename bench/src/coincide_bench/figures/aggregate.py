"""Means over trials with their uncertainty, by a bootstrap that keeps dependent trials together.

The mean of a suite is the mean over its events of their means, so that an event with more
trials does not count for more. What is resampled is the *unit*: the cluster (the event
behind a trial), because two deals of the same photos are not independent; or, where there
is but one cluster, the seed, and then the interval is about that event alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from coincide.model import Floats, Indices

N_RESAMPLES = 2000
LEVEL = 0.95
# a loss of accuracy that nobody would notice
MARGIN = 0.02
# numbers in one block of resampled weights: bounds memory, changes no result
_BLOCK = 4_000_000


class Interval(NamedTuple):
    """Where the mean would lie in 95 % of repetitions with other events of the kind."""

    low: float
    high: float


@dataclass(frozen=True)
class Trials:
    """What T trials have in common: ``event`` and resampling ``unit``, (T,) numbers from 0."""

    event: Indices
    unit: Indices

    @property
    def n_units(self) -> int:
        """How many units can be resampled; below two there is no interval."""
        return int(self.unit.max()) + 1 if len(self.unit) else 0


def gather(events: Sequence[str], clusters: Sequence[str], seeds: Sequence[int]) -> Trials:
    """Give the events numbers, and the units: clusters if two or more, else seeds."""
    units: Sequence[str] | Sequence[int] = clusters if len(set(clusters)) > 1 else seeds
    return Trials(_numbered(events), _numbered(units))


def mean(trials: Trials, values: Floats) -> float | None:
    """Return the mean over events of the trials' means; NaN marks a trial without a value."""
    weights = _weights(trials, values)
    total = float(weights.sum())
    return float(weights @ np.nan_to_num(values)) / total if total else None


def bootstrap_mean(trials: Trials, values: Floats) -> Interval | None:
    """Return the interval of :func:`mean`, None where fewer than two units have a value."""
    weights = _weights(trials, values)
    return bootstrap_share(trials, weights * np.nan_to_num(values), weights)


def bootstrap_share(trials: Trials, hits: Floats, cases: Floats) -> Interval | None:
    """Return the interval of Σ hits / Σ cases, given those of each trial, (T,).

    None where fewer than two units have a case.
    """
    n_units = trials.n_units
    sums = np.bincount(trials.unit, hits, minlength=n_units)
    totals = np.bincount(trials.unit, cases, minlength=n_units)
    if np.count_nonzero(totals) < 2:
        return None
    present = totals > 0
    drawn = _multiplicities(int(present.sum()))
    return _interval((drawn @ sums[present]) / (drawn @ totals[present]))


def quantile(errors_s: Floats, level: float) -> float | None:
    """Return a quantile of pooled errors; between two values, their mean."""
    if not len(errors_s):
        return None
    return float(np.quantile(errors_s, level, method="averaged_inverted_cdf"))


def bootstrap_quantiles(
    units: Indices, errors_s: Floats, levels: Sequence[float]
) -> list[Interval | None]:
    """Return the intervals of :func:`quantile`; ``units`` (G,) of each pooled error."""
    if len(np.unique(units)) < 2:
        return [None] * len(levels)
    order = np.argsort(errors_s, kind="stable")
    unit = np.unique(units, return_inverse=True)[1][order]
    n_units = int(unit.max()) + 1
    # how many of a unit's errors are among the smallest, (units, G): one product then
    # counts them in every resample
    among = np.cumsum(np.arange(n_units)[:, None] == unit, axis=1, dtype=np.float64)
    drawn = _multiplicities(n_units)
    rows = max(1, _BLOCK // len(unit))
    parts = [
        _quantiles_of_counts(errors_s[order], drawn[start : start + rows] @ among, levels)
        for start in range(0, len(drawn), rows)
    ]
    return [_interval(resampled) for resampled in np.concatenate(parts, axis=1)]


def at_least_as_good(difference: Interval | None, *, margin: float = MARGIN) -> bool | None:
    """Say whether a paired difference (new − old) rules out a loss beyond the margin."""
    return None if difference is None else difference.low > -margin


def _weights(trials: Trials, values: Floats) -> Floats:
    """Return one over the number of the event's trials with a value, 0 without one: (T,)."""
    counted = ~np.isnan(values)
    per_event = np.bincount(trials.event, counted)
    weights: Floats = counted / np.maximum(per_event, 1.0)[trials.event]
    return weights


def _quantiles_of_counts(ascending: Floats, reached: Floats, levels: Sequence[float]) -> Floats:
    """Return the quantiles (L, R) of ``ascending`` (G,), entry g reached with a count (R, G)."""
    totals = reached[:, -1:]
    slack = 1e-9 * totals  # 0.9 × 10 is not exactly 9
    rows = []
    for level in levels:
        lower = np.count_nonzero(reached < level * totals - slack, axis=1)
        upper = np.count_nonzero(reached <= level * totals + slack, axis=1)
        rows.append((ascending[lower] + ascending[upper]) / 2.0)
    return np.stack(rows)


def _interval(resampled: Floats) -> Interval:
    tail = (1.0 - LEVEL) / 2.0
    low, high = np.quantile(resampled, [tail, 1.0 - tail])
    return Interval(float(low), float(high))


@lru_cache(maxsize=16)
def _multiplicities(n_units: int) -> Floats:
    """Return how often each unit is drawn in each resample, (N_RESAMPLES, n_units); seeded."""
    rng = np.random.default_rng(0)
    even = np.full(n_units, 1.0 / n_units)
    return rng.multinomial(n_units, even, size=N_RESAMPLES).astype(np.float64)


def _numbered(names: Sequence[str] | Sequence[int]) -> Indices:
    return np.unique(np.array(names), return_inverse=True)[1].astype(np.int64)
