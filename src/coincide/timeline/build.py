"""Put all photos of an event in the order of their event time."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace

from coincide.model import Event, Gallery, Guess, Offsets, Placement, Timeline, TimelineEntry
from coincide.model.times import to_event_time_s
from coincide.timeline.localtime import local_time, with_local_times


def build_timeline(event: Event, offsets: Offsets, guesses: Iterable[Guess] = ()) -> Timeline:
    """Return all photos by event time; those of unplaced galleries last, by camera time.

    ``guesses`` are of photos without a time, and count while those photos are in the event. Each
    has its local time as well.
    """
    entries = [
        TimelineEntry(photo, gallery.name, event_time_s)
        for gallery in event.galleries
        for photo, event_time_s in zip(
            gallery.photos, event_times_s(gallery, offsets[gallery.name]), strict=True
        )
    ]
    timeless = {(photo.path, photo.key): photo for photo in event.timeless}
    told = [
        replace(guess, photo=timeless[guess.photo.path, guess.photo.key])
        for guess in guesses
        if (guess.photo.path, guess.photo.key) in timeless
    ]
    told.sort(key=lambda guess: (guess.event_time_s, guess.photo.path))
    timeline = Timeline(tuple(sorted(entries, key=_place)), tuple(told))
    return with_local_times(timeline, local_time(event, offsets, timeline))


def in_order(timeline: Timeline) -> list[TimelineEntry | Guess]:
    """Return entries and guesses together by event time; what has none comes last."""
    placed = [entry for entry in timeline if entry.event_time_s is not None]
    unplaced = [entry for entry in timeline if entry.event_time_s is None]
    together: list[TimelineEntry | Guess] = [*placed, *timeline.guesses]
    # stable: at one moment what is known comes before what is guessed
    return [*sorted(together, key=lambda one: one.event_time_s or 0.0), *unplaced]


def event_times_s(gallery: Gallery, placement: Placement) -> Iterator[float | None]:
    """Yield the event time of each photo, as the clock went and clips were heard."""
    heard_s = {clip.key: clip.shift_s for clip in placement.clips}
    for row, photo in enumerate(gallery.photos):
        if placement.offset_s is None:
            yield None
            continue
        since_s = photo.camera_time_s - gallery.photos[0].camera_time_s
        stepped_s = sum(jump.step_s for jump in placement.jumps if jump.row <= row)
        offset_s = placement.offset_s + stepped_s + placement.drift_ppm * 1e-6 * since_s
        offset_s += heard_s.get(photo.key, 0.0)
        yield to_event_time_s(photo.camera_time_s, offset_s=offset_s)


def _place(entry: TimelineEntry) -> tuple[float, str, float, str]:
    time_s = math.inf if entry.event_time_s is None else entry.event_time_s
    return (time_s, entry.gallery, entry.photo.camera_time_s, entry.photo.key)
