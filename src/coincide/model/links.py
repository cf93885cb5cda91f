"""Links between photos of two galleries, and the graph of galleries that they make."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coincide.model.arrays import Floats, Indices


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
