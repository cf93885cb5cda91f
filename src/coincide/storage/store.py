"""The project folder on a disk: what was read and computed, so that no stage does its work twice.

Layout of ``<project>/``::

    version           the layout's number
    state.sqlite      what each photo file held, by path, size and time of modification;
                      what a person said, which cannot be computed again; which plans
                      were applied
    vectors/<feature>/<shard>.safetensors
    <kind>/<name>.json.gz
    offsets.json …    the latest result, for people and programs

Vectors are keyed by the content hash of the photo and by the feature that
made them (model, layer, preprocessing). A shard names its own keys and is
renamed into place when whole, so whatever is there can be used, and a run
that was killed loses at most the shard it was filling.
"""

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from coincide.errors import StoreError
from coincide.model import file_of
from coincide.storage.disk import Disk
from coincide.storage.faults import trouble
from coincide.storage.ownfiles import check_folder, own_folder, read_own, write_own
from coincide.storage.projectstore import MAX_HINT_STATES, VERSION, ProjectStore
from coincide.storage.state import StateDatabase

# records wait for so long before they are saved together: a change of the state reaches the disk
# before it counts, which takes longer than reading a photo
RECORDS_S = 0.5
# plans that were ever applied to one event; bytes of the file that tells the layout
MOST_PLANS, _VERSION_BYTES = 10_000, 64


