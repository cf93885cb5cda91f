"""Run methods on suites: every method gets the same trials, and none sees the truth."""

import time
from collections.abc import Mapping, Sequence

from coincide.bench.event import BenchEvent
from coincide.bench.figures.outcome import Outcome, judge
from coincide.bench.methods import BenchMethod
from coincide.bench.suites.context import BenchContext
from coincide.bench.suites.registry import Suite


def run_suites(
    suites: Mapping[str, Suite],
    methods: Mapping[str, BenchMethod],
    seeds: Sequence[int],
    context: BenchContext,
) -> list[Outcome]:
    """Return the outcome of every method on every trial of every suite."""
    outcomes: list[Outcome] = []
    for number, (name, suite) in enumerate(suites.items()):
        context.progress("bench", number, len(suites))
        for n_trials, event in enumerate(suite.events(seeds, context), start=1):
            outcomes.extend(_try(event, method, run) for method, run in methods.items())
            context.progress(name, n_trials, n_trials)
    context.progress("bench", len(suites), len(suites))
    return outcomes


def _try(event: BenchEvent, method: str, run: BenchMethod) -> Outcome:
    start = time.perf_counter()
    offsets = run(event)
    return judge(event, offsets, {"solve": time.perf_counter() - start}, method=method)
