"""Carry out a plan from its file, take it back, or say where the world stands."""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coincide.errors import PlanError
from coincide.media.exiftool import ExifTool, need_exiftool
from coincide.model.progress import Progress
from coincide.storage.ownfiles import read_own
from coincide.writing.apply import engine, undo
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.apply.filestatus import StepState, verify
from coincide.writing.apply.journal import Journal, open_journal
from coincide.writing.apply.lock import hold
from coincide.writing.apply.relocation import STAYED, Move, move_of, moved_plan
from coincide.writing.apply.sidecar import SidecarMaker
from coincide.writing.apply.state import FileState, state_of
from coincide.writing.apply.step import Maker, Step
from coincide.writing.plan.document import read_plan
from coincide.writing.plan.model import FileChange, Fingerprint, Plan
from coincide.writing.plan.paths import real_path
from coincide.writing.plan.xmp import MAX_SIDECAR_BYTES, parse_sidecar


@dataclass(frozen=True)
class PlanSteps:
    """The steps of a plan, and the entry that each is of."""

    steps: tuple[Step, ...]
    changes: Mapping[int, FileChange]
    photos: Mapping[int, Path]


def plan_steps(plan: Plan) -> PlanSteps:
    """Return a plan as steps; raise PlanError if one would be written through a link.

    A photo whose sidecar or copy is written must be what it was when the plan was made.
    """
    steps, photos = [], {}
    for number, change in enumerate(plan.files):
        target = real_path(plan.roots[change.writes.root], change.writes.path)
        photos[number] = real_path(plan.roots[change.photo.root], change.photo.path)
        guards = () if target == photos[number] else ((photos[number], _state(change.state)),)
        before = None if change.was is None else _state(change.was)
        root = plan.roots[change.writes.root].resolve()
        steps.append(Step(number, root, target, before, guards))
    return PlanSteps(tuple(steps), dict(enumerate(plan.files)), photos)


def _state(fingerprint: Fingerprint) -> FileState:
    return FileState(fingerprint.size, fingerprint.mtime_ns, fingerprint.sha256)


PlanState = Literal["planned", "applied", "partly", "undone"]
# enough of the plan's sha256 to tell plans apart where originals are kept
_ID_CHARACTERS = 12


@dataclass(frozen=True)
class OpenPlan:
    """A plan as it lies on disk, and its steps; its folders are called as they are now."""

    path: Path
    plan: Plan
    sha256: str
    steps: PlanSteps
    move: Move = STAYED
    named: tuple[Path, ...] = ()  # its folders as the plan itself and its journal call them

    @property
    def journal_path(self) -> Path:
        """Where its journal lies: beside it."""
        return journal_path(self.path)


def journal_path(plan: Path) -> Path:
    """Return where the journal of a plan lies."""
    return plan.with_name(f"{plan.name}.journal")


def open_plan(path: Path) -> OpenPlan:
    """Read a plan and check every path in it; raise PlanError where one cannot be trusted.

    It is for the event that it lies in, also where that was renamed or copied since.
    """
    path = path.expanduser().absolute()
    as_made, data = read_plan(path)
    move = move_of(as_made, path)
    plan = moved_plan(as_made, move)
    missing = [root for root in plan.roots[: _n_event_roots(plan)] if not root.is_dir()]
    if missing:
        raise PlanError(
            f"The event's folder {missing[0]} does not exist. If it was moved or renamed, put the"
            " plan and its journal into it, or restore its old name."
        )
    sha256 = hashlib.sha256(data).hexdigest()
    return OpenPlan(path, plan, sha256, plan_steps(plan), move, as_made.roots)


def _n_event_roots(plan: Plan) -> int:
    return len(plan.roots) - (plan.to == "copies")


def apply_plan(opened: OpenPlan, *, progress: Progress, stop: Callable[[], bool]) -> engine.Report:
    """Write what a plan says and has not been written yet."""
    with _writing(opened) as journal, _maker(opened) as maker:
        return engine.run(opened.steps.steps, maker, journal, progress=progress, stop=stop)


