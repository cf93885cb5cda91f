"""One writer at a time: two processes never change one event, or follow one plan, together."""

import errno
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from coincide.errors import BusyError, WriteError
from coincide.storage.ownfiles import open_descriptor
from coincide.writing.apply import disk

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

logger = logging.getLogger(__name__)

_TAKEN = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK}


@contextmanager
def hold(roots: Sequence[Path], journal: Path) -> Iterator[None]:
    """Hold the folders and the journal, or raise BusyError; the system lets go if we are killed.

    A root that is not there yet has nothing to be held. On Windows only the journal can be held,
    which has not been tried.
    """
    with ExitStack() as held:
        _hold_journal(held, journal)
        if sys.platform != "win32":
            for root in sorted({root.resolve() for root in roots if root.is_dir()}):
                _hold(held, os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC), root)
        yield


def _hold_journal(held: ExitStack, journal: Path) -> None:
    """Hold a journal, and give it an inode of its own first.

    In a copy of an event that was made of hard links it is the original's journal too, which
    would then tell of what happened to the copy.
    """
    try:
        descriptor = open_descriptor(journal, os.O_RDWR | os.O_CREAT)
        shared = os.fstat(descriptor).st_nlink > 1
        _hold(held, descriptor, journal)
        if shared:
            disk.detach(journal)
            _hold(held, open_descriptor(journal, os.O_RDWR), journal)
    except OSError as error:
        raise WriteError(
            f"Cannot write {journal}: {error.strerror}. Nothing was changed. "
            "Copy the plan to a folder that you can write to, and use it there."
        ) from error


def _hold(held: ExitStack, descriptor: int, path: Path) -> None:
    held.callback(os.close, descriptor)
    try:
        if not take(descriptor):
            raise BusyError(
                f"Another coincide is writing to {path}. Wait until it is done, or stop it; then"
                " run this again."
            )
    except OSError as error:
        # some network disks have no locks; two applies would still not overwrite each other's files
        logger.warning(
            "%s cannot be locked (%s): do not start another apply there", path, error.strerror
        )


def take(descriptor: int) -> bool:
    """Lock an open file until it is closed; False where another process has it.

    Raises OSError where the disk has no locks.
    """
    try:
        if sys.platform == "win32":
            # far behind the end: what is locked can be read by nobody else
            os.lseek(descriptor, 0x7FFF0000, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True
