"""This machine's disks, as a storage of our own files.

Photos are read in place, by ``media``: only ``at_hand`` has to do with them. All else here opens
files of Coincide's, in folders that somebody else may have made, by the rules of ``ownfiles``.
"""

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from coincide.model.places import Place, file_of
from coincide.storage.form import ListedObject, R, T
from coincide.storage.ownfiles import MOST_BYTES, check_folder, read_own, write_own


class Disk:
    """Files by path. With ``root``, a folder of ours: no folder below it may be a link."""

    def __init__(self, root: Path | None = None) -> None:
        self._root = root

    def list(self, folder: Place) -> list[ListedObject]:
        """Return all files below a folder, by path; none where there is no such folder."""
        found = [
            listed
            for root, _, names in os.walk(self._folder(file_of(folder)))
            for name in names
            if (listed := _listed(Path(root) / name)) is not None
        ]
        return sorted(found, key=lambda one: one.path)

    def read(self, path: Place, *, end: int | None = None, most: int = MOST_BYTES) -> bytes:
        """Return a file's bytes, or those before ``end``; more than ``most`` are refused."""
        return read_own(self._file(path), end=end, most=most)

    def write(self, path: Place, data: bytes) -> None:
        """Write a file beside its final name, then rename it: whole or not at all."""
        write_own(self._file(path), data)

    def delete(self, path: Place) -> None:
        """Delete a file, if it is there."""
        self._file(path).unlink(missing_ok=True)

    def delete_folder(self, folder: Place) -> None:
        """Delete a folder with all that is in it, if it is there."""
        if self._folder(file_of(folder)).exists():
            shutil.rmtree(file_of(folder))

    def exists(self, path: Place) -> bool:
        """Tell whether there is anything of that name, be it a file or not."""
        return os.path.lexists(file_of(path))

    def is_file(self, path: Place) -> bool:
        """Tell whether there is a file of that name: no folder, nor a link to anything."""
        return self.exists(path) and stat.S_ISREG(file_of(path).lstat().st_mode)

    @contextmanager
    def at_hand(self, path: Place) -> Iterator[Path]:
        """Yield the file itself."""
        yield file_of(path)

    def each(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """Yield the results of some requests in order; a disk answers one at a time best."""
        return map(work, items)

    def _file(self, path: Place) -> Path:
        file = file_of(path)
        self._folder(file.parent)
        return file

    def _folder(self, folder: Path) -> Path:
        if self._root is not None:
            check_folder(self._root)
            check_folder(folder, below=self._root)
        return folder


def _listed(path: Path) -> ListedObject | None:
    """Return a regular file as it is listed; None for anything else, as a link."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None  # deleted since its folder was listed
    if not stat.S_ISREG(status.st_mode):
        return None
    return ListedObject(path, status.st_size, str(status.st_mtime_ns))
