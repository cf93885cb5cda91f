"""Plans from the app: made, applied and taken back by the same code as the command line's."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from coincide import project as pipeline
from coincide.app.review import remoteplans
from coincide.app.review.answers import KnownPlan, PlanView
from coincide.app.review.folders import new_folder
from coincide.app.review.jobs import StoppedError, Watch
from coincide.app.review.planview import album_plan_view, plan_view
from coincide.app.review.session import Session
from coincide.errors import PlanError, StoreError, UsageError, WriteError
from coincide.model import file_of
from coincide.project.plans.files import look_at_plan, plan_paths
from coincide.project.plans.plans import free_plan_path
from coincide.writing.apply.carry import plan_state
from coincide.writing.plan import PlanOptions
from coincide.writing.served.carry import is_album_plan, open_album_plan

# files that could not be written and are named in one message
NAMED = 5


def copies_folder(roots: Sequence[Path], into: str) -> Path:
    """Return a folder for copies: below a root, and new or empty."""
    folder = new_folder(roots, into)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{into} exists and is not empty. Give a new folder.")
    return folder


def make_plan(session: Session, options: PlanOptions, watch: Watch) -> PlanView:
    """Plan what the latest result says, write the plan into the project folder, and show it."""
    opened = session.opened
    try:
        if session.album is not None:
            return remoteplans.make_plan(opened.project, options, watch)
        plan = pipeline.plan_solution(opened.project, options, progress=watch.progress)
    except StoreError as refused:
        session.reload(watch.quietly)  # pages may not know yet that the result is old
        changed = session.opened.look.changed
        if not changed:
            raise
        raise PlanError(
            f"The latest result is out of date: {', and '.join(changed)}. Solve first, then make"
            " the plan."
        ) from refused
    path = free_plan_path(file_of(opened.project.folder)).absolute()
    pipeline.save_plan(plan, path)
    return plan_view(plan, path)


def apply_plan(session: Session, path: Path, watch: Watch) -> None:
    """Write what a plan says; the event is read again, however that ended."""
    if is_album_plan(path):
        remoteplans.apply_plan(path, watch)
        return
    opened = _open(session, path)
    try:
        report = pipeline.apply_plan(
            opened,
            progress=watch.quietly,
            stop=watch.stopped,
            project=session.opened.project,
        )
    finally:
        session.reload(watch.quietly)  # also where a person stopped it
    if report.stopped:
        if plan_state(opened) != "partly":
            raise StoppedError("Stopped before anything was written.")
        raise StoppedError("Stopped. Apply the plan again to continue, or take it back.")
    if report.failed:
        names = [f"{failure.step.name} ({failure.reason})" for failure in report.failed[:NAMED]]
        raise WriteError(
            f"{len(report.failed)} files could not be written and are unchanged:"
            f" {', '.join(names)}. Try again, or take it back."
        )


def take_back(session: Session, path: Path, watch: Watch) -> None:
    """Bring back every file as it was before a plan; the event is read again."""
    if is_album_plan(path):
        remoteplans.take_back(path, watch)
        return
    opened = _open(session, path)
    try:
        report = pipeline.undo_plan(
            opened,
            progress=watch.quietly,
            stop=watch.stopped,
            project=session.opened.project,
        )
    finally:
        session.reload(watch.quietly)  # also where a person stopped it
    if report.stopped:
        raise StoppedError("Stopped. Take it back again to continue.")
    if report.left:
        names = [f"{left.step.name} ({left.reason})" for left in report.left[:NAMED]]
        remedy = ""
        if any(left.unrecorded for left in report.left):
            command = f"coincide undo {shlex.quote(str(path))} --trust"
            remedy = f" If you trust this plan, {command} in a terminal lists them and asks."
        raise WriteError(
            f"{len(report.left)} files were left unchanged: {', '.join(names)}.{remedy}"
        )
    if report.still_kept:
        raise WriteError(
            f"{len(report.still_kept)} originals are still there, such as {report.still_kept[0]},"
            " although according to its journal the plan is not applied. Compare them with your"
            " files."
        )


def known_plans(session: Session) -> list[KnownPlan]:
    """Return the event's plans: those in its project folder, and those that were applied."""
    files = [look_at_plan(path) for path in _paths(session)]
    return [KnownPlan(str(file.path), file.to, file.n_files, file.state) for file in files]


def shown_plan(session: Session, path: str) -> PlanView:
    """Return one of the event's plans as it was when it was made."""
    known = checked_path(session, path)
    if is_album_plan(known):
        return album_plan_view(open_album_plan(known).plan, known)
    return plan_view(pipeline.open_plan(known).plan, known)


def checked_path(session: Session, path: str) -> Path:
    """Return a plan's path if it is one of the event's."""
    for known in _paths(session):
        if str(known) == path:
            return known
    raise PlanError(f"{path} is not a plan of this event. Make one first.")


def _paths(session: Session) -> list[Path]:
    return plan_paths(file_of(session.opened.project.folder).absolute())


def _open(session: Session, path: Path) -> pipeline.OpenPlan:
    """Open a plan that writes in the event's own folders; of copies, to a folder below the roots.

    The plan may have come with the event, so the folders that it names prove nothing.
    """
    opened = pipeline.open_plan(path)
    allowed = [file_of(root) for root in session.opened.solution.event.roots]
    if opened.plan.to == "copies":
        allowed += session.roots
    outside = pipeline.outside(opened.plan, allowed)
    if outside:
        raise PlanError(
            f"{path} writes to {outside[0]}, which is outside the event. Make the plan again."
        )
    return opened
