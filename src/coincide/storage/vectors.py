"""Vectors by content hash and feature, in shards that name their own keys.

A shard is either there as a whole or not at all, so whatever is there can be used.
"""

import hashlib
import json
import logging
import struct
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from coincide.errors import StoreError
from coincide.model import Indices, Singles
from coincide.model.places import Place
from coincide.storage.form import ListedObject, Storage
from coincide.storage.ownfiles import MOST_BYTES


class ProjectFolder:
    """The files of a project. Where it is open for reading only, nothing in it is ever changed."""

    def __init__(self, folder: Place, storage: Storage, *, readonly: bool) -> None:
        self.folder, self.storage, self.readonly = folder, storage, readonly

    def _listed(self, kind: str, suffix: str) -> Sequence[ListedObject]:
        """Return the files in a folder of the project whose names end so, by path."""
        try:
            listed = self.storage.list(self.folder / kind)
        except OSError as error:
            raise self._unusable(error) from error
        return [item for item in listed if item.path.name.endswith(suffix)]

    def _read(self, path: Place, end: int | None = None, most: int = MOST_BYTES) -> bytes:
        try:
            return self.storage.read(path, end=end, most=most)
        except OSError as error:
            raise self._unusable(error) from error

    def _write(self, path: Place, data: bytes) -> None:
        self._check_writable()
        try:
            self.storage.write(path, data)
        except OSError as error:
            raise self._unusable(error) from error

    def _delete(self, path: Place) -> None:
        self._check_writable()
        try:
            self.storage.delete(path)
        except OSError as error:
            raise self._unusable(error) from error

    def _delete_folder(self, folder: Place) -> None:
        self._check_writable()
        try:
            self.storage.delete_folder(folder)
        except OSError as error:
            raise self._unusable(error) from error

    def _check_writable(self) -> None:
        if self.readonly:
            raise StoreError(f"The project folder {self.folder} is open for reading only.")

    def _unusable(self, error: Exception) -> StoreError:
        return StoreError(
            f"Cannot use the project folder {self.folder}: {error}. Check that it can be written"
            " to, or give another one with --project."
        )


F = TypeVar("F", bound=np.floating[Any])

logger = logging.getLogger(__name__)

HALF_MAX = 60_000.0  # float16 ends at 65,504
SUFFIX = ".safetensors"
# bytes of a shard that hold its keys, for any shard that this program makes
_HEAD_BYTES = 1 << 16
# bytes of a shard, which holds the vectors of some dozens of photos, and of its keys
MOST_SHARD_BYTES, MOST_HEAD_BYTES = 1 << 30, 16 << 20


