"""What likeness says about nearness in events at large: the table every event starts from.

``python -m coincide_bench.evidence_fit DATASETS`` prints the numbers of
``coincide.solver.evidence.usual``, from development events alone. Each photo set counts alike, and
all simulated events together as one more; sets of minutes are left out, because nothing in
them is far.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.evidence.measures import VectorMeasure
from coincide.solver.evidence.usual import LOOK, UsualTable
from coincide_bench.event import BenchEvent
from coincide_bench.suites.context import BenchContext, default_cache
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
    counts: dict[str, Floats] = {}
    for event in events:
        if event.offsets_kind == "continuous" and event.span_s >= SHORT_S:
            source = event.suite if event.suite == "simulated" else event.cluster
            counts.setdefault(source, np.zeros((len(scales_s) + 1, len(edges) + 1)))
            counts[source] += count_pairs(event, edges, scales_s)
    shares = [found / found.sum(axis=1, keepdims=True) for found in counts.values()]
    mean = np.mean(shares, axis=0) + LEAST_SHARE
    mean /= mean.sum(axis=1, keepdims=True)
    return UsualTable(edges, tuple(scales_s), mean[-1], np.log(mean[:-1] / mean[-1]))


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


def main(datasets: str) -> None:
    """Print the table of the development events."""
    context = BenchContext(default_cache(), Path(datasets), False, lambda *_: None)
    events = [*split_events(SEEDS, context), *simulated_events(SEEDS, context)]
    fitted = fit_look(events)
    sys.stdout.write(f"far={[float(f'{share:.3g}') for share in fitted.far]}\n")
    sys.stdout.write(f"log_ratio={np.round(fitted.log_ratio, 2).tolist()}\n")


if __name__ == "__main__":
    main(sys.argv[1])
