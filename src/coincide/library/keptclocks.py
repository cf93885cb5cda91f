"""The photos of a clock as columns, kept in the store beside the rows that they are made of.

A million rows take seconds to read one by one, and their columns a tenth of that. What was kept
counts as long as no photo of the clock was changed.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields

import msgspec
import numpy as np

from coincide.library.clocks import clock_ids, load_clock
from coincide.library.photos import Clock, ClockId, ClockPhotos, clock_of
from coincide.library.scan.store import LibraryStore
from coincide.model import Device, Floats

# raise it where columns become others
_RECIPE = 1
_DTYPE = np.dtype("<f8")


class _Columns(msgspec.Struct, frozen=True, array_like=True):
    """The columns of a clock as bytes; none of one that nothing is known of. And its device."""

    columns: tuple[bytes, ...]
    device: tuple[str | None, str | None, str | None]


def load_kept_clocks(store: LibraryStore) -> Iterator[Clock]:
    """Yield all clocks of a library, those that did not change from what was kept of them."""
    changed = defaultdict[str, dict[str, int]](dict)
    for (body, owner), revision in store.revisions().items():
        changed[body][owner] = revision
    new = list[tuple[ClockId, str, bytes]]()
    for key, owner in clock_ids(store).items():
        of = changed[key.body]
        made_of = f"{_RECIPE} {sorted(of.items()) if not key.owner else of.get(key.owner)}"
        document = store.kept("columns", key.body, key.owner, made_of)
        clock = None if document is None else _clock(key, owner, document)
        if clock is None:
            clock = load_clock(store, key, owner)
            new.append((key, made_of, _document(clock)))
        yield clock
    if new:
        with store.transaction():
            for key, made_of, document in new:
                store.keep("columns", key.body, key.owner, made_of, document)


def _document(clock: Clock) -> bytes:
    columns = (_bytes(getattr(clock.photos, field.name)) for field in fields(ClockPhotos))
    device = clock.device
    return msgspec.msgpack.encode(
        _Columns(tuple(columns), (device.make, device.model, device.serial))
    )


def _bytes(column: Floats) -> bytes:
    return b"" if np.isnan(column).all() else column.astype(_DTYPE).tobytes()


def _clock(key: ClockId, owner: str, document: bytes) -> Clock | None:
    """Return the clock that a document is of; None of one that is none."""
    try:
        kept = msgspec.msgpack.decode(document, type=_Columns)
        columns = [np.frombuffer(column, _DTYPE).astype(np.float64) for column in kept.columns]
        n = max(map(len, columns))
        photos = ClockPhotos(*(one if len(one) else np.full(n, np.nan) for one in columns))
    except (msgspec.DecodeError, ValueError, TypeError):
        return None
    if any(len(column) not in (0, n) for column in columns):
        return None
    return clock_of(key, owner, Device(*kept.device), photos)
