"""The library that is open in the app: its histories, found once, and what is done to them."""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from coincide import project as pipeline
from coincide.app.review.clocks.shapes import (
    ClockQuestionsView,
    ClocksView,
    StretchCard,
)
from coincide.app.review.clocks.views import card_view, clocks_view, photo_rows, question_view
from coincide.app.review.jobs import StoppedError, Watch
from coincide.app.review.pictures import RealPaths, photo_jpeg
from coincide.errors import PlanError, UsageError, WriteError
from coincide.library.clocks import paths_of
from coincide.library.decide import Decision
from coincide.library.openlibrary import Library, open_library
from coincide.library.openlibrary import Said as LibraryAnswer
from coincide.library.plans import known_plan, plan_path, plan_stretch
from coincide.library.questions import best_questions
from coincide.library.scan.folders import Root
from coincide.model.progress import StageProgress
from coincide.project.plans.plans import save_plan
from coincide.writing.plan import Caution, PlanOptions

# questions that the page shows
_QUESTIONS = 3
# files that could not be written and are named in one message
_NAMED = 5


@dataclass(frozen=True)
class LibraryPlace:
    """Which folders a library is of, where its records lie, and the zone of its home."""

    folders: tuple[Path, ...]
    place: Callable[[tuple[Root, ...], Path | None], Path]
    store: Path | None
    home: str | None


@dataclass(frozen=True)
class ClocksLook:
    """What is shown of a library: its histories and decisions, its plans by stretch, the page."""

    library: Library
    plans: Mapping[int, Path]
    view: ClocksView


def look_at(library: Library) -> ClocksLook:
    """Return what is shown of a library."""
    found = {
        number: known_plan(library, decision)
        for number, decision in enumerate(library.decisions, start=1)
    }
    plans = {number: path for number, path in found.items() if path is not None}
    return ClocksLook(library, plans, clocks_view(library, plans))


class OpenClocks:
    """A library in the app; safe to share between threads. Each look at it is found as a whole."""

    def __init__(self, where: LibraryPlace) -> None:
        self._where = where
        self._lock = threading.RLock()
        self._files = RealPaths()
        self._look: ClocksLook | None = None

    def load(self, progress: StageProgress) -> None:
        """Find the histories of all clocks."""
        progress("histories", 0, 1)
        with self._lock, self._opened() as library:
            # what is shown later is found while the records are open
            self._look = look_at(library)
        progress("histories", 1, 1)

    @property
    def view(self) -> ClocksView:
        """All clocks."""
        return self._shown.view

    def questions(self) -> ClockQuestionsView:
        """What is most worth knowing."""
        with self._lock, self._opened() as library:
            shown = self._shown.library
            asked = [(answer.clock, answer.session) for answer in shown.answers]
            found = best_questions(shown.solved, asked, _QUESTIONS)
            return ClockQuestionsView(
                tuple(question_view(library, shown, question) for question in found)
            )

    def card(self, number: int) -> StretchCard:
        """Return a stretch with a few of its photos."""
        return card_view(self.decision(number), number, self._photos(number))

    def photo(self, number: int, at: int, size_px: int) -> bytes | None:
        """Return one of the photos of a card as JPEG; None where it cannot be shown."""
        paths = self._photos(number)
        if not 0 <= at < len(paths) or not self._files.is_same(paths[at]):
            return None
        return photo_jpeg(paths[at], size_px)

    def decision(self, number: int) -> Decision:
        """Return a stretch by its number; raise UsageError where there is none."""
        decisions = self._shown.library.decisions
        if not 1 <= number <= len(decisions):
            raise UsageError(f"There is no stretch {number}.")
        return decisions[number - 1]

    def reject(self, number: int, *, rejected: bool) -> None:
        """Keep that a stretch is not so, or forget that."""
        with self._lock, self._opened() as library:
            if rejected:
                library.reject(self.decision(number))
            else:
                library.accept_again(self.decision(number))
            self._look = look_at(replace(library, before=self._shown.library.found))

    def answer(self, photo: Path, true_s: float, sd_s: float) -> None:
        """Keep when a photo was taken, and find the histories anew."""
        with self._lock, self._opened() as library:
            asked = replace(library, before=self._shown.library.found)
            asked.add_answer(LibraryAnswer(photo, true_s, sd_s))
            self._look = look_at(asked)

    def plan(self, number: int, watch: Watch) -> Path:
        """Make the plan of a stretch and return where it lies."""
        decision = self.decision(number)
        if decision.state != "wrong":
            raise PlanError(f"This stretch is not written: {decision.why or 'it is right'}.")
        options = PlanOptions("sidecar", caution=Caution(slight=True))
        with self._lock, self._opened() as library:
            plan = plan_stretch(library, decision, options, progress=watch.progress)
            path = plan_path(library, decision)
        path.parent.mkdir(parents=True, exist_ok=True)
        save_plan(plan, path)
        self._look_again()
        return path

    def apply(self, number: int, watch: Watch) -> None:
        """Write what the plan of a stretch says."""
        opened = pipeline.open_plan(self._planned(number))
        report = pipeline.apply_plan(opened, progress=watch.quietly, stop=watch.stopped)
        self._look_again()
        if report.stopped:
            raise StoppedError("Stopped. Apply the plan again to continue, or take it back.")
        if report.failed:
            names = [
                f"{failure.step.name} ({failure.reason})" for failure in report.failed[:_NAMED]
            ]
            raise WriteError(f"Could not be written and are unchanged: {', '.join(names)}.")

    def take_back(self, number: int, watch: Watch) -> None:
        """Bring back every file as it was before the plan of a stretch."""
        opened = pipeline.open_plan(self._planned(number))
        report = pipeline.undo_plan(opened, progress=watch.quietly, stop=watch.stopped)
        self._look_again()
        if report.stopped:
            raise StoppedError("Stopped. Take it back again to continue.")
        if report.left:
            names = [f"{item.step.name} ({item.reason})" for item in report.left[:_NAMED]]
            raise WriteError(f"Left unchanged: {', '.join(names)}.")

    @property
    def _shown(self) -> ClocksLook:
        if self._look is None:
            raise UsageError("No library is open.")
        return self._look

    def _look_again(self) -> None:
        """Show which plans there are, and how far each was carried out."""
        with self._lock:
            self._look = look_at(self._shown.library)

    def _planned(self, number: int) -> Path:
        path = self._shown.plans.get(number)
        if path is None:
            raise PlanError("This stretch has no plan yet. Make one first.")
        return path

    def _photos(self, number: int) -> Sequence[Path]:
        """Return a few photos of a stretch, spread over it."""
        decision = self.decision(number)
        rows = photo_rows(decision)
        with self._lock, self._opened() as library:
            paths = paths_of(library.store, decision.solved.clock, decision.stretch.sessions)
        chosen = [paths[row - rows[0]] for row in rows[1]]
        self._files.note(chosen)
        return chosen

    @contextmanager
    def _opened(self) -> Iterator[Library]:
        where = self._where
        with open_library(where.folders, where.place, where.store, home=where.home) as library:
            yield library
