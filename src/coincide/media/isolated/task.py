"""Functions that run in a worker process: marked once, called like any other.

A worker parses what strangers wrote, by C libraries, under limits of memory and time
(``isolated.limits``). What is decoded there comes back as plain data and arrays.
"""

import atexit
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from coincide.media.isolated.limits import NeedsMemoryError, default_limits
from coincide.media.isolated.pool import Pool

P = ParamSpec("P")
R = TypeVar("R")

_FUNCTION = "__isolated__"


class _Here:
    """Whether tasks run in this process, and what they may use; else the workers it has."""

    def __init__(self) -> None:
        self.depth = 0
        self.n_bytes: int | None = None
        self.progress: Callable[[], None] | None = None
        self.starting = threading.Lock()
        self.pool: Pool | None = None


_here = _Here()


def isolated(function: Callable[P, R]) -> Callable[P, R]:
    """Have a function of a module run in a worker process.

    Arguments and result are plain data, paths, arrays or dataclasses of this package. Raises what
    the function raises, and DecodeLimitError, a ValueError, for a file that breaks a limit.
    """
    name = (function.__module__, function.__name__)

    @wraps(function)
    def call(*args: P.args, **options: P.kwargs) -> R:
        if _here.depth:
            return function(*args, **options)
        found: R = the_pool().run(name, args, options)
        return found

    setattr(call, _FUNCTION, function)
    return call


def function_of(task: object) -> Callable[..., Any]:
    """Return the function of a task, to be run here; raise TypeError for what is no task."""
    function = getattr(task, _FUNCTION, None)
    if not callable(function):
        raise TypeError(f"{task!r} is no task of a worker")
    found: Callable[..., Any] = function
    return found


def progress() -> None:
    """Say that a task goes on: the deadline counts from here. For films, frame by frame."""
    if _here.progress is not None:
        _here.progress()


def need_memory(n_bytes: int) -> None:
    """Say what a task is about to allocate; raise NeedsMemoryError where it was given less.

    It is then begun again when there is as much, or refused: cheaper than to fail half-way.
    """
    if _here.n_bytes is not None and n_bytes > _here.n_bytes:
        raise NeedsMemoryError(n_bytes)


def the_pool() -> Pool:
    """Return the workers of this process."""
    with _here.starting:
        if _here.pool is None:
            _here.pool = Pool(default_limits())
            atexit.register(_here.pool.close)
        return _here.pool


@contextmanager
def in_process() -> Iterator[None]:
    """Run tasks in this process, without limits: for tests and to measure what workers cost."""
    _here.depth += 1
    try:
        yield
    finally:
        _here.depth -= 1


@contextmanager
def inside_worker(n_bytes: int, tell: Callable[[], None]) -> Iterator[None]:
    """Run a task where it belongs: with so much memory, telling of progress."""
    _here.n_bytes, _here.progress = n_bytes, tell
    try:
        with in_process():
            yield
    finally:
        _here.n_bytes = _here.progress = None


def _after_fork() -> None:
    """Leave the workers of the parent to the parent: a forked process starts its own."""
    forked, _here.pool, _here.starting = _here.pool, None, threading.Lock()
    if forked is not None:
        forked.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
