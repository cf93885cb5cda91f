"""From a clock's photos to the witnesses of its sessions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import overload

import numpy as np
from numpy.typing import NDArray

from coincide.library.history.material import ClockMaterial
from coincide.library.history.rhythm import BesidePhone, learned_weight, moments_of, with_rhythm
from coincide.library.history.witnesses import FileTime, Reading, Sun, Witness
from coincide.library.history.zones import Zones
from coincide.library.photos import Clock, ClockPhotos
from coincide.model import Floats
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks import GPS_WEIGHT
from coincide.solver.clocks.sun import DAYLIGHT_EV, Daylight
from coincide.solver.clocks.truetime import ClockKind

# fixes of one session agree within this, as those of an event do
_AGREE_S = 10.0
# so many agreeing fixes of a session are right with so much: one alone may be stale
_BY_FIXES = (0.5, 0.8, 0.93, 0.96, GPS_WEIGHT)
# whole seconds in both tags; of fixes fewer than three nobody knows how old they are
_LEAST_SD_S, _FEW_SD_S = 2.0, 10.0
# fixes that follow the clock to the millisecond, and there are so many, were computed from it
_COMPUTED_S, _COMPUTED_FIXES = 1e-3, 5
# the clock shows some zone's time, so a file that is newer than by this says nothing of it
_FILE_TELLS_S = 15 * HOUR_S
# where the owner's phone was within so long is where the camera was, as far as the sun goes
_NEAR_S = 2 * DAY_S
# the edge of a pile of fixes, robust against one that was written after its shot
_EDGE = 0.9


@dataclass(frozen=True)
class PhoneTrack:
    """Where and when one person's phones took photos, by UTC: (n,) each, NaN where unknown."""

    utc_s: Floats = field(default_factory=lambda: np.zeros(0))
    latitude: Floats = field(default_factory=lambda: np.zeros(0))
    longitude: Floats = field(default_factory=lambda: np.zeros(0))

    def position(self, utc_s: float) -> tuple[float, float] | None:
        """Return the nearest position in time, None where none is near."""
        known = np.flatnonzero(~np.isnan(self.latitude))
        if len(known) == 0:
            return None
        apart_s = np.abs(self.utc_s[known] - utc_s)
        nearest = int(np.argmin(apart_s))
        if apart_s[nearest] > _NEAR_S:
            return None
        return float(self.latitude[known[nearest]]), float(self.longitude[known[nearest]])


NO_PHONE = PhoneTrack()
# what is known of sessions besides their files, by their number
Known = Mapping[int, Sequence[Reading]]


class WitnessesBySession(Sequence[Sequence[Witness]]):
    """The witnesses of each session, found when they are asked for: of a known history few are."""

    def __init__(self, n: int, of: Callable[[int], Sequence[Witness]]) -> None:
        self._n, self._of = n, of
        self._found: dict[int, Sequence[Witness]] = {}

    def __len__(self) -> int:
        return self._n

    @overload
    def __getitem__(self, session: int) -> Sequence[Witness]: ...
    @overload
    def __getitem__(self, session: slice) -> Sequence[Sequence[Witness]]: ...
    def __getitem__(self, session: int | slice) -> Sequence[Witness] | Sequence[Sequence[Witness]]:
        if isinstance(session, slice):
            return [self[one] for one in range(self._n)[session]]
        number = range(self._n)[session]
        if number not in self._found:
            self._found[number] = self._of(number)
        return self._found[number]


def material_of(
    clock: Clock,
    zones: Zones,
    track: PhoneTrack = NO_PHONE,
    known: Known | None = None,
    stated: Mapping[int, bool] | None = None,
) -> ClockMaterial:
    """Return what a clock's history is found from.

    ``zones``: where its owner was. ``track``: of the owner's phones. ``known``: readings of
    occasions and answers. ``stated``: where a person says that it was set, or was not.
    """
    shown_s = shown_by(clock)
    starts = np.array(clock.starts, dtype=np.int64)
    first_s, last_s = shown_s[starts[:-1]], shown_s[starts[1:] - 1]
    zone_s, zone_sure = _zones_by(clock, first_s, zones)
    is_measured = not _is_computed(clock.photos, shown_s)

    def witnesses_of(session: int) -> Sequence[Witness]:
        zone = float(zone_s[session])
        found = _witnesses(clock, session, shown_s, zone, track, is_measured)
        return (*found, *(known or {}).get(session, ()))

    plain = WitnessesBySession(clock.n_sessions, witnesses_of)
    counts = cache(lambda: learned_weight(plain))
    witnesses = WitnessesBySession(
        clock.n_sessions, lambda session: with_rhythm(plain[session], counts())
    )
    return ClockMaterial(
        *(kind_of(clock), first_s, last_s, zone_s, zone_sure, clock.n_photos, witnesses),
        stated=stated or {},
    )


def kind_of(clock: Clock) -> ClockKind:
    """Return what kind of clock it is, by how its errors are distributed."""
    if not clock.is_phone:
        return "camera"
    return "zoned phone" if (~np.isnan(clock.photos.zone_s)).any() else "phone"


