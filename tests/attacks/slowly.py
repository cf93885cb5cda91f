"""Real readers on slow disks, as tasks of a worker process."""

import io
import time
from pathlib import Path
from typing import Any

from coincide.media.contenthash import file_key
from coincide.media.isolated import isolated
from coincide.media.video.reel import open_reel


@isolated
def read_frames(path: Path, n_frames: int, pause_s: float) -> int:
    """Decode the first frames of a film with a pause after each; return how many."""
    n_found = 0
    with open_reel(path) as reel:
        for _ in reel.frames_from(0.0):
            n_found += 1
            time.sleep(pause_s)
            if n_found == n_frames:
                break
    return n_found


@isolated
def read_key(path: Path, pause_s: float, *, zeros: bool = False) -> str:
    """Hash a file from a slow disk; ``zeros``: one that never ends and has nothing written."""
    with _SlowFile(path, pause_s, zeros=zeros) as file:
        return file_key(file)


class _SlowFile(io.FileIO):
    """A file of which each piece takes its time."""

    def __init__(self, path: Path, pause_s: float, *, zeros: bool) -> None:
        super().__init__(path)
        self._pause_s, self._zeros = pause_s, zeros

    def readinto(self, buffer: Any) -> int | None:
        time.sleep(self._pause_s)
        if self._zeros:
            buffer[:] = bytes(len(buffer))
            return len(buffer)
        return super().readinto(buffer)
