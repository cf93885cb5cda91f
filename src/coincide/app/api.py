"""Coincide from Python: ``project = coincide.open(folder)``, and everything is asked of that.

The same project as on the command line and in the review app: what one of them finds or is told,
the others know.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from coincide.app.review.report import write_report
from coincide.errors import PlanError, UsageError
from coincide.model import Event, Explanation, Place, Placement, Timeline, file_of, place_of
from coincide.model.explanation import Moment
from coincide.model.hints import Hints
from coincide.model.progress import StageProgress
from coincide.project import (
    Project,
    Solution,
    SolutionStatus,
    UserInput,
    open_plan,
    plan_solution,
    quiet,
    save_plan,
)
from coincide.project import apply_plan as carry_out
from coincide.project import undo_plan as bring_back
from coincide.project.album.edits import with_said
from coincide.project.album.make import EventAlbum, album_of
from coincide.project.options import SyncOptions
from coincide.project.plans.plans import free_plan_path
from coincide.project.userinput import changes
from coincide.storage.ownfiles import read_own
from coincide.writing.apply import Report, UndoReport
from coincide.writing.choices import PROGRAMS
from coincide.writing.plan import Caution, Plan, PlanOptions, Program, Target, plan_json
from coincide.writing.plan.programs import UNCONFIRMED


def open(  # noqa: A001  # coincide.open(folder) reads as what it does
    *sources: str | Place, project: str | Place | None = None
) -> "OpenProject":
    """Open the project of an event: a folder, several folders, an event file, or a URL.

    Nothing is read or written yet. ``project`` names the project folder, as ``--project`` does.
    """
    return OpenProject(Project.at(*sources, project=project))


class PlacedGalleries(Mapping[str, Placement]):
    """Placements by gallery name, in the event's order."""

    def __init__(self, solution: Solution) -> None:
        self._placements = {
            placement.gallery: placement for placement in solution.offsets.placements
        }
        self.anchor = solution.offsets.anchor
        self.method = solution.offsets.method
        self.event_time = solution.offsets.event_time

    def __getitem__(self, gallery: str) -> Placement:
        return self._placements[gallery]

    def __iter__(self) -> Iterator[str]:
        return iter(self._placements)

    def __len__(self) -> int:
        return len(self._placements)


