"""What a code of the clock page says, and the refusal of whatever is not one.

``COINCIDE:1:<start>:<length>:<zone>:<check>``: when the code came on the screen and how long it
stays, in tenths of a second in base 36, the start since 1970 in UTC and in seven digits, until
2218; how far local time is ahead of UTC in quarters of an hour; and the CRC-32 of all before the
last colon, modulo 36⁴, in base 36.
``web/clock/payload.ts`` writes it.
"""

import math
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from coincide.features.verify.pictures import Grey, grey_of
from coincide.media.isolated import isolated
from coincide.media.pictures import open_picture

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


# standard deviation of what nobody knows of the device that shows the page: a screen is a frame or
# two late, and clocks that are set by the network differ by tenths of a second
_DEVICE_SD_S = 0.25
# codes of one page differ by no more than they are shown for, and an exposure
_APART_S = 1.0

# a corner, across and down, as shares of the upright picture
Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class DetectedCode:
    """A code in a photo: what it says, and its corners, from the top left of the code clockwise."""

    code: ClockCode
    corners: tuple[Corner, ...]


@dataclass(frozen=True, slots=True)
class CodeReading:
    """When a photo was taken by the clock that it shows: ``utc_s`` ± ``sd_s``.

    ``zone_s`` is what that clock's device was set to; ``corners`` are those of the code.
    """

    utc_s: float
    sd_s: float
    zone_s: int
    corners: tuple[Corner, ...]


def reading_of(seen: Sequence[DetectedCode]) -> CodeReading | None:
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
    return CodeReading(best.code.middle_s, sd_s, best.code.zone_s, best.corners)


# a JPEG is decoded to no less than this on its long side: a code of a twentieth of the width then
# has four pixels for each module, and half of that can still be read
_LEAST_PX = 3000
# nor is any picture looked at with more: so large a code is found all the same, and the time that
# a look takes has a bound
_MOST_PX = 6000
# a picture of no more is also looked at in double size, if it shows no code as it is: small codes
# have too few pixels for each module
_SMALL_PX = 2000
# codes of one photo: the page has two, a wall of pages is no photo of a clock
_MOST_CODES = 16


@isolated
def clock_codes(path: Path) -> tuple[DetectedCode, ...]:
    """Return the codes of clock pages that a photo shows, in the order they are found.

    It is looked at as it is and at half, a quarter, … of its size, so that small codes are found
    and large ones are not lost in their noise.
    """
    picture = open_picture(path, lambda image: image.draft("L", _drafted(image)))
    grey = grey_of(picture, _MOST_PX)
    return codes_in(grey) or (codes_in(_doubled(grey)) if max(grey.shape) <= _SMALL_PX else ())


def codes_in(grey: Grey) -> tuple[DetectedCode, ...]:
    """Return the codes of clock pages in a picture, (height, width)."""
    height, width = grey.shape
    seen: list[DetectedCode] = []
    import zxingcpp  # of an extra: only photos that are looked at need it

    wanted = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    for barcode in zxingcpp.read_barcodes(grey, formats=wanted):
        code = parse_clock_code(barcode.text)
        if code is not None and len(seen) < _MOST_CODES:
            at = barcode.position
            corners = (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
            seen.append(
                DetectedCode(
                    code, tuple((corner.x / width, corner.y / height) for corner in corners)
                )
            )
    return tuple(seen)


def _doubled(grey: Grey) -> Grey:
    height, width = grey.shape
    size = (2 * width, 2 * height)
    return np.asarray(Image.fromarray(grey).resize(size, Image.Resampling.BICUBIC))


def _drafted(image: Image.Image) -> tuple[int, int]:
    """Return the least size that a picture is decoded to."""
    scale = min(1.0, _LEAST_PX / max(image.size))
    return round(image.width * scale), round(image.height * scale)
