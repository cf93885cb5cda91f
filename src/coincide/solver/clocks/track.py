"""Where photos' places lie on a recorded track, as a likelihood of their clock's error.

A photo with a place, at camera time c, says of an offset o that it is right if the track was near
there at c + o. The rarer that is on the track, the more it says: somebody who passes a bridge
once dates the photo of it, and one who sits in a café all day does not. With q the share of the
track's time that it is near the place,

    P(o) ∝ Π_places max over its photos' (ε + (1 − ε) [near at c + o] / q)^w,   w = 1 / √n,

of n photos of one place, so that a place counts for little more the more often it is
photographed. Offsets at which the track has no points say nothing. Where one stretch of offsets
is far likelier than all others together, distances tell it to the second.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Indices
from coincide.model.arrays import Track
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks.zones import MAX_ZONE_S
from coincide.solver.units import EARTH_RADIUS_M

# a phone's place and a recorder's are off by some ten metres each, indoors by more
_NEAR_M = 60.0
# of photos at right offsets so many have a place that is off, or is not the camera's own
_ASTRAY = 0.2
# a place that the track is near for less is as telling as one that it is near for so long a share
_LEAST_SHARE = 0.005
# recorders that save points while nobody moves leave gaps: who is back after one was there
_STILL_M = 50.0
# and who moved meanwhile went straight for so long at most
_GAP_S = 120.0
# photos that are looked at, evenly spread: more tell no more
_MOST_PHOTOS = 150
# points of a track that are looked at: one every few seconds for days
_MOST_POINTS = 20_000
# clocks are within a zone or two of UTC, nine times out of ten; the others show anything
_SHARE_IN_ZONES = 0.9
# as far back or ahead as a clock is reset
_FAR_S = 20 * 365.25 * DAY_S
# of all offsets this share must lie in one stretch
_SURE = 0.95
# which is no longer than this: more is no time
_LONGEST_S = HOUR_S / 3
# what is less likely than the best by so much bounds it
_LITTLE = 0.01
# a leg that leads nowhere, or an offset that two stretches share, is not divided by
_TINY = 1e-9
# distances from the track, where it is known to be near
_OFF_TRACK_M = 15.0
# steps in which the best second is looked for
_FINE_S = 0.5
# neighbouring positions err alike, and times are whole seconds: no offset is known better
_LEAST_SD_S = 1.5
# a track in more pieces is taken for a whole one
_MOST_STRETCHES = 2000
# so many places must lie on the track at the offset: fewer may lie on it by chance
_LEAST_PLACES = 4


@dataclass(frozen=True, slots=True)
class TrackFit:
    """What takes a clock to UTC by a track, ± ``sd_s``, and which photos (rows) lie on it then."""

    to_utc_s: float
    sd_s: float
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoFit:
    """Why a track does not tell a clock's error."""

    reason: str


@dataclass(frozen=True)
class _Passing:
    """When the track is near the place of one photo: offsets of its clock, (n, 2) from and to.

    ``share``: of the track's time. It may be near it never.
    """

    row: int
    camera_s: float
    offsets_s: Floats
    share: float


