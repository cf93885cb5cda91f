"""VLAD: the regions of a photo as one vector (the paper, section III-C).

Regions are L2-normalised; k-means over the regions of the whole event gives
the words; a photo is the sum of its regions' differences to their nearest
word, word by word, each word's part normalised to length one
(intra-normalisation), then the whole vector, so that distances compare.
"""

from collections.abc import Iterable

import numpy as np

from coincide.features.options import VladOptions
from coincide.model import Indices, Singles

# k-means++ needs one pass per word; on a part of the regions it starts just as well
SEEDING_REGIONS = 20_000


def sample_regions(maps: Iterable[Singles], n_photos: int, options: VladOptions) -> Singles:
    """Return L2-normalised regions, (n, channels), as many of each photo, at most max_regions.

    ``maps`` are (photos, regions, channels) arrays; all regions where there is room.
    """
    rng = np.random.default_rng(options.seed)
    per_photo = max(1, options.max_regions // max(n_photos, 1))
    parts = []
    for block in maps:
        n_regions = block.shape[1]
        if n_regions > per_photo:
            shuffled = rng.permuted(np.tile(np.arange(n_regions), (len(block), 1)), axis=1)
            block = np.take_along_axis(block, shuffled[:, :per_photo, None], axis=1)  # noqa: PLW2901
        parts.append(normalise(block.reshape(-1, block.shape[-1])))
    return np.concatenate(parts)


def learn_words(regions: Singles, options: VladOptions) -> Singles:
    """Return the visual words, (words, channels): k-means, seeded; fewer if regions are few."""
    rng = np.random.default_rng(options.seed)
    n_words = min(options.words, len(np.unique(regions, axis=0)))
    words = _spread_out(regions, n_words, rng)
    nearest = np.full(len(regions), -1)
    for _ in range(options.iterations):
        before, nearest = nearest, nearest_word(regions, words)
        if np.array_equal(before, nearest):
            break
        words = _centres(regions, nearest, words)
    return words


def encode(maps: Singles, words: Singles) -> Singles:
    """Return the VLAD vectors of some photos: (photos, regions, C) → (photos, words · C)."""
    vectors = np.empty((len(maps), words.size), np.float32)
    for row, regions in enumerate(maps):
        unit = normalise(regions)
        belongs = np.zeros((len(words), len(unit)), np.float32)
        belongs[nearest_word(unit, words), np.arange(len(unit))] = 1.0
        residuals = belongs @ unit - belongs.sum(axis=1, keepdims=True) * words
        vectors[row] = normalise(normalise(residuals).reshape(1, -1))[0]
    return vectors


def normalise(vectors: Singles) -> Singles:
    """Return rows of length one; a row of zeros stays so."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Singles = np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0)
    return unit


def nearest_word(regions: Singles, words: Singles) -> Indices:
    """Return the number of the nearest word of each region."""
    half_square = 0.5 * np.einsum("wc,wc->w", words, words)
    nearest = np.empty(len(regions), np.int64)
    for start in range(0, len(regions), 16_384):  # bounds the (regions, words) product
        part = slice(start, start + 16_384)
        nearest[part] = np.argmax(regions[part] @ words.T - half_square, axis=1)
    return nearest


def _spread_out(regions: Singles, n_words: int, rng: np.random.Generator) -> Singles:
    """Return the first words, k-means++: each far from those before it."""
    sample = regions[rng.permutation(len(regions))[:SEEDING_REGIONS]]
    words = np.empty((n_words, sample.shape[1]), np.float32)
    words[0] = sample[0]
    distance = np.full(len(sample), np.inf)
    for n in range(1, n_words):
        to_last = np.sum((sample - words[n - 1]) ** 2, axis=1, dtype=np.float64)
        distance = np.minimum(distance, to_last)
        total = distance.sum()
        chance = distance / total if total > 0 else None
        words[n] = sample[rng.choice(len(sample), p=chance)]
    return words


def _centres(regions: Singles, nearest: Indices, words: Singles) -> Singles:
    """Return the mean of each word's regions; a word that lost all of them stays where it is."""
    counts = np.bincount(nearest, minlength=len(words))
    order = np.argsort(nearest, kind="stable")
    used = np.flatnonzero(counts)
    starts = np.concatenate([[0], np.cumsum(counts[used])[:-1]])
    moved = words.copy()
    sums = np.add.reduceat(regions[order], starts, axis=0, dtype=np.float64)
    moved[used] = sums / counts[used, None]
    return moved
