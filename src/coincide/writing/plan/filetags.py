"""What the times inside one photo's file would become."""

import re
from collections.abc import Mapping, Sequence

from coincide.model.times import (
    WallTime,
    parse_exif_time,
    parse_zone_s,
    subsecond_text,
    to_exif_text,
    to_text,
    to_xmp_text,
    zone_text,
)
from coincide.timeline.localtime import ZONE_STEP_S
from coincide.writing.plan.model import TagChange
from coincide.writing.plan.vocabulary import EXIF_SUBSECONDS, EXIF_TIMES, EXIF_ZONES, XMP_TIMES

ADDED = ("XMP-exif:DateTimeOriginal", "XMP-photoshop:DateCreated")
# a time further than this from the moment of capture is of something else: a scan, an edit
SAME_MOMENT_S = 60.0

# tags of a file by ExifTool's names
Tags = Mapping[str, str]


def capture_time_s(tags: Tags) -> float | None:
    """Return the time of capture that a file's tags say now, as ingest reads it."""
    for tag in EXIF_TIMES:
        fraction = tags.get(EXIF_SUBSECONDS.get(tag, ""))
        time_s = parse_exif_time(tags.get(tag, ""), subseconds=fraction)
        if time_s is not None:
            return time_s
    for tag in XMP_TIMES:
        time_s = xmp_time_s(tags.get(tag, ""))
        if time_s is not None:
            return time_s
    return None


def retimed(tags: Tags, shift_s: float, written: WallTime) -> list[TagChange]:
    """Return the changes that move a file's capture time by ``shift_s``, to ``written``.

    Tags that say another moment are left alone. A file without any capture time gets one.
    """
    now_s = capture_time_s(tags)
    if now_s is None:
        return _added(tags, written)
    changes: list[TagChange] = []
    for tag in EXIF_TIMES:
        changes += _exif(tags, tag, now_s, shift_s, written.zone_s)
    now = WallTime(now_s, parse_zone_s(tags.get(EXIF_ZONES["EXIF:DateTimeOriginal"], "")))
    for tag in XMP_TIMES:
        changes += _xmp(tags, tag, now, shift_s, written.zone_s)
    return [change for change in changes if change.old != change.new]


