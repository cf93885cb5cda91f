"""The stages put together: load an event, sync it, keep the result."""

from coincide.pipeline.events import load_event, project_folder
from coincide.pipeline.results import (
    SavedResult,
    as_synced,
    check_targets,
    load_result,
    result_paths,
    save_result,
)
from coincide.pipeline.sync import SyncResult, choose_anchor, sync

__all__ = [
    "SavedResult",
    "SyncResult",
    "as_synced",
    "check_targets",
    "choose_anchor",
    "load_event",
    "load_result",
    "project_folder",
    "result_paths",
    "save_result",
    "sync",
]
