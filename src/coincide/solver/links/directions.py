"""The directions in which an event's photos differ most, learned from some of them."""

from dataclasses import dataclass

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.model import Indices, PhotoTable, Singles
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
