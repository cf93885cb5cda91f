"""Clocks of a family, made by hand: a phone with GPS times and a camera that was set wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coincide.library.photos import Clock, ClockId, ClockPhotos, session_starts
from coincide.library.scan.bodies import BodyKey
from coincide.model import Device, Floats
from coincide.model.times import DAY_S, HOUR_S, from_clock

START_S = from_clock(2020, 1, 4, 12, 0, 0)
SUMMER_S = from_clock(2020, 3, 29, 1, 0, 0), from_clock(2020, 10, 25, 1, 0, 0)


def zone_of_home(utc_s: Floats) -> Floats:
    """Return the zone of central Europe in 2020."""
    summer = (utc_s >= SUMMER_S[0]) & (utc_s < SUMMER_S[1])
    return np.where(summer, 2 * HOUR_S, HOUR_S)


@dataclass(frozen=True)
class Days:
    """Sessions on every seventh day: when photos are taken, UTC."""

    n: int = 40
    photos: int = 12

    def utc_s(self, rng: np.random.Generator) -> Floats:
        """Return the photos of all sessions."""
        starts = START_S + np.arange(self.n) * 7 * DAY_S
        within = np.sort(rng.uniform(0, 3 * HOUR_S, (self.n, self.photos)), axis=1)
        return np.round((starts[:, None] + within).ravel())


def clock_of(
    owner: str,
    device: Device,
    shown_s: Floats,
    *,
    zone_s: Floats | None = None,
    gps_s: Floats | None = None,
    written_s: Floats | None = None,
) -> Clock:
    """Return a clock with its photos; what is left out is unknown."""
    none = np.full(len(shown_s), np.nan)
    rows = np.column_stack(
        [
            shown_s,
            none if zone_s is None else zone_s,
            none if gps_s is None else gps_s,
            *(none,) * 5,
            shown_s + 1e9 if written_s is None else written_s,
        ]
    )
    photos = ClockPhotos.of(rows.tolist())
    key = ClockId(BodyKey.of(device).text, owner)
    return Clock(
        key, f"{owner} · {device.label}", owner, device, photos, session_starts(photos.time_s)
    )


def fixes(utc_s: Floats) -> Floats:
    """Return satellite times that are up to two seconds old, as receivers write them."""
    return utc_s - np.arange(len(utc_s)) % 3


def phone_of(owner: str, utc_s: Floats) -> Clock:
    """Return a phone that is right and writes zones and GPS times."""
    zone_s = zone_of_home(utc_s)
    return clock_of(
        owner, Device("Apple", "iPhone 12"), utc_s + zone_s, zone_s=zone_s, gps_s=utc_s - 1.0
    )


def camera_of(owner: str, utc_s: Floats, off_s: Floats | float) -> Clock:
    """Return a camera to which ``off_s`` must be added to read UTC."""
    return clock_of(owner, Device("Nikon", "D90", "7"), utc_s - off_s)


def session_offsets(clock: Clock, off_s: Floats) -> Sequence[float]:
    """Return the offset of each session, given that of each photo."""
    return [float(off_s[start]) for start in clock.starts[:-1]]
