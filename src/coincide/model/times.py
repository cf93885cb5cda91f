"""Camera time, event time, and the only date arithmetic in the project.

Every time is a float: seconds since 1970-01-01T00:00:00 **as shown by a
clock face**, without any zone. ``camera_time_s`` is what one camera's clock
showed; ``event_time_s`` is the same moment on the event's common clock:

    event_time_s = camera_time_s + offset_s

Neither ever jumps. What people are shown is a :class:`WallTime`: the local time of a moment,
with its zone, or what a camera displayed (``timeline/localtime.py``, ``timeline/display.py``).

The sign convention, once and for all: the *relative offset* of galleries
(a, b) is what must be added to b's clock to read a's.

>>> shown_by_a = from_clock(2024, 5, 4, 14, 0, 0)   # p in a: the kiss, at 14:00 by a
>>> shown_by_b = from_clock(2024, 5, 4, 15, 0, 10)  # q in b: the kiss, at 15:00:10 by b
>>> relative_offset_s(shown_by_a, shown_by_b)       # b is 1 h 10 s ahead: take it away
-3610.0
>>> to_text(to_event_time_s(shown_by_b, offset_s=-3610.0))
'2024-05-04 14:00:00'
"""

import math
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

EPOCH = datetime(1970, 1, 1)
MINUTE_S = 60.0
HOUR_S = 3600.0
DAY_S = 86400.0
# a millionth: what clocks' rates are told in
PPM = 1e-6
# datetime's own range, so that nothing we print can overflow (years 1 to 9999)
EARLIEST_S = (datetime(1, 1, 1) - EPOCH).total_seconds()
LATEST_S = (datetime(9999, 12, 31, 23, 59, 59) - EPOCH).total_seconds()


def relative_offset_s(camera_time_a_s: float, camera_time_b_s: float) -> float:
    """Return offset_b − offset_a for two photos of one moment, one by clock a and one by b."""
    return camera_time_a_s - camera_time_b_s


def to_event_time_s(camera_time_s: float, *, offset_s: float) -> float:
    """Return the event time of what a camera's clock showed."""
    return camera_time_s + offset_s


def from_clock(year: int, month: int, day: int, hour: int, minute: int, second: float) -> float:
    """Return the seconds of a clock face; raise ValueError if no clock shows that."""
    whole = math.floor(second)
    moment = datetime(year, month, day, hour, minute, whole)
    return (moment - EPOCH).total_seconds() + (second - whole)


def from_datetime(moment: datetime) -> float:
    """Return the seconds of a naive datetime."""
    return (moment.replace(tzinfo=None) - EPOCH).total_seconds()


def to_datetime(time_s: float) -> datetime:
    """Return the naive datetime of a time, to the microsecond."""
    return EPOCH + timedelta(seconds=time_s)


def to_text(time_s: float, *, milliseconds: bool = False) -> str:
    """Write a time as ``2024-05-04 14:00:00``, or with ``.123`` behind it.

    >>> to_text(0.9996), to_text(0.25, milliseconds=True)
    ('1970-01-01 00:00:01', '1970-01-01 00:00:00.250')
    """
    digits = 3 if milliseconds else 0
    moment = to_datetime(round(time_s, digits))
    text = moment.strftime("%H:%M:%S")
    # strftime("%Y") drops leading zeros of early years on some systems
    text = f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d} {text}"
    return f"{text}.{moment.microsecond // 1000:03d}" if milliseconds else text


def to_exif_text(time_s: float) -> str:
    """Write a time as EXIF does, to the second it lies in.

    >>> to_exif_text(86401.75)
    '1970:01:02 00:00:01'
    """
    return to_text(math.floor(time_s)).replace("-", ":")


