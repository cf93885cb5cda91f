"""Each photo's best matches in other galleries, as far as there are any."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.model.arrays import Floats, Indices, Singles


@dataclass(frozen=True)
class Neighbours:
    """The best matches of N photos in other galleries, best first.

    ``rows``: (N, K) int32, −1 where fewer are alike; ``similarity``: (N, K), 0 there.
    ``floor``: what photos that have nothing in common reach by chance; nothing below is kept.
    """

    rows: NDArray[np.int32]
    similarity: Singles
    floor: float

    @property
    def found(self) -> NDArray[np.bool_]:
        """Where there is a match, (N, K)."""
        there: NDArray[np.bool_] = self.rows >= 0
        return there


@dataclass(frozen=True)
class Links:
    """Accepted pairs of photos as columns, rows of a PhotoTable; best first."""

    photo_a: Indices
    photo_b: Indices
    similarity: Floats

    def __len__(self) -> int:
        return len(self.photo_a)

    @staticmethod
    def joined(parts: Sequence["Links"]) -> "Links":
        """Return several sets of links as one, in their order; of none, no links."""
        no_rows = np.zeros(0, np.int64)
        return Links(
            np.concatenate([no_rows, *(part.photo_a for part in parts)]),
            np.concatenate([no_rows, *(part.photo_b for part in parts)]),
            np.concatenate([np.zeros(0), *(part.similarity for part in parts)]),
        )


@dataclass(frozen=True)
class Edge:
    """All links between galleries a < b; their photo_a are of a. Weight: median similarity."""

    a: int
    b: int
    links: Links
    weight: float


@dataclass(frozen=True)
class GalleryGraph:
    """Galleries as nodes 0..n_galleries − 1, at most one edge for each pair."""

    n_galleries: int
    edges: tuple[Edge, ...]
