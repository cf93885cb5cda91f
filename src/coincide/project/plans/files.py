"""The plan files of an event: which there are, how far each was carried out, which is meant."""

import shlex
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coincide.errors import CoincideError, PlanError
from coincide.model import file_of
from coincide.project.project import Project
from coincide.storage.store import Store
from coincide.writing.apply.carry import PlanState, open_plan, plan_state
from coincide.writing.choices import Applied
from coincide.writing.served.carry import album_plan_state, is_album_plan, open_album_plan

Purpose = Literal["apply", "undo", "verify"]

_STATES: dict[Purpose, Collection[PlanState]] = {
    "apply": ("planned", "partly", "undone"),
    "undo": ("applied", "partly"),
    "verify": ("applied", "partly"),
}


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A plan of an event: where it writes, how many files, and how far it was carried out."""

    path: Path
    to: Literal[Applied, "server", ""]
    n_files: int
    state: PlanState | Literal["unreadable"]


def plan_paths(project: Path) -> list[Path]:
    """Return the plans in a project folder, and those elsewhere that were applied to its event."""
    with Store(project, readonly=True) as store:
        applied = store.load_plan_paths()
    return sorted({*project.glob("plan*.json"), *(path for path in applied if path.exists())})


def look_at_plan(path: Path) -> PlanFile:
    """Return what a plan file holds; ``unreadable`` where it is damaged or none."""
    try:
        if is_album_plan(path):
            album = open_album_plan(path)
            return PlanFile(path, "server", len(album.plan.assets), album_plan_state(album))
        opened = open_plan(path)
        return PlanFile(path, opened.plan.to, len(opened.plan.files), plan_state(opened))
    except CoincideError:
        return PlanFile(path, "", 0, "unreadable")


def plan_meant(path: Path, purpose: Purpose) -> Path:
    """Return the plan to carry out, where a user names it, or the folder or file of its event.

    Of an event it is the newest plan that can be applied, or that is in force.
    """
    project = _project_of(path)
    if project is None:
        return path
    files = [look_at_plan(found) for found in plan_paths(project)] if project.is_dir() else []
    fitting = [file for file in files if file.state in _STATES[purpose]]
    if fitting:
        return max(fitting, key=lambda file: file.path.stat().st_mtime).path
    raise PlanError(_none_fits(path, purpose, files))


def _project_of(path: Path) -> Path | None:
    """Return the project folder of an event; None where a path is not that of an event."""
    if path.is_dir():
        is_project = (path / "version").is_file()
        return path.absolute() if is_project else file_of(Project.at(path).folder)
    return file_of(Project.at(path).folder) if path.suffix == ".toml" else None


def _none_fits(event: Path, purpose: Purpose, files: Collection[PlanFile]) -> str:
    name = shlex.quote(str(event))
    if purpose != "apply":
        return f"No plan of {event} is applied: none was, or all were undone."
    if any(file.state == "applied" for file in files):
        return f"All plans of {event} are applied. Make a new one: coincide plan {name}."
    return f"{event} has no plan yet. Make one first: coincide plan {name}."
