"""What a code of the clock page says, and the refusal of whatever is not one.

``COINCIDE:1:<start>:<length>:<zone>:<check>``: when the code came on the screen and how long it
stays, in tenths of a second in base 36, the start since 1970 in UTC and in seven digits, until
2218; how far local time is ahead of UTC in quarters of an hour; and the CRC-32 of all before the
last colon, modulo 36⁴, in base 36.
``web/clock/payload.ts`` writes it.
"""

import re
import zlib
from dataclasses import dataclass

_FORM = re.compile(
    r"(COINCIDE:1:([0-9A-Z]{7}):([0-9A-Z]{1,2}):(0|-?[1-9][0-9]?)):([0-9A-Z]{4})", re.ASCII
)
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CHECKS = 36**4
# a code that stays longer than a minute tells no time worth having
_MOST_TENTHS = 600
# UTC-12:00 and UTC+14:00, the ends of the zones of the world, in quarters of an hour
_ZONES = range(-48, 57)


@dataclass(frozen=True, slots=True)
class ClockCode:
    """When a code was on the screen: from ``start_s``, in UTC, for ``length_s`` seconds.

    ``zone_s`` is how far local time was ahead of UTC where it was shown.
    """

    start_s: float
    length_s: float
    zone_s: int

    @property
    def middle_s(self) -> float:
        """The middle of the time it was shown, in UTC."""
        return self.start_s + self.length_s / 2

    @property
    def text(self) -> str:
        """What the code says."""
        body = ":".join(
            (
                "COINCIDE:1",
                _base36(round(10 * self.start_s)),
                _base36(round(10 * self.length_s)),
                str(self.zone_s // 900),
            )
        )
        return f"{body}:{_check(body)}"


def parse_clock_code(text: str) -> ClockCode | None:
    """Return what a code says; None of a text that is none of ours, or was misread.

    >>> parse_clock_code("COINCIDE:1:88174E8:1:-19:GK4B")
    ClockCode(start_s=1790000000.0, length_s=0.1, zone_s=-17100)
    >>> parse_clock_code("COINCIDE:1:88174E9:1:-19:GK4B") is None
    True
    """
    found = _FORM.fullmatch(text)
    if found is None or _check(found[1]) != found[5]:
        return None
    tenths, quarters = int(found[3], 36), int(found[4])
    if not 0 < tenths <= _MOST_TENTHS or quarters not in _ZONES:
        return None
    return ClockCode(int(found[2], 36) / 10, tenths / 10, 900 * quarters)


def _check(body: str) -> str:
    return _base36(zlib.crc32(body.encode()) % _CHECKS).rjust(4, "0")


def _base36(number: int) -> str:
    """Write a number that is not negative.

    >>> _base36(0), _base36(35), _base36(36)
    ('0', 'Z', '10')
    """
    digits = ""
    while number:
        number, last = divmod(number, 36)
        digits = _DIGITS[last] + digits
    return digits or "0"
