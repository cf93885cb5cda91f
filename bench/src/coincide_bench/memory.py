"""Memory of this process and all it started, as it goes on: pages that several share count once."""

import threading
from pathlib import Path

PROC = Path("/proc")
# seconds between two looks: each walks through all pages, a tenth of a second for gigabytes
EVERY_S = 1.0


class PeakMemory:
    """Within ``with``: look again and again; ``peak_gb`` is the most that was seen so far.

    Files that are mapped count as far as they are in memory. Linux alone tells all this.
    """

    def __init__(self, every_s: float = EVERY_S) -> None:
        self.peak_gb = 0.0
        self._every_s = every_s
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory", daemon=True)

    def __enter__(self) -> "PeakMemory":
        self._look()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self._look()

    def _watch(self) -> None:
        while not self._done.wait(self._every_s):
            self._look()

    def _look(self) -> None:
        self.peak_gb = max(self.peak_gb, memory_gb())


def memory_gb() -> float:
    """Return the memory of this process and its descendants now, in GB."""
    return sum(map(_own_bytes, ["self", *_descendants("self")])) / 1e9


def _descendants(process: str) -> list[str]:
    found = []
    for task in (PROC / process / "task").glob("*/children"):
        try:
            children = task.read_text().split()
        except OSError:  # the thread has ended meanwhile
            continue
        for child in children:
            found += [child, *_descendants(child)]
    return found


def _own_bytes(process: str) -> int:
    """Return a process's share of all pages; 0 if it has ended meanwhile."""
    try:
        lines = (PROC / process / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
