"""What metadata know of a clock, and what kind of error it has, in words."""

from coincide.clocks.devices import is_phone
from coincide.clocks.eventzone import EventZone, event_zone
from coincide.clocks.gps import GpsClock, GpsRefusal, check_by_gps
from coincide.clocks.options import BeliefOptions, GpsClockOptions
from coincide.clocks.prior import ClockBelief, clock_beliefs
from coincide.clocks.words import ClockError, describe_error
from coincide.clocks.zones import split_zone

__all__ = [
    "BeliefOptions",
    "ClockBelief",
    "ClockError",
    "EventZone",
    "GpsClock",
    "GpsClockOptions",
    "GpsRefusal",
    "check_by_gps",
    "clock_beliefs",
    "describe_error",
    "event_zone",
    "is_phone",
    "split_zone",
]
