"""What the times inside a video's file would become."""

import re
from collections.abc import Mapping

from coincide.model.times import (
    WallTime,
    from_clock,
    parse_exif_time,
    parse_zone_s,
    to_exif_text,
    zone_text,
)
from coincide.writing.plan.model import TagChange
from coincide.writing.plan.vocabulary import APPLE_TIME, QUICKTIME_TIMES

# a container's clock that is nearer than this to local time shows local time
LOCAL_S = 120.0
# the film of a live photo begins a few seconds before it; what is further off was set by someone
FILM_S = 60.0
# what the 32 bits of a header count, from 1904 on
HEADER_S = (from_clock(1904, 1, 1, 0, 0, 0), from_clock(1904, 1, 1, 0, 0, 0) + 2**32)
_ZONE = re.compile(r"(Z|[+-]\d{2}:?\d{2})\s*$")


def video_changes(
    tags: Mapping[str, str],
    recorded_s: float,
    zone_s: int | None,
    written: WallTime,
    *,
    clock_shift_s: float | None = None,
) -> list[TagChange]:
    """Return the changes that move a video from what its clock showed to ``written``.

    The container's times should be UTC, but many cameras write local time: each is moved as
    what it is. In UTC a wrong zone is no error, so only the rest of the shift counts;
    ``clock_shift_s``, all of it by the camera's own clock, where no zone is known. Raises
    ValueError if the video says another moment.
    """
    shift_s = round(written.time_s - recorded_s)
    utc_shift_s = shift_s if clock_shift_s is None else round(clock_shift_s)
    if zone_s is not None and written.zone_s is not None:
        utc_shift_s = shift_s - (written.zone_s - zone_s)
    if _was_set(tags, recorded_s, written.time_s):
        return []
    changes = []
    for tag in QUICKTIME_TIMES:
        time_s = parse_exif_time(tags.get(tag, ""))
        if time_s is None:
            continue
        # in a zone of 0 local time is UTC, and stays it where the zone was wrong
        is_local = zone_s != 0 and abs(time_s - recorded_s) < LOCAL_S
        new_s = time_s + (shift_s if is_local else utc_shift_s)
        if not HEADER_S[0] < new_s < HEADER_S[1]:
            raise ValueError("its header can only have times from 1904 to 2040")
        changes.append(TagChange(tag, tags[tag], to_exif_text(new_s)))
    changes += _apple(tags, shift_s, written)
    return [change for change in changes if change.old != change.new]


def _was_set(tags: Mapping[str, str], recorded_s: float, corrected_s: float) -> bool:
    """Tell whether Apple's local time already is the corrected one; ValueError if neither."""
    time_s, zone_s = _zoned(tags.get(APPLE_TIME, ""))
    if time_s is None:
        return False
    if min(abs(time_s - recorded_s), abs(time_s - (zone_s or 0) - recorded_s)) <= FILM_S:
        return False
    if abs(time_s - corrected_s) <= FILM_S:
        return True
    raise ValueError("its time is neither what the camera showed nor the corrected one")


def _apple(tags: Mapping[str, str], shift_s: float, written: WallTime) -> list[TagChange]:
    """Return the change of Apple's own creation date, which is local time with its zone."""
    old = tags.get(APPLE_TIME)
    time_s, old_zone_s = _zoned(old or "")
    if old is None or time_s is None:
        return []
    zone_s = written.zone_s if written.zone_s is not None else old_zone_s
    zone = "" if zone_s is None else zone_text(zone_s)
    return [TagChange(APPLE_TIME, old, to_exif_text(time_s + shift_s) + zone)]


def _zoned(text: str) -> tuple[float | None, int | None]:
    """Return a time as shown, and its zone, where there are such."""
    found = _ZONE.search(text)
    return parse_exif_time(text), parse_zone_s(found[1]) if found else None
