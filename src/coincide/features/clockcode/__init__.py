"""Codes of the clock page in photos: what they say, and where they are."""

from coincide.features.clockcode.payload import ClockCode, parse_clock_code
from coincide.features.clockcode.reading import ClockReading, Seen, reading_of
from coincide.features.clockcode.scan import clock_codes

__all__ = ["ClockCode", "ClockReading", "Seen", "clock_codes", "parse_clock_code", "reading_of"]
