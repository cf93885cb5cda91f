"""The stages put together: load an event, sync it, keep the result."""

from coincide.pipeline.anchor import choose_anchor
from coincide.pipeline.events import load_event, project_folder
from coincide.pipeline.hints import (
    change_hints,
    hints_for,
    load_hints,
    save_hints,
    undo_hints,
)
from coincide.pipeline.results import (
    SavedResult,
    as_synced,
    check_targets,
    load_result,
    result_paths,
    save_result,
)
from coincide.pipeline.sync import SyncResult, sync

__all__ = [
    "SavedResult",
    "SyncResult",
    "as_synced",
    "change_hints",
    "check_targets",
    "choose_anchor",
    "hints_for",
    "load_event",
    "load_hints",
    "load_result",
    "project_folder",
    "result_paths",
    "save_hints",
    "save_result",
    "sync",
    "undo_hints",
]
