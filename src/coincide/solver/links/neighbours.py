"""Each photo's best matches in other galleries, in an event of any size.

Candidates are found by the main directions of the vectors: among all photos, or in an event of
more than ``exact_photos`` by an index. Then they are compared by whole vectors. Vectors are read
a block at a time, and nothing that grows with the square of the photos is ever kept.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.model import Indices, Neighbours, PhotoTable, Singles
from coincide.model.progress import Progress
from coincide.solver.links.index import PhotoIndex
from coincide.solver.links.similarity import Vectors
from coincide.solver.options import NeighbourOptions
from coincide.solver.units import NORMAL_MAD

# photos from which directions are learned; more do not move them
_DIRECTION_SAMPLE = 8192
# photos of which every two are compared, to see what likeness chance gives
_CHANCE_SAMPLE = 2048
# a photo of nothing has no direction
_LEAST_LENGTH = 1e-6


@dataclass(frozen=True)
class Directions:
    """What all photos have in common, (D,), and the directions they differ in, (D, d).

    ``floor``: the likeness that the best of all photos has by chance with one it has nothing in
    common with. Whoever is not more alike than that is no match.
    """

    mean: Singles
    basis: Singles
    floor: float

    def whole(self, vectors: Vectors) -> Singles:
        """Return vectors without what all have in common, of length one."""
        return _of_length_one(vectors.astype(np.float32) - self.mean)

    def main(self, whole: Singles) -> Singles:
        """Return whole vectors in the main directions alone, of length one."""
        return _of_length_one(whole @ self.basis)


def learn_directions(table: PhotoTable, vectors: Vectors, options: NeighbourOptions) -> Directions:
    """Return the main directions of an event's vectors (N, D), which may lie on disk."""
    rows = _evenly(table.n_photos, _DIRECTION_SAMPLE)
    sample = vectors[rows].astype(np.float32)
    mean = sample.mean(axis=0)
    sample = _of_length_one(sample - mean)
    last = sample.shape[1] - 1
    spread = (sample.T @ sample).astype(np.float64)
    _, basis = scipy.linalg.eigh(
        spread, subset_by_index=[max(0, last + 1 - options.directions), last]
    )
    some = _evenly(len(rows), _CHANCE_SAMPLE)
    floor = chance_floor(sample[some], table.gallery_of(rows[some]), table.n_photos)
    return Directions(mean, basis.astype(np.float32), floor)


def chance_floor(vectors: Singles, gallery: Indices, n_photos: int) -> float:
    """Return the likeness that the best of many photos has with one it has nothing in common with.

    Most pairs of photos have nothing in common, so their median and its deviation tell what
    chance gives; the highest of n normal numbers is √(2 ln n) deviations above.
    """
    alike = vectors @ vectors.T
    others = alike[gallery[:, None] != gallery[None, :]]
    if not len(others):
        return 1.0
    middle = float(np.median(others))
    deviation = NORMAL_MAD * float(np.median(np.abs(others - middle)))
    return min(1.0, middle + deviation * float(np.sqrt(2 * np.log(max(n_photos, 2)))))


def _evenly(n_all: int, n_most: int) -> Indices:
    return np.unique(np.linspace(0, n_all - 1, min(n_all, n_most)).round().astype(np.int64))


def _of_length_one(vectors: Singles) -> Singles:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    out: Singles = vectors / np.maximum(lengths, _LEAST_LENGTH)
    return out


# photos read at once: bounds memory
_BLOCK = 8192


class Search(Protocol):
    """Finds candidates by their main directions."""

    def search(self, queries: Singles, own: slice, n_best: int) -> Indices:
        """Return rows of candidates outside of the queries' gallery; −1 where there are no more."""
        ...


@dataclass(frozen=True)
class Haystack:
    """All photos, ready to be searched, here or elsewhere.

    ``floor``: how alike two photos must be to count.
    """

    vectors: Vectors
    directions: Directions
    search: Search
    floor: float
    options: NeighbourOptions


@dataclass(frozen=True, slots=True)
class Tile:
    """Some photos of one gallery: their rows, and all rows of that gallery."""

    rows: slice
    own: slice


# rows of the best matches and how alike they are, (n, n_best) each
Matches = tuple[Indices, Singles]
# runs find_tile for every tile and yields what it found in their order
TileRunner = Callable[
    [Callable[[Haystack, Tile], Matches], Haystack, Sequence[Tile]], Iterator[Matches]
]


