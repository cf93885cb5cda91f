"""Where on the Earth: positions as points whose distances are metres, and what they vouch for."""

from collections.abc import Sequence

import numpy as np

from coincide.album.model import Shots
from coincide.model import Floats, Indices
from coincide.model.times import HOUR_S
from coincide.solver.units import EARTH_RADIUS_M

# fixes that are nearer than this to each other tell of one place
TOGETHER_M = 10_000.0
# of a chapter's fixes so many tell the place at least
_AGREE = 0.5
# fixes further apart in time vouch for none: who flew has slept since
_SAME_DAY_S = 12 * HOUR_S


def points_m(position_deg: Floats) -> Floats:
    """Return points in space, (N, 3), of latitudes and longitudes, (N, 2); unknown stays NaN.

    The straight way between two differs from that on the ground by less than a metre in 100 km.
    """
    latitude, longitude = np.radians(position_deg).T
    level = np.cos(latitude)
    unit = np.stack([level * np.cos(longitude), level * np.sin(longitude), np.sin(latitude)], 1)
    return EARTH_RADIUS_M * unit


def middles_of(shots: Shots, chapters: Sequence[Indices]) -> list[Floats | None]:
    """Return where each chapter was; None where no two fixes agree on it.

    A phone that sees no satellite writes the last position that it had: one fix names no chapter,
    unless the fix before or after it is near.
    """
    fixes = _fixes(shots)
    return [_middle(shots, fixes, rows) for rows in chapters]


def _fixes(shots: Shots) -> Indices:
    """Return the rows with a position that is not the one of the camera's photo before."""
    rows = np.flatnonzero(~np.isnan(shots.position_deg[:, 0]))
    new = np.ones(len(rows), dtype=np.bool_)
    for gallery in np.unique(shots.gallery[rows]):
        own = np.flatnonzero(shots.gallery[rows] == gallery)
        moved = (np.diff(shots.position_deg[rows[own]], axis=0) != 0).any(axis=1)
        new[own[1:]] = moved
    return rows[new]


def _middle(shots: Shots, fixes: Indices, rows: Indices) -> Floats | None:
    """Return the middle of the fixes that agree with the most of them."""
    own = fixes[np.isin(fixes, rows)]
    if not len(own):
        return None
    at = points_m(shots.position_deg[own])
    near = np.linalg.norm(at[:, None] - at[None], axis=2) <= TOGETHER_M
    best = own[near[int(near.sum(axis=1).argmax())]]
    if len(best) < _AGREE * len(own) or (len(best) == 1 and not _is_vouched(shots, fixes, best[0])):
        return None
    middle: Floats = np.median(shots.position_deg[best], axis=0)
    return middle


def _is_vouched(shots: Shots, fixes: Indices, row: int) -> bool:
    """Tell whether the fix before or the one after, on the same day, is near."""
    place = int(np.searchsorted(fixes, row))
    beside = np.array(
        [number for number in (place - 1, place + 1) if 0 <= number < len(fixes)], np.int64
    )
    apart_s = np.abs(shots.event_time_s[fixes[beside]] - shots.event_time_s[row])
    others = shots.position_deg[fixes[beside][apart_s <= _SAME_DAY_S]]
    at = points_m(shots.position_deg[[row]])
    return bool((np.linalg.norm(points_m(others) - at, axis=1) <= TOGETHER_M).any())
