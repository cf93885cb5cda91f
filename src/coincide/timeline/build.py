"""Put all photos of an event in the order of their event time."""

import math
from collections.abc import Iterator

from coincide.model import Event, Gallery, Offsets, Placement, Timeline, TimelineEntry
from coincide.times import to_event_time_s


def build_timeline(event: Event, offsets: Offsets) -> Timeline:
    """Return all photos by event time; those of unplaced galleries last, by camera time."""
    entries = [
        TimelineEntry(photo, gallery.name, event_time_s)
        for gallery in event.galleries
        for photo, event_time_s in zip(
            gallery.photos, _event_times_s(gallery, offsets[gallery.name]), strict=True
        )
    ]
    return Timeline(tuple(sorted(entries, key=_place)))


def _event_times_s(gallery: Gallery, placement: Placement) -> Iterator[float | None]:
    """Yield the event time of each photo, as the clock went: with its jumps and its drift."""
    for row, photo in enumerate(gallery.photos):
        if placement.offset_s is None:
            yield None
            continue
        since_s = photo.camera_time_s - gallery.photos[0].camera_time_s
        stepped_s = sum(jump.step_s for jump in placement.jumps if jump.row <= row)
        offset_s = placement.offset_s + stepped_s + placement.drift_ppm * 1e-6 * since_s
        yield to_event_time_s(photo.camera_time_s, offset_s=offset_s)


def _place(entry: TimelineEntry) -> tuple[float, str, float, str]:
    time_s = math.inf if entry.event_time_s is None else entry.event_time_s
    return (time_s, entry.gallery, entry.photo.camera_time_s, entry.photo.key)