class VectorStore(ProjectFolder):
    """Vectors of features, to be added to and read by key."""

    def __init__(self, folder: Place, storage: Storage, *, readonly: bool) -> None:
        super().__init__(folder, storage, readonly=readonly)
        self._indices: dict[str, dict[str, tuple[Place, int]]] = {}
        # shards never change, so what one holds is asked once
        self._keys_of: dict[ListedObject, Sequence[str]] = {}

    def forget(self) -> None:
        """Look anew at what is there: others may have saved vectors."""
        self._indices.clear()

    def missing(self, feature: str, keys: Sequence[str]) -> list[str]:
        """Return the keys that have no vector of this feature yet, each once."""
        have = self._index(feature)
        return [key for key in dict.fromkeys(keys) if key not in have]

    def kept_keys(self, feature: str) -> list[str]:
        """Return the keys that have a vector of this feature."""
        return list(self._index(feature))

    def save_vectors(self, feature: str, keys: Sequence[str], vectors: Singles) -> None:
        """Save one shard: vectors[i] belongs to keys[i]."""
        name = hashlib.sha256("\n".join(keys).encode()).hexdigest()[:24] + SUFFIX
        fits_half = bool(np.abs(vectors).max(initial=0.0) < HALF_MAX)
        stored = vectors.astype(np.float16 if fits_half else np.float32)
        path = self.folder / "vectors" / feature / name
        self._write(path, save({"vectors": stored}, metadata={"keys": json.dumps(list(keys))}))
        if feature in self._indices:
            rows = {key: (path, row) for row, key in enumerate(keys)}
            self._indices[feature].update(rows)

    def drop_features(self, prefix: str, *, keep: str) -> None:
        """Delete the vectors of all features with that prefix but one: they are out of date."""
        folders = {listed.path.parent for listed in self._listed("vectors", SUFFIX)}
        for folder in sorted(folders):
            if folder.name.startswith(prefix) and folder.name != keep:
                self._delete_folder(folder)
                self._indices.pop(folder.name, None)

    def iter_vectors(self, feature: str, keys: Sequence[str]) -> Iterator[tuple[Indices, Singles]]:
        """Yield the vectors of keys shard by shard, with their places in ``keys``."""
        index = self._index(feature)
        by_shard: dict[Place, list[tuple[int, int]]] = {}
        for place, key in enumerate(keys):
            path, row = index[key]
            by_shard.setdefault(path, []).append((place, row))
        shards = list(by_shard)
        for path, loaded in zip(shards, self.storage.each(self._load_shard, shards), strict=True):
            where, rows = np.array(by_shard[path], dtype=np.int64).T
            yield where, loaded[rows].astype(np.float32)

    def iter_in_order(self, feature: str, keys: Sequence[str]) -> Iterator[Singles]:
        """Yield the vectors of keys block by block, in their order, however they are sharded."""
        for start in range(0, len(keys), 64):
            yield self.load_vectors(feature, keys[start : start + 64])

    def load_vectors(self, feature: str, keys: Sequence[str]) -> Singles:
        """Return the vectors of keys as one array, (len(keys), …)."""
        return self._gather(feature, keys, np.zeros((0, 0), np.float32))

    def load_halves(self, feature: str, keys: Sequence[str]) -> NDArray[np.float16]:
        """Return vectors of length one as they are stored: half the memory of load_vectors."""
        return self._gather(feature, keys, np.zeros((0, 0), np.float16))

    def _gather(self, feature: str, keys: Sequence[str], whole: NDArray[F]) -> NDArray[F]:
        """Return the vectors of keys in the number type of ``whole``, which is given empty."""
        for where, vectors in self.iter_vectors(feature, keys):
            if not whole.size:
                whole = np.empty((len(keys), *vectors.shape[1:]), whole.dtype)
            whole[where] = vectors
        return whole

    def _index(self, feature: str) -> dict[str, tuple[Place, int]]:
        if feature not in self._indices:
            shards = self._listed(f"vectors/{feature}", SUFFIX)
            new = [shard for shard in shards if shard not in self._keys_of]
            keys = self.storage.each(self._shard_keys, new)
            self._keys_of |= dict(zip(new, keys, strict=True))
            self._indices[feature] = {
                key: (shard.path, row)
                for shard in shards
                for row, key in enumerate(self._keys_of[shard])
            }
        return self._indices[feature]

    def _shard_keys(self, shard: ListedObject) -> Sequence[str]:
        """Return the keys that a shard says it holds; a damaged one holds none, and is made again.

        A cut does not happen where shards are renamed into place; a disk that lost power may.
        """
        try:
            head = self._read(shard.path, _HEAD_BYTES)
            (length,) = struct.unpack_from("<Q", head)
            if 8 + length > shard.size:
                raise ValueError("it is cut short")
            if length > MOST_HEAD_BYTES:
                raise ValueError("its keys are too long")
            if 8 + length > len(head):
                head = self._read(shard.path, 8 + length)
            header = json.loads(head[8 : 8 + length])
            if 8 + length + header["vectors"]["data_offsets"][1] != shard.size:
                raise ValueError("it is cut short")
            keys = json.loads(header["__metadata__"]["keys"])
            if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
                raise ValueError("its keys are not text")
            if header["vectors"]["shape"][0] != len(keys):
                raise ValueError("it does not have one vector for each key")
            return keys
        except (
            *(struct.error, IndexError, KeyError, TypeError, ValueError),
            RecursionError,
        ) as error:
            logger.warning("Damaged shard %s is ignored: %s", shard.path, error)
            return ()

    def _load_shard(self, path: Place) -> NDArray[Any]:
        try:
            vectors: NDArray[Any] = load(self._read(path, most=MOST_SHARD_BYTES))["vectors"]
        except (KeyError, SafetensorError) as error:
            raise StoreError(f"Cannot read {path}: {error}. Delete it and run again.") from error
        return vectors
