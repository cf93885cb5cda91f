"""An index of photos by their main directions: inverted lists, eight bits for each number.

It needs faiss, which is not installed with Coincide unless asked for: ``coincide[cluster]``.
"""

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from coincide.errors import UsageError
from coincide.model import Indices, Singles
from coincide.solver.options import NeighbourOptions

# lists of the index, times √N: finer lists find more for the same work, and cost more to make
_LISTS = 8.0
# photos that each list of the index is learned from: more move lists little
_PER_LIST = 40
# rounds of learning the lists: more move them little
_LIST_ROUNDS = 8
# where learning the lists begins: any, but always the same
_LIST_SEED = 1


def load_faiss(n_photos: int) -> Any:
    """Return the faiss module, or say what to install."""
    try:
        import faiss
    except ImportError as error:
        raise UsageError(
            f"{n_photos:,} photos are too many to compare each with all others. Install the index"
            " for large events: pip install 'coincide[cluster]'."
        ) from error
    return faiss


def n_lists(n_photos: int) -> int:
    """Return how many lists an index of so many photos has."""
    return max(1, min(round(_LISTS * math.sqrt(n_photos)), n_photos // _PER_LIST))


class PhotoIndex:
    """Photos by row, to be searched with the photos of one gallery left out."""

    def __init__(self, sample: Singles, n_photos: int, options: NeighbourOptions) -> None:
        self._faiss = load_faiss(n_photos)
        self._probes = options.probes
        lists = n_lists(n_photos)
        self._index = self._faiss.index_factory(
            sample.shape[1], f"IVF{lists},SQ8", self._faiss.METRIC_INNER_PRODUCT
        )
        learning = self._index.cp
        learning.spherical = True
        learning.niter, learning.seed = _LIST_ROUNDS, _LIST_SEED
        learning.min_points_per_centroid = 1
        learning.max_points_per_centroid = _PER_LIST
        self._index.train(sample)

    @staticmethod
    def sample_size(n_photos: int) -> int:
        """Return how many photos an index of so many is learned from."""
        return min(n_photos, _PER_LIST * n_lists(n_photos))

    def add(self, blocks: Iterable[Singles]) -> None:
        """Add all photos in order of their rows."""
        for block in blocks:
            self._index.add(block)

    def __getstate__(self) -> dict[str, Any]:
        """Return all there is of it, to be sent to other machines."""
        index = self._faiss.serialize_index(self._index)
        return {"probes": self._probes, "index": index, "n_photos": self._index.ntotal}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._probes = state["probes"]
        self._faiss = load_faiss(state["n_photos"])
        self._index = self._faiss.deserialize_index(state["index"])

    def search(self, queries: Singles, own: slice, n_best: int) -> Indices:
        """Return the rows of the best matches outside of a gallery, (n, n_best); −1: no more."""
        # of the calling thread: several call at once
        self._faiss.omp_set_num_threads(1)
        inside = self._faiss.IDSelectorRange(own.start, own.stop)
        others = self._faiss.IDSelectorNot(inside)
        asked = self._faiss.SearchParametersIVF(sel=others, nprobe=self._probes)
        rows: Indices = self._index.search(np.ascontiguousarray(queries), n_best, params=asked)[1]
        return rows
