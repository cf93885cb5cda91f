"""Run tasks on a Ray cluster; Ray begins them again where nodes are lost or requests fail."""

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Self

from coincide.engine.form import Done, I, R, S
from coincide.errors import CoincideError, EngineError, StoreError, UsageError

# how often a task is begun again: nodes may go many times, but a task that ends its worker
# each time must not go on for ever
MAX_RETRIES = 20
# tasks handed out for each core of the cluster: one runs, the next is there when it ends
AHEAD = 2


class RayEngine:
    """A Ray cluster: one that runs already, or one that is started on this machine."""

    in_process = False

    def __init__(self, address: str | None = None) -> None:
        """Join the cluster at ``address``; None: as RAY_ADDRESS says, else one is started."""
        try:
            import ray
        except ImportError as error:
            raise UsageError('--engine ray needs Ray: pip install "coincide[cluster]"') from error
        self._ray: Any = ray
        self._joined_here = not ray.is_initialized()
        try:
            if self._joined_here:
                ray.init(address=address, log_to_driver=False, logging_level=logging.WARNING)
        except (ConnectionError, ValueError, RuntimeError) as error:
            where = address or "this machine"
            message = f"No Ray cluster can be used at {where}: {error}"
            raise EngineError(f"{message.rstrip('.')}.{_about_tokens()}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._joined_here:
            self._ray.shutdown()

    def map(
        self, task: Callable[[S, I], R], shared: S, items: Sequence[I], *, cpus: int = 1
    ) -> Iterator[Done[R]]:
        """Yield ``task(shared, item)`` in the order of items.

        What is shared is sent to each node once, and kept by the driver's.
        """
        remote = self._ray.remote(_measured).options(
            num_cpus=cpus,
            max_retries=MAX_RETRIES,
            retry_exceptions=[OSError, StoreError],
            scheduling_strategy="SPREAD",
            name=getattr(task, "__name__", "task"),
        )
        common = self._ray.put(shared)
        waiting: deque[Any] = deque()
        remaining = iter(items)
        try:
            while True:
                for item in islice(remaining, max(0, self._room(cpus) - len(waiting))):
                    waiting.append(remote.remote(task, common, item))
                if not waiting:
                    return
                yield self._result(waiting.popleft())
        finally:
            for reference in waiting:
                self._ray.cancel(reference)

    def _room(self, cpus: int) -> int:
        """Return how many tasks may be under way; the cluster may grow and shrink."""
        cores = self._ray.cluster_resources().get("CPU", 1.0)
        return AHEAD * max(1, int(cores // cpus))

    def _result(self, reference: Any) -> Done[Any]:
        errors = self._ray.exceptions
        try:
            done: Done[Any] = self._ray.get(reference)
        except errors.RayTaskError as error:
            if isinstance(error.cause, CoincideError):
                raise error.cause from error
            raise
        except errors.RayError as error:
            raise EngineError(
                f"A task failed on the cluster, after {MAX_RETRIES} more attempts: {error}"
            ) from error
        return done


def _about_tokens() -> str:
    """Return what to try where a cluster may want a token: Ray only looks for one if told to."""
    if "RAY_AUTH_MODE" in os.environ:
        return ""
    return " If it asks for a token: export RAY_AUTH_MODE=token, with the token in ~/.ray."


def _measured(task: Callable[[S, I], R], shared: S, item: I) -> Done[R]:
    """Run a task where Ray wants it."""
    import ray

    start_s = time.process_time()
    value = task(shared, item)
    attempt = ray.get_runtime_context().worker.core_worker.get_current_task_attempt_number()
    return Done(value, time.process_time() - start_s, attempt)
