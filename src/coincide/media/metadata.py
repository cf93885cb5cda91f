"""Read the tags of a photo with exiv2: its time, zone, place, device and exposure."""

import mmap
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from coincide.media.apple import content_id_of
from coincide.media.exposure import EXPOSURE_TAGS
from coincide.media.tagreader import find, opened
from coincide.model import TimeSource
from coincide.model.times import from_clock, parse_exif_time, parse_zone_s, to_text

# a clock that lost its battery shows 1970 or later; what lies outside was never shown by one
_LATEST_S = from_clock(2100, 1, 1, 0, 0, 0)

# (time, fraction, zone): the moment of capture, then the moment of digitising, which is the
# same for a camera. Exif.Image.DateTime is the time of the last change: no capture time.
_TIME_TAGS = (
    (
        "Exif.Photo.DateTimeOriginal",
        "Exif.Photo.SubSecTimeOriginal",
        "Exif.Photo.OffsetTimeOriginal",
    ),
    (
        "Exif.Photo.DateTimeDigitized",
        "Exif.Photo.SubSecTimeDigitized",
        "Exif.Photo.OffsetTimeDigitized",
    ),
)
_CHANGED = "Exif.Image.DateTime"
# XMP writes the three in one value: 2024-05-04T14:00:00.25+02:00
_XMP_TIMES = (
    "Xmp.exif.DateTimeOriginal",
    "Xmp.exif.DateTimeDigitized",
    "Xmp.photoshop.DateCreated",
)
_XMP_TAIL = re.compile(r":\d{2}(?:\.(\d+))?(Z|[+-]\d{2}:?\d{2})?\s*$")

# the body's own number first, then what makers call it in their notes
_SERIAL_TAGS = (
    "Exif.Photo.BodySerialNumber",
    "Exif.Image.CameraSerialNumber",
    "Exif.Canon.SerialNumber",
    "Exif.Nikon3.SerialNumber",
    "Exif.Nikon3.SerialNO",
    "Exif.OlympusEq.SerialNumber",
    "Exif.OlympusEq.InternalSerialNumber",
    "Exif.Fujifilm.SerialNumber",
    "Exif.Pentax.SerialNumber",
    "Exif.Panasonic.InternalSerialNumber",
    "Exif.Sigma.SerialNumber",
    "Exif.Canon.InternalSerialNumber",
)
_GPS_TAGS = ("Latitude", "LatitudeRef", "Longitude", "LongitudeRef", "TimeStamp", "DateStamp")
# how many pictures the body has taken, or its own number of this one
_SHOT_TAGS = ("Exif.Nikon3.ShutterCount", "Exif.Image.ImageNumber", "Exif.Photo.ImageNumber")
_EXIF_NAMES = (
    *(tag for tags in _TIME_TAGS for tag in tags),
    _CHANGED,
    *(f"Exif.GPSInfo.GPS{name}" for name in _GPS_TAGS),
    "Exif.Image.Make",
    "Exif.Image.Model",
    "Exif.Image.Software",
    "Exif.Image.Orientation",
    "Exif.Image.DNGVersion",
    *_SERIAL_TAGS,
    *_SHOT_TAGS,
    *EXPOSURE_TAGS,
)
_EXIF_TAGS, _XMP_TAGS = frozenset(_EXIF_NAMES), frozenset(_XMP_TIMES)
# what exiv2's own language raises in it for damaged files, beside its errors
_BROKEN = (OverflowError, LookupError, ValueError, RuntimeError, MemoryError)
_NOTE = "Exif.Photo.MakerNote"
# not a tag of exiv2's, which has no names for Apple's
CONTENT_ID = "Apple.ContentIdentifier"

Tags = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Capture:
    """When a photo was taken by its own tags: a time, or why there is none."""

    time_s: float | None = None
    zone_s: int | None = None
    reason: str | None = None
    time_from: TimeSource | None = None


def read_tags(data: bytes | mmap.mmap, looked_at: bytes | None = None) -> dict[str, str]:
    """Return the tags of a photo's bytes that we use, as text; raise ValueError if unreadable.

    For tasks of a worker process. ``looked_at``: see ``tagreader.opened``.
    """
    with opened(data, looked_at) as image:
        tags = _find(image.exifData(), _EXIF_TAGS)
        if tags.get("Exif.Image.Make") == "Apple":
            tags |= _read_note(image.exifData())
        return tags | _find(image.xmpData(), _XMP_TAGS)


