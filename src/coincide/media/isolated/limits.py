"""What decoding may cost: one budget of memory for all workers, and a deadline for each file."""

import os
import struct
import traceback
from dataclasses import dataclass
from typing import Any

# bytes resident in all workers together; the promise is 1.5 GB, sampling needs some room
TOTAL_BYTES = 1_400_000_000
# bytes of an idle worker with all decoders loaded: 80 MB, and what the allocator keeps
IDLE_BYTES = 160_000_000
# workers at a time: more would leave each too little memory for a photo of 24 megapixels
MOST_WORKERS = 4
# seconds without progress; photos report none while they are decoded, films do with each frame.
# Waiting for a processor that others use does not count, up to so many times the deadline.
DEADLINE_S, MOST_DEADLINES = 20.0, 3

TOO_LARGE = "needs more memory than Coincide allows"
CRASHED = "its decoder crashed"


class DecodeLimitError(ValueError):
    """A file that broke a limit of decoding, or its decoder; the message says which."""


class NeedsMemoryError(Exception):
    """A task needs more memory than it was given: so many bytes, None where nobody can tell."""

    def __init__(self, n_bytes: int | None = None) -> None:
        super().__init__(TOO_LARGE)
        self.n_bytes = n_bytes


class WorkerCrashedError(DecodeLimitError):
    """A worker ended while it was at a file, by a signal or an exit of a decoder."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one pool of workers."""

    n_workers: int
    total_bytes: int = TOTAL_BYTES
    idle_bytes: int = IDLE_BYTES
    deadline_s: float = DEADLINE_S

    @property
    def too_slow(self) -> str:
        """What is said of a file that breaks the deadline."""
        return f"took longer than {self.deadline_s:g} s to decode"

    @property
    def shared_bytes(self) -> int:
        """What tasks under way may take together, beside the workers' own code."""
        return self.total_bytes - self.n_workers * self.idle_bytes

    @property
    def task_bytes(self) -> int:
        """What a task is given at first: an equal share."""
        return self.shared_bytes // self.n_workers


def default_limits() -> Limits:
    """Return the limits on this machine: a worker for each core, up to a few."""
    if hasattr(os, "sched_getaffinity"):
        n_cores = len(os.sched_getaffinity(0))
    else:
        n_cores = os.cpu_count() or 1
    return Limits(min(max(n_cores, 1), MOST_WORKERS))


# what decoders raise for damaged files, by name; subclasses are raised as the nearest of these
_KNOWN: dict[str, type[Exception]] = {
    kind.__name__: kind
    for kind in (
        *(SyntaxError, EOFError, ValueError, OverflowError, RuntimeError, LookupError),
        *(IndexError, KeyError, TypeError, struct.error),
    )
}

Failure = tuple[str, tuple[Any, ...]]


class TaskError(Exception):
    """A mistake of ours in a task, with the traceback of the worker: no fault of a file."""


def failure_of(error: Exception) -> Failure:
    """Return an error as its kind and arguments."""
    if isinstance(error, NeedsMemoryError):
        return "memory", (error.n_bytes,)
    if isinstance(error, MemoryError):
        return "memory", (None,)
    if isinstance(error, OSError):
        known = error.errno is not None
        name = None if error.filename is None else str(error.filename)
        return "os", (error.errno, error.strerror, name) if known else (str(error),)
    for kind in type(error).__mro__:
        if kind.__name__ in _KNOWN and _KNOWN[kind.__name__] is kind:
            return kind.__name__, (str(error),)
    if type(error).__module__.startswith("PIL."):  # a picture beyond Pillow's own limit
        return "ValueError", (str(error),)
    return "", ("".join(traceback.format_exception(error)),)


def error_of(failure: Failure) -> Exception:
    """Return the error that a failure tells of."""
    kind, arguments = failure
    if kind == "memory":
        return NeedsMemoryError(*arguments)
    if kind == "os":
        return OSError(*arguments)  # the right subclass, by its number
    if kind in _KNOWN:
        return _KNOWN[kind](*arguments)
    return TaskError(*arguments)
