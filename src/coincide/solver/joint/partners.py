"""Which galleries are worth comparing: in a small event all, in a large one the most alike.

Every photo votes for the galleries of its best matches. So that this stays cheap beside the
comparing itself, it looks at the main directions of the vectors only.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none
from numpy.typing import NDArray

from coincide.model import Floats, Indices, PhotoTable, Singles
from coincide.solver.evidence.gather import AllEvidence
from coincide.solver.joint.knowledge import PriorKnowledge
from coincide.solver.options import JointOptions

# directions that the votes look at: those that vectors differ most in
VOTE_DIRECTIONS = 96
# photos from which the directions are learned
_VOTE_SAMPLE = 4096
# each photo's best matches in other galleries, which vote
_VOTES = 12
# photos that vote at once: bounds memory
_VOTE_TILE = 2048
# a photo of nothing has no direction
_LEAST_LENGTH = 1e-6

Flags = NDArray[np.bool_]


def worth_comparing(
    evidence: AllEvidence, knowledge: PriorKnowledge, options: JointOptions
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
    galleries = table.gallery_of(knowledge.hints.answered.ravel()).reshape(-1, 2)
    chosen |= {(min(a, b), max(a, b)) for a, b in galleries.tolist()}
    if knowledge.heard is not None:
        chosen |= knowledge.heard.pairs()
    return sorted(chosen)


def _votes(evidence: AllEvidence, vectors: Singles) -> Floats:
    """Return how much each gallery would like to be compared with each, (k, k)."""
    table = evidence.table
    inliers = ~np.isin(np.arange(table.n_galleries), list(evidence.apart))
    asked = np.repeat(inliers, np.diff(table.starts))
    votes = np.zeros((table.n_galleries, table.n_galleries))
    reduced = main_directions(vectors, asked)
    for rows, matches in _best_matches(table, reduced, asked):
        a, b = table.gallery_of(rows), table.gallery_of(matches)
        np.add.at(votes, (a, b), evidence.weights[rows])
    votes += votes.T
    # where others have fewer photos than there are votes, a gallery has voted for itself
    np.fill_diagonal(votes, 0.0)
    # who is apart chooses, and is not chosen
    votes[:, ~inliers] = 0.0
    return votes


def main_directions(vectors: Singles, asked: Flags) -> Singles:
    """Return vectors in the directions those asked differ most in, of length one again."""
    sample = vectors[asked]
    sample = sample[:: max(1, len(sample) // _VOTE_SAMPLE)].astype(np.float64)
    sample -= sample.mean(axis=0)
    last = sample.shape[1] - 1
    first = max(0, last + 1 - VOTE_DIRECTIONS)
    _, directions = scipy.linalg.eigh(sample.T @ sample, subset_by_index=[first, last])
    reduced: Singles = vectors @ directions.astype(np.float32)
    lengths = np.linalg.norm(reduced, axis=1, keepdims=True)
    reduced /= np.maximum(lengths, _LEAST_LENGTH)
    return reduced


def _best_matches(
    table: PhotoTable, vectors: Singles, asked: Flags
) -> Iterator[tuple[Indices, Indices]]:
    """Yield photos and their best matches among those asked of other galleries, tile by tile."""
    gallery = np.repeat(np.arange(table.n_galleries), np.diff(table.starts))
    n_best = min(_VOTES, table.n_photos - 1)
    for first in range(0, table.n_photos, _VOTE_TILE):
        rows = np.arange(first, min(first + _VOTE_TILE, table.n_photos))
        alike = vectors[rows] @ vectors.T
        alike[:, ~asked] = -np.inf
        for nth, row in enumerate(rows):
            own = table.rows(int(gallery[row]))
            alike[nth, own] = -np.inf
        best = np.argpartition(-alike, n_best - 1, axis=1)[:, :n_best]
        yield np.repeat(rows, n_best), best.ravel()
