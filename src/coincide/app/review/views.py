"""Everything a page is told, as plain JSON: the same views live and in a report.

Times are rounded to hundredths of a second. Without ``details`` a view holds no folder, only
names of files.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from coincide.app.review.folders import Listing
from coincide.app.review.jobs import Job
from coincide.app.review.pictures import COLUMNS, PER_SHEET, TILE_PX
from coincide.model import Estimate, Event, Gallery, Offsets, Placement, file_of
from coincide.model.certainty import CERTAIN, LIKELY
from coincide.model.hints import Hints, in_words
from coincide.model.times import offset_in_words
from coincide.project import Look, Solution
from coincide.project.why import EdgeView, Pair, Strength
from coincide.writing.plan import Plan

Json = dict[str, Any]
# files of a plan that a page lists; the plan itself has them all
LISTED = 500


def layout_of(event: Event) -> str:
    """Return what rows mean: it changes when photos, galleries or their order do."""
    lines = [f"{one.name}\n{photo.key}" for one in event.galleries for photo in one.photos]
    return hashlib.sha256("\n".join(lines).encode(errors="replace")).hexdigest()[:16]


def event_view(look: Look, version: int, *, details: bool = True) -> Json:
    """Return all of an event but its pictures and its evidence."""
    solution, hints = look.solution, look.known.said.hints
    event, offsets = solution.event, solution.offsets
    time_s = event_times_s(solution)
    photos = list(event.photos)
    return {
        "name": event.name,
        "event_time": offsets.event_time,
        "anchor": offsets.anchor,
        "method": offsets.method,
        "version": version,
        "layout": layout_of(event),
        "changed": list(look.changed),
        "galleries": _galleries(look),
        "starts": event.table.starts.tolist(),
        "photos": {
            "camera_time_s": [_time(photo.camera_time_s) for photo in photos],
            "event_time_s": [_time(one) for one in time_s],
            "name": [_shown(photo.path.name) for photo in photos],
            "companions": [len(photo.companions) for photo in photos],
        },
        "timeless": _timeless(solution),
        "skipped": [
            {
                "name": _name(event, file_of(one.path), details=details),
                "reason": _without_folders(event, one.reason, details=details),
            }
            for one in event.skipped
        ],
        "contradictions": _contradictions(solution),
        "hints": _hints(event, hints),
        "sprites": sprites_view(event.n_photos),
    }


def sprites_view(n_photos: int) -> Json:
    """Return how photos are laid out on sheets."""
    return {
        "tile_px": TILE_PX,
        "columns": COLUMNS,
        "per_sheet": PER_SHEET,
        "n_sheets": -(-n_photos // PER_SHEET),
    }


def event_times_s(solution: Solution) -> list[float | None]:
    """Return the event time of every row."""
    by_path = {entry.photo.path: entry.event_time_s for entry in solution.timeline}
    return [by_path[photo.path] for photo in solution.event.photos]


def _galleries(look: Look) -> list[Json]:
    solution, hints = look.solution, look.known.said.hints
    held = dict.fromkeys(look.corrected, "corrected")
    held |= {lock.gallery: "locked" for lock in hints.locks}
    held |= {pin.gallery: "pinned" for pin in hints.pins}
    return [
        _gallery(one, solution.offsets, held.get(one.name), solution.clocks.get(one.name, ""))
        for one in solution.event.galleries
    ]


def _gallery(gallery: Gallery, offsets: Offsets, held: str | None, clock: str) -> Json:
    placement = offsets[gallery.name]
    found = placement.estimate or Estimate(0.0, 0.0, 0.0)
    placed = placement.placed
    offset_s = placement.offset_s
    return {
        "name": gallery.name,
        "device": gallery.device.label,
        "n_photos": len(gallery.photos),
        "trusted": gallery.trusted,
        "held": held,
        "offset_s": _time(offset_s),
        "offset": "" if offset_s is None else offset_in_words(offset_s),
        "low_s": _time(found.low_s) if placed else None,
        "high_s": _time(found.high_s) if placed else None,
        "probability": None if found.probability is None else round(found.probability, 4),
        "sure": how_sure(placement, is_anchor=gallery.name == offsets.anchor),
        "basis": found.basis,
        "error": placement.error,
        "reasons": list(placement.reasons),
        "notes": list(gallery.notes),
        "jumps": [{"row": jump.row, "step_s": _time(jump.step_s)} for jump in placement.jumps],
        "drift_ppm": round(placement.drift_ppm, 2),
        "n_links": placement.n_links,
        "clock": clock,
    }


def how_sure(placement: Placement, *, is_anchor: bool) -> str:
    """Return how sure a placement is, in one word."""
    if placement.estimate is None:
        return "unplaced"
    if is_anchor:
        return "anchor"
    probability = placement.estimate.probability
    if probability is None:  # the paper's methods state none
        return "placed"
    if probability >= CERTAIN:
        return "certain"
    return "likely" if probability >= LIKELY else "unsure"


def _timeless(solution: Solution) -> list[Json]:
    event = solution.event
    rows = {photo.path: row for row, photo in enumerate(event.photos)}
    guesses = {guess.photo.path: guess for guess in solution.timeline.guesses}
    listed = []
    for photo in event.timeless:
        guess = guesses.get(photo.path)
        listed.append(
            {
                "name": _shown(photo.path.name),
                "owner": photo.owner,
                "reason": photo.reason,
                "event_time_s": None if guess is None else _time(guess.event_time_s),
                "kind": None if guess is None else guess.kind,
                "like": None if guess is None else rows.get(guess.like),
            }
        )
    return listed


def _contradictions(solution: Solution) -> list[Json]:
    why = solution.why
    return [
        {
            "galleries": [one.gallery_a, one.gallery_b],
            "n_pairs": one.n_pairs,
            "rows": [one.photo_a, one.photo_b],
            "apart_s": _time(one.apart_s),
        }
        for one in (() if why is None else why.contradictions)
    ]


def _hints(event: Event, hints: Hints) -> list[Json]:
    names = {
        photo.key: f"{gallery.name}: {_shown(photo.path.name)}"
        for gallery in event.galleries
        for photo in gallery.photos
    }
    return [
        {"number": number, "words": in_words(hint, names)}
        for number, hint in enumerate(hints, start=1)
    ]


# what is said where a method does not have what a view shows
_ABSENT = {
    "evidence": "keeps no pairs of photos, so there is no evidence to look at",
    "questions": "has no questions: it cannot tell which answer would help most",
    "graph": "does not tell what every two galleries say of each other",
}


def absent(what: str, solution: Solution) -> str:
    """Say that a method lacks something, rather than show nothing."""
    method = solution.offsets.method
    if method == "joint":  # an event solved in parts keeps their results alone
        return f"This event is so large that it was solved in parts, which {_ABSENT[what]}."
    return f"The method {method} {_ABSENT[what]}."


def evidence_view(gallery: str, pairs: Sequence[Pair] | None, solution: Solution) -> Json:
    """Return the pairs behind a gallery's place."""
    return {
        "gallery": gallery,
        "absent": absent("evidence", solution) if pairs is None else None,
        "pairs": [
            {
                "rows": [pair.mine, pair.theirs],
                "other": pair.other,
                "score": round(pair.score, 3),
                "apart_s": _time(pair.apart_s),
                "supports": pair.supports,
                "verified": None,
                "answer": pair.answer,
            }
            for pair in pairs or ()
        ],
    }