def fit_track(camera_time_s: Floats, position_deg: Floats, track: Track) -> TrackFit | NoFit:
    """Return the clock error at which photos' places lie on a track.

    ``position_deg`` (n, 2): latitude and longitude, NaN where unknown. ``camera_time_s`` (n,).
    """
    rows = np.flatnonzero(np.isfinite(position_deg).all(axis=1))
    if len(rows) < _LEAST_PLACES:
        return NoFit(f"{len(rows)} of its photos have a position, {_LEAST_PLACES} are needed")
    rows = rows[:: -(-len(rows) // _MOST_PHOTOS)]
    legs = _legs(track)
    total_s = float(np.sum(legs.end_s - legs.start_s))
    if total_s <= 0.0:
        return NoFit(f"no two points of the track are within {_GAP_S:.0f} s of each other")
    passings = list(_passings(rows, camera_time_s, position_deg, legs, total_s))
    n_passed = sum(len(passing.offsets_s) > 0 for passing in passings)
    if n_passed < _LEAST_PLACES:
        return NoFit(f"the track passes the positions of {n_passed} of its {len(rows)} photos")
    places = _places(position_deg[rows])
    weight = 1 / np.sqrt(np.bincount(places))[places]
    by_row = dict(zip(rows.tolist(), weight.tolist(), strict=True))
    stretch = _likeliest(passings, by_row, legs)
    if isinstance(stretch, NoFit):
        return stretch
    low_s, high_s = stretch
    on_track = [
        passing.row
        for passing in passings
        if bool(((passing.offsets_s[:, 0] <= high_s) & (passing.offsets_s[:, 1] >= low_s)).any())
    ]
    place_of = dict(zip(rows.tolist(), places.tolist(), strict=True))
    n_places = len({place_of[row] for row in on_track})
    if n_places < _LEAST_PLACES:
        return NoFit(f"only {n_places} positions of its photos are on the track at any one offset")
    return _to_the_second(low_s, high_s, on_track, by_row, camera_time_s, position_deg, track)


@dataclass(frozen=True)
class _Legs:
    """Stretches of a track between points, (n,) each: times, and places in metres."""

    start_s: Floats
    end_s: Floats
    start_m: Floats
    end_m: Floats
    latitude_deg: float


def _metres(latitude_deg: Floats, longitude_deg: Floats, at_deg: float) -> Floats:
    """Return places on a plane that touches the Earth at a latitude, (n, 2)."""
    east = np.radians(longitude_deg) * np.cos(np.radians(at_deg))
    plane: Floats = EARTH_RADIUS_M * np.stack([east, np.radians(latitude_deg)], axis=-1)
    return plane


def _legs(track: Track) -> _Legs:
    every = -(-len(track.time_s) // _MOST_POINTS)
    time_s = track.time_s[::every]
    latitude_deg = float(np.median(track.latitude_deg))
    place_m = _metres(track.latitude_deg[::every], track.longitude_deg[::every], latitude_deg)
    moved_m = np.hypot(*np.diff(place_m, axis=0).T)
    known = (np.diff(time_s) <= _GAP_S) | (moved_m <= _STILL_M)
    return _Legs(
        time_s[:-1][known],
        time_s[1:][known],
        place_m[:-1][known],
        place_m[1:][known],
        latitude_deg,
    )


def _passings(
    rows: Indices, camera_time_s: Floats, position_deg: Floats, legs: _Legs, total_s: float
) -> Iterator[_Passing]:
    """Yield when the track is near each photo's place.

    On a leg from a to b the distance to p is that of a + s (b − a): near is a stretch of s.
    """
    along_m = legs.end_m - legs.start_m
    length2 = np.maximum(np.sum(along_m**2, axis=1), _TINY)
    for row in rows.tolist():
        place_m = _metres(position_deg[row, 0], position_deg[row, 1], legs.latitude_deg)
        from_m = place_m - legs.start_m
        middle = np.sum(from_m * along_m, axis=1) / length2
        off2 = np.sum((from_m - middle[:, None] * along_m) ** 2, axis=1)
        half = np.sqrt(np.maximum(_NEAR_M**2 - off2, 0.0) / length2)
        low, high = np.clip(middle - half, 0.0, 1.0), np.clip(middle + half, 0.0, 1.0)
        near = (off2 <= _NEAR_M**2) & (high > low)
        span_s = (legs.end_s - legs.start_s)[near]
        near_s = legs.start_s[near, None] + np.stack([low, high], axis=1)[near] * span_s[:, None]
        share = float(np.sum(near_s[:, 1] - near_s[:, 0])) / total_s
        camera_s = float(camera_time_s[row])
        offsets_s = _joined(near_s) - camera_s if len(near_s) else near_s
        yield _Passing(row, camera_s, offsets_s, max(share, _LEAST_SHARE))


def _joined(spans_s: Floats) -> Floats:
    """Return ascending stretches (n, 2) with those joined that follow each other at once."""
    breaks = np.flatnonzero(spans_s[1:, 0] - spans_s[:-1, 1] > 1.0)
    firsts, lasts = np.append(0, breaks + 1), np.append(breaks, len(spans_s) - 1)
    return np.stack([spans_s[firsts, 0], spans_s[lasts, 1]], axis=1)


def _places(position_deg: Floats) -> Indices:
    """Return which place each photo is of, as numbers: cells as wide as near is."""
    place_m = _metres(position_deg[:, 0], position_deg[:, 1], float(np.median(position_deg[:, 0])))
    cells = np.round(place_m / _NEAR_M).astype(np.int64)
    return np.unique(cells, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _likeliest(
    passings: Sequence[_Passing], weight_of: dict[int, float], legs: _Legs
) -> tuple[float, float] | NoFit:
    """Return the stretch of offsets that is far likelier than all others together."""
    edges, log_odds = _log_odds(passings, weight_of, legs)
    middle_s, width_s = (edges[1:] + edges[:-1]) / 2, np.diff(edges)
    in_zones = np.abs(middle_s) <= MAX_ZONE_S + HOUR_S
    prior = np.where(
        in_zones,
        _SHARE_IN_ZONES / (2 * (MAX_ZONE_S + HOUR_S)),
        (1 - _SHARE_IN_ZONES) / (2 * _FAR_S),
    )
    # what is beyond all offsets that touch the track says nothing: its odds are even
    log_mass = log_odds + np.log(prior) + np.log(np.maximum(width_s, _TINY))
    top = max(float(log_mass.max()), 0.0)
    mass, rest = np.exp(log_mass - top), np.exp(-top)
    best = int(np.argmax(log_odds + np.log(prior)))
    ahead_s = np.abs(middle_s - middle_s[best])
    near = ahead_s <= _LONGEST_S / 2
    if mass[near].sum() < _SURE * (mass.sum() + rest):
        return NoFit("the track passes the positions of its photos at several times, or by chance")
    held = np.flatnonzero(near & (mass > _LITTLE * mass[near].max()))
    return float(edges[held[0]]), float(edges[held[-1] + 1])


def _log_odds(
    passings: Sequence[_Passing], weight_of: dict[int, float], legs: _Legs
) -> tuple[Floats, Floats]:
    """Return ascending offsets (n + 1,) and the log-odds between each two of them, (n,).

    Wherever the track goes on a photo may be astray; where the track is near it, it is that
    instead.
    """
    going_s = _joined(np.stack([legs.start_s, legs.end_s], axis=1))
    if len(going_s) > _MOST_STRETCHES:
        going_s = np.array([[going_s[0, 0], going_s[-1, 1]]])
    steps: list[Floats] = []
    for passing in passings:
        weight, miss = weight_of[passing.row], np.log(_ASTRAY)
        hit = np.log(_ASTRAY + (1 - _ASTRAY) / passing.share)
        steps += _steps(going_s - passing.camera_s, weight * miss)
        steps += _steps(passing.offsets_s, weight * (hit - miss))
    table = np.concatenate(steps)
    table = table[np.argsort(table[:, 0], kind="stable")]
    return table[:, 0], np.cumsum(table[:, 1])[:-1]


def _steps(spans_s: Floats, height: float) -> list[Floats]:
    """Return where something is added, and where it is taken away again: (2 n, 2)."""
    up = np.full(len(spans_s), height)
    return [np.stack([spans_s[:, 0], up], axis=1), np.stack([spans_s[:, 1], -up], axis=1)]


def _to_the_second(
    low_s: float,
    high_s: float,
    rows: Sequence[int],
    weight_of: dict[int, float],
    camera_time_s: Floats,
    position_deg: Floats,
    track: Track,
) -> TrackFit:
    """Return the best offset of a stretch, by how far photos are from where the track is then."""
    offsets_s = np.arange(low_s, high_s + _FINE_S, _FINE_S)
    at_deg = float(np.median(track.latitude_deg))
    log_odds = np.zeros(len(offsets_s))
    for row in rows:
        when_s = camera_time_s[row] + offsets_s
        on_track = _metres(
            np.interp(when_s, track.time_s, track.latitude_deg),
            np.interp(when_s, track.time_s, track.longitude_deg),
            at_deg,
        )
        off_m = on_track - _metres(position_deg[row, 0], position_deg[row, 1], at_deg)
        near = np.exp(-np.sum(off_m**2, axis=1) / (2 * _OFF_TRACK_M**2))
        log_odds += weight_of[row] * np.log(_ASTRAY + (1 - _ASTRAY) * near)
    mass = np.exp(log_odds - log_odds.max())
    mass /= mass.sum()
    mean_s = float(mass @ offsets_s)
    sd_s = float(np.sqrt(mass @ (offsets_s - mean_s) ** 2))
    return TrackFit(mean_s, float(np.hypot(sd_s, _LEAST_SD_S)), tuple(rows))
