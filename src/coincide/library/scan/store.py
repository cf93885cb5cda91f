"""The database of a library: what was read of each photo, by body, and which folders are known."""

import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, Self

from coincide.errors import StoreError
from coincide.model import Device
from coincide.storage.databases import MOST_VALUE_BYTES, check_files, connect, make_tables
from coincide.storage.faults import trouble
from coincide.storage.ownfiles import own_folder

STORE_NAME = ".coincide-library"
_FILE = "library.sqlite"
_PHOTO_COLUMNS = (
    "body TEXT, owner TEXT, folder BLOB, name BLOB, size INTEGER, mtime_ns INTEGER, time_s REAL,"
    " zone_s INTEGER, gps_s REAL, latitude REAL, longitude REAL, ev REAL, number INTEGER,"
    " shots INTEGER, edited INTEGER, reason TEXT"
)
_KEPT_COLUMNS = "body TEXT, owner TEXT, made_of TEXT, document BLOB"
_TABLES = {
    "folders": "folder BLOB PRIMARY KEY, mtime_ns INTEGER",
    "photos": f"{_PHOTO_COLUMNS}, PRIMARY KEY (body, owner, folder, name), UNIQUE (folder, name)",
    "devices": "body TEXT PRIMARY KEY, make TEXT, model TEXT, serial TEXT",
    "answers": "number INTEGER PRIMARY KEY, document TEXT",
    "rejections": "number INTEGER PRIMARY KEY, document TEXT",
    # owners on a server, how far each was listed, and what a listing of everything has seen
    "owners": (
        "owner TEXT PRIMARY KEY, name TEXT, changed_after TEXT, taken_after TEXT, page INTEGER,"
        " begun TEXT, complete_to TEXT"
    ),
    "listed": "folder BLOB PRIMARY KEY",
    # how often the photos of a body changed, and what was made of a clock's when that was
    "revisions": "body TEXT, owner TEXT, revision INTEGER, PRIMARY KEY (body, owner)",
    "columns": f"{_KEPT_COLUMNS}, PRIMARY KEY (body, owner)",
    "histories": f"{_KEPT_COLUMNS}, PRIMARY KEY (body, owner)",
    "borders": "number INTEGER PRIMARY KEY, document TEXT",
    "occasions": "name TEXT PRIMARY KEY, document TEXT",
    "trials": "name TEXT PRIMARY KEY",
    "sought": "session TEXT PRIMARY KEY, document TEXT",
}
# tables of what can be made again of the photos of a clock
KeptTable = Literal["columns", "histories"]
_N_COLUMNS = _PHOTO_COLUMNS.count(",") + 1


@dataclass(frozen=True, slots=True)
class PhotoRow:
    """One file of the library; ``reason`` says why it is of no use, None: it has a time.

    ``number`` is the counter in its name, ``shots`` the body's own count. Times as in FileRecord.
    ``mtime_ns``: when its file was changed last, or a server got it; None where nothing tells.
    Of a server ``size`` is a number of its content.
    """

    body: str
    owner: str
    folder: Path
    name: str
    size: int
    mtime_ns: int | None
    time_s: float | None = None
    zone_s: int | None = None
    gps_s: float | None = None
    latitude: float | None = None
    longitude: float | None = None
    ev: float | None = None
    number: int | None = None
    shots: int | None = None
    edited: bool = False
    reason: str | None = None

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.folder / self.name

    @property
    def values(self) -> tuple[Any, ...]:
        """What the database keeps, in the order of its columns."""
        return (
            *(self.body, self.owner, os.fsencode(self.folder), os.fsencode(self.name)),
            *(self.size, self.mtime_ns, self.time_s, self.zone_s, self.gps_s),
            *(self.latitude, self.longitude, self.ev, self.number, self.shots),
            *(int(self.edited), self.reason),
        )

    @classmethod
    def of(cls, values: Sequence[Any]) -> Self:
        """Return the row of what the database keeps."""
        columns = dict(zip((field.name for field in fields(cls)), values, strict=True))
        where = {key: os.fsdecode(columns[key]) for key in ("folder", "name")}
        typed = {"folder": Path(where["folder"]), "edited": bool(columns["edited"])}
        return cls(**columns | where | typed)


