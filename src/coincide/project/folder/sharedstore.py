"""The store of a project, left open between what a person says and the solve that follows it."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from coincide.model import Place
from coincide.storage.objectstore import open_store
from coincide.storage.projectstore import ProjectStore


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
