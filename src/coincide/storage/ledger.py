"""The private record of what this user's Coincide wrote, and of what this user trusts.

An SQLite file in the user's data folder, readable by this user alone. Files inside an event folder
may have been made by somebody else, so nothing there can prove that a file is ours. Before a
file is deleted or replaced, its content hash must stand here; before code or a server address
that is stored in a project is used, the user's confirmation must.

Written files are known by their content, not by their path: an event folder may be renamed.
"""

import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coincide.errors import StoreError
from coincide.storage.faults import trouble
from coincide.storage.userdata import user_data

FILE = "record.sqlite"
# another process may be writing for so long, at most
_PATIENCE_S = 60.0
_TABLES = (
    "CREATE TABLE IF NOT EXISTS written"
    " (kind TEXT, sha256 TEXT, path TEXT, at_s REAL, PRIMARY KEY (kind, sha256))",
    "CREATE TABLE IF NOT EXISTS trusted"
    " (kind TEXT, what TEXT, at_s REAL, PRIMARY KEY (kind, what))",
)

# what wrote a file: "plan" a corrected photo or sidecar, "kept" the second name or copy of an
# original that a plan replaces, "album" a page of an album, "mirror" a preview of a server's album,
# "output" a file that a command was asked to write
WrittenBy = Literal["plan", "kept", "album", "mirror", "output"]
# what a user confirmed: "code" the path and sha256 of Python or weights, "server" an address,
# "project" the id of a project
TrustedKind = Literal["code", "server", "project"]


@dataclass(frozen=True, slots=True)
class Trusted:
    """A confirmation of the user: what it is about, and when it was given (seconds since 1970)."""

    kind: TrustedKind
    what: str
    at_s: float


def record_written(kind: WrittenBy, files: Iterable[tuple[str, Path]]) -> None:
    """Record files by sha256 before they are put in place; on disk when this returns."""
    # a name that is no UTF-8 cannot be stored as a text, and is for people to read only
    rows = [
        (kind, sha256, os.fsencode(path).decode(errors="replace"), time.time())
        for sha256, path in files
    ]
    if rows:
        with _opened() as database:
            database.executemany("INSERT OR REPLACE INTO written VALUES (?, ?, ?, ?)", rows)


def was_written(kind: WrittenBy, sha256s: Sequence[str]) -> frozenset[str]:
    """Return those of some content hashes that this user's Coincide has written."""
    if not ledger_path().exists():
        return frozenset()
    with _opened() as database:
        statement = "SELECT 1 FROM written WHERE kind = ? AND sha256 = ?"
        return frozenset(
            sha256 for sha256 in sha256s if database.execute(statement, (kind, sha256)).fetchone()
        )


def trust(kind: TrustedKind, what: str) -> None:
    """Remember that the user confirmed something."""
    with _opened() as database:
        database.execute(
            "INSERT OR REPLACE INTO trusted VALUES (?, ?, ?)", (kind, what, time.time())
        )


def is_trusted(kind: TrustedKind, what: str) -> bool:
    """Tell whether the user confirmed something before."""
    return any(trusted.kind == kind and trusted.what == what for trusted in list_trusted())


def list_trusted() -> list[Trusted]:
    """Return all that the user confirmed, by kind and name."""
    if not ledger_path().exists():
        return []
    with _opened() as database:
        rows = database.execute("SELECT kind, what, at_s FROM trusted ORDER BY kind, what")
        return [Trusted(*row) for row in rows]


def distrust(kind: TrustedKind, what: str) -> bool:
    """Forget a confirmation; False where there was none."""
    if not ledger_path().exists():
        return False
    with _opened() as database:
        statement = "DELETE FROM trusted WHERE kind = ? AND what = ?"
        return database.execute(statement, (kind, what)).rowcount > 0


def ledger_path() -> Path:
    """Return where the record lies."""
    return user_data() / FILE


@contextmanager
def _opened() -> Iterator[sqlite3.Connection]:
    """Open the record for one transaction, which is flushed at its end."""
    path = ledger_path()
    try:
        if not path.exists():  # on a read-only disk it can still be read
            _create(path)
        database = sqlite3.connect(path, timeout=_PATIENCE_S)
        try:
            # FULL may lose the last transaction in a power cut: it does not flush the removal of
            # the rollback journal
            database.execute("PRAGMA synchronous=EXTRA")
            for statement in _TABLES:
                database.execute(statement)
            with database:
                yield database
        finally:
            database.close()
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"Cannot use {path}, the record of what Coincide wrote and what you trust:"
            f" {trouble(error, path)}."
            " Make it writable, or set another data folder with COINCIDE_DATA."
        ) from error


def _create(path: Path) -> None:
    """Make an empty record and the folders it lies in, and flush their names."""
    missing = [folder for folder in path.parents if not folder.exists()]
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    path.touch(mode=0o600)
    for folder in (path.parent, *(made.parent for made in missing)):
        if os.name != "nt":  # there names are written through
            descriptor = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
