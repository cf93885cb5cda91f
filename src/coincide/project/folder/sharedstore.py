"""The store of a project, left open between what a person says and the solve that follows it."""

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from coincide.errors import StoreError
from coincide.model import Place, Url
from coincide.model.progress import StageProgress
from coincide.storage.objectstore import open_store
from coincide.storage.ownfiles import open_descriptor
from coincide.storage.projectstore import ProjectStore
from coincide.writing.apply.lock import take


class AtHand:
    """A store that is opened once for both. It is used by one thread at a time."""

    def __init__(self, folder: Place) -> None:
        self.folder = folder
        self._left: ProjectStore | None = None
        self._lock = threading.RLock()

    def leave_open(self) -> None:
        """Open the store for what is said now; whoever solves next takes it over."""
        with self._lock:
            if self._left is None:
                self._left = open_store(self.folder)

    @contextmanager
    def changed(self) -> Iterator[ProjectStore]:
        """Yield a store to write to, which is left open where it was."""
        with self._lock:
            if self._left is not None:
                yield self._left
                return
        with open_store(self.folder) as store:
            yield store

    @contextmanager
    def taken_over(self) -> Iterator[ProjectStore | None]:
        """Yield the store that was left open, and close it in the end; None where none was."""
        store = self._take()
        if store is None:
            yield None
            return
        with store:
            yield store

    def let_go(self) -> None:
        """Close what was left open, as when nothing is solved after all."""
        store = self._take()
        if store is not None:
            store.close()

    def _take(self) -> ProjectStore | None:
        with self._lock:
            store, self._left = self._left, None
            return store


def opened(left: ProjectStore | None, folder: Place) -> AbstractContextManager[ProjectStore]:
    """Return the store that was left open, which its owner closes; else another."""
    return open_store(folder) if left is None else nullcontext(left)


logger = logging.getLogger(__name__)

NAME = "lock"
# how often to ask whether it is our turn
WAIT_S = 0.1


@contextmanager
def turn(folder: Place, progress: StageProgress) -> Iterator[None]:
    """Hold a project folder while something is solved; wait for whoever has it.

    The system lets go of it if we are killed. In object storage nobody can be waited for: results
    are kept by all they rest on there as well, so that nothing is lost but time.
    """
    if isinstance(folder, Url):
        yield
        return
    try:
        descriptor = open_descriptor(folder / NAME, os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise StoreError(f"Cannot use {folder / NAME}: {error.strerror}. Delete it.") from error
    try:
        _wait(descriptor, folder, progress)
        yield
    finally:
        os.close(descriptor)


def _wait(descriptor: int, folder: Place, progress: StageProgress) -> None:
    try:
        while not take(descriptor):
            progress("wait", 0, 1)
            time.sleep(WAIT_S)
    except OSError as error:
        logger.warning("%s cannot be locked (%s): do not start another sync there", folder, error)
