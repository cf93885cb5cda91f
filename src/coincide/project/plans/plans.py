"""Make a plan of an event, carry it out, take it back; and remember what was carried out."""

import logging
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from msgspec import structs

from coincide.errors import CoincideError, PlanError, UsageError, WriteError
from coincide.media.metadata import is_possible
from coincide.model import Estimate, Event, Gallery, Offsets, Place, Placement, file_of
from coincide.model.findings import BY_HAND as SAID_BY_HAND
from coincide.model.progress import StageProgress
from coincide.model.times import offset_in_words, to_text
from coincide.project.copies import fold_like
from coincide.project.folder.corrections import AppliedPlans, load_applied
from coincide.project.folder.settings import load_settings
from coincide.project.plans.cameras import remember_cameras
from coincide.project.project import Project
from coincide.project.read.features import without
from coincide.project.read.remotealbum import mirror_of
from coincide.project.solutions.solutions import Solution
from coincide.project.solutions.status import quiet
from coincide.project.userinput.choices import chosen
from coincide.storage.objectstore import open_store
from coincide.storage.outputs import may_write, write_output
from coincide.storage.store import Store
from coincide.timeline import build_timeline
from coincide.timeline.localtime import BY_HAND
from coincide.writing.apply import Foreseen, Report, StepState, UndoReport
from coincide.writing.apply import carry as carrying
from coincide.writing.apply.carry import OpenPlan, journal_path, open_plan, was_taken_back
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.plan import Files, Plan, PlanOptions, build_plan, parse_plan, plan_json
from coincide.writing.served.carry import album_plan_state, is_album_plan, open_album_plan

logger = logging.getLogger(__name__)


def plan_solution(
    project: Project, options: PlanOptions, *, progress: StageProgress = quiet
) -> Plan:
    """Return the plan that puts an event's files where the latest solution has them.

    Raises StoreError where that no longer holds: what it says may be of other photos.
    """
    _check_no_album(project.sources)
    solution, event = standing_event(project, progress)
    timeline = build_timeline(event, solution.offsets, solution.guesses)
    files = _files(event, options)
    plan = build_plan(event, solution.offsets, timeline, files, options, progress=_told(progress))
    return structs.replace(plan, solution=solution.key)


def standing_event(project: Project, progress: StageProgress = quiet) -> tuple[Solution, Event]:
    """Return a solution that holds, and its event as its files are now.

    A plan may have been carried out since it was found.
    """
    solution = project.holding(progress)
    found = fold_like(project.read(progress, keep=False), solution.event)
    event = chosen(found, project.known().said.choices)
    gone = {skipped.path for skipped in event.skipped}
    return solution, without(
        event, [photo for photo in solution.event.skipped if photo.path not in gone]
    )


def _check_no_album(sources: Sequence[Place]) -> None:
    """Refuse to write to the previews of an album: nobody would read them."""
    if mirror_of(sources) is not None:
        raise UsageError(
            "These are previews of a remote album, whose times are corrected on the server: make a"
            " plan with coincide plan, without --to."
        )


def plan_by_hand(
    event: Event, shifts_s: Mapping[str, float], options: PlanOptions, *, progress: StageProgress
) -> Plan:
    """Return the plan that moves galleries by what a person says, and nothing else.

    In whole seconds, as every plan: rounded here once, so that no two photos of one clock are
    rounded differently. ``event`` is to be as it stands.
    """
    _check_no_album(event.roots)
    for gallery in event.galleries:
        _check_possible(gallery, shifts_s.get(gallery.name, 0.0))
    placements = tuple(
        Placement(gallery.name, _told_estimate(math.floor(shifts_s.get(gallery.name, 0.0) + 0.5)))
        for gallery in event.galleries
    )
    offsets = Offsets(event.galleries[0].name, BY_HAND, placements)
    timeline = build_timeline(event, offsets)
    files = _files(event, options)
    return build_plan(event, offsets, timeline, files, options, progress=_told(progress))


def _check_possible(gallery: Gallery, shift_s: float) -> None:
    """Raise UsageError if a shift takes a photo to where no photo could be read again."""
    for photo in gallery.photos:
        if not is_possible(photo.camera_time_s + shift_s):
            raise UsageError(
                f"{photo.path.name} says {to_text(photo.recorded_time_s)}: moved by"
                f" {offset_in_words(shift_s)}, its time would not be between 1970 and 2100."
            )


def as_it_stands(event: Event) -> Event:
    """Return an event with the times its files say now, whatever was applied before.

    Who corrects by hand adds to what is there; a sync finds again what cameras recorded.
    """
    with open_store(_project(event), readonly=True) as store:
        applied = load_applied(store)
    return replace(
        event, galleries=tuple(_standing(gallery, applied) for gallery in event.galleries)
    )


def _standing(gallery: Gallery, applied: AppliedPlans) -> Gallery:
    photos = []
    for photo in gallery.photos:
        now_s = None if photo.applied_s is None else applied.standing_s(photo)
        if now_s is not None:
            # the zone is in the file itself, where it is kept or taken away by the shift
            now = replace(photo, recorded_time_s=now_s, camera_time_s=now_s, zone_s=None)
            photos.append(replace(now, applied_s=None))
        else:
            photos.append(photo)
    photos.sort(key=lambda photo: (photo.camera_time_s, photo.key))
    return replace(gallery, photos=tuple(photos))


