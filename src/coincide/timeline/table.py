"""The result as text for programs: offsets as JSON and CSV, the timeline as CSV."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from coincide.model import (
    Event,
    Explanation,
    Gallery,
    Guess,
    Offsets,
    Photo,
    Placement,
    Timeline,
    TimelineEntry,
)
from coincide.model.times import offset_in_words, span_in_words, to_text
from coincide.timeline.build import in_order

SCHEMA = "coincide.offsets/2"
OFFSETS_HEADER = (
    *("gallery", "photos", "device", "offset_s", "offset", "placed"),
    *("probability", "low_s", "high_s", "error", "links", "reasons"),
)
TIMELINE_HEADER = ("event_time", "camera_time", "gallery", "path", "estimated")


def offsets_json(
    event: Event,
    offsets: Offsets,
    *,
    photos: str,
    why: Explanation | None = None,
    guesses: Iterable[Guess] = (),
) -> str:
    """Return the result in its versioned schema; later versions only add keys.

    ``photos`` is a digest of which photos it is of. Unknown is null, never 0: without an
    explanation nobody knows of contradictions or questions.
    """
    galleries = {
        gallery.name: _gallery_json(gallery, offsets[gallery.name]) for gallery in event.galleries
    }
    document = {
        "schema": SCHEMA,
        "event": event.name,
        "anchor": offsets.anchor,
        "event_time": offsets.event_time,
        "method": offsets.method,
        "photos": photos,
        "galleries": galleries,
        **_why_json(event, why),
        "skipped": [
            {"path": str(skipped.path), "reason": skipped.reason} for skipped in event.skipped
        ],
        "timeless": _timeless_json(event, guesses),
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _timeless_json(event: Event, guesses: Iterable[Guess]) -> list[dict[str, Any]]:
    by_path = {guess.photo.path: guess for guess in guesses}
    listed = []
    for photo in event.timeless:
        guess = by_path.get(photo.path)
        listed.append(
            {
                "path": str(photo.path),
                "key": photo.key,
                "owner": photo.owner,
                "reason": photo.reason,
                "event_time_s": None if guess is None else guess.event_time_s,
                "estimated": None if guess is None else guess.kind,
                "like": None if guess is None else str(guess.like),
                "spread_s": None if guess is None else guess.spread_s,
            }
        )
    return listed


def _why_json(event: Event, why: Explanation | None) -> dict[str, Any]:
    if why is None:
        return {"contradictions": None, "questions": None, "hints_missing": None}
    photos = list(event.photos)
    return {
        "contradictions": [
            {
                "galleries": [one.gallery_a, one.gallery_b],
                "n_pairs": one.n_pairs,
                "photos": _paths(photos, one.photo_a, one.photo_b),
                "apart_s": one.apart_s,
            }
            for one in why.contradictions
        ],
        "questions": [
            {
                "gallery": one.gallery,
                "photos": _paths(photos, one.photo_a, one.photo_b),
                "gain": one.gain,
            }
            for one in why.questions
        ],
        "hints_missing": why.n_hints_missing,
    }


def _paths(photos: Sequence[Photo], *rows: int) -> list[str]:
    return [str(photos[row].path) for row in rows]


def _gallery_json(gallery: Gallery, placement: Placement) -> dict[str, Any]:
    estimate = placement.estimate
    return {
        "offset_s": placement.offset_s,
        "placed": placement.placed,
        "reasons": list(placement.reasons),
        "interval_s": None if estimate is None else [estimate.low_s, estimate.high_s],
        "probability": None if estimate is None else estimate.probability,
        "basis": None if estimate is None else estimate.basis,
        "jumps": [{"row": jump.row, "step_s": jump.step_s} for jump in placement.jumps],
        "drift_ppm": None if estimate is None else placement.drift_ppm,
        "error": placement.error or None,
        "n_links": placement.n_links,
        "via": placement.via,
        "n_photos": len(gallery.photos),
        "device": gallery.device.label,
        "trusted": gallery.trusted,
        "notes": list(gallery.notes),
    }


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