def _find(data: Any, names: frozenset[str]) -> dict[str, str]:
    """Return the named tags by one pass over all: exiv2 searches from the first for each name."""
    found: dict[str, str] = {}
    for tag in data:
        name = tag.key()
        if name in names and name not in found:
            found[name] = _clean(tag.toString())
    return {name: text for name, text in found.items() if text}


def _read_note(data: Any) -> dict[str, str]:
    tag = find(data, _NOTE)
    content_id = content_id_of(b"" if tag is None else bytes(tag.value().data()))
    return {} if content_id is None else {CONTENT_ID: content_id}


def _clean(text: str) -> str:
    """Return the text without padding and without characters that could upset a terminal.

    >>> _clean(" FinePix  E500 " + chr(0))
    'FinePix E500'
    """
    printable = "".join(c if c.isprintable() else " " for c in text.split("\0", 1)[0])
    return " ".join(printable.split())[:200]


def capture_of(tags: Tags) -> Capture:
    """Return when a photo was taken by its tags.

    >>> capture_of({"Exif.Photo.DateTimeOriginal": "2024:05:04 14:00:00"})
    Capture(time_s=1714831200.0, zone_s=None, reason=None, time_from='exif')
    >>> capture_of({}).reason
    'no capture time in its metadata'
    """
    by_exif = _exif_captures(tags)
    captures = by_exif + _xmp_captures(tags)
    if not captures:
        return Capture(reason=_no_time(tags))
    time_s, zone_s = captures[0]
    if not is_possible(time_s):
        return Capture(reason=f"absurd capture time: {to_text(time_s)}")
    return Capture(time_s, zone_s, time_from="exif" if by_exif else "xmp")


def is_possible(time_s: float) -> bool:
    """Tell whether a camera's clock can have shown a time."""
    return 0.0 <= time_s < _LATEST_S


def _exif_captures(tags: Tags) -> list[tuple[float, int | None]]:
    found = []
    for time_tag, fraction_tag, zone_tag in _TIME_TAGS:
        time_s = parse_exif_time(tags.get(time_tag, ""), subseconds=tags.get(fraction_tag))
        if time_s is not None:
            found.append((time_s, parse_zone_s(tags.get(zone_tag, ""))))
    return found


def _xmp_captures(tags: Tags) -> list[tuple[float, int | None]]:
    found = (parse_zoned_time(tags.get(tag, "")) for tag in _XMP_TIMES)
    return [capture for capture in found if capture is not None]


def parse_zoned_time(text: str) -> tuple[float, int | None] | None:
    """Return time and zone of a text that may hold both; None for one without a time.

    >>> parse_zoned_time("2024-05-04T14:00:00.25+0200")
    (1714831200.25, 7200)
    """
    tail = _XMP_TAIL.search(text)
    time_s = parse_exif_time(text, subseconds=tail[1] if tail else None)
    return None if time_s is None else (time_s, parse_zone_s((tail and tail[2]) or ""))


def _no_time(tags: Tags) -> str:
    reason = "no capture time in its metadata"
    for tags_of_one in _TIME_TAGS:
        if tags_of_one[0] in tags:
            return f'{reason}: it says "{tags[tags_of_one[0]]}"'
    if _CHANGED in tags:
        return f"{reason}, only the time of its last change: {tags[_CHANGED]}"
    return reason


def name_of(tags: Tags, tag: str) -> str | None:
    """Return the name in a tag, None for one without a letter or digit, such as "--"."""
    name = tags.get(tag, "")
    return name if any(character.isalnum() for character in name) else None


def serial_of(tags: Tags) -> str | None:
    """Return the serial number of the body, None where the tag is only filled in.

    >>> serial_of({"Exif.Nikon3.SerialNO": "NO= 20025585"})
    '20025585'
    >>> serial_of({"Exif.Canon.SerialNumber": "0"}) is None
    True
    """
    for tag in _SERIAL_TAGS:
        serial = tags.get(tag, "").removeprefix("NO=").strip()
        # "0", "0 0 0", "0000000", "xxxxxxx", "none": a maker's way to say nothing
        if len(set(serial.replace(" ", ""))) > 1 and serial.lower() not in _NO_SERIAL:
            return serial
    return None


