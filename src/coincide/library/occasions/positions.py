"""Where sessions were, as far as photos say, and whether two can have been at one place."""

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats

# (n, 3): points on the unit sphere
Positions = NDArray[np.float64]

# an occasion may be a walk, a drive or a train that goes on; what is further apart is two
_APART_M = 30_000.0
_EARTH_M = 6_371_000.0
# positions of a session that are looked at: where it was is known by fewer
_MOST = 32


def positions_of(latitude_deg: Floats, longitude_deg: Floats) -> Positions:
    """Return the positions that are known, as points on a sphere; a few of many."""
    known = np.flatnonzero(~np.isnan(latitude_deg) & ~np.isnan(longitude_deg))
    if len(known) > _MOST:
        known = known[np.linspace(0, len(known) - 1, _MOST).astype(np.int64)]
    north, east = np.radians(latitude_deg[known]), np.radians(longitude_deg[known])
    points: Positions = np.column_stack(
        [np.cos(north) * np.cos(east), np.cos(north) * np.sin(east), np.sin(north)]
    )
    return points


def are_apart(one: Positions, other: Positions) -> bool:
    """Return whether two sessions are known to have been nowhere near each other."""
    if len(one) == 0 or len(other) == 0:
        return False
    chord = float(np.sqrt(np.maximum(2.0 - 2.0 * (one @ other.T).max(), 0.0)))
    return chord * _EARTH_M > _APART_M
