"""SQLite files inside folders that somebody else may have made.

A database is more than its tables: views and triggers compute, a crafted tree of pages can be
walked for years, and a rollback journal may name any file of the user, which SQLite then deletes
as a "super-journal". So the files are looked at before SQLite opens them, the schema must be
exactly ours, and every statement has a deadline.
"""

import errno
import os
import sqlite3
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from coincide.storage.ownfiles import open_descriptor

# bytes of a database: a million photos take about one gigabyte
MOST_BYTES = 4 << 30
# bytes of one value: the largest is all that a person said of an event, as JSON
MOST_VALUE_BYTES = 64 << 20
# another process may be writing for so long, at most
PATIENCE_S = 60.0
# a statement may take so long, including the wait for another process
STATEMENT_S = 2 * PATIENCE_S
# what belongs to a database: itself, and what lies next to it while it changes
SUFFIXES = ("", "-wal", "-journal")
# the shared memory of a write-ahead log is made anew by whoever needs it
_SHARED_MEMORY = "-shm"
# a rollback journal that ends so names a super-journal (sqlite.org/fileformat2.html)
_JOURNAL_MAGIC = bytes.fromhex("d9d505f920a163d7")
# instructions of SQLite's virtual machine between two looks at the clock
_INSTRUCTIONS = 100_000


class Database(sqlite3.Connection):
    """A connection whose statements end at a deadline, as an OperationalError."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._until_s = time.monotonic() + STATEMENT_S
        self.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_VALUE_BYTES)
        self.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        self.set_progress_handler(lambda: time.monotonic() > self._until_s, _INSTRUCTIONS)
        self.execute("PRAGMA trusted_schema=OFF")

    def execute(self, *args: Any) -> sqlite3.Cursor:
        """Run a statement; its deadline holds for fetching rows, too."""
        self._until_s = time.monotonic() + STATEMENT_S
        return super().execute(*args)

    def executemany(self, *args: Any) -> sqlite3.Cursor:
        """Run a statement for each of some rows."""
        self._until_s = time.monotonic() + STATEMENT_S
        return super().executemany(*args)


def connect(where: str | Path) -> Database:
    """Open a database in autocommit mode: a file that was checked, ``:memory:``, or a URI."""
    return sqlite3.connect(
        where,
        timeout=PATIENCE_S,
        isolation_level=None,
        check_same_thread=False,
        factory=Database,
        uri=str(where).startswith("file:"),
    )


def check_files(file: Path) -> None:
    """Raise OSError unless a database and what lies next to it may be given to SQLite.

    Each is a regular file and no link, of a size that a database of ours may have, and the
    rollback journal names no other file. What is not there is no problem.
    """
    for suffix in (*SUFFIXES, _SHARED_MEMORY):
        path = file.with_name(file.name + suffix)
        with suppress(FileNotFoundError):  # it may go while it is looked at, when a change ends
            _check_file(path, path.lstat())
    with suppress(FileNotFoundError):
        _check_journal(file.with_name(f"{file.name}-journal"))


def _check_file(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        message = "it is a link or not a regular file, unlike Coincide's databases"
        raise OSError(errno.EINVAL, message, str(path))
    if status.st_size > MOST_BYTES:
        raise OSError(errno.EFBIG, f"it has more than {MOST_BYTES:,} bytes", str(path))


def _check_journal(path: Path) -> None:
    """Refuse a journal of several databases: ours never are, and SQLite deletes what it names."""
    with os.fdopen(open_descriptor(path), "rb") as file:
        size, length = os.fstat(file.fileno()).st_size, len(_JOURNAL_MAGIC)
        file.seek(max(size - length, 0))
        if size > length and file.read(length) == _JOURNAL_MAGIC:
            message = "it names another file to be deleted, which Coincide's journals never do"
            raise OSError(errno.EINVAL, message, str(path))


def tables_in(database: sqlite3.Connection, tables: Mapping[str, str]) -> frozenset[str]:
    """Return which tables of ours are there; raise DatabaseError for anything else.

    ``tables`` are columns by name, as in CREATE TABLE.
    """
    found = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    names: set[str] = set()
    for kind, name, table, statement in found:
        if kind == "table" and statement == create_statement(name, tables.get(name, "")):
            names.add(name)
        elif kind != "index" or statement is not None or table not in tables:
            raise sqlite3.DatabaseError(
                f"it contains the {str(kind)[:20]} {str(name)[:60]!r}, which Coincide did not make"
            )
    return frozenset(names)


def create_statement(table: str, columns: str) -> str:
    """Return the statement that makes a table, as SQLite remembers it."""
    return f"CREATE TABLE {table} ({columns})"


def make_tables(database: sqlite3.Connection, tables: Mapping[str, str]) -> None:
    """Make the tables that are missing; raise DatabaseError where something else is there."""
    there = tables_in(database, tables)
    for name, columns in tables.items():
        if name not in there:
            statement = create_statement(name, columns)
            database.execute(statement.replace("TABLE", "TABLE IF NOT EXISTS", 1))
