"""Run methods on suites: every method gets the same trials, and none sees the truth."""

import multiprocessing
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor

from coincide_bench.event import BenchEvent
from coincide_bench.figures.outcome import Outcome, judge
from coincide_bench.methods import BenchMethod
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.registry import Suite

Methods = Mapping[str, BenchMethod]

# trials made ahead of those being solved, for each worker: bounds memory
AHEAD = 2


def run_suites(
    suites: Mapping[str, Suite],
    methods: Methods,
    seeds: Sequence[int],
    context: BenchContext,
    *,
    workers: int = 1,
) -> list[Outcome]:
    """Return the outcome of every method on every trial of every suite, in order.

    More than one worker means as many processes; the outcomes are the same, but for the times.
    """
    outcomes: list[Outcome] = []
    for number, (name, suite) in enumerate(suites.items()):
        context.progress("bench", number, len(suites))
        events = suite.events(seeds, context)
        tried = _try_each(events, methods) if workers == 1 else _share_out(events, methods, workers)
        for n_trials, found in enumerate(tried, start=1):
            outcomes.extend(found)
            context.progress(name, n_trials, n_trials)
    context.progress("bench", len(suites), len(suites))
    return outcomes


def _try_each(events: Iterable[BenchEvent], methods: Methods) -> Iterator[list[Outcome]]:
    for event in events:
        yield _try_all(event, methods)


def _share_out(
    events: Iterable[BenchEvent], methods: Methods, workers: int
) -> Iterator[list[Outcome]]:
    """Yield the outcomes of each trial in order, solved by several processes."""
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[list[Outcome]]] = deque()
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for event in events:
            waiting.append(pool.submit(_try_all, event, methods))
            if len(waiting) > AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _try_all(event: BenchEvent, methods: Methods) -> list[Outcome]:
    return [_try(event, method, run) for method, run in methods.items()]


def _try(event: BenchEvent, method: str, run: BenchMethod) -> Outcome:
    start = time.perf_counter()
    offsets = run(event)
    return judge(event, offsets, {"solve": time.perf_counter() - start}, method=method)
