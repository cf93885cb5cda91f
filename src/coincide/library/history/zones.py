"""Where on Earth the owner was, as a zone: seen by phones, else by the rule of a home zone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo, available_timezones

import numpy as np
from numpy.typing import NDArray

from coincide.errors import UsageError
from coincide.model import Floats
from coincide.model.times import DAY_S, HOUR_S

# a phone that was seen within so many days of a moment was where its owner was then
_SEEN_S = 2 * DAY_S
# nobody is at home and back at the same place abroad within so many days
_AWAY_S = 10 * DAY_S
# where no home is known, so many days are bridged; beyond them the zone is unknown
_BRIDGED_S = 60 * DAY_S
# sightings that a home zone is found by; more tell no more
_ASKED = 200
# of the days a family is at home so many, or it has no home by its phones
_AT_HOME = 0.5


# nobody crosses a border and takes a photo on either side within so long
_BESIDE_S = HOUR_S / 4

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Zones:
    """Zones in seconds east, by UTC; ``seen_s`` ascending. ``home``: where nothing was seen.

    Without sightings and without a home everything is unknown, and NaN.
    """

    seen_s: Floats = field(default_factory=lambda: np.zeros(0))
    zones_s: Floats = field(default_factory=lambda: np.zeros(0))
    home: str | None = None

    def at(self, utc_s: Floats) -> Floats:
        """Return the zone at each moment."""
        return self.known_at(utc_s)[0]

    def known_at(self, utc_s: Floats) -> tuple[Floats, Bools]:
        """Return the zone at each moment, and whether it is sure.

        It is where what was seen before and after it agrees, or follows the rules of home. On the
        days of a journey on which it does not, only a phone within minutes tells on which side
        of the border a photo was taken.
        """
        home_s = self._of_home(utc_s)
        if len(self.seen_s) == 0:
            return home_s, ~np.isnan(home_s)
        last = len(self.seen_s) - 1
        after = np.minimum(np.searchsorted(self.seen_s, utc_s), last)
        before = np.maximum(np.searchsorted(self.seen_s, utc_s, side="right") - 1, 0)
        apart_s = np.abs(self.seen_s[np.stack([before, after])] - utc_s)
        nearest = np.where(apart_s[0] <= apart_s[1], before, after)
        nearest_s = apart_s.min(axis=0)
        at_home = (self._is_home[[before, after]] | (apart_s > _SEEN_S)).all(axis=0)
        same = self.zones_s[before] == self.zones_s[after]
        # a journey on which the phone took no photo for some days
        is_away = same & (after > before)
        is_away &= self.seen_s[after] - self.seen_s[before] <= _AWAY_S
        is_seen = ~at_home & (nearest_s <= np.where(np.isnan(home_s), _BRIDGED_S, _SEEN_S))
        zone_s: Floats = np.where(is_seen | is_away, self.zones_s[nearest], home_s)
        agree = same & (zone_s == self.zones_s[nearest])
        agree |= self._is_home[before] & self._is_home[after]
        # where no phone was for months, only what a person says of home is known
        sure = agree | (nearest_s <= _BESIDE_S) | (nearest_s > _BRIDGED_S)
        return zone_s, sure & ~np.isnan(zone_s)

    @cached_property
    def _is_home(self) -> Bools:
        """Whether each sighting follows the rules of home."""
        found: Bools = self.zones_s == self._of_home(self.seen_s)
        return found

    def _of_home(self, utc_s: Floats) -> Floats:
        if self.home is None:
            return np.full(len(utc_s), np.nan)
        # what is asked of a zone's rules is slow, and they change at whole hours
        hours, where = np.unique(np.floor(utc_s / HOUR_S), return_inverse=True)
        offsets = [_offset_s(self._rules, HOUR_S * float(hour)) for hour in hours]
        return np.array(offsets, dtype=np.float64)[where]

    @cached_property
    def _rules(self) -> ZoneInfo:
        return named_zone(self.home or "UTC")


def named_zone(name: str) -> ZoneInfo:
    """Return a zone by its name; raise UsageError for one that there is not."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError) as error:
        raise UsageError(f"--zone {name}: no such zone; write it like Europe/Berlin.") from error


def zones_of(seen: Sequence[tuple[float, float]], home: str | None = None) -> Zones:
    """Return zones by what phones saw, (UTC, zone) each; ``home`` is found unless it is named."""
    ordered = sorted(seen)
    times_s = np.array([time_s for time_s, _ in ordered], dtype=np.float64)
    zones_s = np.array([zone_s for _, zone_s in ordered], dtype=np.float64)
    return Zones(times_s, zones_s, home or _home_by(times_s, zones_s))


def _home_by(times_s: Floats, zones_s: Floats) -> str | None:
    """Return the zone whose rules most sightings follow, the first by name of equals."""
    if len(times_s) == 0:
        return None
    asked = np.unique(np.linspace(0, len(times_s) - 1, _ASKED).astype(np.int64))
    moments = [datetime.fromtimestamp(0, UTC) + timedelta(seconds=float(times_s[i])) for i in asked]
    seen = [timedelta(seconds=float(zones_s[i])) for i in asked]
    best, most = None, _AT_HOME * len(asked)
    for name in sorted(available_timezones()):
        if "/" not in name or name.startswith(("Etc/", "posix/", "right/", "SystemV/")):
            continue
        rules = ZoneInfo(name)
        agree = sum(
            moment.astimezone(rules).utcoffset() == zone
            for moment, zone in zip(moments, seen, strict=True)
        )
        if agree > most:
            best, most = name, float(agree)
    return best


def _offset_s(rules: ZoneInfo, utc_s: float) -> float:
    moment = datetime.fromtimestamp(0, UTC) + timedelta(seconds=utc_s)
    offset = moment.astimezone(rules).utcoffset() or timedelta()
    return offset.total_seconds()
