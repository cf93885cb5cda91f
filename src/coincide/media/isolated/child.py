"""One worker process as its parent sees it: started, given tasks, ended when it breaks a limit."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from multiprocessing import spawn
from typing import Any, BinaryIO

from coincide.media.isolated import wire
from coincide.media.isolated.costs import resident_bytes, waited_for_processor_s
from coincide.media.isolated.limits import (
    CRASHED,
    MOST_DEADLINES,
    DecodeLimitError,
    Limits,
    NeedsMemoryError,
    WorkerCrashedError,
    error_of,
)

# what the standalone program, which is no Python interpreter, is started with to be a worker
STANDALONE_FLAG = "--decoding-worker"
# seconds that loading the code of a task may take, on a disk that has to be woken
_LOADING_S = 60.0
_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[2]);"
    " from coincide.media.isolated.worker import main; main(sys.argv[1:])"
)


class Child:
    """A worker process; one thread at a time gives it tasks, another may look after it."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._most_bytes: int | None = None  # while it is at a task
        self._waited_s = self._starved_s = self._begun_s = 0.0
        self._broken: type[DecodeLimitError | NeedsMemoryError] | None = None
        self._ready = False
        self._loaded: set[str] = set()
        self._process = subprocess.Popen(
            _command(limits),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    @property
    def idle_bytes(self) -> int:
        """What it has in memory now; 0 where that cannot be told."""
        return resident_bytes(self.pid) or 0

    def call(self, task: tuple[str, str], args: Any, options: Any, n_bytes: int) -> Any:
        """Return what a task gives with ``n_bytes`` of memory; raise what it raises."""
        try:
            if not self._ready:
                self._await_ready()
            with self._lock:
                self._most_bytes = self._limits.idle_bytes + n_bytes
                # a worker tells when it has loaded what a task needs; that is no file's fault
                self._begin(0.0 if task[0] in self._loaded else -_LOADING_S)
            wire.send(self._stdin, wire.TASK, (*task, args, options, n_bytes))
            kind, value = self._reply()
            self._loaded.add(task[0])
        except (EOFError, BrokenPipeError, ConnectionResetError) as error:
            raise self._why_ended() from error
        except BaseException:  # also Ctrl-C: what it answers is nobody's any more
            self.kill()
            raise
        finally:
            with self._lock:
                self._most_bytes = None
        if kind == wire.ERROR:
            raise error_of(value)
        return value

    def watch(self, passed_s: float) -> None:
        """End the process where the task it is at has broken a limit; called every moment."""
        with self._lock:
            if self._most_bytes is None or self._broken is not None:
                return
            # what passed before the task began, or went on, is none of its own
            self._waited_s += min(passed_s, time.monotonic() - self._begun_s)
            if self._waited_s > self._limits.deadline_s and self._is_late():
                self._broken = DecodeLimitError
            elif (resident_bytes(self.pid) or 0) > self._most_bytes:
                self._broken = NeedsMemoryError
            else:
                return
        self._process.kill()

    def _is_late(self) -> bool:
        """Tell whether a worker has had its time, on a machine that may be busy with others."""
        starved_s = waited_for_processor_s(self.pid) - self._starved_s
        deadline_s = self._limits.deadline_s
        own_s = max(self._waited_s - starved_s, self._waited_s / MOST_DEADLINES)
        return own_s > deadline_s

    def kill(self) -> None:
        """End the process now."""
        self._process.kill()
        self.close()

    def close(self) -> None:
        """Let the process end by itself, as it does when there is nothing more to read."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:  # something was still to be written
                    continue
        try:
            self._process.wait(timeout=5.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def forget(self) -> None:
        """Close the pipes of a process that belongs to the parent of this one."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.raw.close()  # type: ignore[attr-defined]  # what is buffered is not ours
        self._process.returncode = 0  # nothing of it is waited for here

    @property
    def _stdin(self) -> BinaryIO:
        assert self._process.stdin is not None
        return self._process.stdin  # type: ignore[return-value]

    @property
    def _stdout(self) -> BinaryIO:
        assert self._process.stdout is not None
        return self._process.stdout  # type: ignore[return-value]

    def _await_ready(self) -> None:
        """Wait until the worker has loaded what all tasks need: no part of a file's time."""
        try:
            wire.receive(self._stdout)
        except EOFError as error:
            code = self._process.wait()
            raise RuntimeError(
                f"The process that decodes photos cannot be started (exit code {code}):"
                f" {' '.join(_command(self._limits)[:2])}"
            ) from error
        self._ready = True

    def _reply(self) -> tuple[bytes, Any]:
        while True:
            kind, value = wire.receive(self._stdout)
            if kind != wire.PROGRESS:
                return kind, value
            with self._lock:
                self._begin(0.0)

    def _begin(self, waited_s: float) -> None:
        """Count the deadline from now, or from a moment to come."""
        self._waited_s, self._starved_s = waited_s, waited_for_processor_s(self.pid)
        self._begun_s = time.monotonic()

    def _why_ended(self) -> Exception:
        try:
            code = self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:  # it lives, and does not talk sense
            self._process.kill()
            code = self._process.wait()
        if self._broken is NeedsMemoryError:
            return NeedsMemoryError()
        if self._broken is not None or code == -getattr(signal, "SIGXCPU", 0):
            return DecodeLimitError(self._limits.too_slow)
        if code >= 0:
            return WorkerCrashedError(f"{CRASHED} (it ended with {code})")
        return WorkerCrashedError(f"{CRASHED} ({_signal_name(-code)})")


def _command(limits: Limits) -> list[str]:
    told = json.dumps([os.getpid(), limits.deadline_s])
    if getattr(sys, "frozen", False):
        return [sys.executable, STANDALONE_FLAG, told]
    # modules come from where they come from here, and never from the current folder, which a
    # stranger may have filled
    python = os.fsdecode(spawn.get_executable() or sys.executable)
    places = json.dumps([place for place in sys.path if place])
    return [python, "-P", "-c", _BOOT, told, places]


def _environment() -> dict[str, str]:
    """Return the environment: one thread for numpy, since there is a worker for each core."""
    return {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