def strength_view(strength: Strength | None) -> Json:
    """Return the evidence by offset; nothing where a method has none."""
    if strength is None:
        return {"offset_s": [], "score": [], "peaks": []}
    return {
        "offset_s": [_time(one) for one in strength.offset_s.tolist()],
        "score": [round(one, 3) for one in strength.score.tolist()],
        "peaks": [
            {"offset_s": _time(peak.offset_s), "score": round(peak.score, 3)}
            for peak in strength.peaks
        ],
    }


def graph_view(solution: Solution, edges: Sequence[EdgeView] | None) -> Json:
    """Return the galleries that were compared, two by two."""
    return {
        "absent": absent("graph", solution) if edges is None else None,
        "edges": [
            {**asdict(edge), "strength": round(edge.strength, 3)}
            | {"disagreement_s": _time(edge.disagreement_s)}
            for edge in edges or ()
        ],
    }


def questions_view(solution: Solution) -> Json:
    """Return what to ask a person, the most useful first, each with why."""
    why = solution.why
    return {
        "absent": absent("questions", solution) if why is None else None,
        "questions": [
            {
                "gallery": one.gallery,
                "rows": [one.photo_a, one.photo_b],
                "gain": round(one.gain, 4),
                "why": _why_asked(solution.offsets, one.gallery),
            }
            for one in (() if why is None else why.questions)
        ],
    }


