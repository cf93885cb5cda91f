"""Which days an event has: a night is always a border, whatever else is known of its photos."""

import numpy as np

from coincide.album.model import Shots
from coincide.album.options import AlbumOptions
from coincide.album.parts import Flags, pauses_s
from coincide.model import Floats, Indices
from coincide.model.times import DAY_S, HOUR_S

# a day ends at four in the morning: who dances until two is still up
DAY_ENDS_S = 4 * HOUR_S


def day_of(local_time_s: Floats) -> Indices:
    """Return the number of the day that local times are of, since 1970."""
    return np.floor((local_time_s - DAY_ENDS_S) / DAY_S).astype(np.int64)


def days_of(shots: Shots, options: AlbumOptions = AlbumOptions()) -> Indices:
    """Return the number of each shot's day, from night to night; −1 where its clock is too bad.

    Photos that nothing but their own clock places make days of their own, but hide no night that
    is told by others: that clock may be wrong.
    """
    days = np.full(len(shots), -1, dtype=np.int64)
    known = (shots.sd_s <= options.night_sd_s) & ~shots.by_own_clock
    middles_s = _nights_s(shots.of(np.flatnonzero(known)), options)
    rows = np.flatnonzero(known | shots.by_own_clock)
    some = shots.of(rows)
    stretch = np.searchsorted(middles_s, some.event_time_s, side="right")
    parted = nights_between(some, options) | (np.diff(stretch) > 0)
    days[rows] = np.concatenate([[0], np.cumsum(parted)])[: len(rows)]
    return days


def nights_between(shots: Shots, options: AlbumOptions = AlbumOptions()) -> Flags:
    """Tell of each pause between two shots, (N − 1,), whether it was a night."""
    gaps_s = pauses_s(shots)
    night: Flags = gaps_s >= options.night_s
    if shots.local_time_s is not None:
        night |= (gaps_s >= options.sleep_s) & (np.diff(day_of(shots.local_time_s)) > 0)
    return night


def _nights_s(shots: Shots, options: AlbumOptions) -> Floats:
    """Return the middle of each night."""
    before = np.flatnonzero(nights_between(shots, options))
    middles: Floats = (shots.event_time_s[before] + shots.event_time_s[before + 1]) / 2
    return middles
