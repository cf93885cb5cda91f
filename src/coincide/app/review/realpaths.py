"""Where the files of an event really lie, noted when it is opened.

Links to photos are followed when an event is read. A file that becomes a link, or leads elsewhere,
while the app runs is no longer the one that was read, and is not shown.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from coincide.storage.ownfiles import open_descriptor


class RealPaths:
    """The real path of each file; safe to share between threads."""

    def __init__(self) -> None:
        self._real: dict[Path, Path] = {}

    def note(self, files: Iterable[Path]) -> None:
        """Note where files lie now, unless that is noted already."""
        folders: dict[Path, Path] = {}
        for file in files:
            if file in self._real:
                continue
            if file.parent not in folders:
                folders[file.parent] = Path(os.path.realpath(file.parent))
            real = folders[file.parent] / file.name
            self._real[file] = Path(os.path.realpath(file)) if real.is_symlink() else real

    def is_same(self, file: Path) -> bool:
        """Tell whether a file lies where it lay; of one that was never noted, nothing is known."""
        real = self._real.get(file)
        return real is None or real == Path(os.path.realpath(file))

    def open(self, file: Path) -> int | None:
        """Return a descriptor of a regular file that lies where it was noted; None of any other."""
        if file not in self._real or not self.is_same(file):
            return None
        try:
            return open_descriptor(self._real[file])
        except OSError:
            return None
