"""Each photo's best matches in other galleries, in an event of any size.

Candidates are found by the main directions of the vectors: among all photos, or in an event of
more than ``exact_photos`` by an index. Then they are compared by whole vectors. Vectors are read
a block at a time, and nothing that grows with the square of the photos is ever kept.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from coincide.config import NeighbourOptions
from coincide.link.directions import Directions, chunks_of, learn_directions
from coincide.link.index import PhotoIndex
from coincide.link.similarity import Progress, Vectors
from coincide.model import Indices, Neighbours, PhotoTable, Singles

# photos read at once
BLOCK = 8192
# (queries, the rows of their own gallery) → rows of candidates, −1 where there are no more
Search = Callable[[Singles, slice], Indices]


def find_neighbours(
    table: PhotoTable,
    vectors: Vectors,
    options: NeighbourOptions = NeighbourOptions(),
    *,
    progress: Progress | None = None,
) -> Neighbours:
    """Return each photo's best matches in other galleries, without those that chance may give.

    The same for any number of threads.
    """
    directions = learn_directions(table, vectors, options.directions)
    floor = directions.floor if options.above_chance else -1.0
    rows = np.full((table.n_photos, options.n_best), -1, np.int32)
    similarity = np.zeros((table.n_photos, options.n_best), np.float32)
    large = table.n_photos > options.exact_photos
    search, prepare = (_by_index if large else _among_all)(vectors, directions, options)
    chunks = chunks_of(table, options.tile)

    def find(chunk: tuple[slice, slice]) -> None:
        some, own = chunk
        whole = directions.whole(vectors[some])
        candidates = search(directions.main(whole), own)
        best, alike = _closer(vectors, directions, whole, candidates, options.n_best)
        kept = alike > floor
        rows[some, : best.shape[1]] = np.where(kept, best, -1)
        similarity[some, : best.shape[1]] = np.where(kept, alike, 0.0)

    with ThreadPoolExecutor(options.threads or os.cpu_count(), initializer=prepare) as pool:
        for done, _ in enumerate(pool.map(find, chunks), start=1):
            if progress is not None:
                progress(done, len(chunks))
    return Neighbours(rows, similarity, floor)


def _among_all(
    vectors: Vectors, directions: Directions, options: NeighbourOptions
) -> tuple[Search, Callable[[], None]]:
    """Return a search that compares with every photo."""
    everything = np.concatenate([directions.main(block) for block in _blocks(vectors, directions)])

    def search(queries: Singles, own: slice) -> Indices:
        alike = queries @ everything.T
        alike[:, own] = -np.inf
        n_best = min(options.candidates, len(everything) - 1)
        best = np.argpartition(-alike, n_best - 1, axis=1)[:, :n_best]
        outside = (best < own.start) | (best >= own.stop)
        return np.where(outside, best, -1)

    return search, lambda: None


def _by_index(
    vectors: Vectors, directions: Directions, options: NeighbourOptions
) -> tuple[Search, Callable[[], None]]:
    """Return a search that looks through a few lists of an index."""
    n_sample = PhotoIndex.sample_size(len(vectors), options)
    # in order of rows, so that what lies on disk is read once through
    rows = np.unique(np.linspace(0, len(vectors) - 1, n_sample).round().astype(np.int64))
    parts = [
        directions.main(directions.whole(vectors[some]))
        for some in np.array_split(rows, -(-len(rows) // BLOCK))
    ]
    index = PhotoIndex(np.concatenate(parts), len(vectors), options)
    index.add(directions.main(block) for block in _blocks(vectors, directions))
    return (
        lambda queries, own: index.search(queries, own, options.candidates),
        index.use_one_thread,
    )


def _blocks(vectors: Vectors, directions: Directions) -> Iterator[Singles]:
    for first in range(0, len(vectors), BLOCK):
        yield directions.whole(vectors[first : first + BLOCK])


def _closer(
    vectors: Vectors, directions: Directions, whole: Singles, candidates: Indices, n_best: int
) -> tuple[Indices, Singles]:
    """Return the best of some candidates by whole vectors, best first; ties to the lower row."""
    theirs = directions.whole(vectors[np.maximum(candidates, 0).ravel()])
    theirs = theirs.reshape(*candidates.shape, -1)
    alike: Singles = np.matmul(theirs, whole[:, :, None])[:, :, 0]
    alike = np.where(candidates >= 0, alike, np.float32(-1.0))
    order = np.lexsort((candidates, -alike), axis=1)[:, :n_best]
    return np.take_along_axis(candidates, order, axis=1), np.take_along_axis(alike, order, axis=1)
