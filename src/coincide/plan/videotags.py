"""What the times inside a video's file would become."""

import re
from collections.abc import Mapping

from coincide.plan.localtime import Written
from coincide.plan.model import TagChange
from coincide.plan.vocabulary import APPLE_TIME, QUICKTIME_TIMES
from coincide.times import parse_exif_time, parse_zone_s, to_exif_text, zone_text

# a container's clock that is nearer than this to local time shows local time
LOCAL_S = 120.0
_ZONE = re.compile(r"(Z|[+-]\d{2}:?\d{2})\s*$")


def video_changes(
    tags: Mapping[str, str], recorded_s: float, zone_s: int | None, written: Written
) -> list[TagChange]:
    """Return the changes that move a video from what its clock showed to ``written``.

    The container's times should be UTC, but many cameras write local time: each is moved as
    what it is. In UTC a wrong zone is no error, so only the rest of the shift counts.
    """
    shift_s = round(written.time_s - recorded_s)
    utc_shift_s = shift_s
    if zone_s is not None and written.zone_s is not None:
        utc_shift_s = shift_s - (written.zone_s - zone_s)
    changes = []
    for tag in QUICKTIME_TIMES:
        time_s = parse_exif_time(tags.get(tag, ""))
        if time_s is None:
            continue
        is_local = abs(time_s - recorded_s) < LOCAL_S
        new_s = time_s + (shift_s if is_local else utc_shift_s)
        changes.append(TagChange(tag, tags[tag], to_exif_text(new_s)))
    changes += _apple(tags, shift_s, written)
    return [change for change in changes if change.old != change.new]


def _apple(tags: Mapping[str, str], shift_s: float, written: Written) -> list[TagChange]:
    """Return the change of Apple's own creation date, which is local time with its zone."""
    old = tags.get(APPLE_TIME)
    time_s = parse_exif_time(old or "")
    if old is None or time_s is None:
        return []
    found = _ZONE.search(old)
    old_zone_s = parse_zone_s(found[1]) if found else None
    zone_s = written.zone_s if written.zone_s is not None else old_zone_s
    zone = "" if zone_s is None else zone_text(zone_s)
    return [TagChange(APPLE_TIME, old, to_exif_text(time_s + shift_s) + zone)]