class Store(ProjectStore):
    """An open project folder on a disk. Safe to share between threads; close it when done."""

    def __init__(self, folder: Path, *, readonly: bool = False) -> None:
        super().__init__(folder, Disk(folder), readonly=readonly)
        self._records = _Waiting()
        try:
            _check_ours(folder)
            if not readonly:
                own_folder(folder)
                own_folder(folder / "vectors")
                if not (folder / "version").exists():  # another process may be reading it
                    write_own(folder / "version", f"{VERSION}\n".encode())
            self._state = StateDatabase(folder / "state.sqlite", readonly=readonly)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"Cannot use the project folder {folder}: {trouble(error, folder)}."
                " Give another one with --project."
            ) from error

    def close(self) -> None:
        """Let go of the folder; what was saved is kept."""
        try:
            self._save_records()
        finally:
            self._state.close()

    # What a file held, by path, size and time of modification

    def load_record(self, path: Path, size: int, mtime_ns: int) -> dict[str, Any] | None:
        """Return what was read from a file, unless it has changed since."""
        key = os.fsencode(path)
        rows = self._records.get(key) or self._state.rows(
            "SELECT size, mtime_ns, record FROM files WHERE path = ?", (key,)
        )
        if not rows or rows[0][:2] != (size, mtime_ns):
            return None
        try:
            record = json.loads(rows[0][2])
        except (TypeError, ValueError, RecursionError):
            return None  # it is read again
        return record if isinstance(record, dict) else None

    def save_record(self, path: Path, size: int, mtime_ns: int, record: dict[str, Any]) -> None:
        """Remember what was read from a file; on the disk it is within the next half second."""
        self._check_writable()
        if self._records.add(os.fsencode(path), (size, mtime_ns, json.dumps(record))):
            self._save_records()

    def _save_records(self) -> None:
        with self._records.taken() as waiting:
            if waiting:
                rows = [(path, *record) for path, record in waiting.items()]
                self._state.change_each("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", rows)

    # What a person said: one document per change, numbered from 1; the last one counts

    def load_hints(self) -> dict[str, Any] | None:
        """Return the latest document of hints, if there is one."""
        rows = self._state.rows("SELECT document FROM hints ORDER BY number DESC LIMIT 1")
        return self._parsed(rows[0][0]) if rows else None

    def save_hints(self, document: dict[str, Any]) -> None:
        """Add a document of hints to those before it; the oldest, and all undone, are let go."""
        with self.transaction():
            self._add_hints(json.dumps(document))
            self._state.change("DELETE FROM undone")

    def undo_hints(self) -> bool:
        """Put the latest document of hints aside; False if what was before it is not known."""
        last = "number = (SELECT max(number) FROM hints)"
        known = "(number = 1 OR number > (SELECT min(number) FROM hints))"
        with self.transaction():
            self._state.change(
                f"INSERT INTO undone (document) SELECT document FROM hints WHERE {last} AND {known}"
            )
            return self._state.change(f"DELETE FROM hints WHERE {last} AND {known}") > 0

    def redo_hints(self) -> bool:
        """Bring the document back that was put aside last; False if there is none."""
        last = "SELECT number, document FROM undone ORDER BY number DESC LIMIT 1"
        with self.transaction():
            for number, document in self._state.rows(last):
                self._state.change("DELETE FROM undone WHERE number = ?", (number,))
                self._add_hints(document)
                return True
        return False

    def can_undo_hints(self) -> tuple[bool, bool]:
        """Return whether there is a document of hints to undo, and one to bring back."""
        ((first, last),) = self._state.rows("SELECT min(number), max(number) FROM hints")
        undone = self._state.rows("SELECT 1 FROM undone LIMIT 1")
        return last is not None and (last == 1 or last > first), bool(undone)

    def _parsed(self, text: str) -> dict[str, Any]:
        try:
            document = json.loads(text)
        except (TypeError, ValueError, RecursionError):
            document = None
        if not isinstance(document, dict):
            raise StoreError(
                f"The hints in {self._state.file} are damaged. Give another folder with --project,"
                " or delete that file and enter them again."
            )
        return document

    def _add_hints(self, document: str) -> None:
        self._state.change("INSERT INTO hints (document) VALUES (?)", (document,))
        self._state.change(
            "DELETE FROM hints WHERE number <= (SELECT max(number) FROM hints) - ?",
            (MAX_HINT_STATES,),
        )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Let no other process write the state until the block ends; all of it counts or none."""
        self._check_writable()
        with self._state.transaction():
            yield

    # Plans that were applied, wholly or in part; their journals say how far

    def load_plan_paths(self) -> list[Path]:
        """Return where the plans lie that were ever applied, in the order of their paths."""
        rows = self._state.rows(f"SELECT path FROM plans ORDER BY path LIMIT {MOST_PLANS + 1}")
        if len(rows) > MOST_PLANS:
            raise StoreError(f"{self._state.file} lists more than {MOST_PLANS} plans.")
        return sorted({self._plan_now(Path(os.fsdecode(row[0]))) for row in rows})

    def save_plan_path(self, path: Path) -> None:
        """Remember that a plan is being applied."""
        self._check_writable()
        kept, folder = path.absolute(), file_of(self.folder).absolute()
        if kept.is_relative_to(folder.parent):  # what lies together may be moved together
            kept = Path(os.path.relpath(kept, folder))
        self._state.change("INSERT OR IGNORE INTO plans VALUES (?)", (os.fsencode(kept),))

    def _plan_now(self, kept: Path) -> Path:
        """Return where a plan lies, by what was kept of it: its way from here, or once its path."""
        folder = file_of(self.folder).absolute()
        beside = folder / kept.name
        if kept.is_absolute() and kept.parent.name == folder.name and beside.is_file():
            return beside  # 0.1 kept whole paths, also of what was moved since
        return Path(os.path.normpath(folder / kept))


class _Waiting:
    """Records that are not saved yet, by path."""

    def __init__(self) -> None:
        self._by_path: dict[bytes, tuple[int, int, str]] = {}
        self._saved_s = -RECORDS_S
        self._lock = threading.Lock()

    def get(self, path: bytes) -> list[tuple[Any, ...]]:
        """Return the record of a file as a row, if it waits."""
        with self._lock:
            return [self._by_path[path]] if path in self._by_path else []

    def add(self, path: bytes, record: tuple[int, int, str]) -> bool:
        """Take a record; return whether it is time to save what waits."""
        with self._lock:
            self._by_path[path] = record
            return time.monotonic() - self._saved_s >= RECORDS_S

    @contextmanager
    def taken(self) -> Iterator[dict[bytes, tuple[int, int, str]]]:
        """Give all that waits to be saved; it waits on if that fails."""
        with self._lock:
            yield self._by_path
            self._by_path = {}
            self._saved_s = time.monotonic()


def _check_ours(folder: Path) -> None:
    """Refuse a folder that holds anything else, or that another version laid out."""
    check_folder(folder)
    if not folder.exists() or _is_blank(folder):
        return
    check_folder(folder / "vectors")
    try:
        found = read_own(folder / "version", end=_VERSION_BYTES).decode("ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        found = ""
    if not found.isdecimal() or not (folder / "vectors").is_dir():
        raise StoreError(
            f"{folder} is not a project folder and not empty. Give another with --project."
        )
    if found != VERSION:
        raise StoreError(
            f"The project folder {folder} has layout {found}; this version reads {VERSION}."
            " Give another with --project."
        )


def _is_blank(folder: Path) -> bool:
    """Tell whether nothing is in a folder, or what another process makes a project of it by.

    The number of the layout comes before all that is kept, so whoever sees more sees it too.
    """
    vectors = folder / "vectors"
    others = [path for path in folder.iterdir() if not path.name.startswith(".version.")]
    return not others or (others == [vectors] and not any(vectors.iterdir()))
