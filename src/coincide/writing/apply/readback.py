"""Whether a file that a plan has made reads as the plan says, before undo deletes it."""

from coincide.storage.ownfiles import read_own
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.apply.state import state_of
from coincide.writing.apply.step import Step
from coincide.writing.plan.model import FileChange, Plan
from coincide.writing.plan.xmp import MAX_SIDECAR_BYTES, parse_sidecar


def unlike_planned(plan: Plan, change: FileChange, step: Step) -> str:
    """Return why a created file is not what the plan would have made; "" where it is."""
    what = "sidecar" if plan.to == "sidecar" else "copy"
    try:
        if _reads_as_planned(plan, change, step):
            return ""
        why = "it says something else"
    except (ValueError, OSError) as error:
        why = str(error)
    return f"it does not read as a {what} of this plan ({why})"


def _reads_as_planned(plan: Plan, change: FileChange, step: Step) -> bool:
    if plan.to != "sidecar" and not change.changes:
        state = state_of(step.target)  # a plain copy of the photo
        return state is not None and state.sha256 == change.state.sha256
    if plan.to == "sidecar":
        found = parse_sidecar(read_own(step.target, most=MAX_SIDECAR_BYTES)).values
    else:
        found = read_file_times(step.target)
    return all(found.get(one.tag) == one.new for one in change.changes)