def to_xmp_text(time_s: float, *, zone_s: int | None = None, digits: int = 0) -> str:
    """Write a time as XMP does, with its zone where it is known.

    >>> to_xmp_text(86401.25, zone_s=7200, digits=2), to_xmp_text(0.0)
    ('1970-01-02T00:00:01.25+02:00', '1970-01-01T00:00:00')
    """
    text = to_text(math.floor(time_s)).replace(" ", "T")
    if digits:
        text += f".{subsecond_text(time_s, digits=digits)}"
    return text if zone_s is None else text + zone_text(zone_s)


def subsecond_text(time_s: float, *, digits: int) -> str:
    """Write the part of a second behind the point.

    >>> subsecond_text(12.0456, digits=2)
    '04'
    """
    # a microsecond more: what was .07 must not become .06 for want of a bit
    return f"{int((time_s - math.floor(time_s)) * 10**digits + 1e-6 * 10**digits):0{digits}d}"


def zone_text(zone_s: int) -> str:
    """Write a zone as its tag does.

    >>> zone_text(20700), zone_text(-3600)
    ('+05:45', '-01:00')
    """
    sign = "-" if zone_s < 0 else "+"
    hours, minutes = divmod(abs(zone_s) // 60, 60)
    return f"{sign}{hours:02d}:{minutes:02d}"


@dataclass(frozen=True, slots=True)
class WallTime:
    """A local time as a clock on the wall shows it; ``zone_s`` is None where no zone is known.

    >>> WallTime(86401.7, 7200).text, WallTime(0.0, None).text
    ('1970-01-02 00:00:01+02:00', '1970-01-01 00:00:00')
    """

    time_s: float
    zone_s: int | None = None

    @property
    def zone(self) -> str:
        """The zone as its tag writes it; empty where none is known."""
        return "" if self.zone_s is None else zone_text(self.zone_s)

    @property
    def clock(self) -> str:
        """The date and time without the zone, to the second that it lies in, as clocks do."""
        return to_text(whole_second_s(self.time_s))

    @property
    def text(self) -> str:
        """The date and time, with the zone behind it where it is known."""
        return self.clock + self.zone

    @property
    def iso(self) -> str:
        """The same in ISO 8601, for programs."""
        return self.text.replace(" ", "T")


def whole_second_s(time_s: float) -> float:
    """Return the second that a time lies in; what is short of the next by a rounding error is it.

    >>> whole_second_s(12.7), whole_second_s(12.99999999)
    (12.0, 13.0)
    """
    return float(math.floor(round(time_s, 3)))


def offset_in_words(offset_s: float) -> str:
    """Write an offset as a person says it, signed, to the second.

    >>> offset_in_words(3733.2), offset_in_words(-59.6), offset_in_words(0.2)
    ('+1 h 02 min 13 s', '-1 min 00 s', '0 s')
    >>> offset_in_words(362_102_400 + 5160)
    '+4191 d 01 h 26 min 00 s'
    """
    total = round(abs(offset_s))
    if total == 0:
        return "0 s"
    days, rest = divmod(total, 86400)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    parts = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds, "s")]
    while parts[0][0] == 0:
        parts.pop(0)
    first, *others = parts
    words = [f"{first[0]} {first[1]}", *(f"{number:02d} {unit}" for number, unit in others)]
    return ("-" if offset_s < 0 else "+") + " ".join(words)


def span_in_words(seconds: float) -> str:
    """Write a length of time in its one fitting unit.

    >>> span_in_words(0.4), span_in_words(48), span_in_words(5400), span_in_words(200_000)
    ('0 s', '48 s', '90 min', '56 h')
    """
    for unit_s, unit, limit in ((1, "s", 120), (60, "min", 120), (3600, "h", 72)):
        if abs(seconds) < unit_s * limit:
            return f"{seconds / unit_s:.0f} {unit}"
    return f"{seconds / DAY_S:.0f} d"


_EXIF_TIME = re.compile(r"^\s*(\d{4})[:\-/.](\d{1,2})[:\-/.](\d{1,2})[ T](\d{1,2}):(\d{2}):(\d{2})")