def _added(tags: Tags, written: WallTime) -> list[TagChange]:
    """Return a time for a file that has none: in XMP, because a new EXIF block would bring more."""
    text = to_xmp_text(written.time_s // 1, zone_s=written.zone_s)
    return [TagChange(tag, tags.get(tag), text) for tag in ADDED]


def _exif(
    tags: Tags, tag: str, now_s: float, shift_s: float, zone_s: int | None
) -> list[TagChange]:
    fraction, zone = EXIF_SUBSECONDS.get(tag, ""), EXIF_ZONES.get(tag, "")
    old, old_fraction, old_zone = tags.get(tag), tags.get(fraction), tags.get(zone)
    time_s = parse_exif_time(old or "", subseconds=old_fraction)
    if time_s is None or abs(time_s - now_s) > SAME_MOMENT_S:
        return []
    digits = (old_fraction or "").strip()
    new_s = time_s + shift_s
    if not digits:
        new_s = time_s + round(shift_s)  # a clock that tells seconds stays one
    changes = [TagChange(tag, old, to_exif_text(new_s))]
    if zone:
        changes.append(TagChange(zone, old_zone, _new_zone(old_zone, shift_s, zone_s)))
    if digits.isdecimal() and shift_s % 1:
        changes.append(TagChange(fraction, old_fraction, subsecond_text(new_s, digits=len(digits))))
    return changes


def _new_zone(old: str | None, shift_s: float, zone_s: int | None) -> str | None:
    """Return the zone tag that fits: the known zone; else the old one, while it still can."""
    if zone_s is not None:
        # what already says so, in whatever spelling, stays
        return old if old and parse_zone_s(old) == zone_s else zone_text(zone_s)
    return old if abs(shift_s) < ZONE_STEP_S else None


def _xmp(
    tags: Tags, tag: str, now: WallTime, shift_s: float, zone_s: int | None
) -> list[TagChange]:
    old = tags.get(tag)
    if old is None or not same_moment(old, now, within_s=SAME_MOMENT_S):
        return []
    digits, old_zone = xmp_tail(old)
    time_s = xmp_time_s(old)
    if time_s is None or abs(time_s - now.time_s) > SAME_MOMENT_S:
        time_s, old_zone = now.time_s, now.zone_s  # to the minute, or told in another zone
    if zone_s is None and abs(shift_s) < ZONE_STEP_S:
        zone_s = old_zone
    new_s = time_s + (shift_s if digits else round(shift_s))
    return [TagChange(tag, old, to_xmp_text(new_s, zone_s=zone_s, digits=digits))]


_TAIL = re.compile(r":\d{2}(?:\.(\d+))?(Z|[+-]\d{2}:?\d{2})?\s*$")


def xmp_tail(text: str) -> tuple[int, int | None]:
    """Return how many digits a time in XMP has behind the point, and its zone."""
    tail = _TAIL.search(text)
    if tail is None:
        return 0, None
    return len(tail[1] or ""), parse_zone_s(tail[2] or "")


_TO_THE_MINUTE = re.compile(r"^(\s*\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2})(?![\d:])", re.ASCII)


def same_moment(text: str, moment: WallTime, *, within_s: float) -> bool:
    """Tell whether a time in XMP is a moment's: as shown there, or as in another zone.

    >>> same_moment("2024-05-04T12:00Z", WallTime(1714831200.0, 7200), within_s=60.0)
    True
    """
    time_s = xmp_time_s(_TO_THE_MINUTE.sub(r"\1:00", text))
    if time_s is None:
        return False
    _, zone_s = xmp_tail(text)
    if abs(time_s - moment.time_s) <= within_s:
        return True
    if zone_s is None or moment.zone_s is None:
        return False
    return abs((time_s - zone_s) - (moment.time_s - moment.zone_s)) <= within_s


def xmp_time_s(text: str) -> float | None:
    """Return a time in XMP, local as written; None for one without a time of day."""
    tail = _TAIL.search(text)
    return parse_exif_time(text, subseconds=tail[1] if tail else None)


# what a new sidecar says: between them every program finds the one it reads
NEW_TAGS = ("XMP-exif:DateTimeOriginal", "XMP-xmp:CreateDate", "XMP-photoshop:DateCreated")
OTHER_TAGS = ("XMP-exif:DateTimeDigitized",)
_DAY = re.compile(r"\s*(\d{4}-\d{2}-\d{2})\s*", re.ASCII)


def sidecar_changes(
    values: Mapping[str, str], known: Sequence[WallTime], written: WallTime
) -> list[TagChange]:
    """Return the changes that make a sidecar say ``written``.

    ``values`` are the times it has now, none for a new one; ``known`` are those of the photo:
    as recorded, and as an earlier plan gave it. What is of another moment, as of a scan or an
    edit, is left alone, and the time of capture is added, without which no program would show
    the right one. Raises ValueError if a time of capture is there, but of another moment.
    """
    moments = (*known, written)
    capture = values.get(NEW_TAGS[0])
    if capture is not None and not _is_one_of(capture, moments):
        raise ValueError(f'it says "{capture[:40]}", which is not the time of this photo')
    changes = []
    for tag in (*NEW_TAGS, *OTHER_TAGS):
        old = values.get(tag)
        if old is None and (tag in OTHER_TAGS or (values and tag != NEW_TAGS[0])):
            continue
        if old is None or _is_one_of(old, moments):
            changes.append(TagChange(tag, old, _text(old or "", written)))
    return [change for change in changes if change.old != change.new]


def _text(old: str, written: WallTime) -> str:
    """Return the time with as many digits as either had, and a zone that still can be right."""
    digits, old_zone_s = xmp_tail(old)
    zone_s, old_s = written.zone_s, xmp_time_s(old)
    if zone_s is None and old_s is not None and abs(written.time_s - old_s) < ZONE_STEP_S:
        zone_s = old_zone_s
    digits = max(digits, 0 if float(written.time_s).is_integer() else 3)
    return to_xmp_text(written.time_s, zone_s=zone_s, digits=digits)


def says_one_of(values: Mapping[str, str], moments: Sequence[WallTime]) -> bool:
    """Tell whether a sidecar has a time of capture, and of one of these moments."""
    return any(_is_one_of(values[tag], moments) for tag in NEW_TAGS if tag in values)


def _is_one_of(text: str, moments: Sequence[WallTime]) -> bool:
    day = _DAY.fullmatch(text)
    if day is not None:
        return any(to_text(moment.time_s).startswith(day[1]) for moment in moments)
    return any(same_moment(text, moment, within_s=SAME_MOMENT_S) for moment in moments)
