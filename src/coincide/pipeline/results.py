"""Keep a sync's result as files, and read it back."""

import json
from pathlib import Path
from typing import Any

from coincide.errors import StoreError
from coincide.model import Estimate, Event, Offsets, Placement
from coincide.pipeline.sync import SyncResult
from coincide.timeline import offsets_csv, offsets_json, timeline_csv
from coincide.timeline.table import SCHEMA

OFFSETS = "offsets.json"


def save_result(result: SyncResult, folder: Path) -> tuple[Path, ...]:
    """Write offsets.json, offsets.csv and timeline.csv; return their paths."""
    texts = {
        OFFSETS: offsets_json(result.event, result.offsets),
        "offsets.csv": offsets_csv(result.event, result.offsets),
        "timeline.csv": timeline_csv(result.timeline),
    }
    return tuple(write_text(folder / name, text) for name, text in texts.items())


def save_offsets_json(result: SyncResult, path: Path) -> Path:
    """Write the offsets as JSON to a file of the user's choice."""
    return write_text(path, offsets_json(result.event, result.offsets))


def matching(event: Event, offsets: Offsets) -> Event:
    """Return the event if the offsets are of its galleries; else say that they are out of date."""
    known = {placement.gallery for placement in offsets.placements}
    unknown = [gallery.name for gallery in event.galleries if gallery.name not in known]
    if unknown:
        raise StoreError(
            f"The latest sync does not know {', '.join(unknown)}. Run coincide sync again."
        )
    return event


def write_text(path: Path, text: str) -> Path:
    """Write a file beside its final name, then rename it: whole or not at all."""
    beside = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # a name that is no valid Unicode stays readable, and JSON stays JSON
        beside.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        beside.replace(path)
    except OSError as error:
        raise StoreError(f"Cannot write {path}: {error}.") from error
    return path


def load_offsets(folder: Path) -> Offsets:
    """Read the offsets of the latest sync from a project folder."""
    path = folder / OFFSETS
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise StoreError(f"No result in {folder} yet. Run coincide sync first.") from error
    except (OSError, ValueError) as error:
        raise StoreError(f"Cannot read {path}: {error}. Run coincide sync again.") from error
    if document.get("schema") != SCHEMA:
        raise StoreError(f"{path} is not a {SCHEMA} file. Run coincide sync again.")
    placements = tuple(_placement(name, data) for name, data in document["galleries"].items())
    return Offsets(
        anchor=document["anchor"],
        method=document["method"],
        placements=placements,
        event_time=document["event_time"],
    )


def _placement(name: str, data: dict[str, Any]) -> Placement:
    reasons = tuple(data["reasons"])
    estimate = None
    if data["placed"]:
        low_s, high_s = data["interval_s"]
        estimate = Estimate(
            data["offset_s"], low_s, high_s, data["probability"], reasons, data["basis"]
        )
    return Placement(name, estimate, data["n_links"], data["via"], reasons)
