"""Which galleries are worth comparing: in a small event all, in a large one the most alike.

Every photo votes for the galleries of its best matches. So that this stays cheap beside the
comparing itself, it looks at the main directions of the vectors only.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from coincide.model import Floats, Indices, PhotoTable, Singles
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.told import Told
from coincide.solver.options import JointOptions

Flags = NDArray[np.bool_]

# directions that the votes look at
DIRECTIONS = 96
# photos from which the directions are learned
SAMPLE = 4096
# each photo's best matches in other galleries, which vote
VOTES = 12
TILE = 2048


def worth_comparing(
    evidence: AllEvidence, told: Told, options: JointOptions
) -> list[tuple[int, int]]:
    """Return the pairs of galleries to compare, a < b, in order."""
    table = evidence.table
    vectors = evidence.measured.look_vectors
    # up to twice the partners each gallery may have, comparing all is as cheap as choosing
    if table.n_galleries - len(evidence.apart) <= 2 * options.max_partners or vectors is None:
        pairs = combinations(range(table.n_galleries), 2)
        return [pair for pair in pairs if not evidence.apart.issuperset(pair)]
    votes = evidence.once(("votes",), lambda: _votes(evidence, vectors))
    chosen = {
        (min(a, int(b)), max(a, int(b)))
        for a in range(table.n_galleries)
        for b in np.argsort(-votes[a], kind="stable")[: options.max_partners]
        if votes[a, b] > 0
    }
    told_pairs = np.concatenate([told.hints.same, told.hints.different])
    galleries = table.gallery_of(told_pairs.ravel()).reshape(-1, 2)
    chosen |= {(min(a, b), max(a, b)) for a, b in galleries.tolist()}
    return sorted(chosen)


def _votes(evidence: AllEvidence, vectors: Singles) -> Floats:
    """Return how much each gallery would like to be compared with each, (k, k)."""
    table = evidence.table
    hosts = ~np.isin(np.arange(table.n_galleries), list(evidence.apart))
    asked = np.repeat(hosts, np.diff(table.starts))
    votes = np.zeros((table.n_galleries, table.n_galleries))
    for rows, matches in _best_matches(table, main_directions(vectors, asked), asked):
        a, b = table.gallery_of(rows), table.gallery_of(matches)
        np.add.at(votes, (a, b), evidence.weights[rows])
    votes += votes.T
    # where others have fewer photos than there are votes, a gallery has voted for itself
    np.fill_diagonal(votes, 0.0)
    # who is apart chooses, and is not chosen
    votes[:, ~hosts] = 0.0
    return votes


def main_directions(vectors: Singles, asked: Flags) -> Singles:
    """Return vectors in the directions those asked differ most in, of length one again."""
    sample = vectors[asked]
    sample = sample[:: max(1, len(sample) // SAMPLE)].astype(np.float64)
    sample -= sample.mean(axis=0)
    last = sample.shape[1] - 1
    _, directions = eigh(sample.T @ sample, subset_by_index=[max(0, last + 1 - DIRECTIONS), last])
    reduced: Singles = vectors @ directions.astype(np.float32)
    reduced /= np.maximum(np.linalg.norm(reduced, axis=1, keepdims=True), 1e-6)
    return reduced


def _best_matches(
    table: PhotoTable, vectors: Singles, asked: Flags
) -> Iterator[tuple[Indices, Indices]]:
    """Yield photos and their best matches among those asked of other galleries, tile by tile."""
    gallery = np.repeat(np.arange(table.n_galleries), np.diff(table.starts))
    n_best = min(VOTES, table.n_photos - 1)
    for first in range(0, table.n_photos, TILE):
        rows = np.arange(first, min(first + TILE, table.n_photos))
        alike = vectors[rows] @ vectors.T
        alike[:, ~asked] = -2.0
        for nth, row in enumerate(rows):
            own = table.rows(int(gallery[row]))
            alike[nth, own] = -2.0
        best = np.argpartition(-alike, n_best - 1, axis=1)[:, :n_best]
        yield np.repeat(rows, n_best), best.ravel()
