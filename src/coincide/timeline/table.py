"""The result as tables (CSV): offsets and the timeline."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from coincide.model import (
    Event,
    Guess,
    Offsets,
    Timeline,
    TimelineEntry,
)
from coincide.model.times import WallTime, offset_in_words, span_in_words, to_text
from coincide.model.words import reasons_in_words
from coincide.timeline.build import in_order
from coincide.timeline.display import CameraDisplay

OFFSETS_HEADER = (
    *("gallery", "photos", "device", "offset_s", "offset", "placed"),
    *("probability", "low_s", "high_s", "error", "links", "reasons"),
)
TIMELINE_HEADER = (
    *("event_time", "camera_time", "gallery", "path", "estimated"),
    *("event_zone", "camera_zone"),
)


def offsets_csv(event: Event, offsets: Offsets) -> str:
    """Return one row per gallery."""
    rows = []
    for gallery in event.galleries:
        placement = offsets[gallery.name]
        offset_s, estimate = placement.offset_s, placement.estimate
        sure = None if estimate is None else estimate.probability
        rows.append(
            [
                gallery.name,
                len(gallery.photos),
                gallery.device.label,
                _seconds(offset_s),
                "" if offset_s is None else offset_in_words(offset_s),
                "yes" if placement.placed else "no",
                "" if sure is None else f"{sure:.4f}",
                _seconds(None if estimate is None else estimate.low_s),
                _seconds(None if estimate is None else estimate.high_s),
                placement.error,
                placement.n_links,
                "; ".join(reasons_in_words(placement)),
            ]
        )
    return _csv(OFFSETS_HEADER, rows)


def _seconds(value_s: float | None) -> str:
    return "" if value_s is None else f"{value_s:.3f}"


def timeline_csv(event: Event, timeline: Timeline) -> str:
    """Return one row per photo in the order of event time; blank where its gallery is unplaced.

    Event times are local to their moment, camera times as their cameras displayed them. Photos
    without a camera time are among them where they were placed by their look.
    """
    displays = {gallery.name: CameraDisplay.of(gallery) for gallery in event.galleries}
    return _csv(TIMELINE_HEADER, [_timeline_row(entry, displays) for entry in in_order(timeline)])


def _timeline_row(
    one: TimelineEntry | Guess, displays: Mapping[str, CameraDisplay]
) -> tuple[str, ...]:
    moment, zone = _moment(one.local)
    path = str(one.photo.path)
    if isinstance(one, Guess):
        return (moment, "", "", path, guess_in_words(one), zone, "")
    display, display_zone = _moment(displays[one.gallery].photo(one.photo))
    return (moment, display, one.gallery, path, "", zone, display_zone)


def _moment(time: WallTime | None) -> tuple[str, str]:
    """Return a time to the millisecond and its zone; both are blank where they are unknown."""
    return ("", "") if time is None else (to_text(time.time_s, milliseconds=True), time.zone)


def guess_in_words(guess: Guess) -> str:
    """Say how a photo without a time came by its place: as a copy, by its look or its sound."""
    if guess.kind == "copy":
        return f"copy of {guess.like}"
    if guess.kind == "sound":
        return f"by its sound, with {guess.like}"
    return f"by its look, ± {span_in_words(guess.spread_s)}"


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
