"""The library that is open in the app: its histories, found once, and what is done to them."""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from coincide import project as pipeline
from coincide.app.review.clocks.shapes import (
    BorderView,
    ClockQuestionsView,
    ClocksView,
    StretchCard,
)
from coincide.app.review.clocks.views import (
    border_view,
    card_view,
    clocks_view,
    lanes_of,
    photo_rows,
    question_view,
)
from coincide.app.review.jobs import StoppedError, Watch
from coincide.app.review.pictures import RealPaths, photo_jpeg
from coincide.errors import PlanError, UsageError, WriteError
from coincide.library.clocks import path_of, paths_of
from coincide.library.decide import Decision
from coincide.library.eventfiles import open_source
from coincide.library.openlibrary import Library, open_library
from coincide.library.photos import Clock
from coincide.library.plans import known_plan, plan_path, plan_stretch
from coincide.library.questions import best_questions
from coincide.library.scan.folders import Root
from coincide.library.statements import Said as LibraryAnswer
from coincide.library.statements import SaidBorder, statement_in_words
from coincide.library.suggestions import LibraryEvent, events_of
from coincide.model.progress import StageProgress
from coincide.project.plans.plans import save_plan
from coincide.writing.plan import Caution, PlanOptions

logger = logging.getLogger(__name__)

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
        """Find the histories of all clocks; again, of what events were synced since."""
        progress("histories", 0, 1)
        with self._lock, self._opened() as library:
            found = None if self._look is None else replace(self._look.library.found, ties=None)
            # what is shown later is found while the records are open
            self._look = look_at(replace(library, before=found))
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

    def events(self) -> tuple[LibraryEvent, ...]:
        """Return the events of the library, as it is now."""
        with self._lock, self._opened() as library:
            return events_of(replace(library, before=self._shown.library.found))

    def event_source(self, number: int) -> Path:
        """Return what opens an event, written where there was nothing."""
        with self._lock, self._opened() as library:
            asked = replace(library, before=self._shown.library.found)
            every = events_of(asked)
            if number > len(every):
                raise UsageError(f"There is no event {number}.")
            source, left = open_source(asked, every[number - 1])
        if left:
            logger.warning("left out, since its name is no text: %s", left[0].name)
        return source

    def card(self, number: int) -> StretchCard:
        """Return a stretch with a few of its photos."""
        return card_view(self.decision(number), number, self._photos(number))

    def photo(self, number: int, at: int, size_px: int) -> bytes | None:
        """Return one of the photos of a card as JPEG; None where it cannot be shown."""
        paths = self._photos(number)
        if not 0 <= at < len(paths) or not self._files.is_same(paths[at]):
            return None
        return photo_jpeg(paths[at], size_px)

    def border(self, lane: int, at: int) -> BorderView:
        """Return the photos before and behind a border that is looked at."""
        return border_view(self._shown.library, lane, at, self._around(lane, at))

    def border_photo(self, lane: int, at: int, side: int, size_px: int) -> bytes | None:
        """Return one of these photos as JPEG: 0 before, 1 behind; None where it cannot be shown."""
        path = self._around(lane, at)[side]
        self._files.note([path])
        return photo_jpeg(path, size_px) if self._files.is_same(path) else None

    def state_border(self, lane: int, at: int | None, instead_of: int | None) -> None:
        """Keep that a clock was set before a photo, and not before another."""
        clock = self._clock(lane)
        with self._lock, self._opened() as library:
            named = (
                None if row is None else path_of(library.store, clock, self._row(clock, row))
                for row in (at, instead_of)
            )
            asked = replace(library, before=self._shown.library.found)
            asked.add_border(SaidBorder(*named))
            self._look = look_at(replace(library, before=self._shown.library.found))

    def take_back_statement(self, number: int | None) -> str:
        """Forget what was stated, last unless its number is given; return it in words."""
        with self._lock, self._opened() as library:
            gone = library.take_back() if number is None else library.take_back_number(number)
            if gone is None:
                raise UsageError("There is nothing that you said and could take back.")
            self._look = look_at(replace(library, before=self._shown.library.found))
        return statement_in_words(gone)

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
            self._look = look_at(replace(library, before=self._shown.library.found))

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

    def _clock(self, lane: int) -> Clock:
        lanes = lanes_of(self._shown.library)
        if not 0 <= lane < len(lanes):
            raise UsageError(f"There is no clock {lane}.")
        return lanes[lane].clock

    def _row(self, clock: Clock, at: int) -> int:
        if not 0 < at < len(clock.photos):
            raise UsageError(f"No border lies before photo {at} of {clock.name}.")
        return at

    def _around(self, lane: int, at: int) -> tuple[Path, Path]:
        clock = self._clock(lane)
        row = self._row(clock, at)
        with self._lock, self._opened() as library:
            before, after = (path_of(library.store, clock, one) for one in (row - 1, row))
        return before, after

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
