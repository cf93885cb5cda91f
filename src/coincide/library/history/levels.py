"""The offsets that a clock may have had: what was measured, and zones as far as clocks go."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from coincide.library.history.material import ClockMaterial
from coincide.library.history.witnesses import Reading
from coincide.model import Floats, Indices
from coincide.model.offsets import AGREE_S, RIGHT_WITHIN_S
from coincide.model.times import HOUR_S, PPM

# readings within so many standard deviations are of one level
_SDS = 3.0

# offsets around each measured one: set to summer time or back, a zone or two further
_NEAR_HOURS = np.arange(-3, 4) * HOUR_S
# offsets around the zone of the clock's owner: every zone that a clock may be left on
_FAR_HOURS = np.arange(-12, 15) * HOUR_S
# measured offsets of which zones further away are tried, too; others stand for themselves
_MOST_MEASURED = 8
# zones that an owner is in most: winter and summer of home
_OFTEN = 2
# all offsets of a clock: time grows with their square
_MOST = 140


@dataclass(frozen=True)
class Levels:
    """Offsets at the moment ``base_s`` by the clock, ascending, (k,); ``sd_s`` of each.

    With a drift an offset is another at other times: ``at`` tells which.
    """

    to_utc_s: Floats
    sd_s: Floats
    base_s: float
    drift_ppm: float

    def __len__(self) -> int:
        return len(self.to_utc_s)

    def of(self, kept: Indices) -> Self:
        """Return some of them."""
        return replace(self, to_utc_s=self.to_utc_s[kept], sd_s=self.sd_s[kept])

    @cached_property
    def together(self) -> Floats:
        """Which levels cannot be told apart by how well they are known, 1 or 0: (k, k)."""
        both_s = np.hypot(self.sd_s[:, None], self.sd_s[None, :])
        near_s = np.clip(_SDS * both_s, AGREE_S, RIGHT_WITHIN_S)
        apart_s = np.abs(self.to_utc_s[:, None] - self.to_utc_s[None, :])
        return (apart_s <= near_s).astype(np.float64)

    def at(self, shown_s: Floats) -> Floats:
        """Return the offsets at what the clock shows, (n, k): who is fast needs ever less."""
        lost_s = self.drift_ppm * PPM * (shown_s - self.base_s)
        offsets: Floats = self.to_utc_s[None, :] - lost_s[:, None]
        return offsets


def levels_of(material: ClockMaterial, drift_ppm: float) -> Levels:
    """Return the offsets worth trying if the clock is fast by so much."""
    base_s = float(material.first_s[0])
    measured = _measured(material, base_s, drift_ppm)
    close = [(offset_s, sd_s) for offset_s, sd_s, _ in measured if sd_s <= AGREE_S]
    vague = [(offset_s, sd_s) for offset_s, sd_s, _ in measured if sd_s > AGREE_S]
    usual = [(offset_s, AGREE_S / 2) for offset_s in _usual(material, base_s, drift_ppm)]
    # what is known to minutes only does not stand for a clock that is right
    found = [*close, *_hours_around(close), *usual, *vague, *_hours_around(vague)]
    kept = list[tuple[float, float]]()
    for offset_s, sd_s in found:
        if len(kept) < _MOST and all(abs(offset_s - other) > AGREE_S for other, _ in kept):
            kept.append((offset_s, sd_s))
    kept.sort()
    offsets, sds = (
        (np.array(column, dtype=np.float64) for column in zip(*kept, strict=True))
        if kept
        else (np.zeros(0), np.zeros(0))
    )
    return Levels(offsets, sds, base_s, drift_ppm)


def _hours_around(measured: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return offsets a few hours from those that most speaks for."""
    return [
        (offset_s + float(hours_s), sd_s)
        for offset_s, sd_s in measured[:_MOST_MEASURED]
        for hours_s in _NEAR_HOURS
    ]


def _usual(material: ClockMaterial, base_s: float, drift_ppm: float) -> list[float]:
    """Return the offsets of clocks that are right, and of those on any zone's time.

    A clock that drifts and is set right again and again is each time of another level.
    """
    zones, counts = np.unique(material.zone_s[~np.isnan(material.zone_s)], return_counts=True)
    if len(zones) == 0:
        return []
    lost_s = drift_ppm * PPM * (material.first_s - base_s)
    drifted_s = np.arange(lost_s.min(), lost_s.max() + AGREE_S, 2 * AGREE_S)
    often = zones[np.argsort(-counts)[:_OFTEN]]
    again = (-often[:, None] + drifted_s).ravel()
    usual = np.concatenate([-zones, again, -float(np.median(zones)) + _FAR_HOURS])
    found: list[float] = usual.tolist()
    return found


def _measured(
    material: ClockMaterial, base_s: float, drift_ppm: float
) -> list[tuple[float, float, float]]:
    """Return offsets that readings agree on, their standard deviations and how much says so.

    The best supported first.
    """
    readings = [
        (one.to_utc_s + drift_ppm * PPM * float(material.first_s[session] - base_s), one)
        for session, one in material.readings
    ]
    readings.sort(key=lambda pair: pair[0])
    groups, group = list[list[tuple[float, Reading]]](), list[tuple[float, Reading]]()
    for offset_s, one in readings:
        if group and offset_s - group[0][0] > AGREE_S:
            groups.append(group)
            group = []
        group.append((offset_s, one))
    if group:
        groups.append(group)
    found = [_mean(one) for one in groups]
    return sorted(found, key=lambda one: -one[2])


def _mean(group: Sequence[tuple[float, Reading]]) -> tuple[float, float, float]:
    """Return the mean of readings, how well it is known, and their weight together.

    Readings of one occasion err together, so the mean is no better known than the best of them.
    """
    offsets = np.array([offset_s for offset_s, _ in group])
    sure = np.array([one.weight / one.sd_s**2 for _, one in group])
    mean = float(np.average(offsets, weights=sure))
    spread = float(np.sqrt(np.average((offsets - mean) ** 2, weights=sure)))
    best = min(one.sd_s for _, one in group)
    return mean, float(np.hypot(best, spread)), sum(one.weight for _, one in group)
