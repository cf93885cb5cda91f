"""Check a clock by the GPS times in its photos.

GPSDateStamp and GPSTimeStamp are the UTC of the last satellite *fix*. A fix is older
than the shot: by a second or a few when fresh, by minutes or hours when stale. So

    camera_time_s − gps_time_s = lag − to_utc_s,    lag ≥ 0,

piles up at its lower edge, −to_utc_s, with a tail to one side. A few cameras write GPS
time, which is 18 s ahead of UTC since 2017: that cannot be told from a clock 18 s slow,
and is not corrected.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Gallery, Photo
from coincide.model.times import DAY_S, from_clock, offset_in_words
from coincide.solver.clocks.zones import split_zone

# fixes agree within this: a fresh one is a few seconds old, and a clock of 20 ppm drifts by 1.7 s
# a day
_AGREE_S = 10.0
# so many must agree: of 20 stale fixes spread over an hour, five fall within 10 s in 5 of a million
# galleries
_MIN_FIXES = 5
# the same for any number of stale fixes: at least this share of them must agree
_MIN_SHARE = 0.25
# a fix is never later than its shot: at most this many, as a share of those that agree
_MAX_LATER_SHARE = 0.25
# a second group of fixes this far away and at least half as large: the clock was changed
_APART_S = 60.0
# whole seconds in both tags, and a receiver that may lag by one: no clock is known better
_MIN_SD_S = 1.0
# the lower edge of the pile is this quantile: robust against one fix that was written after its
# shot, as the minimum is not
_EDGE_QUANTILE = 0.1
# fixes that follow the camera to the millisecond were computed from it: no receiver does
_COMPUTED_S = 1e-3
# GPS tags came with EXIF 2.1; what is older is a receiver's way to write "unknown"
_EARLIEST_FIX_S = from_clock(1998, 1, 1, 0, 0, 0)
# GPS counts weeks modulo 1024: old receivers name a date that many weeks ago
_ROLLOVER_S = 1024 * 7 * DAY_S


@dataclass(frozen=True, slots=True)
class GpsClock:
    """A clock measured by GPS: true UTC = camera_time_s + ``to_utc_s``, ± ``sd_s``.

    ``n_used`` moments had a fresh fix; ``n_stale`` photos have one that is stale or false.
    """

    gallery: str
    to_utc_s: float
    sd_s: float
    n_used: int
    n_stale: int

    @property
    def zone_s(self) -> int | None:
        """The zone the clock shows; None when it is further from UTC than any zone."""
        split = split_zone(self.to_utc_s)
        return None if split is None else split[0]

    @property
    def error_s(self) -> float | None:
        """What must be added for the clock to be right in its zone; None without a zone."""
        split = split_zone(self.to_utc_s)
        return None if split is None else split[1]


@dataclass(frozen=True, slots=True)
class GpsRefusal:
    """GPS times that do not tell a clock's error, and why."""

    gallery: str
    reason: str


def check_by_gps(gallery: Gallery) -> GpsClock | GpsRefusal:
    """Return the clock as measured by its fresh fixes, or why they do not tell.

    The pile is the fullest stretch of ``_AGREE_S``. Its lower edge is the offset; the
    typical lag above it is what the edge may be off by.
    """
    differences_s = distinct_differences_s(gallery.photos)
    start_s = _fullest(differences_s, _AGREE_S) if len(differences_s) else math.nan
    pile = differences_s[(differences_s >= start_s) & (differences_s <= start_s + _AGREE_S)]
    reason = _why_not(gallery, differences_s, pile)
    if reason is not None:
        return GpsRefusal(gallery.name, reason)
    edge_s = float(np.quantile(pile, _EDGE_QUANTILE))
    return GpsClock(
        gallery=gallery.name,
        to_utc_s=-edge_s,
        sd_s=math.hypot(_MIN_SD_S, float(np.median(pile)) - edge_s),
        n_used=len(pile),
        n_stale=_n_outside(gallery.photos, start_s, _AGREE_S),
    )


