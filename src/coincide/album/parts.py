"""Parts of an event that may be joined, as sums over their shots, and what speaks against it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.album.model import Shots
from coincide.album.options import AlbumOptions
from coincide.album.places import points_m
from coincide.model import Floats, Indices, Singles
from coincide.model.times import DAY_S, HOUR_S

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Parts:
    """K runs of shots without a pause to speak of, by time; joining two adds up their sums.

    starts: (K,) first rows. pause_s: (K,) the pause before each, endless before the first and for
    a night; rhythm: (K,) the mean logarithm of the gaps around it, in hours. n: (K,) shots.
    look: (K, D), place: (K, 3), light: (K,): sums over those of ``n_place`` and ``n_light`` shots
    of which they are known. alike: how alike two shots of one run are.
    """

    starts: Indices
    pause_s: Floats
    rhythm: Floats
    n: Floats
    look: Singles
    alike: float
    place: Floats
    n_place: Floats
    light: Floats
    n_light: Floats

    def join(self, one: int, other: int) -> None:
        """Add a part to another one; its own sums count no more."""
        for sums in (self.n, self.look, self.place, self.n_place, self.light, self.n_light):
            sums[one] += sums[other]


def parts_of(shots: Shots, night: Flags, options: AlbumOptions) -> Parts:
    """Return the runs of an event's shots, which are never parted.

    ``night``: (N − 1,), whether there is one between each two.
    """
    gaps_s = pauses_s(shots)
    breaks = np.flatnonzero((gaps_s > options.run_gap_s) | night)
    starts = np.concatenate([[0], breaks + 1])
    n = np.diff(np.append(starts, len(shots))).astype(np.float64)
    look = np.add.reduceat(_centred(shots.look), starts, axis=0)
    place, n_place = _summed(points_m(shots.position_deg), starts)
    ev = np.full(len(shots), np.nan) if shots.scene_ev is None else shots.scene_ev
    light, n_light = _summed(ev[:, None], starts)
    return Parts(
        starts=starts,
        pause_s=np.concatenate([[np.inf], np.where(night, np.inf, gaps_s)[breaks]]),
        rhythm=np.concatenate([[0.0], _rhythm(gaps_s, night, options)[breaks]]),
        n=n,
        look=look,
        alike=_alike(look, n),
        place=place,
        n_place=n_place,
        light=light[:, 0],
        n_light=n_light,
    )


def pauses_s(shots: Shots) -> Floats:
    """Return for how long nobody photographed before each shot but the first, (N − 1,)."""
    ends_s = np.maximum.accumulate(shots.event_time_s + shots.length_s)
    return shots.event_time_s[1:] - ends_s[:-1]


def _rhythm(gaps_s: Floats, night: Flags, options: AlbumOptions) -> Floats:
    """Return the mean logarithm of the gaps around each, in hours; a night is no part of it."""
    gap = np.log(np.maximum(gaps_s, options.burst_s) / HOUR_S)
    return mean_around(gap, ~night, options.rhythm_shots)


def mean_around(values: Floats, counted: Flags, n_around: int) -> Floats:
    """Return the mean of what counts around each value but itself; itself where nothing does."""
    wide = np.ones(2 * n_around + 1)
    wide[n_around] = 0.0

    def around(numbers: Floats) -> Floats:
        padded = np.pad(numbers, n_around)
        return np.convolve(padded, wide, mode="valid")

    if not len(values):
        return values
    n = around(counted.astype(np.float64)).round()
    total = around(np.where(counted, values, 0.0))
    return np.where(n > 0, total / np.maximum(n, 1.0), values)


def border_evidence(parts: Parts, one: int, other: int, options: AlbumOptions) -> float:
    """Return what speaks for a border between a part and the next."""
    return (
        _of_pause(parts, other, options)
        + _of_look(parts, one, other, options)
        + _of_place(parts, one, other, options)
        + _of_light(parts, one, other, options)
        + _of_few(parts, one, other, options)
    )


def _of_pause(parts: Parts, other: int, options: AlbumOptions) -> float:
    gap = float(np.log(parts.pause_s[other] / HOUR_S))
    beside = gap - float(parts.rhythm[other])
    return options.border_bias + options.pause_weight * gap + options.rhythm_weight * beside


def _of_look(parts: Parts, one: int, other: int, options: AlbumOptions) -> float:
    if parts.alike < options.look_least:
        return 0.0
    across = float(parts.look[one] @ parts.look[other]) / float(parts.n[one] * parts.n[other])
    return options.look_weight * (options.look_even - across / parts.alike)


def _of_place(parts: Parts, one: int, other: int, options: AlbumOptions) -> float:
    if not parts.n_place[one] or not parts.n_place[other]:
        return 0.0
    here, there = (parts.place[at] / parts.n_place[at] for at in (one, other))
    away_m = float(np.linalg.norm(here - there)) + options.place_noise_m
    return options.place_weight * float(np.log(away_m / options.place_even_m))


def _of_light(parts: Parts, one: int, other: int, options: AlbumOptions) -> float:
    if not parts.n_light[one] or not parts.n_light[other]:
        return 0.0
    here, there = (float(parts.light[at] / parts.n_light[at]) for at in (one, other))
    return options.light_weight * (abs(here - there) - options.light_even_ev)


def _of_few(parts: Parts, one: int, other: int, options: AlbumOptions) -> float:
    fewer = float(min(parts.n[one], parts.n[other])) / options.few_photos
    return options.few_weight * min(0.0, float(np.log(fewer)))


def _summed(values: Floats, starts: Indices) -> tuple[Floats, Floats]:
    """Return sums by part, and of how many shots; NaN is unknown."""
    known = ~np.isnan(values[:, :1])
    sums = np.add.reduceat(np.where(known, values, 0.0), starts, axis=0)
    return sums, np.add.reduceat(known[:, 0].astype(np.float64), starts)


def _centred(look: Singles) -> Singles:
    """Return looks without what all photos of the event have in common, of length one."""
    seen = np.abs(look).max(axis=1, initial=0.0) > 0
    if not seen.any():
        return np.zeros((len(look), 1), dtype=np.float32)
    apart = look - look[seen].mean(0)
    apart[~seen] = 0.0
    length = np.linalg.norm(apart, axis=1, keepdims=True)
    centred: Singles = np.divide(apart, length, out=np.zeros_like(apart), where=length > 0)
    return centred


def _alike(sums: Singles, n: Floats) -> float:
    """Return how alike two different shots of one run are on average; 0 where nobody knows."""
    several = n > 1
    pairs = float((n[several] * (n[several] - 1)).sum())
    if not pairs:
        return 0.0
    squares = float((sums[several].astype(np.float64) ** 2).sum())
    return max(0.0, (squares - float(n[several].sum())) / pairs)


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
