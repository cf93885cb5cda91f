"""What metadata know of a clock, and what kind of error it has, in words."""

from coincide.model.devices import is_phone
from coincide.solver.clocks.eventzone import EventZone, event_zone
from coincide.solver.clocks.exact import GPS_WEIGHT, ClockReading, RoughWord, known_clocks
from coincide.solver.clocks.gps import GpsClock, GpsRefusal, check_by_gps
from coincide.solver.clocks.prior import (
    BeliefOptions,
    ClockBelief,
    ClockStudy,
    Known,
    clock_beliefs,
    counted_on,
    study_clocks,
    zone_by_clocks,
)
from coincide.solver.clocks.words import ClockError, describe_error, simplest_s
from coincide.solver.clocks.zones import split_zone

__all__ = [
    "GPS_WEIGHT",
    "BeliefOptions",
    "ClockBelief",
    "ClockError",
    "ClockReading",
    "ClockStudy",
    "EventZone",
    "GpsClock",
    "GpsRefusal",
    "Known",
    "RoughWord",
    "check_by_gps",
    "clock_beliefs",
    "counted_on",
    "describe_error",
    "event_zone",
    "is_phone",
    "known_clocks",
    "simplest_s",
    "split_zone",
    "study_clocks",
    "zone_by_clocks",
]
