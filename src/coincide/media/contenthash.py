"""The key of a file: the hash of its bytes, read piece by piece; no files full of holes."""

import errno
import hashlib
import os
from typing import BinaryIO

from coincide.media.isolated import progress

# bytes that a file may have in holes, which take no room on the disk and any time to read: far
# more than a camera leaves, far less than keeps anybody waiting
MOST_HOLES = 64 << 20
_PIECE = 1 << 20
_ZEROS = bytes(_PIECE)


def file_key(file: BinaryIO) -> str:
    """Return the sha256 of an open file; raise ValueError for one that is mostly not there.

    A piece of zeros counts as no progress: where holes cannot be told from bytes, the deadline
    ends what is all zeros.
    """
    check_holes(file)
    file.seek(0)
    digest, piece = hashlib.sha256(), bytearray(_PIECE)
    view = memoryview(piece)
    while n_read := file.readinto(piece):  # type: ignore[attr-defined]
        digest.update(view[:n_read])
        if not piece.startswith(_ZEROS[:n_read]):
            progress()
    return digest.hexdigest()


def check_holes(file: BinaryIO) -> None:
    """Raise ValueError where more of a file than MOST_HOLES was never written."""
    size = os.fstat(file.fileno()).st_size
    if size <= MOST_HOLES or not hasattr(os, "SEEK_HOLE"):
        return
    n_missing, at = 0, 0
    try:
        while at < size and n_missing <= MOST_HOLES:
            hole = os.lseek(file.fileno(), at, os.SEEK_HOLE)
            at = _next_data(file.fileno(), hole, size)
            n_missing += at - hole
    except OSError:  # a file system that does not tell
        return
    finally:
        file.seek(0)
    if n_missing > MOST_HOLES:
        raise ValueError(
            f"{size / 1e9:.1f} GB with holes in them: the file was not copied to its end"
        )


def _next_data(descriptor: int, hole: int, size: int) -> int:
    if hole >= size:
        return size
    try:
        return os.lseek(descriptor, hole, os.SEEK_DATA)
    except OSError as error:
        if error.errno == errno.ENXIO:  # none behind it
            return size
        raise
