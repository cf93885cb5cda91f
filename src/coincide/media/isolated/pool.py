"""The workers of a process: started when they are needed, given tasks while memory lasts.

All tasks under way share one budget of memory. A task begins with an equal share of it; one that
needs more waits until there is as much, if need be until it is alone.
"""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from coincide.media.isolated.child import Child
from coincide.media.isolated.limits import (
    TOO_LARGE,
    DecodeLimitError,
    Limits,
    NeedsMemoryError,
    WorkerCrashedError,
)

# seconds between two looks at the workers that are at a task
_TICK_S = 0.025
# what counts of a longer pause: a program that was stopped as a whole has not been waiting
_MOST_PASSED_S = 1.0


class Pool:
    """Workers with limits in common; safe to use from several threads."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._changed = threading.Condition()
        self._queue: deque[object] = deque()  # who waits for memory, in order
        self._idle: list[Child] = []
        self._busy: dict[Child, int] = {}
        self._n_reserved, self._reserved_bytes = 0, 0
        self._watcher: threading.Thread | None = None

    @property
    def pids(self) -> list[int]:
        """The numbers of all worker processes."""
        with self._changed:
            return [child.pid for child in (*self._idle, *self._busy)]

    def run(self, task: tuple[str, str], args: Any, options: Any) -> Any:
        """Return what a task gives; raise DecodeLimitError where it breaks a limit."""
        n_bytes, crashed = self.limits.task_bytes, False
        while True:
            try:
                with self._worker(n_bytes) as child:
                    return child.call(task, args, options, n_bytes)
            except NeedsMemoryError as error:
                n_bytes = self._more_than(n_bytes, error)
            except WorkerCrashedError:
                if crashed:  # twice: that was no accident of the process
                    raise
                crashed = True

    def close(self) -> None:
        """End all workers that are idle; others end with their task."""
        with self._changed:
            idle, self._idle = self._idle, []
        for child in idle:
            child.close()

    def forget(self) -> None:
        """Drop all workers without ending them: this process is a copy of the one they serve."""
        for child in (*self._idle, *self._busy):
            child.forget()

    def _more_than(self, n_bytes: int, error: NeedsMemoryError) -> int:
        most = self.limits.shared_bytes
        wanted = most if error.n_bytes is None else error.n_bytes
        if n_bytes >= most or wanted > most:
            raise DecodeLimitError(TOO_LARGE) from error
        # who asked for too little once may do so again
        return most if wanted <= n_bytes else wanted

    @contextmanager
    def _worker(self, n_bytes: int) -> Iterator[Child]:
        child = self._take(n_bytes)
        try:
            yield child
        finally:
            self._give_back(child)

    def _take(self, n_bytes: int) -> Child:
        ticket = object()
        with self._changed:
            self._queue.append(ticket)
            try:
                self._changed.wait_for(lambda: self._queue[0] is ticket and self._fits(n_bytes))
                self._n_reserved += 1
                self._reserved_bytes += n_bytes
            finally:
                self._queue.remove(ticket)
                self._changed.notify_all()
            child = self._living()
        if child is None:
            try:
                child = Child(self.limits)
            except BaseException:
                with self._changed:
                    self._release(n_bytes)
                raise
        with self._changed:
            self._busy[child] = n_bytes
            self._watch()
        return child

    def _fits(self, n_bytes: int) -> bool:
        limits = self.limits
        has_room = self._reserved_bytes + n_bytes <= limits.shared_bytes
        return self._n_reserved < limits.n_workers and has_room

    def _living(self) -> Child | None:
        """Return an idle worker; one that ended meanwhile is replaced by the next."""
        while self._idle:
            child = self._idle.pop()
            if child.alive:
                return child
            child.close()
        return None

    def _give_back(self, child: Child) -> None:
        # the allocator may have kept much of a large file: then a new worker is cheaper
        keep = child.alive and child.idle_bytes <= self.limits.idle_bytes
        if not keep:
            child.close()
        with self._changed:
            n_bytes = self._busy.pop(child)
            if keep:
                self._idle.append(child)
            self._release(n_bytes)

    def _release(self, n_bytes: int) -> None:
        self._n_reserved -= 1
        self._reserved_bytes -= n_bytes
        self._changed.notify_all()

    def _watch(self) -> None:
        """Have somebody look after the workers while any is at a task."""
        if self._watcher is None:
            self._watcher = threading.Thread(target=self._watching, daemon=True, name="decoding")
            self._watcher.start()

    def _watching(self) -> None:
        before_s = time.monotonic()
        while True:
            with self._changed:
                busy = [*self._busy]
                if not busy:
                    self._watcher = None
                    return
            time.sleep(_TICK_S)
            now_s = time.monotonic()
            for child in busy:
                child.watch(min(now_s - before_s, _MOST_PASSED_S))
            before_s = now_s
