"""What the times in one photo's sidecar would become."""

import re
from collections.abc import Mapping, Sequence

from coincide.model.times import WallTime, to_text, to_xmp_text
from coincide.timeline.localtime import ZONE_STEP_S
from coincide.writing.plan.filetags import SAME_MOMENT_S, same_moment, xmp_tail, xmp_time_s
from coincide.writing.plan.model import TagChange

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
        raise ValueError(f'it says "{capture[:40]}", which is no time of this photo')
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