def distinct_differences_s(photos: Iterable[Photo]) -> Floats:
    """Return camera time − GPS time, ascending, once for each fix and each second.

    A fix that is repeated says something of its first photo alone. Photos of one second
    are one burst, whose fixes were written as the files were: the first is the shot's.
    """
    shot_of: dict[float, float] = {}
    for photo in photos:
        fix_s = photo.gps_time_s
        if fix_s is not None and fix_s >= _EARLIEST_FIX_S:
            shot_of[fix_s] = min(photo.camera_time_s, shot_of.get(fix_s, math.inf))
    first: dict[int, tuple[float, float]] = {}
    for fix_s, shot_s in shot_of.items():
        second = math.floor(shot_s)
        first[second] = min((fix_s, shot_s), first.get(second, (math.inf, math.inf)))
    return np.sort(np.array([shot_s - fix_s for fix_s, shot_s in first.values()], dtype=np.float64))


def _n_outside(photos: Iterable[Photo], start_s: float, reach_s: float) -> int:
    """Return how many photos have a GPS time that is not near the pile."""
    return sum(
        abs(photo.camera_time_s - photo.gps_time_s - start_s) > reach_s
        for photo in photos
        if photo.gps_time_s is not None
    )


def _fullest(differences_s: Floats, width_s: float) -> float:
    """Return where the fullest stretch of this width begins, the first of equals."""
    ends = np.searchsorted(differences_s, differences_s + width_s, side="right")
    return float(differences_s[np.argmax(ends - np.arange(len(ends)))])


def _why_not(gallery: Gallery, differences_s: Floats, pile: Floats) -> str | None:
    """Return the reason not to believe the pile, None if there is none."""
    n_tagged = sum(photo.gps_time_s is not None for photo in gallery.photos)
    if n_tagged == 0:
        return "no photo has a GPS time"
    n_fixes = len(differences_s)
    if n_fixes < _MIN_FIXES:
        needed = f"{_MIN_FIXES} are needed"
        return f"too few distinct GPS fixes: {n_fixes} among {n_tagged} GPS times, {needed}"
    if len(pile) < max(_MIN_FIXES, _MIN_SHARE * n_fixes):
        within = f"within {_AGREE_S:.0f} s"
        return f"too few GPS fixes agree {within}: {len(pile)} of {n_fixes}"
    n_later = int(np.sum(differences_s < pile[0] - _AGREE_S))
    if n_later > _MAX_LATER_SHARE * len(pile):
        return f"{n_later} GPS fixes are later than the photos that carry them"
    apart = differences_s[np.abs(differences_s - np.median(pile)) > _APART_S + _AGREE_S]
    return _copied(pile) or _rolled_over(pile) or _changed(pile, apart)


def _copied(pile: Floats) -> str | None:
    """Say so when the fixes follow the camera as no receiver does."""
    if np.ptp(pile) < _COMPUTED_S:
        return "its GPS times follow its clock exactly: they were computed from it"
    return None


def _rolled_over(pile: Floats) -> str | None:
    """Say so when the fixes are 1024 weeks before the shots, give or take a zone."""
    n_rolled = round(float(pile[0]) / _ROLLOVER_S)
    if n_rolled > 0 and abs(pile[0] - n_rolled * _ROLLOVER_S) < DAY_S:
        return "the receiver's date is 1024 weeks behind, as when its week number ran over"
    return None


def _changed(pile: Floats, apart: Floats) -> str | None:
    """Say so when other fixes agree on another offset: one clock was set to two times."""
    if len(apart) == 0:
        return None
    start_s = _fullest(apart, _AGREE_S)
    n_other = int(np.sum((apart >= start_s) & (apart <= start_s + _AGREE_S)))
    if n_other < max(_MIN_FIXES, len(pile) / 2):
        return None
    moved = offset_in_words(start_s - float(pile[0]))
    return f"its clock was changed: {len(pile)} and {n_other} GPS fixes agree, {moved} apart"
