"""Errors of a task as plain data, so that they can be raised again in another process."""

import struct
import traceback
from typing import Any

from coincide.media.isolated.limits import NeedsMemoryError

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
