"""The stages put together: load an event, sync it, keep the result."""

from coincide.pipeline.events import default_project, load_event
from coincide.pipeline.results import load_offsets, matching, save_offsets_json, save_result
from coincide.pipeline.sync import SyncResult, choose_anchor, sync

__all__ = [
    "SyncResult",
    "choose_anchor",
    "default_project",
    "load_event",
    "load_offsets",
    "matching",
    "save_offsets_json",
    "save_result",
    "sync",
]