def shown_by(clock: Clock) -> Floats:
    """Return what a clock showed at each photo; of a phone that writes its zone, in UTC.

    A camera's zone is one more setting that somebody forgets: what it displays is what counts.
    """
    photos = clock.photos
    if not clock.is_phone:
        return photos.time_s
    shown: Floats = photos.time_s - np.nan_to_num(photos.zone_s)
    return shown


def _zones_by(clock: Clock, first_s: Floats, zones: Zones) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the zone that a clock should show at each session, and whether that is known."""
    usual_s = np.nan_to_num(zones.at(first_s))
    zone_s, sure = zones.known_at(first_s - usual_s)
    if not clock.is_phone:
        return zone_s, sure
    tagged = ~np.isnan(clock.photos.zone_s[np.array(clock.starts[:-1], dtype=np.int64)])
    return np.where(tagged, 0.0, zone_s), sure | tagged


def _is_computed(photos: ClockPhotos, shown_s: Floats) -> bool:
    """Return whether GPS times follow the clock as no receiver does: a program wrote them."""
    apart_s = (photos.gps_s - shown_s)[~np.isnan(photos.gps_s)]
    if len(apart_s) < _COMPUTED_FIXES:
        return False
    middle = float(np.median(apart_s))
    return bool((np.abs(apart_s - middle) < _COMPUTED_S).mean() > _EDGE)


def _witnesses(
    clock: Clock,
    session: int,
    shown_s: Floats,
    zone_s: float,
    track: PhoneTrack,
    is_measured: bool,
) -> list[Witness]:
    rows = clock.rows(session)
    times_s, name = shown_s[rows], f"{session}"
    found = list[Witness | None]()
    if is_measured:
        found.append(gps_reading(times_s, clock.photos.gps_s[rows], f"GPS {name}"))
    found.append(_file_time(times_s, clock.photos.written_s[rows], f"file {name}"))
    if not clock.is_phone and np.isfinite(zone_s):
        found.append(_sun(clock.photos.taken(rows), -zone_s, track, f"sun {name}"))
        if len(track.utc_s):
            moments = moments_of(times_s)
            found.append(BesidePhone(moments, track.utc_s, -zone_s, f"phone {name}"))
    return [one for one in found if one is not None]


def gps_reading(shown_s: Floats, gps_s: Floats, occasion: str) -> Reading | None:
    """Return what the satellite fixes of a session say, None where there are none.

    A fix is older than its shot, so what a clock needs is the upper edge of where they pile up.
    """
    known = ~np.isnan(gps_s)
    first = dict[float, float]()
    for fix_s, time_s in sorted(zip(gps_s[known], shown_s[known], strict=True)):
        first[float(fix_s)] = min(float(time_s), first.get(float(fix_s), np.inf))
    if not first:
        return None
    apart_s = np.sort([fix_s - time_s for fix_s, time_s in first.items()])
    ends = np.searchsorted(apart_s, apart_s + _AGREE_S, side="right") - np.arange(len(apart_s))
    start = int(np.argmax(ends))
    pile = apart_s[start : start + int(ends[start])]
    edge_s = _quantile(pile, _EDGE)
    sd_s = (
        _FEW_SD_S
        if len(pile) < len(_BY_FIXES) - 1
        else float(np.hypot(_LEAST_SD_S, edge_s - _quantile(pile, 0.5)))
    )
    weight = _BY_FIXES[min(len(pile), len(_BY_FIXES)) - 1]
    return Reading("GPS", occasion, edge_s, sd_s, weight)


def _file_time(shown_s: Floats, written_s: Floats, occasion: str) -> FileTime | None:
    """Return how far ahead a clock can be by when its files were written; most of them count."""
    ahead_s = np.sort(written_s - shown_s)  # NaN, where nothing tells, comes last
    n_known = len(ahead_s) - int(np.isnan(ahead_s).sum())
    most_s = _quantile(ahead_s[:n_known], 0.5) if n_known else np.inf
    return FileTime(most_s, occasion) if most_s < _FILE_TELLS_S else None


def _quantile(ascending: Floats, share: float) -> float:
    """Return a quantile of a few sorted numbers; numpy's own takes as long as all the rest.

    >>> _quantile(np.array([0.0, 1.0, 5.0]), 0.75)
    3.0
    """
    at = share * (len(ascending) - 1)
    below = int(at)
    above = min(below + 1, len(ascending) - 1)
    low, high = float(ascending[below]), float(ascending[above])
    return low + (high - low) * (at - below)


def _sun(photos: ClockPhotos, usual_s: float, track: PhoneTrack, occasion: str) -> Sun | None:
    """Return what broad daylight says, where a position is known for it."""
    bright = np.flatnonzero(photos.ev >= DAYLIGHT_EV)
    if len(bright) == 0:
        return None
    times_s = photos.time_s[bright]
    here = ~np.isnan(photos.latitude[bright])
    if here.any():
        at = bright[here]
        light = Daylight(photos.time_s[at], photos.latitude[at], photos.longitude[at])
        return Sun(light, occasion)
    place = track.position(float(times_s[0]) + usual_s)
    if place is None:
        return None
    latitude, longitude = (np.full(len(times_s), one) for one in place)
    return Sun(Daylight(times_s, latitude, longitude), occasion)
