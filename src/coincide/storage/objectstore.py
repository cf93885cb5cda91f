"""The project folder in object storage: the same things as in a folder, as objects.

Layout below ``<project>/``::

    version                   the layout's number
    records/<digest>.json.gz  what a shard of photos held, by path, size and version
    vectors/<feature>/<digest>.safetensors
    solved/<digest>.json.gz   parts of a solve, by all that they depend on
    hints/<number>.json       what a person said; the last one counts
    offsets.json …            the latest result

Every object is written whole under its final name, and what is there is found by listing: there
is nothing that two writers could disagree about. Objects cannot be locked, so two people who
say something at the same moment may overwrite each other; nothing computed ever is.
"""

import gzip
import json
import logging
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from coincide.errors import StoreError
from coincide.storage.objects import Objects
from coincide.storage.store import MAX_HINT_STATES, VERSION, Store
from coincide.storage.urls import as_url, is_url
from coincide.storage.vectors import SUFFIX, VectorStore

logger = logging.getLogger(__name__)

# bytes of a shard that hold its keys, for any shard that this program makes
_HEAD_BYTES = 1 << 16


class ObjectStore(VectorStore):
    """An open project folder in object storage."""

    def __init__(self, folder: Path, objects: Objects | None = None) -> None:
        super().__init__()
        self.folder = folder
        self.objects = objects or Objects(folder)
        # shards never change, so what one holds is asked once
        self._keys_of: dict[Path, list[str]] = {}
        self._is_new = False
        self._check_ours()

    def __enter__(self) -> "ObjectStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the folder; what was saved is kept."""

    # Documents, by kind and name

    def load_documents(self, kind: str) -> Iterator[dict[str, Any]]:
        """Yield all documents of a kind, by name; a damaged one is left out, and made again."""
        paths = self._names(kind, ".json.gz")
        for path, data in zip(paths, self.objects.each(self._read, paths), strict=True):
            document = _unpacked(data)
            if document is None:
                logger.warning("Damaged object %s is left out", as_url(path))
            else:
                yield document

    def load_document(self, kind: str, name: str) -> dict[str, Any] | None:
        """Return one document, None where there is none that is whole."""
        try:
            return _unpacked(self.objects.read(self.folder / kind / f"{name}.json.gz"))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unusable(error) from error

    def save_document(self, kind: str, name: str, document: dict[str, Any]) -> None:
        """Save a document; the same one is always the same bytes."""
        data = gzip.compress(json.dumps(document, sort_keys=True).encode(), mtime=0)
        self._write(self.folder / kind / f"{name}.json.gz", data)

    # What a person said: one object per change, numbered from 1; the last one counts

    def load_hints(self) -> dict[str, Any] | None:
        """Return the latest document of hints, if there is one."""
        paths = self._names("hints", ".json")
        return json.loads(self._read(paths[-1])) if paths else None

    def save_hints(self, document: dict[str, Any]) -> None:
        """Add a document of hints to those before it; the oldest, and all undone, are let go."""
        self._add("hints", json.dumps(document).encode())
        for path in self._names("undone", ".json"):
            self._delete(path)

    def undo_hints(self) -> bool:
        """Put the latest document of hints aside; False if what was before it is not known."""
        return self.can_undo_hints()[0] and self._move_last("hints", "undone")

    def redo_hints(self) -> bool:
        """Bring the document back that was put aside last; False if there is none."""
        return self._move_last("undone", "hints")

    def can_undo_hints(self) -> tuple[bool, bool]:
        """Return whether there is a document of hints to undo, and one to bring back."""
        said = [int(path.stem) for path in self._names("hints", ".json")]
        return bool(said) and (said[-1] == 1 or len(said) > 1), bool(self._names("undone", ".json"))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Do as a store in a folder does, which keeps others from writing; here nothing can."""
        yield

    def load_plan_paths(self) -> list[Path]:
        """Return none: what lies in object storage is never written to."""
        return []

    def _add(self, kind: str, data: bytes) -> None:
        there = self._names(kind, ".json")
        number = int(there[-1].stem) + 1 if there else 1
        self._write(self.folder / kind / f"{number:08d}.json", data)
        for path in there[: max(len(there) + 1 - MAX_HINT_STATES, 0)]:
            self._delete(path)

    def _move_last(self, kind: str, to: str) -> bool:
        paths = self._names(kind, ".json")
        if paths:
            self._add(to, self._read(paths[-1]))
            self._delete(paths[-1])
        return bool(paths)

    # Vectors, by content hash and feature

    def drop_features(self, prefix: str, *, keep: str) -> None:
        """Delete the vectors of all features with that prefix but one: they are out of date."""
        for path in self._names("vectors", SUFFIX):
            feature = path.parent.name
            if feature.startswith(prefix) and feature != keep:
                self._delete(path)
                self._indices.pop(feature, None)

    def _shards(self, feature: str) -> Iterator[tuple[Path, Sequence[str]]]:
        paths = self._names(f"vectors/{feature}", SUFFIX)
        new = [path for path in paths if path not in self._keys_of]
        self._keys_of |= dict(zip(new, self.objects.each(self._shard_keys, new), strict=True))
        yield from ((path, self._keys_of[path]) for path in paths)

    def _shard_keys(self, path: Path) -> list[str]:
        """Return the keys that a shard says it holds; a damaged one holds none."""
        try:
            keys = _keys_in(self._read(path, end=_HEAD_BYTES)) or _keys_in(self._read(path))
            if keys is None:
                raise ValueError("it is cut short")
            return keys
        except (struct.error, KeyError, TypeError, ValueError) as error:
            logger.warning("Damaged shard %s is left out: %s", as_url(path), error)
            return []

    def _load_shards(self, paths: Sequence[Path]) -> Iterator[tuple[Path, NDArray[Any]]]:
        yield from zip(paths, self.objects.each(self._load_shard, paths), strict=True)

    def _load_shard(self, path: Path) -> NDArray[Any]:
        try:
            vectors: NDArray[Any] = load(self._read(path))["vectors"]
        except (KeyError, SafetensorError) as error:
            message = f"Cannot read {as_url(path)}: {error}. Delete it and run again."
            raise StoreError(message) from error
        return vectors

    def _save_shard(
        self, feature: str, name: str, vectors: NDArray[Any], metadata: dict[str, str]
    ) -> Path:
        path = self.folder / "vectors" / feature / name
        self._write(path, save({"vectors": vectors}, metadata=metadata))
        return path

    # Objects

    def _names(self, kind: str, suffix: str) -> list[Path]:
        try:
            listed = self.objects.list(self.folder / kind)
        except OSError as error:
            raise self._unusable(error) from error
        return [one.path for one in listed if one.path.name.endswith(suffix)]

    def _read(self, path: Path, end: int | None = None) -> bytes:
        try:
            return self.objects.read(path, end=end)
        except OSError as error:
            raise self._unusable(error) from error

    def _write(self, path: Path, data: bytes) -> None:
        try:
            if self._is_new:
                self.objects.write(self.folder / "version", f"{VERSION}\n".encode())
                self._is_new = False
            self.objects.write(path, data)
        except OSError as error:
            raise self._unusable(error) from error

    def _delete(self, path: Path) -> None:
        try:
            self.objects.delete(path)
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> StoreError:
        return StoreError(
            f"Cannot use the project folder {as_url(self.folder)}: {error}. Check that it can be"
            " written to, or name another one with --project."
        )

    def _check_ours(self) -> None:
        """Refuse a folder that holds anything else, or that another version laid out."""
        path = self.folder / "version"
        try:
            found = self.objects.read(path).decode("utf-8", errors="replace").strip()
        except FileNotFoundError:
            if self._names("", ""):
                raise StoreError(
                    f"{as_url(self.folder)} is not a project folder and not empty. Name another"
                    " with --project."
                ) from None
            self._is_new = True  # reading makes no project folder
            return
        except OSError as error:
            raise self._unusable(error) from error
        if found != VERSION:
            raise StoreError(
                f"The project folder {as_url(self.folder)} has layout {found}; this version reads"
                f" {VERSION}. Name another with --project."
            )


AnyStore = Store | ObjectStore


def open_store(folder: Path) -> AnyStore:
    """Open a project folder, wherever it is."""
    return ObjectStore(folder) if is_url(folder) else Store(folder)


def _keys_in(head: bytes) -> list[str] | None:
    """Return the keys in the first bytes of a shard; None if they go on behind them."""
    (length,) = struct.unpack_from("<Q", head)
    if length + 8 > len(head):
        return None
    keys: list[str] = json.loads(json.loads(head[8 : 8 + length])["__metadata__"]["keys"])
    return keys


def _unpacked(data: bytes) -> dict[str, Any] | None:
    try:
        document = json.loads(gzip.decompress(data))
    except (OSError, EOFError, ValueError, zlib.error):
        return None
    return document if isinstance(document, dict) else None
