"""The project folder: what was read and computed, so that no stage does its work twice.

Layout of ``<project>/``::

    version           the layout's number
    state.sqlite      what each photo file held, by path, size and time of modification;
                      what a person said, which cannot be computed again; which plans
                      were applied
    vectors/<feature>/<shard>.safetensors
    offsets.json …    the latest result, for people and programs

Vectors are keyed by the content hash of the photo and by the feature that
made them (model, layer, preprocessing). A shard names its own keys and is
renamed into place when whole, so whatever is there can be used, and a run
that was killed loses at most the shard it was filling.
"""

import json
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from coincide.errors import StoreError
from coincide.storage.vectors import SUFFIX, VectorStore

logger = logging.getLogger(__name__)

VERSION = "1"
MAX_HINT_STATES = 100  # steps of undo; each is a whole document, so there is an end to them


class Store(VectorStore):
    """An open project folder. Safe to share between threads; close it when done."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        try:
            _check_ours(folder)
            (folder / "vectors").mkdir(parents=True, exist_ok=True)
            if not (folder / "version").exists():  # another process may be reading it
                (folder / "version").write_text(VERSION + "\n", encoding="utf-8")
            # autocommit: what was read is kept even if the next file is never reached
            self._state = sqlite3.connect(
                folder / "state.sqlite", timeout=60.0, isolation_level=None, check_same_thread=False
            )
            self._state.execute("PRAGMA journal_mode=WAL")
            self._state.execute("PRAGMA synchronous=NORMAL")
            self._state.execute(
                "CREATE TABLE IF NOT EXISTS files"
                " (path BLOB PRIMARY KEY, size INTEGER, mtime_ns INTEGER, record TEXT)"
            )
            self._state.execute(
                "CREATE TABLE IF NOT EXISTS hints (number INTEGER PRIMARY KEY, document TEXT)"
            )
            self._state.execute(
                "CREATE TABLE IF NOT EXISTS undone (number INTEGER PRIMARY KEY, document TEXT)"
            )
            self._state.execute("CREATE TABLE IF NOT EXISTS plans (path BLOB PRIMARY KEY)")
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"Cannot use the project folder {folder}: {error}. Name another one with --project."
            ) from error

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder; what was saved is kept."""
        self._state.close()

    # What a file held, by path, size and time of modification

    def load_record(self, path: Path, size: int, mtime_ns: int) -> dict[str, Any] | None:
        """Return what was read from a file, unless it has changed since."""
        row = self._execute(
            "SELECT record FROM files WHERE path = ? AND size = ? AND mtime_ns = ?",
            (os.fsencode(path), size, mtime_ns),
        ).fetchone()
        return None if row is None else json.loads(row[0])

    def save_record(self, path: Path, size: int, mtime_ns: int, record: dict[str, Any]) -> None:
        """Remember what was read from a file."""
        self._execute(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)",
            (os.fsencode(path), size, mtime_ns, json.dumps(record)),
        )

    # What a person said: one document per change, numbered from 1; the last one counts

    def load_hints(self) -> dict[str, Any] | None:
        """Return the latest document of hints, if there is one."""
        row = self._execute("SELECT document FROM hints ORDER BY number DESC LIMIT 1").fetchone()
        return None if row is None else json.loads(row[0])

    def save_hints(self, document: dict[str, Any]) -> None:
        """Add a document of hints to those before it; the oldest, and all undone, are let go."""
        self._add_hints(json.dumps(document))
        self._execute("DELETE FROM undone")

    def undo_hints(self) -> bool:
        """Put the latest document of hints aside; False if what was before it is not known."""
        last = "number = (SELECT max(number) FROM hints)"
        known = "(number = 1 OR number > (SELECT min(number) FROM hints))"
        self._execute(
            f"INSERT INTO undone (document) SELECT document FROM hints WHERE {last} AND {known}"
        )
        return self._execute(f"DELETE FROM hints WHERE {last} AND {known}").rowcount > 0

    def redo_hints(self) -> bool:
        """Bring the document back that was put aside last; False if there is none."""
        last = "SELECT number, document FROM undone ORDER BY number DESC LIMIT 1"
        row = self._execute(last).fetchone()
        if row is None:
            return False
        self._execute("DELETE FROM undone WHERE number = ?", (row[0],))
        self._add_hints(row[1])
        return True

    def can_undo_hints(self) -> tuple[bool, bool]:
        """Return whether there is a document of hints to undo, and one to bring back."""
        first, last = self._execute("SELECT min(number), max(number) FROM hints").fetchone()
        undone = self._execute("SELECT count(*) FROM undone").fetchone()[0]
        return last is not None and (last == 1 or last > first), undone > 0

    def _add_hints(self, document: str) -> None:
        self._execute("INSERT INTO hints (document) VALUES (?)", (document,))
        self._execute(
            "DELETE FROM hints WHERE number <= (SELECT max(number) FROM hints) - ?",
            (MAX_HINT_STATES,),
        )

    # Plans that were applied, wholly or in part; their journals say how far

    def load_plan_paths(self) -> list[Path]:
        """Return where the plans lie that were ever applied, in the order of their paths."""
        rows = self._execute("SELECT path FROM plans ORDER BY path").fetchall()
        return [Path(os.fsdecode(row[0])) for row in rows]

    def save_plan_path(self, path: Path) -> None:
        """Remember that a plan is being applied."""
        self._execute("INSERT OR IGNORE INTO plans VALUES (?)", (os.fsencode(path),))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Let no other process write the state until the block ends; all of it counts or none."""
        self._execute("BEGIN IMMEDIATE")
        try:
            with self._state:  # commits, or rolls back when the block fails
                yield
        except sqlite3.Error as error:
            raise StoreError(f"Cannot use {self.folder / 'state.sqlite'}: {error}.") from error

    def _execute(self, statement: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        try:
            return self._state.execute(statement, values)
        except sqlite3.Error as error:
            raise StoreError(f"Cannot use {self.folder / 'state.sqlite'}: {error}.") from error

    # Vectors, by content hash and feature

    def drop_features(self, prefix: str, *, keep: str) -> None:
        """Delete the vectors of all features with that prefix but one: they are out of date."""
        for folder in (self.folder / "vectors").glob(f"{prefix}*"):
            if folder.name != keep:
                shutil.rmtree(folder)
                self._indices.pop(folder.name, None)

    def _shards(self, feature: str) -> Iterator[tuple[Path, Sequence[str]]]:
        for path in sorted((self.folder / "vectors" / feature).glob(f"*{SUFFIX}")):
            yield path, _shard_keys(path)

    def _load_shard(self, path: Path) -> NDArray[Any]:
        try:
            with safe_open(path, framework="numpy") as shard:
                vectors: NDArray[Any] = shard.get_tensor("vectors")
                return vectors
        except (OSError, SafetensorError) as error:
            raise StoreError(f"Cannot read {path}: {error}. Delete it and run again.") from error

    def _save_shard(
        self, feature: str, name: str, vectors: NDArray[Any], metadata: dict[str, str]
    ) -> Path:
        folder = self.folder / "vectors" / feature
        path = folder / name
        beside = path.with_suffix(f".{os.getpid()}.part")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            save_file({"vectors": vectors}, beside, metadata=metadata)
            beside.replace(path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise StoreError(f"Cannot save vectors in {folder}: {error}.") from error
        return path


def _check_ours(folder: Path) -> None:
    """Refuse a folder that holds anything else, or that another version laid out."""
    if not folder.exists() or not any(folder.iterdir()):
        return
    try:
        found = (folder / "version").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        found = ""
    if not found.isdecimal() or not (folder / "vectors").is_dir():
        raise StoreError(
            f"{folder} is not a project folder and not empty. Name another with --project."
        )
    if found != VERSION:
        raise StoreError(
            f"The project folder {folder} has layout {found}; this version reads {VERSION}."
            " Name another with --project."
        )


def _shard_keys(path: Path) -> list[str]:
    """Return the keys a shard says it holds; a damaged one holds none, and is made again."""
    try:
        with safe_open(path, framework="numpy") as shard:
            keys: list[str] = json.loads(shard.metadata()["keys"])
            return keys
    except (SafetensorError, KeyError, TypeError, ValueError) as error:
        logger.warning("Damaged shard %s is left out: %s", path, error)
        return []
