"""The stages put together: load an event, sync it, keep the result."""

from coincide.pipeline.anchor import choose_anchor
from coincide.pipeline.cameras import Camera, forget_cameras, load_cameras, remembered
from coincide.pipeline.events import load_event, project_folder
from coincide.pipeline.hints import (
    change_hints,
    hints_for,
    load_hints,
    save_hints,
    undo_hints,
)
from coincide.pipeline.plans import (
    OpenPlan,
    apply_plan,
    open_plan,
    outside,
    plan_by_hand,
    plan_synced,
    save_plan,
    undo_plan,
    verify_plan,
    write_new_text,
)
from coincide.pipeline.results import (
    SavedResult,
    as_synced,
    check_targets,
    load_result,
    result_paths,
    save_result,
    saved_timeline,
)
from coincide.pipeline.sync import SyncResult, sync

__all__ = [
    "Camera",
    "OpenPlan",
    "SavedResult",
    "SyncResult",
    "apply_plan",
    "as_synced",
    "change_hints",
    "check_targets",
    "choose_anchor",
    "forget_cameras",
    "hints_for",
    "load_cameras",
    "load_event",
    "load_hints",
    "load_result",
    "open_plan",
    "outside",
    "plan_by_hand",
    "plan_synced",
    "project_folder",
    "remembered",
    "result_paths",
    "save_hints",
    "save_plan",
    "save_result",
    "saved_timeline",
    "sync",
    "undo_hints",
    "undo_plan",
    "verify_plan",
    "write_new_text",
]
