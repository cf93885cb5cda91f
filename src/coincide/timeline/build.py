"""Put all photos of an event in the order of their event time."""

import math

from coincide.model import Event, Offsets, Timeline, TimelineEntry
from coincide.times import to_event_time_s


def build_timeline(event: Event, offsets: Offsets) -> Timeline:
    """Return all photos by event time; those of unplaced galleries last, by camera time."""
    entries = []
    for gallery in event.galleries:
        offset_s = offsets[gallery.name].offset_s
        for photo in gallery.photos:
            event_time_s = (
                None
                if offset_s is None
                else to_event_time_s(photo.camera_time_s, offset_s=offset_s)
            )
            entries.append(TimelineEntry(photo, gallery.name, event_time_s))
    return Timeline(tuple(sorted(entries, key=_place)))


def _place(entry: TimelineEntry) -> tuple[float, str, float, str]:
    time_s = math.inf if entry.event_time_s is None else entry.event_time_s
    return (time_s, entry.gallery, entry.photo.camera_time_s, entry.photo.key)
