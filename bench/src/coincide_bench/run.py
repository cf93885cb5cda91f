"""Run methods on suites: every method gets the same trials, and none sees the truth."""

import multiprocessing
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from typing import TypeVar

from coincide_bench.event import BenchEvent
from coincide_bench.figures.outcome import Outcome, judge
from coincide_bench.methods import BenchMethod
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.registry import Suite

T = TypeVar("T")
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
        tried = solve_each(events, partial(_try_all, methods=methods), workers=workers)
        for n_trials, found in enumerate(tried, start=1):
            outcomes.extend(found)
            context.progress(name, n_trials, n_trials)
    context.progress("bench", len(suites), len(suites))
    return outcomes


def solve_each(
    events: Iterable[BenchEvent], solve: Callable[[BenchEvent], T], *, workers: int
) -> Iterator[T]:
    """Yield what is made of each trial, in order; more than one worker means as many processes."""
    if workers == 1:
        yield from map(solve, events)
        return
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[T]] = deque()
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        for event in events:
            waiting.append(pool.submit(solve, event))
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
