"""The state of a project folder: an SQLite file, with a way to read it that changes nothing.

Its journal is a file that is there during a change only (not a write-ahead log, whose files even
a reader makes): so a folder at rest is the database alone, and looking leaves no trace.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from coincide.errors import StoreError
from coincide.storage.databases import (
    PATIENCE_S,
    SUFFIXES,
    check_files,
    connect,
    make_tables,
    tables_in,
)
from coincide.storage.faults import trouble
from coincide.storage.ownfiles import read_own

_TABLES = {
    "files": "path BLOB PRIMARY KEY, size INTEGER, mtime_ns INTEGER, record TEXT",
    "hints": "number INTEGER PRIMARY KEY, document TEXT",
    "undone": "number INTEGER PRIMARY KEY, document TEXT",
    "plans": "path BLOB PRIMARY KEY",
}
# where the header says how changes are journalled, and what it says without a write-ahead log
_FORMAT, _BY_JOURNAL = slice(18, 20), b"\x01\x01"


class StateDatabase:
    """An open database. Safe to share between threads; close it when done."""

    def __init__(self, file: Path, *, readonly: bool = False) -> None:
        """Open a file, and make it where it is not there; but nothing for reading only."""
        self.file = file
        self._scratch: tempfile.TemporaryDirectory[str] | None = None
        try:
            check_files(file)
            self._database = self._open_unchanged() if readonly else _open(file)
        except (OSError, sqlite3.Error):
            self._let_go()
            raise

    def _open_unchanged(self) -> sqlite3.Connection:
        """Open the database as it lies there; where that would change something, a copy of it."""
        if not self.file.exists():
            return _with_tables(connect(":memory:"))
        there = _open_in_place(self.file)
        if there is not None:
            return there
        self._scratch = tempfile.TemporaryDirectory(prefix="coincide-")
        copy = Path(self._scratch.name) / self.file.name
        for end in SUFFIXES:
            one = self.file.with_name(self.file.name + end)
            if one.exists():
                shutil.copyfile(one, copy.with_name(copy.name + end))
        return _open(copy)

    def rows(self, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Return what a statement finds."""
        with self._told():
            return self._database.execute(statement, values).fetchall()

    def change(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Run a statement that changes something; return how many rows it changed."""
        with self._told():
            return self._database.execute(statement, values).rowcount

    def change_each(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run a statement for each of some rows, as one change."""
        with self.transaction(), self._told():
            self._database.executemany(statement, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Let no other process write until the block ends; all of it counts or none."""
        if self._database.in_transaction:
            yield
            return
        self.change("BEGIN IMMEDIATE")
        with self._told(), self._database:  # commits, or rolls back when the block fails
            yield

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()
        self._let_go()

    def _let_go(self) -> None:
        if self._scratch is not None:
            self._scratch.cleanup()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"Cannot use {self.file}: {trouble(error, self.file)}.") from error


def _open(file: Path) -> sqlite3.Connection:
    database = connect(file)
    try:
        _without_log(database)
        return _with_tables(database)
    except sqlite3.Error:
        database.close()
        raise


def _without_log(database: sqlite3.Connection) -> None:
    """Give up the write-ahead log that projects used to have, unless somebody else uses it now."""
    (mode,) = database.execute("PRAGMA journal_mode").fetchone()
    if mode == "wal":
        database.execute("PRAGMA busy_timeout=0")
        try:
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY":
                raise
        finally:
            database.execute(f"PRAGMA busy_timeout={int(1000 * PATIENCE_S)}")


def _with_tables(database: sqlite3.Connection) -> sqlite3.Connection:
    make_tables(database, _TABLES)
    return database


def _open_in_place(file: Path) -> sqlite3.Connection | None:
    """Open a database that can be read without a change beside it; None of any other.

    That is: no write-ahead log, no change that was broken off, all tables there.
    """
    if read_own(file, end=_FORMAT.stop)[_FORMAT] != _BY_JOURNAL:
        return None
    database = connect(f"{file.absolute().as_uri()}?mode=ro")
    try:
        if tables_in(database, _TABLES) == _TABLES.keys():
            return database
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorname", "") != "SQLITE_READONLY_ROLLBACK":
            database.close()
            raise
    database.close()
    return None
