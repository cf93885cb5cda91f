"""From the codes of one photo to the time it was taken at."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from coincide.features.clockcode.payload import ClockCode

# standard deviation of what nobody knows of the device that shows the page: a screen is a frame or
# two late, and clocks that are set by the network differ by tenths of a second
_DEVICE_SD_S = 0.25
# codes of one page differ by no more than they are shown for, and an exposure
_APART_S = 1.0

# a corner, across and down, as shares of the upright picture
Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Seen:
    """A code in a photo: what it says, and its corners, from the top left of the code clockwise."""

    code: ClockCode
    corners: tuple[Corner, ...]


@dataclass(frozen=True, slots=True)
class ClockReading:
    """When a photo was taken by the clock that it shows: ``utc_s`` ± ``sd_s``.

    ``zone_s`` is what that clock's device was set to; ``corners`` are those of the code.
    """

    utc_s: float
    sd_s: float
    zone_s: int
    corners: tuple[Corner, ...]


def reading_of(seen: Sequence[Seen]) -> ClockReading | None:
    """Return the time of a photo by its codes; None where it has none, or they contradict.

    The code that was shown for the shortest time tells it best. Where others tell another time,
    one of them is a picture of a clock, and nobody knows which.
    """
    if not seen:
        return None
    best = min(seen, key=lambda one: one.code.length_s)
    for other in seen:
        shown_s = (best.code.length_s + other.code.length_s) / 2
        if abs(other.code.middle_s - best.code.middle_s) > shown_s + _APART_S:
            return None
    # even within the time it was shown
    sd_s = math.hypot(best.code.length_s / math.sqrt(12), _DEVICE_SD_S)
    return ClockReading(best.code.middle_s, sd_s, best.code.zone_s, best.corners)
