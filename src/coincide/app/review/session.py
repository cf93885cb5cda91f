"""The event that is open: held in memory, changed by what people say, the same for every page.

Whatever is shown is one frozen :class:`Solved`, replaced as a whole; changes are in the project
folder before they are answered, so the command line sees the same, and closing loses nothing.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from threadpoolctl import threadpool_limits

from coincide import project as pipeline
from coincide.app.review.answers import Changed
from coincide.app.review.changes import Change
from coincide.app.review.jobs import Job, Jobs, Watch
from coincide.app.review.news import Item, News
from coincide.app.review.pictures import Pictures
from coincide.app.review.shapes import Page, SolvedView, StateView
from coincide.app.review.views import job_view, moves_view
from coincide.errors import StoreError
from coincide.media.exiftool import find_exiftool
from coincide.model import Event
from coincide.project import Held, Said, Solved, SyncResult
from coincide.project.features import Progress
from coincide.project.options import SyncOptions
from coincide.storage.store import Store

logger = logging.getLogger(__name__)


class NotOpenError(StoreError):
    """No event is open."""


@dataclass(frozen=True)
class Opened:
    """One event: where it is, what is held of it, and the latest solution."""

    sources: tuple[Path, ...]
    project: Path
    held: Held
    said: Said
    solved: Solved
    solved_by: Said
    pictures: Pictures

    @property
    def settled(self) -> bool:
        """Whether the solution knows all that was said."""
        return self.solved_by == self.said

    @property
    def event(self) -> Event:
        """The event as it was chosen last, which the solution may not know yet."""
        return self.held.event(self.said.choices)


class Session:
    """What the app holds; safe from any thread. Close it when done."""

    def __init__(self, roots: Sequence[Path], options: SyncOptions = SyncOptions()) -> None:
        self.roots = tuple(root.expanduser().resolve() for root in roots)
        self.options = options
        self.news = News()
        self.jobs = Jobs(self._tell_job)
        self.version = 1
        self._opened: Opened | None = None
        self._opening = 0
        self._lock = threading.RLock()
        self._telling = threading.Lock()

    def close(self) -> None:
        """Stop all work and let the event go; what was said is kept."""
        self.news.close()
        self.jobs.close()
        if self._opened is not None:
            self._opened.pictures.close()

    @property
    def opened(self) -> Opened:
        """The event that is open; raises NotOpenError where none is."""
        if self._opened is None:
            raise NotOpenError("No event is open yet. Choose its folders first.")
        return self._opened

    def state(self) -> StateView:
        """Return how things stand, but for the event itself."""
        opened = self._opened
        page: Page = "choose"
        if self._opening:
            page = "working"
        elif opened is not None:
            page = "event"
        undo, redo = False, False
        if opened is not None:
            with Store(opened.project) as store:
                undo, redo = store.can_undo_hints()
        return StateView(
            mode="live",
            version=self.version,
            page=page,
            project=None if opened is None else str(opened.project.absolute()),
            can_undo=undo,
            can_redo=redo,
            exiftool=find_exiftool() is not None,
            jobs=tuple(job_view(job) for job in self.jobs.listed),
        )

    def first_news(self) -> list[Item]:
        """Return what a page is told that comes, or comes back."""
        told: list[Item] = [("state", self.state())]
        if self._opened is not None:
            told.append(("event", Changed(self.version)))
        return told

    # Opening and solving, in the worker's thread

    def open(self, sources: Sequence[Path], project: Path | None = None) -> Job:
        """Read, embed and solve an event; it is shown when all is done."""
        with self._lock:
            self._opening += 1
        try:
            job, _ = self.jobs.start("open", lambda watch: self._open(watch, sources, project))
        finally:
            self._tell_state()
        return job

    def _open(self, watch: Watch, sources: Sequence[Path], project: Path | None) -> None:
        try:
            opened = self._read(watch.progress, sources, project)
            with self._lock:
                before, self._opened = self._opened, opened
                self.version += 1
            if before is not None:
                before.pictures.close()
        finally:
            with self._lock:
                self._opening -= 1
            self._tell_state()
        self.news.tell("event", Changed(self.version))

    def _read(self, progress: Progress, sources: Sequence[Path], project: Path | None) -> Opened:
        event = pipeline.load_found_event(*sources, project=project, progress=progress)
        held = pipeline.hold_event(event, self.options, progress)
        folder = pipeline.project_folder(sources, project)
        said = pipeline.load_said(folder)
        progress("solve", 0, 1)
        solved = pipeline.guess_held(held, _solved(held, said), progress)
        pipeline.save_result(solved.result, pipeline.result_paths(folder))
        return Opened(tuple(sources), folder, held, said, solved, said, Pictures(folder))

    def reload(self, progress: Progress) -> None:
        """Read the event's files again, after they were written."""
        opened = self.opened
        again = self._read(progress, opened.sources, opened.project)
        again.pictures.close()
        self._show(again.held, again.solved, again.said)

    def _solve(self, watch: Watch) -> None:
        """Solve anew by what was said until now, show it, and only then do what takes longer."""
        opened = self.opened
        watch.progress("solve", 0, 1)
        said = pipeline.load_said(opened.project)
        solved = _solved(opened.held, said, opened.solved.result)
        self._show(opened.held, solved, said)
        pipeline.save_result(solved.result, pipeline.result_paths(opened.project))
        if solved.result.event.timeless:
            guessed = pipeline.guess_held(opened.held, solved, watch.progress)
            self._show(opened.held, guessed, said)
            pipeline.save_result(guessed.result, pipeline.result_paths(opened.project))

    def _show(self, held: Held, solved: Solved, said: Said) -> None:
        with self._lock:
            before = self.opened
            self._opened = replace(before, held=held, solved=solved, solved_by=said)
            self.version += 1
            version = self.version
        moved = moves_view(before.solved.result.offsets, solved.result.offsets)
        seconds = round(sum(solved.result.seconds.values()), 3)
        self.news.tell("solved", SolvedView(version, moved, seconds))
        self.news.tell("event", Changed(version))
        self._tell_state()

    # What people say

    def change(self, change: Change) -> int:
        """Keep what a person said, and solve anew; return the version."""
        return self._keep(lambda project: pipeline.change_said(project, change))

    def undo(self) -> int:
        """Take the last change back, whoever made it."""
        return self._keep(pipeline.undo_said)

    def redo(self) -> int:
        """Make the last change again that was taken back."""
        return self._keep(pipeline.redo_said)

    def look(self) -> None:
        """Notice what was said meanwhile on the command line."""
        if self._opened is not None:
            self._keep(pipeline.load_said)

    def _keep(self, keep: Callable[[Path], Said]) -> int:
        with self._lock:
            opened = self.opened
            said = keep(opened.project)
            if said == opened.said:
                return self.version
            self._opened = replace(opened, said=said)
            self.version += 1
            # one that waits will see this change too
            if not self.jobs.is_waiting("solve"):
                self.jobs.start("solve", self._solve)
        self._tell_state()
        return self.version

    def _tell_job(self, job: Job) -> None:
        self.news.tell("job", job_view(job))

    def _tell_state(self) -> None:
        # one thread at a time: an older state must not be told after a newer one
        with self._telling:
            self.news.tell("state", self.state())


def _solved(held: Held, said: Said, before: SyncResult | None = None) -> Solved:
    """Solve on one core: the products are small, and on a busy machine threads wait for others."""
    with threadpool_limits(1, user_api="blas"):
        return pipeline.solve_held(held, said.choices, before)
