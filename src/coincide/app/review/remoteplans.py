"""Plans of albums from the app: made, applied and taken back by the code of the command line."""

from pathlib import Path

from coincide.app.review.answers import PlanView
from coincide.app.review.jobs import StoppedError, Watch
from coincide.app.review.planview import album_plan_view
from coincide.errors import WriteError
from coincide.model import file_of
from coincide.project import Project
from coincide.project.plans.plans import free_plan_path
from coincide.project.plans.remotealbum import (
    apply_album_plan,
    plan_album,
    save_album_plans,
    undo_album_plan,
)
from coincide.writing.plan import PlanOptions
from coincide.writing.served.carry import AlbumReport, open_album_plan

# photos that could not be changed and are named in one message
NAMED = 5


def make_plan(project: Project, options: PlanOptions, watch: Watch) -> PlanView:
    """Plan what the latest result says of an album, and show the part whose keys are here."""
    made, others = plan_album(project, options, progress=watch.progress)
    folder = file_of(project.folder)
    place = free_plan_path(folder).absolute()
    path, beside = save_album_plans(made, others, folder, place)
    return album_plan_view(made, path or place, beside)


def apply_plan(path: Path, watch: Watch) -> None:
    """Send what the plan of an album says to its server."""
    opened = open_album_plan(path)
    _told(apply_album_plan(opened, progress=watch.quietly, stop=watch.stopped), "changed")


def take_back(path: Path, watch: Watch) -> None:
    """Give the photos of an album the times they had before a plan."""
    opened = open_album_plan(path)
    _told(undo_album_plan(opened, progress=watch.quietly, stop=watch.stopped), "brought back")


def _told(report: AlbumReport, what: str) -> None:
    if report.stopped:
        raise StoppedError("Stopped. Start it again to continue.")
    if report.failed:
        names = [f"{failure.step.name} ({failure.reason})" for failure in report.failed[:NAMED]]
        raise WriteError(f"{len(report.failed)} photos could not be {what}: {', '.join(names)}.")
