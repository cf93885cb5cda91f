"""A decoding worker: a process that does one task after the other until its input ends."""

import contextlib
import importlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

from coincide.media.isolated import costs, task, wire
from coincide.media.isolated.limits import IDLE_BYTES, failure_of

# seconds between two messages of progress, and between two looks whether the parent lives
_PROGRESS_S, _PARENT_S = 0.5, 1.0


def main(arguments: Sequence[str]) -> None:
    """Serve the process that started this one: its number and the deadline are given as JSON."""
    parent, deadline_s = json.loads(arguments[0])
    messages = _take_output()
    # Ctrl-C reaches every process of a terminal; whoever started this one ends it by closing
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "getppid") and sys.platform != "win32":
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _settle()
    with contextlib.suppress(EOFError, OSError):  # the parent is gone, or has no more work
        _Worker(sys.stdin.buffer, messages, deadline_s).serve()


def _take_output() -> BinaryIO:
    """Keep the standard output for messages; whatever libraries print goes nowhere."""
    messages = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return messages


def _end_with(parent: int) -> None:
    """End this process once its parent is gone, also in the middle of a task."""
    while os.getppid() == parent:
        time.sleep(_PARENT_S)
    os._exit(0)


def _settle() -> None:
    from coincide.media.process import MAX_PIXELS, settle_process

    settle_process(MAX_PIXELS)


class _Worker:
    """Reads tasks, does them, and writes what came of each."""

    def __init__(self, tasks: BinaryIO, messages: BinaryIO, deadline_s: float) -> None:
        self._tasks, self._messages = tasks, messages
        # all cores may work on one film; a worker whose parent died ends by this at the latest
        self._cpu_s = deadline_s * (1 + (os.cpu_count() or 1))
        self._told_s = 0.0

    def serve(self) -> None:
        """Do tasks until there are no more; raise EOFError then."""
        wire.send(self._messages, wire.READY)
        while True:
            _, (module, name, given, options, n_bytes) = wire.receive(self._tasks, trusted=True)
            self._told_s = 0.0
            costs.limit_memory(IDLE_BYTES + n_bytes)
            costs.limit_cpu(self._cpu_s)
            try:
                function = self._load(module, name)
                with task.inside_worker(n_bytes, self._progress):
                    value = function(*given, **options)
            except Exception as error:  # noqa: BLE001  # whoever asked is told, whatever it is
                wire.send(self._messages, wire.ERROR, failure_of(error))
            else:
                wire.send(self._messages, wire.RESULT, value)

    def _load(self, module: str, name: str) -> Callable[..., Any]:
        """Return a task by its name; what it takes to load it is no part of a file's time."""
        is_new = module not in sys.modules
        found = task.function_of(getattr(importlib.import_module(module), name, None))
        if is_new:
            self._progress()
        return found

    def _progress(self) -> None:
        now_s = time.monotonic()
        if now_s - self._told_s >= _PROGRESS_S:
            self._told_s = now_s
            costs.limit_cpu(self._cpu_s)
            wire.send(self._messages, wire.PROGRESS)
