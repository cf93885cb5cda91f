"""A subsample of photos: enough for an offset, from all over the time, each minute once first."""

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats, Indices, Neighbours

# a photo is of another cluster when it is so much less like the photos of its own, each by what
# is above chance: people were at one place at different times, and of one moment only together
_FOREIGN = 0.5


def subsample(
    times_s: Floats, strength: Floats, *, n_most: int, burst_s: float, always: Indices
) -> Indices:
    """Return which of some photos are taken, ascending; ``times_s`` in any order.

    ``strength``: how alike each is to the best of its matches. Of each burst the strongest comes
    first, then the second of each. ``always``, the first and the last are taken in any case.
    """
    n_photos = len(times_s)
    if n_photos <= n_most:
        return np.arange(n_photos)
    minute = np.floor((times_s - times_s.min()) / burst_s).astype(np.int64)
    by_minute = np.lexsort((-strength, minute))
    begins = np.searchsorted(minute[by_minute], minute[by_minute], side="left")
    turn = np.empty(n_photos, np.int64)
    turn[by_minute] = np.arange(n_photos) - begins
    turn[always] = -1
    turn[[int(np.argmin(times_s)), int(np.argmax(times_s))]] = -1
    return np.sort(np.lexsort((-strength, turn))[: max(n_most, int((turn < 0).sum()))])


def strengths(neighbours: Neighbours, cluster: Indices, *, inside: bool) -> Floats:
    """Return how alike each photo is to the best it matches, or is matched by, (N,); 0: to none.

    ``cluster``: of each photo, −1 for none. Inside: of its own cluster, else of others.
    """
    strength = np.zeros(len(cluster))
    for nth in range(neighbours.rows.shape[1]):
        rows = np.flatnonzero(neighbours.rows[:, nth] >= 0)
        theirs = neighbours.rows[rows, nth]
        counts = (cluster[rows] >= 0) & (cluster[theirs] >= 0)
        counts &= (cluster[rows] == cluster[theirs]) == inside
        alike = neighbours.similarity[rows[counts], nth].astype(np.float64)
        np.maximum.at(strength, rows[counts], alike)
        np.maximum.at(strength, theirs[counts], alike)
    return strength


def is_foreign(inside: Floats, outside: Floats, floor: float) -> NDArray[np.bool_]:
    """Tell which photos are of moments of other clusters, by their strength inside and outside."""
    above_inside, above_outside = (np.maximum(side - floor, 0.0) for side in (inside, outside))
    foreign: NDArray[np.bool_] = above_inside < _FOREIGN * above_outside
    return foreign
