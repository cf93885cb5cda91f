"""What worker processes cost while something runs: resident memory of all together, sampled."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# the promise: all workers together, in bytes
MOST_BYTES = 1_500_000_000
_WORKER = b"coincide.media.isolated.worker"


class Watched:
    """The most that was seen at one time, and how long it all took.

    Of this process what was added is to be looked at: other tests may have left it large.
    """

    def __init__(self, before_bytes: int) -> None:
        self.most_bytes = 0
        self.most_own_bytes = self._before_bytes = before_bytes
        self.n_samples = 0
        self.seconds = 0.0

    @property
    def most_added_bytes(self) -> int:
        """What the process itself had at most, beyond what it had before."""
        return self.most_own_bytes - self._before_bytes


@contextmanager
def watched(root: int | None = None) -> Iterator[Watched]:
    """Sample the workers of a process, this one if none is named, every hundredth of a second."""
    pid = root or os.getpid()
    found, done, began = Watched(resident(pid)), threading.Event(), time.monotonic()

    def sample() -> None:
        while not done.wait(0.01):
            workers = workers_of(pid)
            found.most_bytes = max(found.most_bytes, sum(map(resident, workers)))
            found.most_own_bytes = max(found.most_own_bytes, resident(pid))
            found.n_samples += 1

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield found
    finally:
        done.set()
        thread.join()
        found.seconds = time.monotonic() - began


def workers_of(pid: int) -> list[int]:
    """Return the worker processes that a process has started."""
    try:
        tasks = [*Path(f"/proc/{pid}/task").iterdir()]
        children = [int(one) for task in tasks for one in (task / "children").read_text().split()]
    except OSError:
        return []
    return [child for child in children if _WORKER in _command(child)]


def resident(pid: int) -> int:
    """Return the resident bytes of a process; 0 of one that is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
