"""The project of an event: what is known of it, and the stages put together to find out more."""

from coincide.project.costs import Meter, StageCost
from coincide.project.judge.anchor import choose_anchor
from coincide.project.plans.cameras import Camera, forget_cameras, load_cameras, remembered
from coincide.project.plans.plans import (
    OpenPlan,
    apply_plan,
    foresee_undo,
    open_plan,
    outside,
    plan_by_hand,
    plan_solution,
    save_plan,
    undo_plan,
    verify_plan,
)
from coincide.project.project import Project
from coincide.project.read.events import load_event, load_found_event, project_folder
from coincide.project.read.ondisk import Run
from coincide.project.solutions.results import (
    COSTS,
    check_targets,
    result_json,
    result_paths,
    save_costs,
    save_result,
)
from coincide.project.solutions.solutions import Solution
from coincide.project.solutions.status import Known, SolutionStatus, Synced, quiet
from coincide.project.solve.featurecache import Held, hold_event
from coincide.project.solve.run import SyncResult
from coincide.project.solve.sync import open_added, sync
from coincide.project.userinput.choices import Anchor, Choices, Merge, Rename, Split, Trust, chosen
from coincide.project.userinput.document import (
    UserInput,
    change_hints,
    change_said,
    hints_for,
    load_hints,
    load_said,
    redo_said,
    save_hints,
    undo_hints,
    undo_said,
)

__all__ = [
    "COSTS",
    "Anchor",
    "Camera",
    "Choices",
    "Held",
    "Known",
    "Merge",
    "Meter",
    "OpenPlan",
    "Project",
    "Rename",
    "Run",
    "Solution",
    "SolutionStatus",
    "Split",
    "StageCost",
    "SyncResult",
    "Synced",
    "Trust",
    "UserInput",
    "apply_plan",
    "change_hints",
    "change_said",
    "check_targets",
    "choose_anchor",
    "chosen",
    "foresee_undo",
    "forget_cameras",
    "hints_for",
    "hold_event",
    "load_cameras",
    "load_event",
    "load_found_event",
    "load_hints",
    "load_said",
    "open_added",
    "open_plan",
    "outside",
    "plan_by_hand",
    "plan_solution",
    "project_folder",
    "quiet",
    "redo_said",
    "remembered",
    "result_json",
    "result_paths",
    "save_costs",
    "save_hints",
    "save_plan",
    "save_result",
    "sync",
    "undo_hints",
    "undo_plan",
    "undo_said",
    "verify_plan",
]