def find_neighbours(
    table: PhotoTable,
    vectors: Vectors,
    options: NeighbourOptions = NeighbourOptions(),
    *,
    progress: Progress | None = None,
    run: TileRunner | None = None,
) -> Neighbours:
    """Return each photo's best matches in other galleries, without those that chance may give.

    The same wherever it is ``run``: by default in threads, for any number of them.
    """
    rows = np.full((table.n_photos, options.n_best), -1, np.int32)
    similarity = np.zeros((table.n_photos, options.n_best), np.float32)
    haystack = make_haystack(table, vectors, options)
    tiles = tiles_of(table, options.query_tile)
    results = (run or _in_threads)(find_tile, haystack, tiles)
    for done, (tile, (best, alike)) in enumerate(zip(tiles, results, strict=True), start=1):
        rows[tile.rows, : best.shape[1]] = best
        similarity[tile.rows, : best.shape[1]] = alike
        if progress is not None:
            progress(done, len(tiles))
    return Neighbours(rows, similarity, haystack.floor)


def tiles_of(table: PhotoTable, n_most: int) -> list[Tile]:
    """Return all photos in order of their rows, at most so many of one gallery in a tile."""
    return [
        Tile(slice(first, min(first + n_most, own.stop)), own)
        for own in map(table.rows, range(table.n_galleries))
        for first in range(own.start, own.stop, n_most)
    ]


def make_haystack(table: PhotoTable, vectors: Vectors, options: NeighbourOptions) -> Haystack:
    """Return an event's photos, ready to be searched."""
    directions = learn_directions(table, vectors, options)
    floor = directions.floor if options.above_chance else -1.0
    search: Search
    if table.n_photos > options.exact_photos:
        search = _by_index(vectors, directions, options)
    else:
        search = _among_all(vectors, directions)
    return Haystack(vectors, directions, search, floor, options)


def find_tile(haystack: Haystack, tile: Tile) -> Matches:
    """Return the best matches of some photos; −1 where none is more alike than by chance."""
    directions, n_best = haystack.directions, haystack.options.n_best
    whole = directions.whole(haystack.vectors[tile.rows])
    candidates = haystack.search.search(
        directions.main(whole), tile.own, haystack.options.shortlist
    )
    best, alike = _closer(haystack.vectors, directions, whole, candidates, n_best)
    kept = alike > haystack.floor
    rows: Indices = np.where(kept, best, -1).astype(np.int32)
    return rows, np.where(kept, alike, np.float32(0.0))


def _in_threads(
    task: Callable[[Haystack, Tile], Matches], haystack: Haystack, tiles: Sequence[Tile]
) -> Iterator[Matches]:
    with ThreadPoolExecutor(haystack.options.threads or os.cpu_count()) as pool:
        yield from pool.map(lambda tile: task(haystack, tile), tiles)


@dataclass(frozen=True)
class _AllPhotos:
    """A search that compares with every photo."""

    everything: Singles

    def search(self, queries: Singles, own: slice, n_best: int) -> Indices:
        """Return the rows of the best matches outside of a gallery, −1: no more."""
        alike = queries @ self.everything.T
        alike[:, own] = -np.inf
        n_best = min(n_best, len(self.everything) - 1)
        best = np.argpartition(-alike, n_best - 1, axis=1)[:, :n_best]
        outside = (best < own.start) | (best >= own.stop)
        return np.where(outside, best, -1)


def _among_all(vectors: Vectors, directions: Directions) -> Search:
    blocks = _blocks(vectors, directions)
    return _AllPhotos(np.concatenate([directions.main(block) for block in blocks]))


def _by_index(vectors: Vectors, directions: Directions, options: NeighbourOptions) -> Search:
    """Return a search that looks through a few lists of an index."""
    n_sample = PhotoIndex.sample_size(len(vectors))
    # in order of rows, so that what lies on disk is read once through
    rows = np.unique(np.linspace(0, len(vectors) - 1, n_sample).round().astype(np.int64))
    parts = [
        directions.main(directions.whole(vectors[some]))
        for some in np.array_split(rows, -(-len(rows) // _BLOCK))
    ]
    index = PhotoIndex(np.concatenate(parts), len(vectors), options)
    index.add(directions.main(block) for block in _blocks(vectors, directions))
    return index


def _blocks(vectors: Vectors, directions: Directions) -> Iterator[Singles]:
    for first in range(0, len(vectors), _BLOCK):
        yield directions.whole(vectors[first : first + _BLOCK])


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
