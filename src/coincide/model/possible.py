"""Dates that cannot be right, whatever the pictures show.

A date before there were digital cameras, before the camera's model was sold, or in the future is a
clock error that needs no other clock to prove it.
"""

import time

from coincide.model.event import Gallery
from coincide.model.soldsince import sold_since_s
from coincide.model.times import DAY_S, from_clock, to_text

# no camera wrote the time of a photo into its file before
FIRST_DIGITAL_S = from_clock(1990, 1, 1, 0, 0, 0)
# a clock may be set to the local time of a zone that is ahead of this machine's
_AHEAD_S = DAY_S


def is_possible(time_s: float) -> bool:
    """Tell whether a digital photo can have been taken at a local time."""
    return FIRST_DIGITAL_S <= time_s <= time.time() + _AHEAD_S


def possible_between(gallery: Gallery) -> tuple[float, float]:
    """Return the least and the most that can be added to a clock for its photos to be possible."""
    first_s, last_s = gallery.photos[0].camera_time_s, gallery.photos[-1].camera_time_s
    sold_s = sold_since_s(gallery.device)
    earliest_s = FIRST_DIGITAL_S if sold_s is None else max(sold_s, FIRST_DIGITAL_S)
    return earliest_s - first_s, time.time() + _AHEAD_S - last_s


def written_before_s(gallery: Gallery) -> float | None:
    """Return the most that can be added to a clock for its photos to be older than their files.

    None where files do not tell: that takes most of a gallery's, and the loosest of them counts.
    A clock that needs less than nothing was ahead. It is no proof: programs set files' times.
    """
    most_s = [
        photo.written_s + _AHEAD_S - photo.camera_time_s
        for photo in gallery.photos
        if photo.written_s is not None
    ]
    return max(most_s) if 2 * len(most_s) > len(gallery.photos) else None


def impossible(gallery: Gallery) -> str | None:
    """Return why the dates that a gallery's clock shows cannot be right; None where they can be.

    One impossible date is enough: all photos of a gallery are of one clock.
    """
    first_s, last_s = gallery.photos[0].camera_time_s, gallery.photos[-1].camera_time_s
    first, last = _day(first_s), _day(last_s)
    if first_s < FIRST_DIGITAL_S:
        return f"{first} is before there were digital cameras"
    if not is_possible(last_s):
        return f"{last} is in the future"
    sold_s = sold_since_s(gallery.device)
    if sold_s is not None and first_s < sold_s:
        return f"{first} is before the {gallery.device.label} was sold"
    return None


def _day(time_s: float) -> str:
    return to_text(time_s).partition(" ")[0]
