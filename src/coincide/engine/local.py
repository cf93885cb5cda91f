"""Run tasks in threads of this process: decoding, hashing and networks leave the interpreter."""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from types import TracebackType
from typing import Self

from coincide.engine.form import Done, I, R, S


class LocalEngine:
    """One process, as many tasks at a time as there are cores."""

    in_process = True

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or _cores()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def map(
        self, task: Callable[[S, I], R], shared: S, items: Sequence[I], *, cpus: int = 1
    ) -> Iterator[Done[R]]:
        """Yield ``task(shared, item)`` in the order of items; the first failure ends it."""
        n_workers = max(1, self.workers // cpus)
        waiting: deque[Future[Done[R]]] = deque()
        remaining = iter(items)
        with Threads(n_workers, thread_name_prefix="task") as pool:
            while True:
                for item in islice(remaining, 2 * n_workers - len(waiting)):
                    waiting.append(pool.submit(_timed, task, shared, item))
                if not waiting:
                    return
                yield waiting.popleft().result()


def _timed(task: Callable[[S, I], R], shared: S, item: I) -> Done[R]:
    start_s = time.thread_time()
    value = task(shared, item)
    return Done(value, time.thread_time() - start_s)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Threads(ThreadPoolExecutor):
    """A pool that runs all tasks to the end, unless its block is left by an exception."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.shutdown(wait=True, cancel_futures=kind is not None)
