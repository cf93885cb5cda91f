"""How many of each photo's best matches in other galleries are found, beside comparing all.

Compared are whole vectors, by every photo with every other, of a sample of photos. A match counts
as found if it is as alike as the last of the true ones: of copies, any will do.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import Indices, PhotoTable, Singles
from coincide.solver.links.index import n_lists
from coincide.solver.links.neighbours import Directions, find_neighbours, learn_directions
from coincide.solver.links.similarity import Vectors
from coincide.solver.options import NeighbourOptions

# photos whose matches are checked
SAMPLE = 2000
# a hair, so that the same product in another order is the same
SAME = 1e-4


@dataclass(frozen=True)
class Recall:
    """Share of the true K best matches that was found, and the settings of the search.

    ``recall``: of matches that are more alike than chance gives, which are all that is used;
    ``of_all``: of the K best whatever they look like; ``used``: the share of these that is used.
    """

    name: str
    n_photos: int
    n_galleries: int
    search: str
    lists: int
    probes: int
    recall: float
    of_all: float
    used: float


def measure_recall(
    name: str,
    table: PhotoTable,
    vectors: Vectors,
    options: NeighbourOptions,
    probes: Sequence[int],
) -> list[Recall]:
    """Return the recall of the index with several numbers of lists looked through, and of exact."""
    directions = learn_directions(table, vectors, options)
    sample = np.unique(np.linspace(0, table.n_photos - 1, SAMPLE).round().astype(np.int64))
    true = _true_best(table, vectors, directions, sample, options.n_best)
    used = float((true > directions.floor).mean())
    size = (table.n_photos, table.n_galleries)
    found = []
    for search, n_probes in [("exact", 0), *(("index", n) for n in probes)]:
        exact_photos = table.n_photos if search == "exact" else 0
        tried = replace(options, probes=n_probes, exact_photos=exact_photos, above_chance=False)
        alike = find_neighbours(table, vectors, tried).similarity[sample]
        recall, of_all = (_share_found(alike, true, floor) for floor in (directions.floor, -1.0))
        lists = 0 if search == "exact" else n_lists(table.n_photos)
        found.append(Recall(name, *size, search, lists, n_probes, recall, of_all, used))
    return found


def _true_best(
    table: PhotoTable, vectors: Vectors, directions: Directions, sample: Indices, n_best: int
) -> Singles:
    """Return the likeness of the true best matches of some photos, best first, (n, K)."""
    best = np.full((len(sample), n_best), -1.0, np.float32)
    asked, gallery = directions.whole(vectors[sample]), table.gallery_of(sample)
    block = 8192
    for first in range(0, table.n_photos, block):
        others = np.arange(first, min(first + block, table.n_photos))
        alike = asked @ directions.whole(vectors[first : first + block]).T
        alike[gallery[:, None] == table.gallery_of(others)[None, :]] = -1.0
        best = -np.sort(-np.concatenate([best, alike], axis=1), axis=1)[:, :n_best]
    return best


def _share_found(alike: Singles, true: Singles, floor: float) -> float:
    """Return the share of the true matches above a floor that was found, by their likeness."""
    n_true = (true > floor).sum(axis=1)
    last = np.take_along_axis(true, np.maximum(n_true - 1, 0)[:, None], axis=1)
    hits = np.minimum((alike >= last - SAME).sum(axis=1), n_true)
    return float(hits.sum() / max(int(n_true.sum()), 1))
