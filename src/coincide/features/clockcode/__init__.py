"""Codes of the clock page in photos: what they say, and where they are.

``scan`` looks for them, with ``coincide[clock]``; all else here needs no package.
"""

from coincide.features.clockcode.payload import (
    ClockCode,
    CodeReading,
    DetectedCode,
    parse_clock_code,
    reading_of,
)

__all__ = ["ClockCode", "CodeReading", "DetectedCode", "parse_clock_code", "reading_of"]
