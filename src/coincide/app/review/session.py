"""The event that is open: one project, looked at by every page, changed by what people say.

Whatever is shown is one frozen :class:`SolutionStatus`, replaced as a whole. Opening and looking
solve nothing and write nothing. An answer, or *Solve*, is an act: what was said is in the project
folder before it is answered, and so is what was found, so the command line sees the same.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from coincide.app.review.album import Albums
from coincide.app.review.answers import Changed
from coincide.app.review.clocks.openlibrary import LibraryPlace, OpenClocks
from coincide.app.review.folders import demo_event
from coincide.app.review.jobs import Job, Jobs, Watch, one_core
from coincide.app.review.news import Item, News
from coincide.app.review.openproject import NotOpenError, OpenedProject, Unsolved, read_unsolved
from coincide.app.review.pictures import Pictures
from coincide.app.review.shapes import Page, SolvedView, StateView
from coincide.app.review.views import job_view, moves_view
from coincide.errors import UntrustedError, UsageError
from coincide.media.exiftool import find_exiftool
from coincide.model import Event, file_of
from coincide.model.progress import StageProgress
from coincide.project import Known, Project, Solution, SolutionStatus, SyncResult
from coincide.project.project import Change
from coincide.project.read.remotealbum import mirror_of

logger = logging.getLogger(__name__)


class Session:
    """What the app holds; safe from any thread. Close it when done."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self.roots = tuple(root.expanduser().resolve() for root in roots)
        self.news = News()
        self.jobs = Jobs(self._tell_job)
        self.albums = Albums()
        self.version = 1
        # the library whose clocks are shown where no event is open
        self.clocks: OpenClocks | None = None
        # how to end the program, where the page may
        self.end: Callable[[], None] | None = None
        self._opened: OpenedProject | None = None
        self._unsolved: Unsolved | None = None
        # the address of the album that the event is, where it is one of a photo server
        self.album: str | None = None
        self._opening = 0
        self._lock = threading.RLock()
        self._telling = threading.Lock()
        self._finding = threading.Lock()

    def close(self) -> None:
        """Stop all work and let the event go; what was said is kept."""
        self.news.close()
        self.jobs.close()
        if self._opened is not None:
            self._opened.close()

    @property
    def opened(self) -> OpenedProject:
        """The event that is open; raises NotOpenError where none is."""
        if self._opened is None:
            raise NotOpenError("No event is open yet. Choose its folders first.")
        return self._opened

    @property
    def event(self) -> Event:
        """The event as it was chosen last, solved or not; raises NotOpenError where none is."""
        unsolved = self._unsolved
        return self.opened.event if unsolved is None else unsolved.event

    def state(self) -> StateView:
        """Return how things stand, but for the event itself."""
        opened, unsolved = self._opened, self._unsolved
        held = opened if unsolved is None else unsolved
        page: Page = "choose"
        if self._opening:
            page = "working"
        elif unsolved is not None:
            page = "who"
        elif opened is not None:
            page = "event"
        elif self.clocks is not None:
            page = "library"
        return StateView(
            mode="live",
            version=self.version,
            page=page,
            project=None if held is None else str(file_of(held.project.folder).absolute()),
            can_undo=held is not None and held.known.can_undo,
            can_redo=held is not None and held.known.can_redo,
            changed=held.look.changed if isinstance(held, OpenedProject) else (),
            exiftool=find_exiftool() is not None,
            album=self.album,
            library=self.clocks is not None,
            can_end=self.end is not None,
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
        """Show what is known of an event; of one that was not solved yet, who is who."""
        return self._start_opening(lambda watch: self._open(watch, sources, project))

    def open_demo(self) -> Job:
        """Show the demo event, rendered first where that was never done."""
        return self._start_opening(lambda watch: self._open(watch, [demo_event(watch.progress)]))

    def open_library(self, where: LibraryPlace) -> Job:
        """Show the clocks of a library that was scanned."""

        def load(watch: Watch) -> None:
            clocks = OpenClocks(where)
            clocks.load(watch.progress)
            self.clocks = clocks

        return self._start_opening(load)

    def back_to_library(self) -> Job:
        """Show the library again instead of its event, by what was synced meanwhile."""
        clocks = self.clocks
        if clocks is None:
            raise UsageError("No library is open: start with coincide library view FOLDER.")

        def load(watch: Watch) -> None:
            with self._lock:
                before, self._opened, self._unsolved = self._opened, None, None
                self.album = None
                self.version += 1
            if before is not None:
                before.close()
            clocks.load(watch.progress)

        return self._start_opening(load)

    def tell_clocks(self) -> int:
        """Let pages look at a library again; return the version."""
        with self._lock:
            self.version += 1
        self._tell_state()
        return self.version

    def _open(self, watch: Watch, sources: Sequence[Path], project: Path | None = None) -> None:
        self._show_first(self._look(Project.at(*sources, project=project), watch.progress))

    def _start_opening(self, work: Callable[[Watch], None]) -> Job:
        """Queue work that ends with another event on the page, or with the one before."""

        def run(watch: Watch) -> None:
            try:
                work(watch)
            finally:
                with self._lock:
                    self._opening -= 1
                self._tell_state()
            if self._opened is not None:
                self.news.tell("event", Changed(self.version))

        with self._lock:
            self._opening += 1
        try:
            job, _ = self.jobs.start("open", run)
        finally:
            self._tell_state()
        return job

    def _look(self, project: Project, progress: StageProgress) -> OpenedProject | Unsolved:
        look = project.look(progress)
        if look is None:  # there is nothing to look at before it is solved once
            return read_unsolved(project, progress)
        return OpenedProject(project, look, look.known, Pictures(file_of(project.folder)))

    def _show_first(self, found: OpenedProject | Unsolved) -> None:
        """Show another event than before, or the same for the first time."""
        mirror = mirror_of(found.project.sources)
        if isinstance(found, OpenedProject):
            found.pictures.note(found.solution.event)
        with self._lock:
            self.album = None if mirror is None else mirror.address
            before = self._opened
            self._opened = found if isinstance(found, OpenedProject) else None
            self._unsolved = found if isinstance(found, Unsolved) else None
            self.version += 1
        if before is not None:
            before.close()

    def _solve_first(self, watch: Watch, unsolved: Unsolved) -> None:
        """Solve an event for the first time, and show it."""
        project = unsolved.project
        with one_core():
            synced = project.sync(progress=watch.progress, warm=True)
        look = project.look_again(synced.solution, project.known(), watch.progress)
        pictures = Pictures(file_of(project.folder))
        self._show_first(OpenedProject(project, look, look.known, pictures, synced.run))

    def reload(self, progress: StageProgress) -> None:
        """Look at the event again, as after its files were written."""
        opened = self.opened
        known = opened.project.known()
        look = opened.project.look_again(opened.solution, known, progress)
        with self._lock:
            if self._opened is opened:  # else something was said since, which is newer
                self._opened = replace(opened, known=known)
        self._show(look, opened.run if look.solution is opened.solution else None)

    def traced(self) -> SyncResult | None:
        """Return how what is shown was found, in numbers; None where a method keeps none.

        What was found earlier is found again in memory, and changes nothing; not by code that
        only the project folder names, for this only looks.
        """
        opened = self.opened
        if opened.look.changed:  # rows may mean other photos by now
            return None
        if opened.run is None and opened.solution.evidence is not None:
            with self._finding, one_core():
                opened = self.opened
                if opened.run is None:
                    try:
                        run = opened.project.found_again(opened.look.known)
                    except UntrustedError:
                        return None
                    with self._lock:
                        if self._opened is opened:
                            self._opened = replace(opened, run=run)
                    return run
        return opened.run if opened.run is None or opened.run.trace is not None else None

    def solve(self) -> Job:
        """Solve by all that is there now, for the first time or anew."""
        unsolved = self._unsolved
        if unsolved is None:
            job, _ = self.jobs.start("solve", self._solve)
            return job
        return self._start_opening(lambda watch: self._solve_first(watch, unsolved))

    def _solve(self, watch: Watch) -> None:
        """Solve by what was said until now, show it, and only then do what takes longer."""
        opened = self.opened
        watch.progress("solve", 0, 1)
        project, known = opened.project, opened.known

        def show(solution: Solution, run: SyncResult | None) -> None:
            corrected = project.applied(known).galleries
            self._show(SolutionStatus(solution, known, (), corrected), run)

        with one_core():
            if opened.look.changed:  # what is in memory may be of other files
                synced = project.sync(progress=watch.progress, warm=True)
                known = project.known()
                show(synced.solution, synced.run)
            else:
                project.solve_again(known, show, progress=watch.progress)

    def _show(self, look: SolutionStatus, run: SyncResult | None) -> None:
        with self._lock:
            before = self.opened
            if look.known.said.of_clocks == before.said.of_clocks:
                look = replace(look, known=before.known)  # the album may have changed meanwhile
            before.pictures.note(look.solution.event)
            self._opened = replace(before, look=look, run=run)
            self.version += 1
            version = self.version
        if before.solution.key != look.solution.key:
            moved = moves_view(before.solution.offsets, look.solution.offsets)
            seconds = 0.0 if run is None else round(sum(run.seconds.values()), 3)
            self.news.tell("solved", SolvedView(version, moved, seconds))
        self.news.tell("event", Changed(version))
        self._tell_state()

    # What people say

    def change(self, change: Change) -> int:
        """Keep what a person said, and solve anew; return the version."""
        return self._keep(lambda project: project.say(change))

    def name_anchor(self, change: Change) -> int:
        """Keep whose time the event is told in, and solve anew."""
        return self._keep(lambda project: project.name_anchor(change))

    def undo(self) -> int:
        """Take the last change back, whoever made it."""
        return self._keep(lambda project: project.take_back())

    def redo(self) -> int:
        """Make the last change again that was taken back."""
        return self._keep(lambda project: project.say_again())

    def look(self) -> None:
        """Notice what was said, solved or written meanwhile by others; solve nothing."""
        opened = self._opened
        if opened is None or self.jobs.busy or not opened.project.has_news():
            return
        look = opened.project.look()
        if look is None or look.tells_as(opened.look):
            return
        with self._lock:
            if self._opened is not opened:  # an act came between, and will be looked at next time
                return
            self._opened = replace(opened, known=look.known)
        self._show(look, None)

    def _keep(self, keep: Callable[[Project], Known]) -> int:
        if self._unsolved is not None:
            return self._keep_unsolved(keep)
        with self._lock:
            opened = self.opened
            opened.project.store.leave_open()  # for the solve: one click opens it once
            known = keep(opened.project)
            if known.said == opened.said:
                if not self.jobs.is_waiting("solve"):
                    opened.project.store.let_go()
                return self.version
            self.version += 1
            if known.said.of_clocks == opened.said.of_clocks:
                self._keep_album(opened, known)
                return self.version
            self._opened = replace(opened, known=known)
            # one that waits will see this change too
            if not self.jobs.is_waiting("solve"):
                self.jobs.start("solve", self._solve)
        self._tell_state()
        return self.version

    def _keep_album(self, opened: OpenedProject, known: Known) -> None:
        """Show what was chosen for the album: no clock moves, so nothing is solved."""
        if not self.jobs.is_waiting("solve"):
            opened.project.store.let_go()
        look = replace(opened.look, known=known) if opened.settled else opened.look
        self._opened = replace(opened, known=known, look=look)
        self.news.tell("album", Changed(self.version))
        self._tell_state()

    def _keep_unsolved(self, keep: Callable[[Project], Known]) -> int:
        with self._lock:
            unsolved = self._unsolved
            if unsolved is not None:
                self._unsolved = unsolved.knowing(keep(unsolved.project))
            self.version += 1
        self._tell_state()
        return self.version

    def _tell_job(self, job: Job) -> None:
        self.news.tell("job", job_view(job))

    def _tell_state(self) -> None:
        # one thread at a time: an older state must not be told after a newer one
        with self._telling:
            self.news.tell("state", self.state())
