"""Run every variant on the suites where it can matter."""

from collections.abc import Mapping, Sequence

from coincide_bench.ablation.variants import methods_of
from coincide_bench.figures.document import Document, SeedsKind
from coincide_bench.figures.outcome import Outcome
from coincide_bench.figures.results import build_document
from coincide_bench.run import run_suites
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.films import SUITE as FILMED
from coincide_bench.suites.films import filmed_events
from coincide_bench.suites.registry import SUITES, Suite
from coincide_bench.suites.times import SUITE as TIMED
from coincide_bench.suites.times import timed_events

ABLATED: Mapping[str, Suite] = {
    **{name: SUITES[name] for name in ("splits", "splits-gps", "simulated", "tagged", "jumps")},
    FILMED: Suite(filmed_events, False, "simulated events, their bursts filmed"),
    TIMED: Suite(timed_events, False, "simulated events, some of their clocks measured"),
}


def run_ablation(
    seeds: Sequence[int],
    context: BenchContext,
    *,
    seeds_kind: SeedsKind,
    suites: Mapping[str, Suite] = ABLATED,
) -> Document:
    """Return the results of all variants; suites of photos that are not at hand are left out."""
    outcomes: list[Outcome] = []
    for name, suite in suites.items():
        if context.datasets is not None or not suite.needs_photos:
            outcomes += run_suites({name: suite}, methods_of(name), seeds, context)
    return build_document(outcomes, seeds_kind=seeds_kind, seeds=seeds)
