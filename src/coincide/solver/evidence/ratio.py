"""From likeness to evidence: how much likelier a likeness is for photos near in time.

Inside one gallery the clock is consistent, so the seconds between any two of its photos are
known: its own pairs teach what likeness says about nearness, at several scales of time. A
small event teaches little, so the table starts from what other events taught
(:mod:`coincide.solver.evidence.usual`) and moves as pairs come in.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Indices, PhotoTable
from coincide.solver.evidence import usual
from coincide.solver.evidence.measures import Measure
from coincide.solver.options import EvidenceOptions

# pairs nearer in time teach nothing: bursts of one camera are alike as no two cameras' photos are
_WITHIN_BURST_S = 5.0
# "not near" begins at this many times the scale, in an event that is long enough
_FAR = 4.0
# an event is long enough where that is below this share of its longest gallery
_FAR_SHARE = 0.25
# in a short event nothing is far: then what is beyond this many times the scale must do
_BEYOND = 1.5
# of far pairs there are more: what is usual of them counts as so many times own_pairs
_FAR_PAIRS = 4.0
# a table of quantiles where nothing is known beforehand, e.g. for distances
_QUANTILES = (0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.88, 0.94, 0.97, 0.99)


@dataclass(frozen=True)
class RatioTable:
    """p(likeness | near) / p(likeness | far) by bin of likeness: log_ratio (scales, bins + 1).

    ``edges`` part the bins; the last column is for pairs nothing is known of: 0.
    """

    edges: Floats
    log_ratio: Floats

    def bins(self, likeness: Floats) -> "np.typing.NDArray[np.uint8]":
        """Return the column of each pair."""
        bins = np.searchsorted(self.edges, likeness)
        bins[np.isnan(likeness)] = len(self.edges) + 1
        return bins.astype(np.uint8)


@dataclass(frozen=True)
class OwnPairs:
    """Pairs of photos of one gallery each: how alike they are, and the seconds between them."""

    likeness: Floats
    apart_s: Floats


def own_pairs(
    table: PhotoTable, measure: Measure, galleries: Sequence[int], options: EvidenceOptions
) -> OwnPairs:
    """Return the pairs inside galleries, bursts left out; galleries are skipped when too many."""
    sizes = np.diff(table.starts)
    n_pairs = float((sizes * (sizes - 1) // 2)[list(galleries)].sum())
    stride = max(1, int(np.ceil(n_pairs / options.most_pairs)))
    likeness, apart = [np.zeros(0)], [np.zeros(0)]
    for gallery in galleries[::stride]:
        first, second = np.triu_indices(int(sizes[gallery]), 1)
        times_s = table.camera_time_s[table.rows(gallery)]
        apart_s = np.abs(times_s[second] - times_s[first])
        alike = measure.block(gallery, gallery)[first, second]
        use = (apart_s > _WITHIN_BURST_S) & np.isfinite(alike)
        likeness.append(alike[use])
        apart.append(apart_s[use])
    return OwnPairs(np.concatenate(likeness), np.concatenate(apart))


def learn_table(
    table: PhotoTable,
    measure: Measure,
    scales_s: Sequence[float],
    teachers: Sequence[int],
    options: EvidenceOptions,
) -> RatioTable | None:
    """Return what a measure says at each scale by some galleries; None if nothing can be said."""
    pairs = own_pairs(table, measure, teachers, options)
    known = usual.TABLES.get(measure.kind)
    if known is None:
        if len(pairs.likeness) < options.own_pairs:
            return None
        edges = np.unique(np.quantile(pairs.likeness, _QUANTILES))
        known = usual.flat(edges)
    bins = np.searchsorted(known.edges, pairs.likeness)
    rows = [
        _learn_scale(
            bins, pairs.apart_s, scale_s, known, options, longest_s=table.longest_s(teachers)
        )
        for scale_s in scales_s
    ]
    log_ratio = np.column_stack([np.array(rows), np.zeros(len(rows))])
    return RatioTable(known.edges, log_ratio)


def _learn_scale(
    bins: Indices,
    apart_s: Floats,
    scale_s: float,
    known: usual.UsualTable,
    options: EvidenceOptions,
    *,
    longest_s: float,
) -> Floats:
    """Return the log ratio of each bin, rising with likeness, bounded, fair for the far."""
    n_bins = len(known.edges) + 1
    far_s = _FAR * scale_s
    beyond_s = far_s if far_s < _FAR_SHARE * longest_s else _BEYOND * scale_s
    near = np.bincount(bins[apart_s <= scale_s], minlength=n_bins).astype(np.float64)
    far = np.bincount(bins[apart_s > beyond_s], minlength=n_bins).astype(np.float64)
    if not options.learn:
        near[:], far[:] = 0.0, 0.0
    usual_near, usual_far = known.near(scale_s), known.far
    weight, far_weight = options.own_pairs, _FAR_PAIRS * options.own_pairs
    p_near = (near + weight * usual_near) / (near.sum() + weight)
    p_far = (far + far_weight * usual_far) / (far.sum() + far_weight)
    rising = _isotonic(np.log(p_near / p_far), p_near + p_far)
    bounded = np.exp(np.clip(rising, -options.cap, options.cap))
    # photos that are not near must not speak for nearness on average
    fair: Floats = np.log(bounded / (bounded * p_far).sum())
    return fair


def _isotonic(values: Floats, weights: Floats) -> Floats:
    """Return the nearest values that never fall (pool adjacent violators)."""
    means: list[float] = []
    masses: list[float] = []
    counts: list[int] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        means.append(value)
        masses.append(weight)
        counts.append(1)
        while len(means) > 1 and means[-2] >= means[-1]:
            mass = masses[-2] + masses[-1]
            means[-2] = (means[-2] * masses[-2] + means[-1] * masses[-1]) / mass
            masses[-2], counts[-2] = mass, counts[-2] + counts[-1]
            del means[-1], masses[-1], counts[-1]
    return np.repeat(means, counts)