def shots_of(tags: Tags) -> int | None:
    """Return how many pictures the body had taken by then, None where no tag tells it.

    >>> shots_of({"Exif.Nikon3.ShutterCount": "20412"}), shots_of({})
    (20412, None)
    """
    counts = (tags.get(tag, "") for tag in _SHOT_TAGS)
    return next((int(text) for text in counts if _COUNT.fullmatch(text)), None)


def was_edited(tags: Tags) -> bool:
    """Return whether a program changed the capture time and left the time of digitising.

    >>> was_edited({"Exif.Photo.DateTimeOriginal": "2024:05:04 14:00:00",
    ...             "Exif.Photo.DateTimeDigitized": "2024:05:04 13:00:00"})
    True
    """
    times_s = [parse_exif_time(tags.get(time_tag, "")) for time_tag, _, _ in _TIME_TAGS]
    first_s, second_s = times_s
    return first_s is not None and second_s is not None and abs(first_s - second_s) > _SAME_S


# a shutter lasts half a million pictures; zero is a maker's way to say nothing
_COUNT = re.compile(r"[1-9]\d{0,7}", re.ASCII)
# the two times of one shot differ by the second that writing takes
_SAME_S = 2.0
_NO_SERIAL = frozenset(("none", "null", "(null)", "unknown", "n/a", "not set", "undef"))


def position_of(tags: Tags) -> tuple[float, float] | None:
    """Return latitude and longitude in degrees; None if unknown, impossible or exactly 0, 0."""
    latitude = _angle(tags, "Latitude", "NS", 90.0)
    longitude = _angle(tags, "Longitude", "EW", 180.0)
    if latitude is None or longitude is None or (latitude == 0.0 and longitude == 0.0):
        return None
    return latitude, longitude


def _angle(tags: Tags, name: str, signs: str, limit: float) -> float | None:
    parts = _rationals(tags.get(f"Exif.GPSInfo.GPS{name}", ""))
    sign = tags.get(f"Exif.GPSInfo.GPS{name}Ref", "").upper()[:1]
    if parts is None or not sign or sign not in signs:
        return None
    degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
    if degrees > limit:
        return None
    return -degrees if sign == signs[1] and degrees > 0 else degrees


def gps_time_of(tags: Tags) -> float | None:
    """Return the UTC of the satellite fix, None where its date or its time is missing."""
    parts = _rationals(tags.get("Exif.GPSInfo.GPSTimeStamp", ""))
    date = re.fullmatch(
        r"(\d{4})[:/-](\d\d?)[:/-](\d\d?)", tags.get("Exif.GPSInfo.GPSDateStamp", "")
    )
    if parts is None or date is None or parts[0] % 1 or parts[1] % 1:
        return None
    year, month, day = (int(group) for group in date.groups())
    try:
        time_s = from_clock(year, month, day, int(parts[0]), int(parts[1]), parts[2])
    except ValueError:
        return None
    return time_s if is_possible(time_s) else None


_RATIONAL = re.compile(r"(\d+)/(\d+)")


def _rationals(text: str) -> list[float] | None:
    """Return the three values of a GPS tag; None for fewer, or for a division by zero.

    >>> _rationals("52/1 30/1 1234/100"), _rationals("0/0 0/0 0/0")
    ([52.0, 30.0, 12.34], None)
    """
    pairs = [(int(above), int(below)) for above, below in _RATIONAL.findall(text)]
    if len(pairs) != 3 or any(below == 0 for _, below in pairs):
        return None
    return [above / below for above, below in pairs]


def orientation_of(tags: Tags) -> int:
    """Return the EXIF orientation 1 to 8; 1, upright, where it is missing or makes no sense."""
    text = tags.get("Exif.Image.Orientation", "")
    return int(text) if text in {"1", "2", "3", "4", "5", "6", "7", "8"} else 1