def parse_exif_time(text: str, *, subseconds: str | None = None) -> float | None:
    """Return the time of an EXIF date, or None for one that no clock shows.

    ``0000:00:00 00:00:00`` and blanks are how cameras write "unknown".

    >>> parse_exif_time("1970:01:02 00:00:01", subseconds="25 ")
    86401.25
    >>> parse_exif_time("0000:00:00 00:00:00") is None
    True
    """
    match = _EXIF_TIME.match(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(group) for group in match.groups())
    try:
        whole = from_clock(year, month, day, hour, minute, second)
    except ValueError:
        return None
    digits = (subseconds or "").strip()
    return whole + (float(f"0.{digits}") if digits.isascii() and digits.isdigit() else 0.0)


_ZONE = re.compile(r"^\s*([+-])(\d{1,2}):?(\d{2})\s*$")


def parse_zone_s(text: str) -> int | None:
    """Return the seconds east of UTC of a zone tag such as ``+05:45``.

    >>> parse_zone_s("+05:45"), parse_zone_s("Z"), parse_zone_s("   :  ")
    (20700, 0, None)
    """
    if text.strip() == "Z":
        return 0
    match = _ZONE.match(text)
    if match is None:
        return None
    sign, hours, minutes = match.groups()
    seconds = int(hours) * 3600 + int(minutes) * 60
    # real zones lie between −12 h and +14 h
    if seconds > 14 * 3600 or int(minutes) > 59:
        return None
    return -seconds if sign == "-" else seconds


_NUMBER = r"(\d+(?:\.\d+)?)"
_IN_UNITS = re.compile(
    r"([+−-]?)\s*"
    rf"(?:{_NUMBER}\s*d)?\s*(?:{_NUMBER}\s*h)?\s*(?:{_NUMBER}\s*m(?:in)?)?\s*(?:{_NUMBER}\s*s)?",
    re.ASCII,
)
_AS_CLOCK = re.compile(r"([+−-]?)()(\d+):([0-5]\d):([0-5]\d(?:\.\d+)?)", re.ASCII)


def parse_offset_s(text: str) -> float | None:
    """Return the offset a person wrote, in units or as H:MM:SS, or None for anything else.

    A number without a unit and ``1:02`` could mean two things each, so they mean nothing.
    What offset_in_words writes is read back.

    >>> parse_offset_s("+1h2m"), parse_offset_s("-1:02:00"), parse_offset_s("-3 min 12.5 s")
    (3720.0, -3720.0, -192.5)
    >>> parse_offset_s("90") is None, parse_offset_s("1:02") is None
    (True, True)
    """
    match = _AS_CLOCK.fullmatch(text.strip()) or _IN_UNITS.fullmatch(text.strip())
    if match is None or not any(match.groups()[1:]):
        return None
    sign, *numbers = match.groups()
    days, hours, minutes, seconds = (float(number or 0) for number in numbers)
    total_s = days * DAY_S + hours * HOUR_S + minutes * 60 + seconds
    if total_s > LATEST_S - EARLIEST_S:  # no two clock faces are that far apart
        return None
    return total_s if sign in ("", "+") else -total_s


_SHOWN = re.compile(r"(?:(\d{4})[-:/.](\d\d?)[-:/.](\d\d?)[ T])?(\d\d?):(\d\d):(\d\d)", re.ASCII)


def parse_shown_s(text: str) -> float | None:
    """Return what a clock on a photo shows: a time, or a time of day as seconds of 1970's first.

    >>> parse_shown_s("14:03:10"), parse_shown_s("2024-05-04 14:03:10"), parse_shown_s("14:03")
    (50590.0, 1714831390.0, None)
    """
    match = _SHOWN.fullmatch(text.strip())
    if match is None:
        return None
    day = [
        int(group) if group else default
        for group, default in zip(match.groups()[:3], (1970, 1, 1), strict=True)
    ]
    try:
        return from_clock(day[0], day[1], day[2], int(match[4]), int(match[5]), int(match[6]))
    except ValueError:
        return None
