"""Safe access to Coincide's own files inside folders that somebody else may have made.

An event folder that was sent by a stranger can contain files named like ours: symbolic links to
other files of the user, pipes that never end, files of many gigabytes. Every file of ours in such
a folder is therefore opened here: links are not followed, only regular files are opened, and a
read is bounded. What does not qualify raises an OSError whose ``strerror`` says why.
"""

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

# a small document of ours: settings, a plan, a journal, a kept solution
MOST_BYTES = 256 << 20
# O_NONBLOCK: opening a pipe must not wait for a writer
_FLAGS = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def open_descriptor(path: Path, access: int = os.O_RDONLY, mode: int = 0o666) -> int:
    """Open a regular file and return its descriptor; a link or anything else is an OSError.

    ``access`` are flags of ``os.open``, for example ``os.O_RDWR | os.O_CREAT``. O_TRUNC is
    refused: the file would be emptied before it is known to be a regular one.
    """
    if access & os.O_TRUNC:
        raise ValueError("truncate a file after it is open and known to be ours")
    if path.is_symlink():  # as O_NOFOLLOW says, in words, and where the system has no such flag
        raise _refused(errno.ELOOP, "it is a symbolic link, which is not followed here", path)
    descriptor = os.open(path, access | _FLAGS, mode)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _refused(errno.EINVAL, "it is not a regular file", path)
    return descriptor


def read_own(path: Path, *, most: int = MOST_BYTES, end: int | None = None) -> bytes:
    """Return the bytes of a file of ours, or those before ``end``.

    More than ``most`` bytes are refused, unless ``end`` asks for fewer.
    """
    limit = most if end is None else min(end, most)
    with os.fdopen(open_descriptor(path), "rb") as file:
        # a read sets aside as much memory as it is asked for: as much as the file has, and a byte
        step = min(os.fstat(file.fileno()).st_size, limit) + 1
        data = file.read(step)
        while len(data) <= limit and (more := file.read(step)):  # it grew meanwhile
            data += more
    if len(data) <= limit:
        return data
    if end is not None and end <= most:
        return data[:end]
    raise _refused(errno.EFBIG, f"it has more than {most:,} bytes", path)


def write_own(path: Path, data: bytes, *, flush: bool = False) -> None:
    """Write a file under a random name and rename it: whole or not there, never through a link.

    The folder is made if it is missing. It may be a link, since a user may name any folder for a
    result; a folder of ours is checked with ``own_folder`` when it is opened. ``flush``: the bytes
    are on the disk before the name is.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FLAGS, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            if flush:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def own_folder(folder: Path) -> None:
    """Make a folder of ours if it is missing; raise OSError where it is a link or a file."""
    folder.mkdir(parents=True, exist_ok=True)
    check_folder(folder)


def check_folder(folder: Path, *, below: Path | None = None) -> None:
    """Raise OSError if a folder is a symbolic link.

    ``below``: also if any folder between that one and this is a link. A folder that is not there
    is no link.
    """
    between = (
        []
        if below is None
        else [parent for parent in folder.parents if parent.is_relative_to(below)]
    )
    for item in (folder, *(path for path in between if path != below)):
        if item.is_symlink():
            message = "it is a symbolic link, unlike Coincide's own folders"
            raise _refused(errno.ELOOP, message, item)


def _refused(number: int, message: str, path: Path) -> OSError:
    return OSError(number, message, str(path))
