"""The histories of clocks, kept in the store by a digest of all that they were found from.

A night of new photos touches the clocks that took them, and the cameras of whose phone they are:
the histories of all others are as they were.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import numpy as np

from coincide.library.history.material import ClockHistory
from coincide.library.historyinputs import HistoryInputs
from coincide.library.photos import ClockId
from coincide.library.scan.store import LibraryStore
from coincide.model import Floats

_DTYPE = np.dtype("<f8")
_ARRAYS = ("to_utc_s", "certain", "sd_s", "right", "harm", "stays")


class _Document(msgspec.Struct, frozen=True, array_like=True):
    """A history, its columns as bytes."""

    columns: tuple[bytes, bytes, bytes, bytes, bytes, bytes]
    starts: tuple[int, ...]
    drift_ppm: float
    evidence: float


class _Keeper:
    """Gives histories from the store, and finds those that are not there."""

    def __init__(self, store: LibraryStore) -> None:
        self._store = store
        self.new: list[tuple[ClockId, str, bytes]] = []

    def __call__(self, inputs: HistoryInputs, find: Callable[[], ClockHistory]) -> ClockHistory:
        key, digest = inputs.clock.key, inputs.digest
        document = self._store.kept("histories", key.body, key.owner, digest)
        known = None if document is None else _history(document, inputs.clock.n_sessions)
        if known is not None:
            return known
        found = find()
        self.new.append((key, digest, _document(found)))
        return found


@contextmanager
def kept_histories(store: LibraryStore) -> Iterator[_Keeper]:
    """Give what keeps histories; those that are new are in the store at the end."""
    keeper = _Keeper(store)
    yield keeper
    if keeper.new:
        with store.transaction():
            for key, digest, document in keeper.new:
                store.keep("histories", key.body, key.owner, digest, document)


def _document(history: ClockHistory) -> bytes:
    a, b, c, d, e, f = (_bytes(getattr(history, name)) for name in _ARRAYS)
    starts = tuple(map(int, history.starts))
    return msgspec.msgpack.encode(
        _Document((a, b, c, d, e, f), starts, float(history.drift_ppm), float(history.evidence))
    )


def _bytes(column: Floats) -> bytes:
    return column.astype(_DTYPE).tobytes()


def _history(document: bytes, n: int) -> ClockHistory | None:
    """Return the history that a document is of; None of one that is none of so many sessions."""
    try:
        kept = msgspec.msgpack.decode(document, type=_Document)
        columns = [np.frombuffer(column, _DTYPE).astype(np.float64) for column in kept.columns]
    except (msgspec.DecodeError, ValueError):
        return None
    lengths = [n] * (len(_ARRAYS) - 1) + [max(n - 1, 0)]
    ordered = list(kept.starts) == sorted({one for one in kept.starts if 0 <= one < n})
    if [len(column) for column in columns] != lengths or not ordered:
        return None
    arrays = dict(zip(_ARRAYS, columns, strict=True))
    return ClockHistory(
        **arrays, starts=kept.starts, drift_ppm=kept.drift_ppm, evidence=kept.evidence
    )
