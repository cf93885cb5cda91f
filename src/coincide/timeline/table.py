"""The result as tables (CSV): offsets and the timeline."""

import csv
import io
from collections.abc import Iterable, Sequence

from coincide.model import (
    Event,
    Guess,
    Offsets,
    Timeline,
    TimelineEntry,
)
from coincide.model.times import offset_in_words, span_in_words, to_text
from coincide.timeline.build import in_order

OFFSETS_HEADER = (
    *("gallery", "photos", "device", "offset_s", "offset", "placed"),
    *("probability", "low_s", "high_s", "error", "links", "reasons"),
)
TIMELINE_HEADER = ("event_time", "camera_time", "gallery", "path", "estimated")


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
                "; ".join(placement.reasons),
            ]
        )
    return _csv(OFFSETS_HEADER, rows)


def _seconds(value_s: float | None) -> str:
    return "" if value_s is None else f"{value_s:.3f}"


def timeline_csv(timeline: Timeline) -> str:
    """Return one row per photo by event time; blank where its gallery is unplaced.

    Photos without a camera time are among them where they were placed by their look.
    """
    return _csv(TIMELINE_HEADER, [_timeline_row(one) for one in in_order(timeline)])


def _timeline_row(one: TimelineEntry | Guess) -> list[str]:
    time_s = one.event_time_s
    moment = "" if time_s is None else to_text(time_s, milliseconds=True)
    if isinstance(one, Guess):
        return [moment, "", "", str(one.photo.path), guess_in_words(one)]
    shown = to_text(one.photo.camera_time_s, milliseconds=True)
    return [moment, shown, one.gallery, str(one.photo.path), ""]


def guess_in_words(guess: Guess) -> str:
    """Say how a photo without a time came by its place: as a copy, or by its look."""
    if guess.kind == "copy":
        return f"copy of {guess.like}"
    return f"by its look, ± {span_in_words(guess.spread_s)}"


def _csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()
