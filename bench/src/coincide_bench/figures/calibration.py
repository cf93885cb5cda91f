"""Hold stated probabilities against what came: reliability of "within 300 s, with probability p".

Bins hold equally many galleries, not equal widths: good methods state mostly values near
1, and equal widths would leave nine of ten bins to chance. A stated probability about a
stranger is a miss: no offset of it is right.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from coincide.model import Floats, Indices
from coincide_bench.figures.outcome import GalleryOutcome

MAX_BINS = 10
# with fewer in a bin, its share of right answers is mostly noise: ± 0.2 at twenty
MIN_PER_BIN = 20
N_SIMULATED = 200


class ReliabilityBin(NamedTuple):
    """Galleries with similar stated probability: its mean, the share that was right, how many."""

    stated: float
    right: float
    n_galleries: int


@dataclass(frozen=True)
class Calibration:
    """How far stated and observed are apart.

    ``ece``: expected calibration error, the mean |stated − right| over the bins, weighted by
    their size. It is above 0 even for an honest method, the more so the fewer galleries:
    ``ece_by_chance`` is what an honest one would show on the same statements.
    ``brier_skill``: 1 − Brier score / that of always stating the base rate; None where all
    were right or all wrong, for then the base rate cannot be beaten.
    """

    ece: float
    ece_by_chance: float
    brier_skill: float | None
    bins: tuple[ReliabilityBin, ...]


def calibrate(galleries: Iterable[GalleryOutcome]) -> Calibration | None:
    """Return the calibration of all placed galleries with a probability, None without any."""
    stated_list, right_list = [], []
    for gallery in galleries:
        if gallery.probability is not None:
            stated_list.append(gallery.probability)
            right_list.append(float(gallery.right))
    if not stated_list:
        return None
    order = np.argsort(stated_list, kind="stable")
    stated, right = np.array(stated_list)[order], np.array(right_list)[order]
    bins = _equal_mass_bins(stated)
    return Calibration(
        ece=float(_gaps(bins, stated, right[None, :])[0]),
        ece_by_chance=_honest_ece(bins, stated),
        brier_skill=_brier_skill(stated, right),
        bins=_reliability(bins, stated, right),
    )


def _equal_mass_bins(stated: Floats) -> Indices:
    """Return the bin of each of the sorted values; equal values share a bin."""
    n_bins = int(np.clip(len(stated) // MIN_PER_BIN, 1, MAX_BINS))
    edges = np.unique(np.quantile(stated, np.arange(1, n_bins) / n_bins))
    numbers = np.searchsorted(edges, stated, side="right")
    return np.unique(numbers, return_inverse=True)[1].astype(np.int64)


def _gaps(bins: Indices, stated: Floats, right: Floats) -> Floats:
    """Return the calibration error of each row of ``right`` (R, N): (R,)."""
    starts = np.flatnonzero(np.diff(bins, prepend=-1))
    gaps: Floats = np.abs(np.add.reduceat(right - stated, starts, axis=1)).sum(axis=1)
    return gaps / len(stated)


def _honest_ece(bins: Indices, stated: Floats) -> float:
    """Return the mean calibration error if every statement were true, by seeded simulation."""
    rng = np.random.default_rng(0)
    rows = max(1, min(N_SIMULATED, 1_000_000 // len(stated)))  # bounds memory only
    gaps = [
        _gaps(bins, stated, (rng.random((rows, len(stated))) < stated).astype(np.float64))
        for _ in range(-(-N_SIMULATED // rows))
    ]
    return float(np.concatenate(gaps).mean())


def _reliability(bins: Indices, stated: Floats, right: Floats) -> tuple[ReliabilityBin, ...]:
    sizes = np.bincount(bins)
    means = np.bincount(bins, stated) / sizes, np.bincount(bins, right) / sizes
    return tuple(
        ReliabilityBin(float(said), float(observed), int(size))
        for said, observed, size in zip(*means, sizes, strict=True)
    )


def _brier_skill(stated: Floats, right: Floats) -> float | None:
    base_rate = float(right.mean())
    base_score = base_rate * (1.0 - base_rate)
    return None if base_score == 0 else 1.0 - float(np.mean((stated - right) ** 2)) / base_score
