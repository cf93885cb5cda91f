"""What a file is: its size, its time of modification, and the hash of its bytes."""

import errno
import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

# no final symbolic link is followed, and a pipe of that name does not make us wait for a writer
_READ = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


@dataclass(frozen=True, slots=True)
class FileState:
    """A regular file as it was at one moment; ``sha256`` is of its bytes, in hexadecimal."""

    size: int
    mtime_ns: int
    sha256: str


def state_of(path: Path) -> FileState | None:
    """Return the state of a regular file, or None where nothing is.

    Anything else of that name (a folder, a symbolic link, a pipe) raises an OSError.
    """
    try:
        descriptor = os.open(path, _READ)
    except (FileNotFoundError, NotADirectoryError):
        return None
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        # taken before the bytes: if the file is being written to, a later look at size and time
        # differs from this one, and the bytes are compared
        seen = os.fstat(descriptor)
        if not stat.S_ISREG(seen.st_mode):
            raise OSError(errno.EINVAL, "Not a regular file", str(path))
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    return FileState(seen.st_size, seen.st_mtime_ns, sha256)


def same_file(path: Path, expected: FileState | None, *, thorough: bool) -> bool:
    """Tell whether a file is what it was; None expects nothing to be there.

    Quick: equal size and time of modification are enough, else the bytes decide. Thorough: the
    bytes decide always, because some programs put the old time back after a change.
    """
    try:
        seen = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return expected is None
    if expected is None or not stat.S_ISREG(seen.st_mode) or seen.st_size != expected.size:
        return False
    if not thorough and seen.st_mtime_ns == expected.mtime_ns:
        return True
    now = state_of(path)
    return now is not None and now.sha256 == expected.sha256
