"""How good a fit is on what it has not seen: one source of events left out at a time.

A source is a set of photos, or the generator of all simulated worlds: events that are dealt from
the same photos, or drawn by the same rules, are alike in ways that no new event shares.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from coincide.model import Floats
from coincide_bench.event import BenchEvent

T = TypeVar("T")

# as many bins as show a gap of a tenth of the galleries
_N_BINS = 10
# no log loss is infinite for one statement that was wrong
_LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class FitScore:
    """How well stated probabilities fit what came true; all three are 0 at best.

    ``gap``: between the mean statement and the share that came true, in the worst of ten bins
    of equal mass.
    """

    log_loss: float
    brier: float
    gap: float


def source_of(event: BenchEvent) -> str:
    """Return the source of an event: what is left out with it."""
    return "simulated" if event.name.startswith("simulated") else event.cluster


def score(chance: Floats, right: Floats, weight: Floats | None = None) -> FitScore:
    """Return how well probabilities fit, (n,) each; ``right`` is 0 or 1.

    >>> score(np.array([0.5, 0.5]), np.array([1.0, 0.0]))
    FitScore(log_loss=0.6931471805599453, brier=0.25, gap=0.0)
    """
    mass = np.ones(len(chance)) if weight is None else weight
    mass = mass / mass.sum()
    of_truth = np.clip(np.where(right > 0, chance, 1 - chance), _LEAST, None)
    return FitScore(
        log_loss=float(-(mass * np.log(of_truth)).sum()),
        brier=float((mass * (chance - right) ** 2).sum()),
        gap=_worst_gap(chance, right, mass),
    )


def _worst_gap(chance: Floats, right: Floats, mass: Floats) -> float:
    """Return the gap of the worst bin; equal statements are in one bin."""
    _, where = np.unique(chance, return_inverse=True)
    of_each = np.bincount(where, mass)
    middle = np.cumsum(of_each) - of_each / 2
    bins = np.minimum((middle * _N_BINS).astype(np.int64), _N_BINS - 1)[where]
    total = np.bincount(bins, mass, _N_BINS)
    off = np.bincount(bins, mass * (chance - right), _N_BINS)
    return float(np.abs(off[total > 0] / total[total > 0]).max())


def by_fold(parts: Mapping[str, T], fit: Callable[[Sequence[T]], Callable[[T], Floats]]) -> Floats:
    """Return what is stated of each part by a fit of all others, one after the other.

    ``fit`` returns what states the probabilities of a part.
    """
    stated = []
    for left_out, part in parts.items():
        others = [other for name, other in parts.items() if name != left_out]
        stated.append(fit(others)(part))
    return np.concatenate(stated)
