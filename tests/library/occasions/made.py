"""Occasions made by hand."""

from pathlib import Path

import numpy as np

from coincide.library.occasions.occasion import FoundOccasion, OccasionSession
from coincide.library.photos import Clock
from coincide.model import Device
from coincide.model.times import HOUR_S
from tests.library.made import Days, camera_of, clock_of, phone_of


def three_clocks() -> tuple[Clock, Clock, Clock]:
    """Return a right phone, a camera an hour off, and another phone, on ten Saturdays."""
    rng = np.random.default_rng(0)
    utc_s = Days(n=10).utc_s(rng)
    other = clock_of("Cleo", Device("Apple", "iPhone 6"), utc_s + HOUR_S)
    return phone_of("Anna", utc_s), camera_of("Ben", utc_s, HOUR_S), other


def session_of(clock: Clock, number: int, to_event_s: float, weight: float) -> OccasionSession:
    """Return a session of a clock as it was found."""
    shown_s = float(clock.photos.time_s[clock.starts[number]])
    odd = Path("/l", b"\xff.jpg".decode("utf-8", "surrogateescape"))
    n_photos = int(clock.n_photos[number])
    return OccasionSession(
        clock.key, number, shown_s, n_photos, (odd,), to_event_s, sd_s=3.0, weight=weight
    )


def occasion_of(sessions: tuple[OccasionSession, ...], name: str = "one") -> FoundOccasion:
    """Return an occasion of sessions."""
    return FoundOccasion(name, sessions, 1.0, None, min(one.weight for one in sessions))
