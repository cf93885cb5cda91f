"""Found occasions in the store of a library, and as what they are of its clocks today."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from coincide.library.occasions.occasion import FoundOccasion, OccasionSession
from coincide.library.photos import Clock, ClockId
from coincide.library.scan.store import LibraryStore

# sessions of fewer clocks are no occasion
_LEAST_CLOCKS = 2


def save_occasions(store: LibraryStore, occasions: Iterable[FoundOccasion]) -> None:
    """Keep occasions, each instead of what was kept under its name; within a transaction."""
    rows = [(one.name, msgspec.json.encode(one, enc_hook=_text).decode()) for one in occasions]
    store.run_each("INSERT OR REPLACE INTO occasions VALUES (?, ?)", rows)


def drop_occasions(store: LibraryStore, names: Iterable[str]) -> None:
    """Forget occasions by their names; within a transaction."""
    store.run_each("DELETE FROM occasions WHERE name = ?", [(name,) for name in names])


def load_occasions(store: LibraryStore, clocks: Sequence[Clock]) -> tuple[FoundOccasion, ...]:
    """Return the occasions that are kept, by name, with the sessions that clocks have today.

    A session whose photo is gone, or shows another time since, was found of what is no more.
    """
    by_key = {clock.key: clock for clock in clocks}
    rows = store.run("SELECT document FROM occasions ORDER BY name").fetchall()
    kept = (
        msgspec.json.decode(document, type=FoundOccasion, dec_hook=_path) for (document,) in rows
    )
    found = (replace(one, sessions=tuple(_sessions(one, by_key))) for one in kept)
    return tuple(one for one in found if len(one.clocks) >= _LEAST_CLOCKS)


def _sessions(
    occasion: FoundOccasion, clocks: Mapping[ClockId, Clock]
) -> Iterator[OccasionSession]:
    for one in occasion.sessions:
        clock = clocks.get(one.clock)
        session = None if clock is None else session_showing(clock, one.shown_s)
        if clock is not None and session is not None:
            n_photos = int(clock.n_photos[session])
            yield replace(one, session=session, n_photos=n_photos)


def session_showing(clock: Clock, shown_s: float) -> int | None:
    """Return the session of a clock with a photo of this very time; None where there is none."""
    rows = np.flatnonzero(clock.photos.time_s == shown_s)
    if len(rows) == 0:
        return None
    return int(np.searchsorted(clock.starts, rows[0], side="right")) - 1


def _text(path: Any) -> str:
    """Return a path as text, whatever bytes its name has."""
    return os.fsencode(path).decode("latin-1")


def _path(_kind: type, text: Any) -> Path:
    return Path(os.fsdecode(str(text).encode("latin-1")))
