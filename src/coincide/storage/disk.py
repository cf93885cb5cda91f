"""This machine's disks, as a storage."""

import os
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from coincide.model.places import Place, file_of
from coincide.storage.form import Listed, R, T
from coincide.storage.ownfiles import write_own


class Disk:
    """Files by path."""

    def list(self, folder: Place) -> list[Listed]:
        """Return all files below a folder, by path; none where there is no such folder."""
        found = [
            listed
            for root, _, names in os.walk(file_of(folder))
            for name in names
            if (listed := _listed(Path(root) / name)) is not None
        ]
        return sorted(found, key=lambda one: one.path)

    def read(self, path: Place, *, end: int | None = None) -> bytes:
        """Return a file's bytes, or those before ``end``."""
        with file_of(path).open("rb") as file:
            return file.read(-1 if end is None else end)

    def write(self, path: Place, data: bytes) -> None:
        """Write a file beside its final name, then rename it: whole or not at all."""
        write_own(file_of(path), data)

    def delete(self, path: Place) -> None:
        """Delete a file, if it is there."""
        file_of(path).unlink(missing_ok=True)

    def delete_folder(self, folder: Place) -> None:
        """Delete a folder with all that is in it, if it is there."""
        if file_of(folder).exists():
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


def _listed(path: Path) -> Listed | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None  # deleted since its folder was listed, or a link to nothing
    return Listed(path, status.st_size, str(status.st_mtime_ns))
