"""A recorded track: where somebody was, and when."""

from dataclasses import dataclass

from coincide.model.arrays import Floats


@dataclass(frozen=True)
class Track:
    """Points of one recorder, (n,) each: UTC, ascending, and places in degrees."""

    time_s: Floats
    latitude_deg: Floats
    longitude_deg: Floats
