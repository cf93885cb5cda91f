"""From responses of a network to vectors of length one that compare well; arrays in and out.

Regions are pooled per photo; what all photos of an event have in common is taken off per
event; several features are joined into one, so that one product compares them all.
"""

import itertools
from collections.abc import Sequence

import numpy as np

from coincide.features.vlad import normalise
from coincide.model import Indices, Singles

# what is left of a vector of length one when all vectors are alike: rounding, no direction
NOTHING_LEFT = 1e-5


def mean_of_regions(maps: Singles) -> Singles:
    """Return the mean of each photo's regions: (photos, regions, C) → (photos, C)."""
    return normalise(maps.mean(axis=1))


def gem_of_regions(maps: Singles, *, power: float = 3.0) -> Singles:
    """Return the generalised mean: (photos, regions, C) → (photos, C).

    (mean of xᵖ)^(1/p): between the mean (p = 1) and the maximum (p → ∞). Negative responses
    count as none.
    """
    positive = np.maximum(maps, 0.0)
    raised: Singles = np.mean(positive**power, axis=1) ** (1.0 / power)
    return normalise(raised.astype(np.float32))


def quarters_of_regions(maps: Singles) -> Singles:
    """Return the means of the four quarters of a square map: (photos, regions, C) → (photos, 4C).

    They tell where things are. Of an odd side the middle row and column count twice.
    """
    n_photos, n_regions, channels = maps.shape
    side = round(n_regions**0.5)
    if side * side != n_regions:
        raise ValueError(f"a map of {n_regions} regions is not square")
    square = maps.reshape(n_photos, side, side, channels)
    half = (side + 1) // 2
    sides = (slice(0, half), slice(side - half, side))
    parts = [square[:, down, across].mean(axis=(1, 2)) for down in sides for across in sides]
    return normalise(np.concatenate(parts, axis=1))


def centre(vectors: Singles, starts: Indices | None = None, *, share: float = 1.0) -> Singles:
    """Take off the mean, or a share of it, and return vectors of length one: (N, D) → (N, D).

    What all photos of an event have in common says nothing about when they were taken. With
    ``starts`` (k + 1,) the mean of each gallery is taken off its own rows, and with it what
    its camera adds, but also what it saw most. A vector with nothing left becomes zero.
    """
    centred = np.empty_like(vectors)
    bounds = [0, len(vectors)] if starts is None else starts.tolist()
    for start, stop in itertools.pairwise(bounds):
        rows = vectors[start:stop]
        mean = rows.mean(axis=0, dtype=np.float64) if len(rows) else 0.0
        centred[start:stop] = rows - share * mean
    return _unit(centred)


def whiten(vectors: Singles, n_dims: int) -> Singles:
    """Return principal components of equal variance, length one: (N, D) → (N, at most n_dims).

    Directions in which the event varies most, as by light or lens, lose their hold. Fewer
    than ``n_dims`` where the vectors do not span as many.
    """
    centred = vectors - vectors.mean(axis=0, dtype=np.float64)
    left, spread, _ = np.linalg.svd(centred, full_matrices=False)
    spans = spread > NOTHING_LEFT * max(float(spread.max(initial=0.0)), 1.0)
    return _unit(left[:, spans][:, :n_dims].astype(np.float32))


def join(parts: Sequence[Singles], weights: Sequence[float]) -> Singles:
    """Return vectors whose product is the weighted mean of the parts' products.

    Parts are (N, D_i) with rows of length one, as the result (N, ΣD_i) is.

    >>> one, other = np.eye(2, dtype=np.float32), np.ones((2, 1), np.float32)
    >>> both = join([one, other], [3.0, 1.0])
    >>> (both @ both.T).round(6).tolist()
    [[1.0, 0.25], [0.25, 1.0]]
    """
    shares = np.array(weights, np.float32) / np.float32(sum(weights))
    scaled = [part * np.sqrt(share) for part, share in zip(parts, shares, strict=True)]
    return np.concatenate(scaled, axis=1)


def _unit(vectors: Singles) -> Singles:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return normalise(np.where(length > NOTHING_LEFT, vectors, np.float32(0.0)))
