"""Where the clusters of an event are solved: one after the other, or in several processes.

Whoever has more machines passes a function of the same form; see ``TaskRunner``.
"""

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Protocol, TypeVar

from coincide.solver.options import ProcessOptions

S = TypeVar("S")
I = TypeVar("I")  # noqa: E741
R = TypeVar("R")

# read by numpy's products when they are loaded
THREADS = "OPENBLAS_NUM_THREADS"


class TaskRunner(Protocol):
    """Something that runs a task on many items and yields the results in their order."""

    def __call__(self, task: Callable[[S, I], R], shared: S, items: Sequence[I], /) -> Iterator[R]:
        """Yield ``task(shared, item)`` of each item; items are made as they are asked for."""
        ...


def in_turn(task: Callable[[S, I], R], shared: S, items: Sequence[I], /) -> Iterator[R]:
    """Yield the results of one task after the other, in this process."""
    for item in items:
        yield task(shared, item)


def in_processes(
    workers: int | None = None, options: ProcessOptions = ProcessOptions()
) -> TaskRunner:
    """Return what runs tasks in as many processes; None: one for each core."""
    n_workers = workers or os.cpu_count() or 1
    most = options.tasks_ahead * n_workers

    def run(task: Callable[[S, I], R], shared: S, items: Sequence[I], /) -> Iterator[R]:
        if min(n_workers, len(items)) <= 1:
            yield from in_turn(task, shared, items)
            return
        # spawned: a process that has threads of its own must not be forked
        context = multiprocessing.get_context("spawn")
        remaining, waiting = iter(items), deque[Future[R]]()
        with _one_thread_each(), ProcessPoolExecutor(n_workers, mp_context=context) as pool:
            while True:
                for item in islice(remaining, most - len(waiting)):
                    waiting.append(pool.submit(task, shared, item))
                if not waiting:
                    return
                yield waiting.popleft().result()

    return run


@contextmanager
def _one_thread_each() -> Iterator[None]:
    """Let processes that start now use one thread each, or their products wait for each other.

    In this process, whose libraries are loaded, nothing changes.
    """
    before = os.environ.get(THREADS)
    os.environ[THREADS] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[THREADS]
        else:
            os.environ[THREADS] = before


def counted(run: TaskRunner, progress: Callable[[int, int], None]) -> TaskRunner:
    """Return the same that tells how many are done."""

    def run_counted(task: Callable[[S, I], R], shared: S, items: Sequence[I], /) -> Iterator[R]:
        for done, result in enumerate(run(task, shared, items), start=1):
            progress(done, len(items))
            yield result

    return run_counted
