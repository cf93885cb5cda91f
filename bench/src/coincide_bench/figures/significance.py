"""Tell a difference of two means from noise, for fixed events and random seeds.

Events differ far more from each other than seeds of one event do, so every event is a
stratum of its own: Δ is the mean of the differences inside the strata, and its variance
the sum of theirs, by Welch's t-test for many samples of unequal variance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from coincide.model import Floats, Indices
from coincide_bench.figures.aggregate import LEVEL, Interval

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Contrast:
    """A mean difference; ``noise`` is its 95 % interval over other seeds of the same events.

    ``noise`` is None where the trials show no spread, ``p_value`` where they are too few.
    """

    difference: float
    noise: Interval | None
    p_value: float | None

    @property
    def beyond_noise(self) -> bool:
        """Whether so large a difference comes by chance in fewer than 5 % of cases."""
        return self.p_value is not None and self.p_value < ALPHA


@dataclass(frozen=True)
class _Samples:
    """Samples laid end to end: ``sample`` (V,) of each value, ``n`` and ``mean`` of each sample.

    ``weight`` (S,) is what a sample's mean counts for in the difference.
    """

    values: Floats
    sample: Indices
    weight: Floats
    n: Floats
    mean: Floats

    @property
    def difference(self) -> float:
        return float(self.weight @ self.mean)


def contrast_paired(strata: Sequence[Floats]) -> Contrast:
    """Return the mean over the strata of their mean difference, given each trial's own."""
    if max(len(stratum) for stratum in strata) < 2:
        # one trial for each event: the events are all the sample there is
        strata = [np.concatenate(strata)]
    samples = _samples(strata, np.full(len(strata), 1.0 / len(strata)))
    return _contrast(samples, len(samples.values))


def contrast_unpaired(strata: Sequence[tuple[Floats, Floats]]) -> Contrast:
    """Return the mean over the strata of mean(b) − mean(a), given the trials (a, b) of each."""
    if max(len(side) for stratum in strata for side in stratum) < 2:
        return contrast_paired([b - a for a, b in strata])
    share = 1.0 / len(strata)
    sides = [side for stratum in strata for side in stratum]
    samples = _samples(sides, np.tile([-share, share], len(strata)))
    n_trials = min(sum(len(stratum[side]) for stratum in strata) for side in (0, 1))
    return _contrast(samples, n_trials)


def _samples(parts: Sequence[Floats], weight: Floats) -> _Samples:
    sizes = np.array([len(part) for part in parts])
    values = np.concatenate(parts)
    sample = np.repeat(np.arange(len(parts)), sizes)
    n = sizes.astype(np.float64)
    return _Samples(values, sample, weight, n, np.bincount(sample, values) / n)


def _contrast(samples: _Samples, n_trials: int) -> Contrast:
    difference = samples.difference
    squares = np.bincount(samples.sample, (samples.values - samples.mean[samples.sample]) ** 2)
    spare = float((samples.n - 1.0).sum())
    if spare == 0:
        return Contrast(difference, None, None)
    if float(squares.sum()) < 1e-18:  # rounding of means, at most
        return Contrast(difference, None, _one_way_p(difference, n_trials))
    pooled = float(squares.sum()) / spare
    # a lone trial shows no spread of its own: it is taken to have the usual one
    spread = np.where(samples.n > 1, squares / np.maximum(samples.n - 1.0, 1.0), pooled)
    parts = samples.weight**2 * spread / samples.n
    freedom = _degrees_of_freedom(samples, parts, spare)
    error = float(np.sqrt(parts.sum()))
    reach = float(stats.t.ppf((1.0 + LEVEL) / 2.0, freedom)) * error
    return Contrast(
        difference,
        Interval(difference - reach, difference + reach),
        float(2.0 * stats.t.sf(abs(difference) / error, freedom)),
    )


def _degrees_of_freedom(samples: _Samples, parts: Floats, spare: float) -> float:
    """Return Satterthwaite's degrees of freedom, or fewer where a few outliers make the spread.

    A variance that rests on four failures among hundreds of perfect trials is known no better
    than from a handful of trials. So the second figure takes the spread of the variance from
    the fourth moments rather than from a normal law: 2 V² / Var(V), Var(s²) ≈ (m₄ − s⁴) / n.
    """
    total = float(parts.sum())
    own = np.where(samples.n > 1, samples.n - 1.0, spare)
    welch = total**2 / float((parts**2 / own).sum())
    fourth = np.bincount(samples.sample, (samples.values - samples.mean[samples.sample]) ** 4)
    second = np.bincount(samples.sample, (samples.values - samples.mean[samples.sample]) ** 2)
    of_spread = (fourth / samples.n - (second / samples.n) ** 2) / samples.n
    uncertainty = float((samples.weight**4 / samples.n**2 * of_spread).sum())
    heavy = 2.0 * total**2 / uncertainty if uncertainty > 0 else welch
    return max(1.0, min(welch, heavy))


def _one_way_p(difference: float, n_trials: int) -> float:
    """Return the chance that trials without any spread all fall on one side."""
    return 1.0 if abs(difference) < 1e-12 else min(1.0, 2.0 ** (1 - n_trials))
