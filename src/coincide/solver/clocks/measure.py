"""One clock by all that measured it: GPS tags, exact times, and what a person knows.

Of sources that agree, all would have to be wrong together; of sources that do not, one is wrong.
With w the weight of each, the odds that a group of sources is right are Π w / (1 − w), and those
of every other group and of none of them are against it. So a second witness makes a clock surer,
and one that contradicts makes it less sure, or leaves it unknown.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coincide.model import Gallery
from coincide.model.times import offset_in_words
from coincide.solver.clocks.exact import GPS_WEIGHT, ClockReading, agrees, photo_readings
from coincide.solver.clocks.gps import GpsClock, check_by_gps
from coincide.solver.clocks.zones import MAX_ZONE_S, split_zone

# a clock that is measured so well is placed by that alone: ± 200 s, which still counts as certain
CLOSE_SD_S = 120.0
# not 1, however many agree: pictures that say otherwise must be able to win
_MOST_WEIGHT = 0.995
# of groups that contradict each other the best must be so much likelier: else nobody is believed
_CLEARLY = 2.0


@dataclass(frozen=True, slots=True)
class MeasuredClock:
    """A clock that several sources may have measured: true time = camera time + ``to_true_s``.

    ``local``: true time is local time where the event was; else it is UTC. ``agreeing`` are the
    sources that say so, ``against`` those that say otherwise.
    """

    gallery: str
    to_true_s: float
    sd_s: float
    weight: float
    local: bool
    agreeing: tuple[ClockReading, ...]
    against: tuple[ClockReading, ...] = ()

    @property
    def zone_s(self) -> int | None:
        """The zone that the clock shows; None where it is not known to a quarter of an hour.

        What a person says of it is about the clock, and not about where the event was.
        """
        split = None if self.local or self.sd_s > CLOSE_SD_S else split_zone(self.to_true_s)
        by_person = all(reading.source in ("person", "statement") for reading in self.agreeing)
        return None if split is None or by_person else split[0]

    @property
    def reason(self) -> str:
        """Name those who measured it, and who says otherwise, as a sentence does."""
        text = f"measured by {' and '.join(reading.words for reading in self.agreeing)}"
        if not self.against:
            return text
        others = " and ".join(reading.words for reading in self.against)
        return f"{text}; contradicted by {others}"


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """Exact times that do not tell a clock's error, and why."""

    gallery: str
    reason: str


def measure_clock(
    gallery: Gallery,
    zone_s: int | None = None,
    said: Sequence[ClockReading] = (),
    *,
    use_gps: bool = True,
) -> MeasuredClock | Unmeasured | None:
    """Return what all exact times of a gallery say of its clock; None where there are none.

    ``zone_s`` is the zone of the event's local time: with it UTC and local times are one matter.
    Without it local times alone are used where there are any. ``said``: what a person knows of it.
    """
    of_photos, denied = photo_readings(gallery.photos)
    readings = [*of_photos, *said]
    gps = check_by_gps(gallery) if use_gps else None
    if isinstance(gps, GpsClock):
        readings.append(by_satellites(gps))
    brought = _comparable(readings, zone_s)
    if not brought:
        return Unmeasured(gallery.name, denied[0].reason) if denied else None
    return _combined(gallery.name, brought)


def by_satellites(clock: GpsClock) -> ClockReading:
    """Return what the GPS tags of a gallery say, as one reading beside others."""
    return ClockReading("gps", clock.to_utc_s, clock.sd_s, False, GPS_WEIGHT, clock.n_used)


def _comparable(readings: Sequence[ClockReading], zone_s: int | None) -> list[ClockReading]:
    """Return readings that are all told in local time, or all in UTC."""
    if zone_s is not None:
        return [reading if reading.local else _in_zone(reading, zone_s) for reading in readings]
    local = [reading for reading in readings if reading.local]
    return local or list(readings)


def _in_zone(reading: ClockReading, zone_s: int) -> ClockReading:
    return ClockReading(
        reading.source,
        reading.to_true_s + zone_s,
        reading.sd_s,
        True,
        reading.weight,
        reading.n_photos,
    )


def _combined(gallery: str, readings: Sequence[ClockReading]) -> MeasuredClock | Unmeasured:
    """Return what the likeliest group of readings says together."""
    groups = _groups(readings)
    odds = np.array([_odds(group) for group in groups])
    if len(groups) > 1 and odds[0] < _CLEARLY * odds[1]:
        told = "; ".join(
            f"{reading.words}: {_offset(reading)}" for group in groups for reading in group
        )
        return Unmeasured(gallery, f"its exact times contradict each other: {told}")
    best = groups[0]
    sure = np.array([1 / reading.sd_s**2 for reading in best])
    mean_s = float(np.average([reading.to_true_s for reading in best], weights=sure))
    spread_s = float(
        np.sqrt(np.average([(reading.to_true_s - mean_s) ** 2 for reading in best], weights=sure))
    )
    return MeasuredClock(
        gallery,
        mean_s,
        float(np.hypot(min(reading.sd_s for reading in best), spread_s)),
        min(float(odds[0] / (1 + odds.sum())), _MOST_WEIGHT),
        best[0].local,
        tuple(best),
        tuple(reading for group in groups[1:] for reading in group),
    )


def _groups(readings: Sequence[ClockReading]) -> list[list[ClockReading]]:
    """Return readings in groups that agree, the likeliest first; each is in one."""
    left, groups = list(readings), list[list[ClockReading]]()
    while left:
        around = [[other for other in left if agrees(reading, other)] for reading in left]
        group = max(around, key=_odds)
        # those that say most first: a name for what was measured begins with them
        groups.append(sorted(group, key=lambda one: one.sd_s))
        left = [reading for reading in left if reading not in group]
    return groups


def _odds(group: Sequence[ClockReading]) -> float:
    """Return the odds that a group is right: what is loose would agree with anything near it."""
    close = [reading for reading in group if reading.sd_s <= CLOSE_SD_S] or group[:1]
    return float(np.prod([reading.weight / (1 - reading.weight) for reading in close]))


def _offset(reading: ClockReading) -> str:
    to_true_s = reading.to_true_s
    text = offset_in_words(to_true_s)
    return text if reading.local or abs(to_true_s) > MAX_ZONE_S else f"{text} to UTC"
