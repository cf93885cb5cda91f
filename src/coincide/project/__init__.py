"""The stages put together: load an event, sync it, keep the result."""

from coincide.project.anchor import choose_anchor
from coincide.project.cameras import Camera, forget_cameras, load_cameras, remembered
from coincide.project.choices import Anchor, Choices, Merge, Rename, Split, Trust, chosen
from coincide.project.costs import Meter, StageCost
from coincide.project.events import load_event, load_found_event, project_folder
from coincide.project.held import Held, Solved, guess_held, hold_event, solve_held
from coincide.project.hints import change_hints, hints_for, load_hints, save_hints, undo_hints
from coincide.project.photos import Run
from coincide.project.plans import (
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
from coincide.project.results import (
    COSTS,
    SavedResult,
    as_synced,
    check_targets,
    load_result,
    result_paths,
    save_costs,
    save_result,
    saved_timeline,
)
from coincide.project.said import Said, change_said, load_said, redo_said, undo_said
from coincide.project.sync import SyncResult, open_added, sync

__all__ = [
    "COSTS",
    "Anchor",
    "Camera",
    "Choices",
    "Held",
    "Merge",
    "Meter",
    "OpenPlan",
    "Rename",
    "Run",
    "Said",
    "SavedResult",
    "Solved",
    "Split",
    "StageCost",
    "SyncResult",
    "Trust",
    "apply_plan",
    "as_synced",
    "change_hints",
    "change_said",
    "check_targets",
    "choose_anchor",
    "chosen",
    "forget_cameras",
    "guess_held",
    "hints_for",
    "hold_event",
    "load_cameras",
    "load_event",
    "load_found_event",
    "load_hints",
    "load_result",
    "load_said",
    "open_added",
    "open_plan",
    "outside",
    "plan_by_hand",
    "plan_synced",
    "project_folder",
    "redo_said",
    "remembered",
    "result_paths",
    "save_costs",
    "save_hints",
    "save_plan",
    "save_result",
    "saved_timeline",
    "solve_held",
    "sync",
    "undo_hints",
    "undo_plan",
    "undo_said",
    "verify_plan",
    "write_new_text",
]