def undo_plan(
    opened: OpenPlan, *, progress: Progress, stop: Callable[[], bool], trusted: bool = False
) -> undo.UndoReport:
    """Bring back every file as it was before a plan was applied.

    ``trusted``: also those that this account has no record of having written.
    """
    _check_applied(opened)
    with _writing(opened) as journal:
        return undo.run(
            journal,
            opened.steps.steps,
            progress=progress,
            stop=stop,
            trusted=trusted,
            reads=lambda step: unlike_planned(opened.plan, opened.steps.changes[step.number], step),
        )


def foresee_undo(opened: OpenPlan, *, trusted: bool = False) -> undo.Foreseen:
    """Return what undoing a plan would delete and replace; nothing is written."""
    _check_applied(opened)
    with _journal(opened, write=False) as journal:
        return undo.foresee(journal, opened.steps.steps, trusted=trusted)


def _check_applied(opened: OpenPlan) -> None:
    if not os.path.lexists(opened.journal_path):
        raise PlanError(f"{opened.path} was never applied: it has no journal.")


def verify_plan(opened: OpenPlan) -> tuple[StepState, ...]:
    """Say of each file of a plan whether it is old, new, changed or missing."""
    with _journal(opened, write=False) as journal:
        return verify(journal, opened.steps.steps)


@contextmanager
def _writing(opened: OpenPlan) -> Iterator[Journal]:
    with hold(list(opened.plan.written_roots), opened.journal_path), _journal(opened) as journal:
        yield journal


def _journal(opened: OpenPlan, *, write: bool = True) -> Journal:
    return open_journal(
        opened.journal_path,
        plan_sha256=opened.sha256,
        plan_id=opened.sha256[:_ID_CHARACTERS],
        roots=opened.named,
        move=opened.move,
        write=write,
    )


@contextmanager
def _maker(opened: OpenPlan) -> Iterator[Maker]:
    steps = opened.steps
    if opened.plan.to == "sidecar":
        yield SidecarMaker(steps.changes, steps.photos)
        return
    from coincide.writing.apply.infile import FileMaker

    program = None
    if any(change.changes for change in steps.changes.values()):
        program = need_exiftool("Writing times into photos")
    with ExifTool(program) as tool:
        yield FileMaker(tool, steps.changes, steps.photos)


@dataclass(frozen=True, slots=True)
class DoneChange:
    """What a plan has written: the photo, the file that was written, its entry and new sha256."""

    photo: Path
    target: Path
    change: FileChange
    after: str

    @property
    def in_file(self) -> bool:
        """Whether the photo itself was written, and no sidecar."""
        return self.photo == self.target


def done_changes(opened: OpenPlan) -> Iterator[DoneChange]:
    """Yield what a plan has written and not taken back."""
    with _journal(opened, write=False) as journal:
        for step in opened.steps.steps:
            record = journal.records.get(step.number)
            if record is not None and record.state == "done" and record.after is not None:
                number, after = step.number, record.after.sha256
                photo, change = opened.steps.photos[number], opened.steps.changes[number]
                yield DoneChange(photo, step.target, change, after)


def plan_state(opened: OpenPlan) -> PlanState:
    """Tell how far a plan has come; one that was stopped before its first file is planned still."""
    with _journal(opened, write=False) as journal:
        return state_told(journal, len(opened.steps.steps))


def state_told(journal: Journal, n_steps: int) -> PlanState:
    """Tell how far a plan of so many steps has come, whatever its steps are of."""
    states = [record.state for record in journal.records.values()]
    n_undone = states.count("undone")
    if states and states.count("done") == n_steps:
        return "applied"
    if len(states) > n_undone:
        return "partly"
    return "undone" if n_undone or journal.was_closed else "planned"


def was_taken_back(path: Path) -> bool:
    """Tell whether a plan was applied and wholly undone, so that its journal is not needed."""
    with _journal(open_plan(path), write=False) as journal:
        return not journal.records


def unlike_planned(plan: Plan, change: FileChange, step: Step) -> str:
    """Return why a created file is not what the plan would have made; "" where it is."""
    what = "sidecar" if plan.to == "sidecar" else "copy"
    try:
        if _reads_as_planned(plan, change, step):
            return ""
        why = "its content is different"
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
    return all(found.get(item.tag) == item.new for item in change.changes)
