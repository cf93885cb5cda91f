"""What likeness says about nearness in events at large: the table every event starts from.

The numbers of ``coincide.solver.evidence.usual``, from development events alone. Each photo set
counts alike, and all simulated events together as one more; sets of minutes are left out, because
nothing in them is far.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

import numpy as np

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.evidence.measures import VectorMeasure
from coincide.solver.evidence.usual import LOOK, UsualTable
from coincide_bench.event import BenchEvent
from coincide_bench.fitting.cache import kept
from coincide_bench.fitting.folds import FitScore, by_fold, score, source_of
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.registry import DEV_SEEDS
from coincide_bench.suites.simulated import simulated_events
from coincide_bench.suites.splits import split_events

SEEDS = DEV_SEEDS[:4]
SHORT_S = 3 * HOUR_S
FAR_S = HOUR_S
# so that a bin nobody fell into does not say infinity
LEAST_SHARE = 1e-5


def fit_look(
    events: Iterable[BenchEvent],
    edges: Floats = LOOK.edges,
    scales_s: Sequence[float] = LOOK.scales_s,
) -> UsualTable:
    """Return the shares of pairs of different galleries by likeness, near and far in time."""
    counts = count_sources(events, edges, scales_s)
    return table_of([*counts.values()], edges, scales_s)


def count_sources(
    events: Iterable[BenchEvent],
    edges: Floats = LOOK.edges,
    scales_s: Sequence[float] = LOOK.scales_s,
) -> dict[str, Floats]:
    """Return how many pairs of each source are in each bin, as :func:`count_pairs` has them."""
    counts: dict[str, Floats] = {}
    for event in events:
        if event.offsets_kind == "continuous" and event.span_s >= SHORT_S:
            source = source_of(event)
            counts.setdefault(source, np.zeros((len(scales_s) + 1, len(edges) + 1)))
            counts[source] += count_pairs(event, edges, scales_s)
    return counts


def table_of(
    counts: Sequence[Floats],
    edges: Floats = LOOK.edges,
    scales_s: Sequence[float] = LOOK.scales_s,
) -> UsualTable:
    """Return the table of some sources, each of which counts alike."""
    mean = np.mean([_shares(found) for found in counts], axis=0) + LEAST_SHARE
    mean /= mean.sum(axis=1, keepdims=True)
    return UsualTable(edges, tuple(scales_s), mean[-1], np.log(mean[:-1] / mean[-1]))


def _shares(counts: Floats) -> Floats:
    shares: Floats = counts / counts.sum(axis=1, keepdims=True)
    return shares


def count_pairs(event: BenchEvent, edges: Floats, scales_s: Sequence[float]) -> Floats:
    """Return how many pairs are in each bin: a row for each scale, the last for the far."""
    table = event.table
    measure = VectorMeasure("look", table, event.features["pooled"])
    counts = np.zeros((len(scales_s) + 1, len(edges) + 1))
    for a, name_a in enumerate(table.names):
        for b in range(a + 1, table.n_galleries):
            times_a = table.camera_time_s[table.rows(a)] + event.truth[name_a]
            times_b = table.camera_time_s[table.rows(b)] + event.truth[table.names[b]]
            apart_s = np.abs(times_a[:, None] - times_b[None, :]).ravel()
            bins = np.searchsorted(edges, measure.block(a, b).ravel())
            groups = [apart_s <= scale_s for scale_s in scales_s] + [apart_s > FAR_S]
            counts += [np.bincount(bins[group], minlength=len(edges) + 1) for group in groups]
    return counts


def development_counts(context: BenchContext, digest: str) -> dict[str, Floats]:
    """Return the counts of the development events by source; ``digest``: of the photos at hand."""

    def count() -> dict[str, list[list[float]]]:
        events = chain(split_events(SEEDS, context), simulated_events(SEEDS, context))
        return {source: counts.tolist() for source, counts in count_sources(events).items()}

    found = kept(context.cache, ("look", *recipes(), digest), count)
    return {source: np.array(counts) for source, counts in found.items()}


def recipes() -> tuple[str, ...]:
    """Return which suites and seeds are drawn, a line each."""
    return tuple(f"look {name} {' '.join(map(str, SEEDS))}" for name in ("splits", "simulated"))


def scored(counts: Mapping[str, Floats], stated: Floats) -> FitScore:
    """Return how well probabilities tell near pairs from far ones, one of each to choose from.

    ``stated``: those of all sources, as :func:`stated_by` gives them. Sources and scales count
    alike.
    """
    right, mass = [], []
    for found in counts.values():
        shares = _shares(found)
        near, far = shares[:-1].ravel(), np.tile(shares[-1], len(shares) - 1)
        right += [np.ones(len(near)), np.zeros(len(far))]
        mass += [near, far]
    return score(stated, np.concatenate(right), np.concatenate(mass))


def stated_by(log_ratio: Floats) -> Floats:
    """Return how likely pairs are near, bin by bin of each scale: once for near, once for far ones.

    A pair is near or far as likely before it is looked at.
    """
    chance = 1 / (1 + np.exp(-log_ratio.ravel()))
    return np.concatenate([chance, chance])


def held_out(counts: Mapping[str, Floats]) -> Floats:
    """Return what is stated of each source by the table of all others."""

    def fit(others: Sequence[Floats]) -> Callable[[Floats], Floats]:
        return lambda _: stated_by(table_of(others).log_ratio)

    return by_fold(counts, fit)
