"""Long work, one piece after the other in one thread, with progress that anyone may watch."""

import itertools
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal

from threadpoolctl import threadpool_limits

from coincide.errors import CoincideError, StoreError

logger = logging.getLogger(__name__)

What = Literal["open", "solve", "plan", "apply", "undo", "album"]
JobState = Literal["waiting", "running", "done", "failed", "stopped"]
# the least time between two words on the progress of one stage
QUIET_S = 0.2


class StoppedError(StoreError):
    """The user stopped the job."""


@dataclass
class Job:
    """One piece of work; only the worker's thread writes to it, but for ``stop``."""

    id: int
    what: What
    state: JobState = "waiting"
    stage: str = ""
    done: int = 0
    total: int = 0
    error: str | None = None
    stage_began_s: float = 0.0
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def seconds_left(self) -> float | None:
        """How long the stage will take at the rate so far; None where nobody can tell."""
        elapsed_s = time.monotonic() - self.stage_began_s
        if self.state != "running" or not 0 < self.done <= self.total or elapsed_s < 1.0:
            return None
        return elapsed_s * (self.total - self.done) / self.done


@dataclass(frozen=True)
class Watch:
    """What a piece of work is given: say how far it is, and ask whether to stop."""

    job: Job
    tell: Callable[[Job], None]
    _said_s: list[float] = field(default_factory=lambda: [0.0])

    def progress(self, stage: str, done: int, total: int) -> None:
        """Note how far a stage is; raise StoppedError where the work is to stop."""
        if self.job.stop.is_set():
            raise StoppedError("Stopped. Finished work is kept.")
        now_s = time.monotonic()
        new_stage = stage != self.job.stage
        if new_stage:
            self.job.stage_began_s = now_s
        self.job.stage, self.job.done, self.job.total = stage, done, total
        if new_stage or done == total or now_s - self._said_s[0] >= QUIET_S:
            self._said_s[0] = now_s
            self.tell(self.job)

    def quietly(self, stage: str, done: int, total: int) -> None:
        """Note how far a stage is that must not be broken off: it asks ``stopped`` itself."""
        self.job.stage, self.job.done, self.job.total = stage, done, total
        self.tell(self.job)

    def stopped(self) -> bool:
        """Return whether a person wants the work to stop."""
        return self.job.stop.is_set()


Work = Callable[[Watch], Any]


class Jobs:
    """The worker and its jobs; close it when done."""

    def __init__(self, tell: Callable[[Job], None]) -> None:
        self._tell = tell
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="review")
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._jobs: list[Job] = []

    def start(self, what: What, work: Work) -> tuple[Job, "Future[Any]"]:
        """Queue a piece of work; the future holds what it returns, or raises."""
        with self._lock:
            job = Job(next(self._numbers), what)
            listed = [old for old in self._jobs if _is_under_way(old) or old.error]
            self._jobs = [*(old for old in listed if _is_under_way(old) or old.what != what), job]
        self._tell(job)
        return job, self._pool.submit(self._run, job, work)

    def is_waiting(self, what: What) -> bool:
        """Return whether such work is queued and not begun."""
        with self._lock:
            return any(job.what == what and job.state == "waiting" for job in self._jobs)

    @property
    def busy(self) -> bool:
        """Whether anything is under way."""
        return any(_is_under_way(job) for job in self.listed)

    @property
    def listed(self) -> list[Job]:
        """The jobs that are under way, and those that ended badly."""
        with self._lock:
            return [job for job in self._jobs if _is_under_way(job) or job.error]

    def stop(self, number: int) -> bool:
        """Ask a job to stop; False if there is none of this number under way."""
        with self._lock:
            for job in self._jobs:
                if job.id == number and _is_under_way(job):
                    job.stop.set()
                    return True
        return False

    def close(self) -> None:
        """Stop everything and wait for it."""
        with self._lock:
            for job in self._jobs:
                job.stop.set()
        self._pool.shutdown(cancel_futures=True)

    def _run(self, job: Job, work: Work) -> Any:
        if job.stop.is_set():
            self._end(job, "stopped", "Stopped before it began.")
            raise StoppedError("Stopped before it began.")
        job.state, job.stage_began_s = "running", time.monotonic()
        self._tell(job)
        try:
            result = work(Watch(job, self._tell))
        except StoppedError as stopped:
            self._end(job, "stopped", str(stopped))
            raise
        except CoincideError as error:
            self._end(job, "failed", str(error))
            raise
        except BaseException as bug:
            logger.exception("a bug in %s", job.what)
            self._end(job, "failed", f"A bug in Coincide ({type(bug).__name__}); see the terminal.")
            raise
        self._end(job, "done", None)
        return result

    def _end(self, job: Job, state: JobState, error: str | None) -> None:
        job.state, job.error = state, error
        self._tell(job)


def _is_under_way(job: Job) -> bool:
    return job.state in ("waiting", "running")


def one_core() -> threadpool_limits:
    """One BLAS thread: the matrices are small, and on a busy machine threads wait for others."""
    return threadpool_limits(1, user_api="blas")
