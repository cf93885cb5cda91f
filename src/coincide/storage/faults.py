"""Tell one file's trouble from the disk's, and say both in words."""

import errno
import shutil
import sqlite3
from pathlib import Path

# the next file would meet the same: stop, and let the user mend it
STOPPING = frozenset(
    {
        *(errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO),
        *(errno.ENODEV, errno.ENXIO, errno.ENOMEM, errno.EMFILE, errno.ENFILE),
    }
)
# a disk with less room is full: a database writes several pages at once
LEAST_FREE = 1 << 20
_WORDS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your disk quota is used up",
    errno.EROFS: "the disk is read-only",
    errno.EIO: "the disk reports an error",
    errno.EACCES: "no permission",
    errno.EPERM: "the system does not permit it",
    errno.ENOENT: "it, or its folder, no longer exists",
    errno.EEXIST: "another file of that name has appeared",
    errno.ELOOP: "a symbolic link has taken its place",
    errno.EFBIG: "the file is too large for this disk",
    errno.ENAMETOOLONG: "its name is too long for this disk",
}


def stops(error: OSError) -> bool:
    """Tell whether there is no point in going on to the next file."""
    return error.errno in STOPPING


def in_words(error: OSError) -> str:
    """Say what the system reported, for a person."""
    number = error.errno if error.errno is not None else 0
    return _WORDS.get(number) or error.strerror or str(error)


def trouble(error: OSError | sqlite3.Error, path: Path) -> str:
    """Say why a path could not be used: in our words where its disk is full or broken.

    SQLite does not tell that a disk is full.
    """
    if isinstance(error, sqlite3.Error):
        return _WORDS[errno.ENOSPC] if is_full(path) else str(error)
    return in_words(error) if stops(error) else str(error)


def is_full(path: Path, n_bytes: int = LEAST_FREE) -> bool:
    """Tell whether a disk has no room for so many bytes at a path."""
    folder = next((parent for parent in (path, *path.parents) if parent.is_dir()), None)
    try:
        return folder is not None and shutil.disk_usage(folder).free < n_bytes
    except OSError:
        return False
