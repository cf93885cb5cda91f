"""The clocks of a library: one for each body with a serial number, else for owner and model."""

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from coincide.library.photos import Clock, ClockId, ClockPhotos, clock_of
from coincide.library.scan.bodies import BodyKey, is_by_person
from coincide.library.scan.serverplace import known_owners
from coincide.library.scan.store import LibraryStore
from coincide.model import Device

_COLUMNS = "time_s, zone_s, gps_s, latitude, longitude, ev, number, shots, mtime_ns / 1e9"
_OF_CLOCK = "body = ? AND (? = '' OR owner = ?) AND reason IS NULL AND NOT edited"
_IN_ORDER = "ORDER BY body, owner, folder, name"


def clock_ids(store: LibraryStore, *, by_person: bool | None = None) -> dict[ClockId, str]:
    """Return the clocks of a library and who owns each, "" where folders tell nobody.

    ``by_person``: whether the outermost folders are people's; None: told by whose they would be. A
    server knows its people.
    """
    counts = [
        (body, owner, n)
        for body, owner, n in store.run(
            "SELECT body, owner, COUNT(*) FROM photos WHERE reason IS NULL GROUP BY body, owner"
        )
    ]
    if by_person is None:
        by_person = bool(known_owners(store)) or is_by_person(counts)
    owners = defaultdict[ClockId, Counter[str]](Counter)
    for body, owner, n in counts:
        parted = by_person and not BodyKey.parse(body).serial
        owners[ClockId(body, owner if parted else "")][owner if by_person else ""] += n
    return {key: found.most_common(1)[0][0] for key, found in sorted(owners.items())}


def load_clocks(store: LibraryStore, *, by_person: bool | None = None) -> Iterator[Clock]:
    """Yield all clocks of a library with their photos in sessions."""
    for key, owner in clock_ids(store, by_person=by_person).items():
        yield load_clock(store, key, owner)


def load_clock(store: LibraryStore, key: ClockId, owner: str) -> Clock:
    """Return one clock with its photos in sessions."""
    rows = store.run(f"SELECT {_COLUMNS} FROM photos WHERE {_OF_CLOCK} {_IN_ORDER}", _values(key))
    photos = ClockPhotos.of(rows.fetchall())
    return clock_of(key, owner, _device(store, key), photos)


def paths_of(store: LibraryStore, clock: Clock, sessions: Sequence[int]) -> list[Path]:
    """Return where the photos of some sessions lie."""
    found = store.run(
        f"SELECT folder, name FROM photos WHERE {_OF_CLOCK} {_IN_ORDER}", _values(clock.key)
    ).fetchall()
    rows = [int(row) for session in sessions for row in clock.photos.row[clock.rows(session)]]
    return [Path(os.fsdecode(found[row][0])) / os.fsdecode(found[row][1]) for row in rows]


def path_of(store: LibraryStore, clock: Clock, row: int) -> Path:
    """Return where one photo of a clock lies, by its number as they were taken."""
    folder, name = store.run(
        f"SELECT folder, name FROM photos WHERE {_OF_CLOCK} {_IN_ORDER} LIMIT 1 OFFSET ?",
        (*_values(clock.key), int(clock.photos.row[row])),
    ).fetchone()
    return Path(os.fsdecode(folder)) / os.fsdecode(name)


class PhotoRows:
    """Which photo of which clock a file is; what was looked up of a clock is kept."""

    def __init__(self, store: LibraryStore, clocks: Sequence[Clock]) -> None:
        self._store = store
        self._clocks = clocks
        self._known = dict[ClockId, dict[Path, int]]()

    def of(self, path: Path) -> tuple[ClockId, int] | None:
        """Return a file's clock and its row there; None for one that is no photo of any."""
        found = self._store.photos_in(path.parent).get(path.name)
        return None if found is None else self.known(found.body, found.owner, path)

    def known(self, body: str, owner: str, path: Path) -> tuple[ClockId, int] | None:
        """Return the same of a file whose body and owner are known."""
        for clock in self._clocks:
            if clock.key.body == body and clock.key.owner in ("", owner):
                row = self._rows(clock).get(path)
                return None if row is None else (clock.key, row)
        return None

    def _rows(self, clock: Clock) -> dict[Path, int]:
        if clock.key not in self._known:
            paths = paths_of(self._store, clock, range(clock.n_sessions))
            self._known[clock.key] = {path: row for row, path in enumerate(paths)}
        return self._known[clock.key]


def _values(key: ClockId) -> tuple[str, str, str]:
    return key.body, key.owner, key.owner


def _device(store: LibraryStore, key: ClockId) -> Device:
    found = store.run("SELECT make, model, serial FROM devices WHERE body = ?", (key.body,))
    values = found.fetchone()
    return Device(*values) if values else Device()