def _why_asked(offsets: Offsets, gallery: str) -> str:
    placement = offsets[gallery]
    if gallery == offsets.anchor:
        return "the others are brought to this clock, and it is loosely connected"
    doubt = f": {placement.reasons[0]}" if placement.reasons else ""
    if placement.estimate is None:
        return f"{gallery} has no place yet{doubt}"
    probability = placement.estimate.probability or 0.0
    if probability >= CERTAIN:
        return f"others that are not certain go with {gallery}"
    return f"{gallery} is {100 * probability:.0f} % sure{doubt}"


def moves_view(before: Offsets | None, after: Offsets) -> list[Json]:
    """Return which galleries a new result moved, or made more or less sure of."""
    was = {} if before is None else {one.gallery: one for one in before.placements}
    moved = []
    for placement in after.placements:
        old = was.get(placement.gallery)
        if old is None:
            continue
        one = {
            "gallery": placement.gallery,
            "from_s": _time(old.offset_s),
            "to_s": _time(placement.offset_s),
            "probability_from": _probability(old),
            "probability_to": _probability(placement),
        }
        if one["from_s"] != one["to_s"] or one["probability_from"] != one["probability_to"]:
            moved.append(one)
    return moved


def _probability(placement: Placement) -> float | None:
    found = placement.estimate
    return None if found is None or found.probability is None else round(found.probability, 4)


def job_view(job: Job) -> Json:
    """Return how far a piece of work is."""
    left_s = job.seconds_left
    return {
        "id": job.id,
        "what": job.what,
        "state": job.state,
        "stage": job.stage,
        "done": job.done,
        "total": job.total,
        "seconds_left": None if left_s is None else round(left_s, 1),
        "error": job.error,
    }


def plan_view(plan: Plan, path: Path) -> Json:
    """Return a plan, its first files, and what it leaves alone by reason."""
    reasons: dict[str, list[str]] = {}
    for left in plan.left:
        reasons.setdefault(left.why, []).append(left.path)
    return {
        "path": str(path),
        "to": plan.to,
        "for": plan.program,
        "n_files": len(plan.files),
        "galleries": [asdict(gallery) for gallery in plan.galleries],
        "files": [
            {
                "photo": change.photo.path.as_posix(),
                "writes": change.writes.path.as_posix(),
                "why": change.why,
                "gallery": change.gallery,
                "changes": [asdict(tag) for tag in change.changes],
            }
            for change in plan.files[:LISTED]
        ],
        "left": [{"path": paths[0], "why": why, "n": len(paths)} for why, paths in reasons.items()],
        "notes": list(plan.notes),
        "roots": [str(root) for root in plan.roots],
    }


def listing_view(listing: Listing) -> Json:
    """Return the folders to choose from."""
    return {
        "path": str(listing.path),
        "parent": None if listing.parent is None else str(listing.parent),
        "roots": [str(root) for root in listing.roots],
        "folders": [
            {"name": _shown(one.name), "path": str(one.path), "n_media": one.n_media}
            for one in listing.folders
        ],
        "n_media": listing.n_media,
    }


def to_bytes(view: Mapping[str, Any] | Sequence[Any]) -> bytes:
    """Return a view as JSON; a name that is no valid Unicode stays readable."""
    text = json.dumps(view, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", errors="backslashreplace")


def _time(time_s: float | None) -> float | None:
    return None if time_s is None else round(float(time_s), 2)


def _shown(name: str) -> str:
    return name.encode("utf-8", errors="backslashreplace").decode()


def _name(event: Event, path: Path, *, details: bool) -> str:
    """Return a file's name, with its folders below the event's where they may be told."""
    if details:
        for root in map(file_of, event.roots):
            if path.is_relative_to(root):
                return _shown(path.relative_to(root).as_posix())
    return _shown(path.name)


def _without_folders(event: Event, text: str, *, details: bool) -> str:
    """Return a text that names no folder of the event, unless it may be told."""
    if details:
        return text
    for root in event.roots:
        text = text.replace(str(root), "…")
    return text
