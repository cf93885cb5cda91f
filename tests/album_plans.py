"""Plans of a server's album, as a file that may come from anybody."""

import json
from collections.abc import Mapping
from pathlib import Path


def write_album_plan(path: Path, address: str, owners: Mapping[str, str] | None = None) -> Path:
    """Write a plan that moves nothing of an album at an address; return its path."""
    plan = {
        "schema": "coincide.album-plan/1",
        "event": "trip",
        "address": address,
        "owners": dict(owners or {}),
        "anchor": None,
        "event_time": "anchor",
        "galleries": [],
        "notes": [],
        "assets": [],
        "left_alone": [],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(plan))
    return path