def _told_estimate(offset_s: float) -> Estimate:
    return Estimate(offset_s, offset_s, offset_s, 1.0, SAID_BY_HAND)


def _told(progress: StageProgress) -> Callable[[int, int], None]:
    return lambda done, total: progress("plan", done, total)


def _project(event: Event) -> Path:
    if event.project is None:
        raise UsageError("This event has no project folder; load it with load_event().")
    return file_of(event.project)


def _files(event: Event, options: PlanOptions) -> Files:
    roots = [file_of(root) for root in event.roots]
    for root in roots:
        if options.out is not None and options.out.resolve().is_relative_to(root):
            raise UsageError(
                f"{options.out} is inside the event, where the copies would be read as photos."
                " Give a folder outside it with --into."
            )
    with open_store(_project(event), readonly=True) as store:
        applied = load_applied(store)
    return Files(roots, read_file_times, applied.given, applied.recorded_s())


def free_plan_path(project: Path, name: str = "plan") -> Path:
    """Return where a plan goes that nobody named: never over one in force, or of somebody else."""
    names = (f"{name}-{number}.json" if number > 1 else f"{name}.json" for number in count(1))
    paths = (project / name for name in names)
    return next(path for path in paths if not _is_in_force(path) and may_write(path))


def _is_in_force(path: Path) -> bool:
    """Tell whether a plan was applied and not wholly taken back; also where nobody can tell."""
    if not os.path.lexists(journal_path(path)):
        return False
    try:
        if is_album_plan(path):
            return album_plan_state(open_album_plan(path)) in ("applied", "partly")
        return not was_taken_back(path)
    except (PlanError, WriteError):
        return True


def save_plan(plan: Plan, path: Path) -> None:
    """Write a plan; never over another file, nor over a plan that was applied."""
    check_place(path)
    text = plan_json(plan)
    parse_plan(text.encode())  # what could not be read back is not written
    put_plan(path, text)


def check_place(path: Path) -> None:
    """Raise PlanError where a plan may not be written: over another's file, or one in force."""
    if _is_in_force(path):
        raise PlanError(
            f"{path} was applied, and its journal is needed to undo it. Undo it first, or give"
            " another file with --out."
        )
    if not may_write(path):
        raise PlanError(
            f"{path} exists, and is not a plan that Coincide wrote for you, or was changed since."
            " Give another file with --out, or delete that one first."
        )


def put_plan(path: Path, text: str) -> None:
    """Write the text of a plan where no other is in force."""
    journal_path(path).unlink(missing_ok=True)  # of a plan that was taken back
    write_output(path, text.encode())


def apply_plan(
    opened: OpenPlan,
    *,
    progress: StageProgress = quiet,
    stop: Callable[[], bool] = lambda: False,
    project: Project | None = None,
) -> Report:
    """Write what a plan says, and remember that, and by how much each camera was off.

    ``project`` is the plan's, where it is at hand; it learns what its files are now.
    """
    plan = opened.plan
    if plan.project is not None and (plan.project / "version").is_file():
        with Store(plan.project) as store:
            store.save_plan_path(opened.path)
    try:
        report = carrying.apply_plan(
            opened, progress=lambda done, total: progress("write", done, total), stop=stop
        )
    finally:
        _refresh(plan, project, progress)
    if not report.stopped:
        remember_cameras(plan)
    return report


def undo_plan(
    opened: OpenPlan,
    *,
    progress: StageProgress = quiet,
    stop: Callable[[], bool] = lambda: False,
    project: Project | None = None,
    trusted: bool = False,
) -> UndoReport:
    """Bring back every file as it was before a plan was applied.

    ``trusted``: also those that this account has no record of having written.
    """
    try:
        return carrying.undo_plan(
            opened,
            progress=lambda done, total: progress("undo", done, total),
            stop=stop,
            trusted=trusted,
        )
    finally:
        _refresh(opened.plan, project, progress)


def foresee_undo(opened: OpenPlan, *, trusted: bool = False) -> Foreseen:
    """Return which files undoing a plan would delete and replace; nothing is written."""
    return carrying.foresee_undo(opened, trusted=trusted)


def _refresh(plan: Plan, project: Project | None, progress: StageProgress) -> None:
    """Let a project read its files again, so that nobody who looks has to; however that ended."""
    if project is None and plan.project is not None:
        sources = load_settings(plan.project).sources
        project = Project(sources, plan.project) if sources else None
    if project is None:
        return
    try:
        project.refresh(lambda _stage, done, total: progress("read", done, total))
    except CoincideError as error:
        # an event that cannot be read now is told to whoever looks at it next
        logger.warning("%s could not be read again: %s", project.folder, error)


def verify_plan(opened: OpenPlan) -> tuple[StepState, ...]:
    """Say of each file of a plan whether it is old, new, changed or missing."""
    return carrying.verify_plan(opened)


def outside(plan: Plan, allowed: Sequence[Path]) -> list[Path]:
    """Return the folders a plan writes below that lie in none of the allowed ones."""
    inside = [folder.expanduser().resolve() for folder in allowed]
    roots = [root.resolve() for root in plan.written_roots]
    return [root for root in roots if not any(root.is_relative_to(folder) for folder in inside)]


__all__ = [
    "OpenPlan",
    "apply_plan",
    "as_it_stands",
    "foresee_undo",
    "free_plan_path",
    "open_plan",
    "outside",
    "plan_by_hand",
    "plan_solution",
    "save_plan",
    "undo_plan",
    "verify_plan",
]
