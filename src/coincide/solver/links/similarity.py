"""Visual similarity of photos (the paper, eq. 1), one tile at a time.

W(i, j) = exp(−‖V_i − V_j‖); late fusion is the mean of W over several features.
The N × N matrix never exists: a tile is computed, searched and dropped.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats, Indices, Links, PhotoTable, Singles
from coincide.model.progress import Progress
from coincide.solver.options import LinkOptions

# (N, D); half precision saves memory where vectors are long and of length one
Vectors = Singles | NDArray[np.float16]
# one array per feature; more than one means late fusion
Features = Sequence[Vectors]


def similarity_tile(features: Features, rows: slice, columns: slice) -> Floats:
    """Return W for some rows and columns: (rows, columns), float64.

    Doubles, because raw classifier scores lie so far apart that their
    similarities leave the range of single precision.
    """
    total = np.zeros((rows.stop - rows.start, columns.stop - columns.start))
    for vectors in features:
        a, b = vectors[rows].astype(np.float32), vectors[columns].astype(np.float32)
        square = np.einsum("id,id->i", a, a)[:, None] + np.einsum("jd,jd->j", b, b)[None, :]
        square -= 2.0 * (a @ b.T)
        total += np.exp(-np.sqrt(np.maximum(square, 0.0, dtype=np.float64)))
    return total / len(features)


def best_links(features: Features, a: slice, b: slice, *, n_best: int, tile: int) -> Links:
    """Return the n_best most similar pairs between two ranges of photos, best first.

    Ties go to the lower row, then the lower column, so the result does not
    depend on the tiling.
    """
    best = Links.joined([])
    for top in range(a.start, a.stop, tile):
        for left in range(b.start, b.stop, tile):
            rows = slice(top, min(top + tile, a.stop))
            columns = slice(left, min(left + tile, b.stop))
            similarity = similarity_tile(features, rows, columns)
            largest = _largest(similarity.ravel(), n_best)
            i, j = np.divmod(largest, columns.stop - columns.start)
            best = _merge(best, Links(i + top, j + left, similarity[i, j]), n_best)
    return best


def _largest(values: Floats, n: int) -> Indices:
    """Return where the n largest values are, and every tie with the last of them."""
    if len(values) <= n:
        return np.arange(len(values))
    return np.flatnonzero(values >= np.partition(values, len(values) - n)[len(values) - n])


def _merge(one: Links, other: Links, n_best: int) -> Links:
    both = Links.joined([one, other])
    order = np.lexsort((both.photo_b, both.photo_a, -both.similarity))[:n_best]
    return Links(both.photo_a[order], both.photo_b[order], both.similarity[order])


def links_per_pair(table: PhotoTable, options: LinkOptions) -> int:
    """Return ⌊αN⌋, at least one: a handful of photos must be able to link at all."""
    return max(1, int(options.alpha * table.n_photos))


def gallery_pairs(table: PhotoTable) -> Iterator[tuple[slice, slice]]:
    """Yield the rows of every pair of galleries."""
    for a, b in combinations(range(table.n_galleries), 2):
        yield table.rows(a), table.rows(b)


def find_exact_links(
    table: PhotoTable,
    features: Features,
    options: LinkOptions = LinkOptions(),
    *,
    progress: Progress | None = None,
) -> Links:
    """Return the ⌊αN⌋ most similar pairs of photos of every two galleries, as many as exist."""
    n_best = links_per_pair(table, options)
    pairs = list(gallery_pairs(table))
    parts = []
    for done, (a, b) in enumerate(pairs, start=1):
        parts.append(best_links(features, a, b, n_best=n_best, tile=options.tile))
        if progress is not None:
            progress(done, len(pairs))
    return Links.joined(parts)
