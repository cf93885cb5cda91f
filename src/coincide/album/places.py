"""Where on the Earth: positions as points whose distances are metres, and what they vouch for."""

from collections.abc import Iterator, Sequence

import numpy as np

from coincide.album.model import Shots
from coincide.model import Floats, Indices
from coincide.model.times import HOUR_S
from coincide.solver.units import EARTH_RADIUS_M

# fixes that are nearer than this to each other tell of one place
TOGETHER_M = 10_000.0
# of a chapter's fixes so many are at a place that names it: what was passed on the way is none
_SHARE = 0.2
# a name has so many places at most
MOST_PLACES = 3
# fixes further apart in time vouch for none: who flew has slept since
_SAME_DAY_S = 12 * HOUR_S
# and none that nobody can have come from on the ground vouches for a place
_FASTEST_M_S = 100_000 / HOUR_S
# a journey of a day: longer ones tell nothing, as everything is within reach
_JOURNEY_S = 24 * HOUR_S


def points_m(position_deg: Floats) -> Floats:
    """Return points in space, (N, 3), of latitudes and longitudes, (N, 2); unknown stays NaN.

    The straight way between two differs from that on the ground by less than a metre in 100 km.
    """
    latitude, longitude = np.radians(position_deg).T
    level = np.cos(latitude)
    unit = np.stack([level * np.cos(longitude), level * np.sin(longitude), np.sin(latitude)], 1)
    return EARTH_RADIUS_M * unit


def places_of(shots: Shots, chapters: Sequence[Indices]) -> list[list[Floats]]:
    """Return where each chapter was, in the order of the visit, at most three places.

    A phone that sees no satellite writes the last position that it had: one fix names no chapter,
    unless the fixes before and after it bear it out.
    """
    fixes = _fixes(shots)
    return [_places(shots, fixes, rows) for rows in chapters]


def _fixes(shots: Shots) -> Indices:
    """Return the rows with a position that is not the one of the camera's photo before."""
    rows = np.flatnonzero(~np.isnan(shots.position_deg[:, 0]))
    new = np.ones(len(rows), dtype=np.bool_)
    for gallery in np.unique(shots.gallery[rows]):
        own = np.flatnonzero(shots.gallery[rows] == gallery)
        moved = (np.diff(shots.position_deg[rows[own]], axis=0) != 0).any(axis=1)
        new[own[1:]] = moved
    return rows[new]


def _places(shots: Shots, fixes: Indices, rows: Indices) -> list[Floats]:
    """Return the middles of fixes that are near each other, where enough of them are."""
    own = fixes[np.isin(fixes, rows)]
    groups = [
        group
        for group in _together(shots, own)
        if len(group) >= _SHARE * len(own)
        and (len(group) > 1 or _is_vouched(shots, fixes, int(group[0])))
    ]
    fullest = sorted(groups, key=len, reverse=True)[:MOST_PLACES]
    visited = sorted(fullest, key=lambda group: int(group[0]))
    return [np.median(shots.position_deg[group], axis=0) for group in visited]


def _together(shots: Shots, fixes: Indices) -> Iterator[Indices]:
    """Yield the fixes around one that has the most of them near, then the same of the others."""
    at = points_m(shots.position_deg[fixes])
    near = np.linalg.norm(at[:, None] - at[None], axis=2) <= TOGETHER_M
    left = np.ones(len(fixes), dtype=np.bool_)
    while left.any():
        group = near[int(np.where(left, (near & left).sum(axis=1), 0).argmax())] & left
        yield fixes[group]
        left &= ~group


def _is_vouched(shots: Shots, fixes: Indices, row: int) -> bool:
    """Tell whether the fix before or the one after bears a fix out.

    It does if it is near, on the same day; also if it is within a day's journey, unless this fix
    is the odd one out: too far from one of the two, which are within reach of each other.
    """
    place = int(np.searchsorted(fixes, row))
    beside = [int(fixes[at]) for at in (place - 1, place + 1) if 0 <= at < len(fixes)]
    if any(_is_near(shots, row, other) for other in beside):
        return True
    reached = [_is_reached(shots, row, other) for other in beside]
    odd = len(beside) == 2 and not all(reached) and _is_reached(shots, *beside)
    return not odd and any(
        is_reached and _apart(shots, row, other)[1] <= _JOURNEY_S
        for is_reached, other in zip(reached, beside, strict=True)
    )


def _is_near(shots: Shots, row: int, other: int) -> bool:
    away_m, apart_s = _apart(shots, row, other)
    return away_m <= TOGETHER_M and apart_s <= _SAME_DAY_S


def _is_reached(shots: Shots, row: int, other: int) -> bool:
    """Tell whether one can have come from one fix to the other on the ground."""
    away_m, apart_s = _apart(shots, row, other)
    return away_m <= max(_FASTEST_M_S * apart_s, TOGETHER_M)


def _apart(shots: Shots, row: int, other: int) -> tuple[float, float]:
    """Return how far two fixes are apart, in metres and in seconds."""
    here, there = points_m(shots.position_deg[[row, other]])
    apart_s = abs(float(shots.event_time_s[row] - shots.event_time_s[other]))
    return float(np.linalg.norm(here - there)), apart_s
