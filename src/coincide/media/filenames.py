"""Read the time that a phone or a program wrote into a file's name.

A name is the weakest witness: it counts only where a file says nothing itself. Programs that
pass photos on name them by when they were received, so of those only the day is kept, and even
that need not be the day of capture.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from coincide.model.times import DAY_S, from_clock

Precision = Literal["second", "day"]
NameKind = Literal[
    "android",
    "pixel",
    "samsung",
    "windows-phone",
    "dropbox",
    "screenshot",
    "whatsapp",
    "signal",
    "telegram",
    "viber",
]


@dataclass(frozen=True, slots=True)
class NamedTime:
    """What a name tells: a clock face to the second, or midnight of a day.

    ``zone_s`` is 0 where the name is known to be in UTC, else None. ``kind`` says who names
    files like that: two files of one kind may come from one device.
    """

    time_s: float
    zone_s: int | None
    precision: Precision
    kind: NameKind


# years no earlier than digital cameras and no later than what ingest takes for a time
_DATE = r"(?P<year>(?:19[89]|20\d)\d){0}(?P<month>[01]\d){0}(?P<day>[0-3]\d)"
_PLAIN_DATE, _DASHED_DATE = _DATE.format(""), _DATE.format("-")
_PLAIN_TIME = r"(?P<hour>[0-2]\d)(?P<minute>[0-5]\d)(?P<second>[0-5]\d)"
_SPACED_TIME = r"(?P<hour>[0-2]?\d)[-._](?P<minute>[0-5]\d)[-._](?P<second>[0-5]\d)"
_FRACTION = r"(?P<fraction>\d{3})?"
# the end of a number: more digits would mean that it is none of a clock
_END = r"(?!\d)"
_SCREENSHOT = (
    r"(?:screen[ _-]?shot|screen[ _-]?capture|bildschirmfoto|capture d.{1,2}cran|schermata"
    r"|captura de (?:pantalla|ecrã|tela)|schermafbeelding|skärmavbild)"
)
# words and signs between a screenshot's date and its time: " at ", " um ", "-", ", "
_BETWEEN = r"[\s_,-]+(?:(?:at|um|à|a las|alle|om|kl\.)\s+)?"
_HALF_DAY = r"(?:\s*(?P<half>[ap])\.?m\b)?"

_PATTERNS: tuple[tuple[NameKind, str], ...] = (
    ("pixel", rf"PXL_{_PLAIN_DATE}_{_PLAIN_TIME}{_FRACTION}{_END}"),
    ("whatsapp", rf"(?:IMG|VID|GIF|STK)-{_PLAIN_DATE}-WA\d{{4}}{_END}"),
    ("whatsapp", rf"WhatsApp \w+ {_DASHED_DATE}\b"),
    ("signal", rf"signal-{_DASHED_DATE}-"),
    ("telegram", rf"(?:photo|video)_(?:\d+_)?{_DASHED_DATE}_\d"),
    ("viber", rf"viber_(?:image|video)_{_DASHED_DATE}_\d"),
    ("android", rf".*_BURST{_PLAIN_DATE}{_PLAIN_TIME}{_FRACTION}{_END}"),
    ("android", rf"(?:IMG|VID|MVIMG|PANO|HDR)_{_PLAIN_DATE}_{_PLAIN_TIME}{_FRACTION}{_END}"),
    ("samsung", rf"{_PLAIN_DATE}_{_PLAIN_TIME}{_END}"),
    ("windows-phone", rf"WP_{_PLAIN_DATE}_{_SPACED_TIME}{_END}"),
    ("windows-phone", rf"WP_{_PLAIN_DATE}_\d{{3}}{_END}"),
    ("dropbox", rf"{_DASHED_DATE} {_SPACED_TIME}{_END}"),
    ("screenshot", rf"{_SCREENSHOT}[\s_-]+{_PLAIN_DATE}[_-]{_PLAIN_TIME}{_END}"),
    (
        "screenshot",
        rf"{_SCREENSHOT}\s+(?:from |vom )?{_DASHED_DATE}{_BETWEEN}{_SPACED_TIME}{_END}{_HALF_DAY}",
    ),
    ("screenshot", rf"{_SCREENSHOT}[\s_]{_DASHED_DATE}[\s_-]{_SPACED_TIME}{_END}"),
    ("screenshot", rf"{_SCREENSHOT}\s{_DASHED_DATE} {_PLAIN_TIME}{_END}"),
)
_KINDS = tuple((kind, re.compile(text, re.IGNORECASE)) for kind, text in _PATTERNS)
# they name a file by when it was received
_PASSED_ON = frozenset(("whatsapp", "signal", "telegram", "viber"))


def is_screenshot(name: str) -> bool:
    """Return whether a file is named as pictures of a screen are.

    >>> is_screenshot("Screenshot_20240504-140000.png"), is_screenshot("IMG_20240504_140000.jpg")
    (True, False)
    """
    return re.match(_SCREENSHOT, unicodedata.normalize("NFC", name), re.IGNORECASE) is not None


def time_from_name(name: str) -> NamedTime | None:
    """Return the time that a file's name tells, None where it tells none.

    >>> time_from_name("IMG_20240504_140000.jpg")
    NamedTime(time_s=1714831200.0, zone_s=None, precision='second', kind='android')
    >>> time_from_name("IMG-20240504-WA0012.jpg")
    NamedTime(time_s=1714780800.0, zone_s=None, precision='day', kind='whatsapp')
    >>> time_from_name("IMG_20241399_140000.jpg") is None
    True
    """
    composed = unicodedata.normalize("NFC", name)  # some systems write é as e and an accent
    for kind, pattern in _KINDS:
        match = pattern.match(composed)
        if match is not None:
            return _named_time(kind, match.groupdict())
    return None


def _named_time(kind: NameKind, parts: dict[str, str | None]) -> NamedTime | None:
    def number(part: str) -> int:
        return int(parts.get(part) or 0)

    try:
        time_s = from_clock(
            *(number("year"), number("month"), number("day")),
            *(_hour(number("hour"), parts.get("half")), number("minute"), number("second")),
        )
    except ValueError:  # the 31st of June, 27 o'clock
        return None
    if kind in _PASSED_ON or parts.get("hour") is None:
        return NamedTime(time_s - time_s % DAY_S, None, "day", kind)
    time_s += number("fraction") / 1000.0
    return NamedTime(time_s, 0 if kind == "pixel" else None, "second", kind)


def _hour(hour: int, half: str | None) -> int:
    """Return the hour of a day of 24, from one that may be of a half-day."""
    if half is None:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(f"no clock of twelve hours shows {hour}")
    return hour % 12 + (12 if half in "pP" else 0)
