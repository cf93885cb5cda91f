"""Vectors by content hash and feature, in shards that name their own keys.

Where shards lie is the business of a store. A shard is either there as a whole or not at all, so
whatever is there can be used.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from coincide.model import Indices, Singles

F = TypeVar("F", bound=np.floating[Any])

HALF_MAX = 60_000.0  # float16 ends at 65,504
SUFFIX = ".safetensors"


class VectorStore(ABC):
    """Vectors of features, to be added to and read by key."""

    def __init__(self) -> None:
        self._indices: dict[str, dict[str, tuple[Path, int]]] = {}

    @abstractmethod
    def _shards(self, feature: str) -> Iterable[tuple[Path, Sequence[str]]]:
        """Yield where the shards of a feature are, by name, and the keys each holds."""

    @abstractmethod
    def _load_shard(self, path: Path) -> NDArray[Any]:
        """Return the vectors of a shard."""

    @abstractmethod
    def _save_shard(
        self, feature: str, name: str, vectors: NDArray[Any], metadata: dict[str, str]
    ) -> Path:
        """Write a shard, and return where it is."""

    @abstractmethod
    def drop_features(self, prefix: str, *, keep: str) -> None:
        """Delete the vectors of all features with that prefix but one: they are out of date."""

    def forget(self) -> None:
        """Look anew at what is there: others may have saved vectors."""
        self._indices.clear()

    def missing(self, feature: str, keys: Sequence[str]) -> list[str]:
        """Return the keys that have no vector of this feature yet, each once."""
        have = self._index(feature)
        return [key for key in dict.fromkeys(keys) if key not in have]

    def save_vectors(self, feature: str, keys: Sequence[str], vectors: Singles) -> None:
        """Save one shard: vectors[i] belongs to keys[i]."""
        name = hashlib.sha256("\n".join(keys).encode()).hexdigest()[:24] + SUFFIX
        fits_half = bool(np.abs(vectors).max(initial=0.0) < HALF_MAX)
        stored = vectors.astype(np.float16 if fits_half else np.float32)
        path = self._save_shard(feature, name, stored, {"keys": json.dumps(list(keys))})
        if feature in self._indices:
            rows = {key: (path, row) for row, key in enumerate(keys)}
            self._indices[feature].update(rows)

    def iter_vectors(self, feature: str, keys: Sequence[str]) -> Iterator[tuple[Indices, Singles]]:
        """Yield the vectors of keys shard by shard, with their places in ``keys``."""
        index = self._index(feature)
        by_shard: dict[Path, list[tuple[int, int]]] = {}
        for place, key in enumerate(keys):
            path, row = index[key]
            by_shard.setdefault(path, []).append((place, row))
        for path, loaded in self._load_shards(list(by_shard)):
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

    def _load_shards(self, paths: Sequence[Path]) -> Iterator[tuple[Path, NDArray[Any]]]:
        """Yield shards with where they are; a store far away may load several at a time."""
        for path in paths:
            yield path, self._load_shard(path)

    def _gather(self, feature: str, keys: Sequence[str], whole: NDArray[F]) -> NDArray[F]:
        """Return the vectors of keys in the number type of ``whole``, which is given empty."""
        for where, vectors in self.iter_vectors(feature, keys):
            if not whole.size:
                whole = np.empty((len(keys), *vectors.shape[1:]), whole.dtype)
            whole[where] = vectors
        return whole

    def _index(self, feature: str) -> dict[str, tuple[Path, int]]:
        if feature not in self._indices:
            self._indices[feature] = {
                key: (path, row)
                for path, keys in self._shards(feature)
                for row, key in enumerate(keys)
            }
        return self._indices[feature]