class OpenProject:
    """An event's project. What only looks changes nothing; ``sync`` finds, and keeps."""

    def __init__(self, project: Project) -> None:
        self._project = project

    @property
    def folder(self) -> Place:
        """The project folder."""
        return self._project.folder

    @property
    def options(self) -> SyncOptions:
        """The options of the last sync, which the next sync uses unless others are given."""
        return self._project.options

    def sync(
        self, options: SyncOptions | None = None, *, progress: StageProgress = quiet
    ) -> "PlacedGalleries":
        """Find and store the offset of every gallery; returns at once if nothing has changed."""
        return PlacedGalleries(self._project.sync(options, progress=progress).solution)

    # The latest result

    @property
    def changed(self) -> tuple[str, ...]:
        """What has changed since the latest result, in words; empty if it is up to date."""
        return self._look().changed

    @property
    def offsets(self) -> PlacedGalleries:
        """Placements by gallery name; an offset is added to a camera's time."""
        return PlacedGalleries(self._look().solution)

    @property
    def timeline(self) -> Timeline:
        """All photos by event time."""
        return self._look().solution.timeline

    @property
    def event(self) -> Event:
        """The galleries and their photos, as in the latest result."""
        return self._look().solution.event

    @property
    def why(self) -> Explanation | None:
        """Contradictions of the result, and questions; None if the method does not provide them."""
        return self._look().solution.why

    def album(self) -> EventAlbum:
        """Return everyone's photos as chapters of moments, with the edits made in the app.

        Rows count in ``items``; hidden ones are among them, and in ``hidden``.
        """
        look = self._look()
        return with_said(album_of(look.solution), look.known.said.album)

    def report(self, out: str | Path, *, details: bool = False) -> Path:
        """Write the latest result to a single HTML file that needs no network; return its path."""
        path = Path(out).expanduser()
        write_report(self._project, path, details=details)
        return path

    def _look(self) -> SolutionStatus:
        return self._project.shown()

    # What you know

    @property
    def hints(self) -> Hints:
        """Hints about photos and offsets."""
        return self._project.known().said.hints

    def answer(
        self, moment: Moment, photo: str | Place, other: str | Place, *, asked: bool = False
    ) -> None:
        """Say how far apart in time two photos of different galleries were taken.

        ``moment`` is ``"instant"`` (seconds), ``"same"`` (one scene: minutes), ``"about"`` (a
        quarter of an hour), ``"different"``, ``"other-day"``, ``"before"`` or ``"after"`` (the
        first photo was taken before or after the other), or ``"unclear"``. ``asked``: these are
        the photos of a question; photos that you chose yourself count for more.
        """
        self._say_pair(moment, photo, other, named=not asked)

    def same(self, photo: str | Place, other: str | Place) -> None:
        """Say that two photos of different galleries show the same scene, minutes apart at most."""
        self.answer("same", photo, other)

    def about(self, photo: str | Place, other: str | Place) -> None:
        """Say that two photos were taken at about the same time: within a quarter of an hour."""
        self.answer("about", photo, other)

    def different(self, photo: str | Place, other: str | Place) -> None:
        """Say that two photos do not show the same moment."""
        self.answer("different", photo, other)

    def unclear(self, photo: str | Place, other: str | Place) -> None:
        """Say that it is unclear how close in time two photos are; do not ask again."""
        self.answer("unclear", photo, other)

    def reject(self, photo: str | Place, other: str | Place) -> None:
        """Say that the similarity of two photos is not evidence."""
        self._say_pair("reject", photo, other)

    def pin(self, gallery: str, offset_s: float) -> None:
        """Set the offset of a gallery that you know."""
        self._project.say(changes.pin(self._look().solution.event, gallery, offset_s))

    def trust(self, gallery: str, *, trusted: bool = True) -> None:
        """Say that a gallery's clock is right."""
        self._project.say(changes.trust(self._look().solution.event, gallery, trusted=trusted))

    def anchor(self, gallery: str) -> None:
        """Choose the gallery whose clock gives event times."""
        self._project.name_anchor(changes.anchor(self._look().solution.event, gallery))

    def no_jump(self, gallery: str) -> None:
        """Say that a gallery's clock was not changed during the event."""
        self._project.say(changes.no_jump(self._look().solution.event, gallery))

    def set_right(self, photo: str | Place) -> None:
        """Say that a gallery's clock was wrong, and was corrected just before a photo."""
        event, (row,) = self._look().solution.event, self._rows_of(photo)
        self._project.say(changes.set_right(event, row))

    def known_time(
        self, photo: str | Place, time: str | datetime, *, within_s: float | None = None
    ) -> None:
        """Say when a photo was taken, in local time: "2024-05-03 21:15", or only a day.

        ``within_s``: give or take so much; left out, it is as exact as it is written.
        """
        event, (row,) = self._look().solution.event, self._rows_of(photo)
        text = time.strftime("%Y-%m-%d %H:%M:%S") if isinstance(time, datetime) else time
        near_s = float(event.table.camera_time_s[row])
        typed = changes.typed_time(text, near_s)
        given_s = typed.within_s if within_s is None else within_s
        self._project.say(changes.known_time(event, row, typed.time_s, given_s))

    def known_clock(
        self,
        gallery: str,
        *,
        ahead_s: float | None = None,
        zone: str | None = None,
        within_s: float = changes.WITHIN_S,
    ) -> None:
        """Say how far a gallery's clock was ahead (less than 0: behind), or its time zone.

        ``zone``: "+09:00" or "America/New_York". It is evidence, give or take ``within_s``.
        """
        if (ahead_s is None) == (zone is None):
            raise UsageError("Give either how far the clock was ahead, or the zone that it showed.")
        event = self._look().solution.event
        if zone is None:
            self._project.say(changes.known_clock(event, gallery, ahead_s or 0.0, within_s))
        else:
            self._project.say(changes.known_zone(event, gallery, zone, within_s))

    def confirm(self, gallery: str) -> None:
        """Confirm a gallery's pin or lock although the photos contradict it."""
        self._project.say(changes.confirm(self._look().solution.event, gallery))

    def rename(self, gallery: str, name: str) -> None:
        """Give a gallery another name."""
        self._project.say(changes.rename(self._look().solution.event, gallery, name))

    def merge(self, gallery: str, other: str) -> None:
        """Say that two galleries have the same clock."""
        self._project.say(changes.merge(self._look().solution.event, (gallery, other)))

    def unsay(self) -> UserInput:
        """Undo the last hint; return the hints that are left."""
        return self._project.take_back().said

    def _say_pair(self, kind: changes.PairKind, *photos: str | Place, named: bool = False) -> None:
        event, rows = self._look().solution.event, self._rows_of(*photos)
        self._project.say(changes.say_pair(event, kind, rows, named=named))

    def _rows_of(self, *photos: str | Place) -> list[int]:
        from coincide.app.cli.output.names import base_of, find_row

        event, sources = self._look().solution.event, self._project.sources
        base = base_of(sources[0]) if len(sources) == 1 else Path.cwd()
        return [find_row(event, place_of(item), base) for item in photos]

    # Corrected times

    def plan(
        self,
        *,
        to: Target = "sidecar",
        program: str | None = None,
        zone: str | None = None,
        into: str | Path | None = None,
        unsure: bool = False,
        slight: bool = False,
        guessed: bool = False,
        only: Iterable[str] = (),
    ) -> Plan:
        """Return a plan that shows file by file what would change; nothing is written.

        As ``coincide plan`` does: ``program`` is to read the sidecars, ``zone`` is the place's
        where no tag tells it, ``into`` the new folder of copies, ``only`` the galleries to move
        and no others. Raises where the latest result no longer holds.
        """
        folder = None if into is None else _new_folder(to, into)
        if to == "copies" and folder is None:
            raise UsageError("Copies need a new folder: give it with into.")
        known = None if program is None else _known_program(to, program)
        caution = Caution(unsure, slight)
        options = PlanOptions(to, known, caution, zone, guessed, folder, frozenset(only))
        return plan_solution(self._project, options)

    def save(self, plan: Plan, out: str | Path | None = None) -> Path:
        """Write a plan to a file, by default in the project folder; return its path."""
        path = (
            free_plan_path(file_of(self.folder)).absolute() if out is None else Path(out).absolute()
        )
        save_plan(plan, path)
        return path

    def apply(self, plan: Plan | str | Path) -> Report:
        """Apply a plan; a plan that is not yet a file is saved first."""
        if isinstance(plan, Plan):
            plan = self._applied(plan) or self.save(plan)
        return carry_out(open_plan(Path(plan)), project=self._project)

    def undo(self, plan: Plan | str | Path, *, trust: bool = False) -> UndoReport:
        """Restore every file as it was before a plan was applied, byte for byte.

        ``trust``: also files that this account has no record of having written, because the plan
        was applied elsewhere; without it they are left alone and reported.
        """
        path = self._applied(plan) if isinstance(plan, Plan) else plan
        if path is None:
            raise PlanError("This plan was never applied, so there is nothing to take back.")
        return bring_back(open_plan(Path(path)), project=self._project, trusted=trust)

    def _applied(self, plan: Plan) -> Path | None:
        """Return where a plan lies that was applied; None of any other."""
        data = plan_json(plan).encode()
        return next((path for path in self._project.known().plans if _holds(path, data)), None)


def _holds(path: Path, data: bytes) -> bool:
    """Tell whether a file holds just these bytes; what is no regular file holds nothing."""
    try:
        return read_own(path, most=len(data)) == data
    except OSError:
        return False


def _known_program(to: Target, program: str) -> Program:
    """Return the program that is to read sidecars; raise UsageError where there is none such."""
    if to != "sidecar":
        raise UsageError("A program is for sidecars only: every program reads the other targets.")
    for name in PROGRAMS:
        if name == program:
            return name
    raise UsageError(
        UNCONFIRMED.get(program, f"Unknown program {program}: there are {', '.join(PROGRAMS)}.")
    )


def _new_folder(to: Target, into: str | Path) -> Path:
    if to != "copies":
        raise UsageError("A new folder is for copies only.")
    folder = Path(into).expanduser().absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{into} exists and is not empty. Give a new folder.")
    return folder