class LibraryStore:
    """An open library; a context manager. What is changed in one transaction counts or does not."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / _FILE
        with self._named():
            own_folder(folder)
            check_files(self.file)
            self._database = connect(self.file)
            make_tables(self._database, _TABLES)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Let all changes of the block count, or none."""
        self.run("BEGIN IMMEDIATE")
        with self._named(), self._database:
            yield

    def run(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Return the rows of a statement, to be read one after another."""
        with self._named():
            return self._database.execute(statement, values)

    def run_each(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of some rows."""
        with self._named():
            self._database.executemany(statement, rows)

    def put_photos(self, rows: Sequence[PhotoRow]) -> None:
        """Keep rows, instead of what was kept of the same files."""
        for row in rows:
            where = (os.fsencode(row.folder), os.fsencode(row.name))
            self._touch("folder = ? AND name = ?", where)
        self._touch_bodies({(row.body, row.owner) for row in rows})
        marks = ", ".join("?" * _N_COLUMNS)
        self.run_each(
            f"INSERT OR REPLACE INTO photos VALUES ({marks})", [row.values for row in rows]
        )

    def put_devices(self, devices: Mapping[str, Device]) -> None:
        """Keep how the devices of some bodies are written; the first way of writing stays."""
        rows = [(body, one.make, one.model, one.serial) for body, one in devices.items()]
        self.run_each("INSERT OR IGNORE INTO devices VALUES (?, ?, ?, ?)", rows)

    def photos_in(self, folder: Path) -> dict[str, PhotoRow]:
        """Return what is kept of the files in one folder, by name."""
        found = self.run("SELECT * FROM photos WHERE folder = ?", (os.fsencode(folder),))
        rows = (PhotoRow.of(values) for values in found)
        return {row.name: row for row in rows}

    def drop_photos(self, folder: Path, names: Sequence[str]) -> None:
        """Forget files that are gone."""
        where = os.fsencode(folder)
        keys = [(where, os.fsencode(name)) for name in names]
        for key in keys:
            self._touch("folder = ? AND name = ?", key)
        self.run_each("DELETE FROM photos WHERE folder = ? AND name = ?", keys)

    def known_folders(self) -> dict[Path, int]:
        """Return the folders that were read to their end, and when each was changed."""
        found = self.run("SELECT folder, mtime_ns FROM folders")
        return {Path(os.fsdecode(folder)): mtime_ns for folder, mtime_ns in found}

    def settle_folder(self, folder: Path, mtime_ns: int) -> None:
        """Keep that all files of a folder are recorded as of its time of change."""
        self.run("INSERT OR REPLACE INTO folders VALUES (?, ?)", (os.fsencode(folder), mtime_ns))

    def drop_folder(self, folder: Path) -> None:
        """Forget a folder that is gone, with its files."""
        where = (os.fsencode(folder),)
        self.drop_where("folder = ?", where)
        self.run("DELETE FROM folders WHERE folder = ?", where)

    def drop_where(self, condition: str, values: Sequence[Any]) -> int:
        """Forget the files that a condition names, and return how many there were."""
        self._touch(condition, values)
        return self.run(f"DELETE FROM photos WHERE {condition}", values).rowcount

    def _touch(self, condition: str, values: Sequence[Any]) -> None:
        """Note that the bodies of some photos are about to lose them."""
        found = self.run(f"SELECT DISTINCT body, owner FROM photos WHERE {condition}", values)
        self._touch_bodies({(body, owner) for body, owner in found})

    def _touch_bodies(self, bodies: Collection[tuple[str, str]]) -> None:
        self.run_each(
            "INSERT INTO revisions VALUES (?, ?, 1)"
            " ON CONFLICT (body, owner) DO UPDATE SET revision = revision + 1",
            sorted(bodies),
        )

    def revisions(self) -> dict[tuple[str, str], int]:
        """Return how often the photos of each body and owner changed."""
        rows = self.run("SELECT body, owner, revision FROM revisions")
        return {(body, owner): revision for body, owner, revision in rows}

    def kept(self, table: KeptTable, body: str, owner: str, made_of: str) -> bytes | None:
        """Return what was made of a clock, if it was made of the same."""
        found = self.run(
            f"SELECT document FROM {table} WHERE body = ? AND owner = ? AND made_of = ?",
            (body, owner, made_of),
        ).fetchone()
        return found[0] if found and isinstance(found[0], bytes) else None

    def keep(self, table: KeptTable, body: str, owner: str, made_of: str, document: bytes) -> None:
        """Keep what was made of a clock, instead of what was made before; not what is too long."""
        if len(document) < MOST_VALUE_BYTES:
            values = (body, owner, made_of, document)
            self.run(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", values)

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"Cannot use {self.file}: {trouble(error, self.file)}.") from error
