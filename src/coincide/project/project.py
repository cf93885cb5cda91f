"""The project: one event, and all that is known of it.

It owns the sources, the options, what a person said, one store, and the solutions that were found.
Everyone asks it: the command line, the review app, the report, Python. A solution that still holds
is there at once. Solving is an act; nothing that only looks ever writes.
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from coincide.engine import Engine, LocalEngine
from coincide.errors import StoreError
from coincide.ingest.scan import tidy
from coincide.model import Event, Place, Url, file_of, place_of
from coincide.model.places import expanded
from coincide.model.progress import StageProgress
from coincide.project.copies import fold_like
from coincide.project.costs import Meter
from coincide.project.folder import files
from coincide.project.folder.corrections import AppliedPlans, plans_stamp, read_applied, stamps
from coincide.project.folder.settings import ProjectSettings, load_settings, save_settings
from coincide.project.folder.sharedstore import AtHand, opened, turn
from coincide.project.folder.trust import settled
from coincide.project.options import SyncOptions
from coincide.project.read.events import event_file_of, load_found_event, project_folder, roots_of
from coincide.project.read.ondisk import Run
from coincide.project.read.remotealbum import here_of, pull
from coincide.project.solutions.inputs import Inputs, inputs_of, listing_digest, photos_digest
from coincide.project.solutions.results import OFFSETS, result_paths, save_result
from coincide.project.solutions.solutions import (
    Solution,
    latest_keys,
    load_solution,
    save_solution,
    show_solution,
    solution_of,
)
from coincide.project.solutions.status import (
    Known,
    LastSolution,
    SolutionStatus,
    Synced,
    known_in,
    quiet,
)
from coincide.project.solve.featurecache import Held, carried
from coincide.project.solve.run import SyncResult, Work
from coincide.project.solve.sync import hold, place_guesses, solve
from coincide.project.userinput.choices import Anchor, chosen
from coincide.project.userinput.document import UserInput, change_in, redo_in, row_hints, undo_in
from coincide.storage.objectstore import open_store
from coincide.storage.projectstore import ProjectStore

Change = Callable[[UserInput], UserInput]


class Project:
    """One event with its project folder. For one thread at a time, but for looking."""

    def __init__(self, sources: Sequence[Place], folder: Place) -> None:
        self.sources = tuple(sources)
        self.folder = folder
        self.store = AtHand(folder)
        self._held: Held | None = None
        self._found: LastSolution | None = None
        self._plans: tuple[Path, ...] = ()
        self._plans_read: dict[str | None, tuple[tuple[str, ...], AppliedPlans]] = {}
        self._seen: tuple[str, ...] | None = None

    @classmethod
    def at(cls, *sources: str | Place, project: str | Place | None = None) -> "Project":
        """Return the project of one folder, several folders, an event file, or a URL.

        An album of a server is the folder that it is brought to when it is synced.
        """
        places = [here_of(expanded(place_of(source))) for source in sources]
        return cls(places, project_folder(places, None if project is None else place_of(project)))

    # What is known

    @property
    def options(self) -> SyncOptions:
        """The options of the project: those of its last sync, until they are changed."""
        return load_settings(self.folder).options

    def known(self) -> Known:
        """Return what a person said and which plans were applied, in one look at the store."""
        with open_store(self.folder, readonly=True) as store:
            return known_in(store)

    def say(self, change: Change) -> Known:
        """Keep what a person says, with nobody else's words in between."""
        return self._told(lambda store: change_in(store, change))

    def name_anchor(self, change: Change) -> Known:
        """Keep whose time the event is told in; an anchor that a sync was given gives way.

        It is a choice from then on, so that taking this back goes back to it.
        """
        settings = load_settings(self.folder)
        before = settings.options.anchor
        if before is not None:
            free = replace(settings.options, anchor=None)
            save_settings(self.folder, replace(settings, options=free))
            self.say(lambda said: said.choosing(Anchor(before)))
        return self.say(change)

    def take_back(self) -> Known:
        """Take the last change of what was said back."""
        return self._told(undo_in)

    def say_again(self) -> Known:
        """Make the change again that was taken back last."""
        return self._told(redo_in)

    def _told(self, change: Callable[[ProjectStore], object]) -> Known:
        with self.store.changed() as store:
            change(store)
            return known_in(store)

    @property
    def found(self) -> Event | None:
        """The event as it was found last, before any choice; None where it was not read yet."""
        return None if self._found is None else self._found.event

    def applied(self, known: Known, *, but_of: str | None = None) -> AppliedPlans:
        """Return what plans changed, leaving out those of one solution.

        Plans and journals are read only where they are not as they were.
        """
        return self._applied(known.plans, known.stamp, but_of)

    def _applied(
        self, plans: Sequence[Path], stamp: tuple[str, ...], but_of: str | None = None
    ) -> AppliedPlans:
        self._plans = tuple(plans)
        before, read = self._plans_read.get(but_of, ((), AppliedPlans()))
        if before != stamp:
            read = read_applied(plans, but_of=but_of)
            self._plans_read[but_of] = stamp, read
        return read

    def has_news(self) -> bool:
        """Tell whether anything in the project folder changed since this was asked last."""
        folder = file_of(self.folder)
        names = (
            folder / literal for literal in ("state.sqlite", "project.json", "solutions/latest")
        )
        before, self._seen = self._seen, (*plans_stamp(self._plans), *stamps(names))
        return before != self._seen

    # Looking: nothing here writes

    def latest(self) -> Solution | None:
        """Return the solution that was found or asked for last, whether or not it still holds."""
        return next(filter(None, map(self._load, latest_keys(self.folder))), None)

    def look(self, progress: StageProgress = quiet) -> SolutionStatus | None:
        """Return the latest solution with what changed since; None where there is none yet.

        Where what is there now was solved before, as after a hint was taken back, that is shown.
        """
        known = self.known()  # which refuses a project folder that another version laid out
        solution = self.latest()
        return None if solution is None else self.look_again(solution, known, progress)

    def look_again(
        self, solution: Solution, known: Known, progress: StageProgress = quiet
    ) -> SolutionStatus:
        """Return how a solution stands beside what is known now."""
        photos, listing = solution.inputs.photos, self._listing(solution.event)
        if listing is None or listing != solution.listing:
            photos = photos_digest(self.read(progress, keep=False))
        now = self._beside(self._inputs(photos, self.options, known), known, solution.key)
        if now != solution.inputs:
            kept = self._kept(photos, self.options, known)
            solution, now = (solution, now) if kept is None else (kept, kept.inputs)
        corrected = self.applied(known).galleries
        return SolutionStatus(solution, known, now.changed_since(solution.inputs), corrected)

    def shown(self, progress: StageProgress = quiet) -> SolutionStatus:
        """Return the latest solution with what changed since; raise StoreError where none is."""
        look = self.look(progress)
        if look is not None:
            return look
        if files.read_bytes(self.folder, OFFSETS) is not None:
            raise StoreError(
                f"The result in {self.folder} is from version 0.1, which stored less. Run coincide"
                " sync once: your hints and all cached data are still there."
            )
        raise StoreError(f"No result in {self.folder} yet. Run coincide sync first.")

    def holding(self, progress: StageProgress = quiet) -> Solution:
        """Return a solution that holds; raise StoreError saying what changed where none does."""
        look = self.shown(progress)
        if look.changed:
            raise StoreError(
                f"The latest result is out of date: {', and '.join(look.changed)}."
                " Run coincide sync again."
            )
        return look.solution

    def _load(self, key: str) -> Solution | None:
        roots = roots_of(self.sources)
        solution = load_solution(self.folder, key, roots)
        if solution is None or len(roots) != 1 or isinstance(roots[0], Url):
            return solution
        # a folder that was renamed gives its event its name
        name = tidy(roots[0].name) or "event"
        return replace(solution, event=replace(solution.event, name=name))

    def _inputs(self, photos: str, options: SyncOptions, known: Known) -> Inputs:
        """Return what would be solved by now."""
        return inputs_of(photos, options, known.said, self.applied(known))

    def _beside(self, now: Inputs, known: Known, key: str) -> Inputs:
        """Return what a solution would rest on now.

        Plans that were made from it and carried out do as it says: it holds with them.
        """
        if key not in self.applied(known).solutions:
            return now
        return replace(now, applied=self.applied(known, but_of=key).digest)

    def _kept(self, photos: str, options: SyncOptions, known: Known) -> Solution | None:
        """Return the latest solution that holds; None where there is none."""
        now, keys = self._inputs(photos, options, known), latest_keys(self.folder)
        holding = (key for key in keys if self._beside(now, known, key).key == key)
        return next(filter(None, map(self._load, holding)), None)

    def _listing(self, event: Event) -> str | None:
        if isinstance(self.folder, Url):
            return None
        listed = listing_digest([file_of(root) for root in event.roots], self.folder.absolute())
        event_file = event_file_of(self.sources)
        if listed is None or event_file is None:
            return listed
        try:
            return f"{listed}-{event_file.stat().st_mtime_ns}"
        except OSError:
            return None

    # Acts

    def read(
        self, progress: StageProgress = quiet, *, run: Run | None = None, keep: bool = True
    ) -> Event:
        """Read the event as it is found; what was read of files is kept unless only looked at."""
        run = replace(run or Run(), applied=lambda plans: self._applied(plans, plans_stamp(plans)))
        return load_found_event(
            *self.sources, project=self.folder, progress=progress, run=run, keep=keep
        )

    def before_solving(self, progress: StageProgress = quiet, *, keep: bool = False) -> Event:
        """Return the event as a person chose it, whether or not it was ever solved.

        Copies that only pixels show are known from the latest solution on.
        """
        event, latest = self.read(progress, keep=keep), self.latest()
        found = event if latest is None else fold_like(event, latest.event)
        return chosen(found, self.known().said.choices)

    def sync(
        self,
        options: SyncOptions | None = None,
        *,
        progress: StageProgress = quiet,
        engine: Engine | None = None,
        meter: Meter | None = None,
        warm: bool = False,
    ) -> Synced:
        """Find the offsets of all galleries, and keep them; at once where they are known.

        Options are the project's from now on; None: those it has, whose code must be trusted.
        ``warm``: keep in memory what makes the next one faster.
        """
        meter, engine = meter or Meter(), engine or LocalEngine()
        wanted = settled(self.options if options is None else options)
        pull(self.sources, progress)
        with self.store.taken_over() as left:
            event = self.read(progress, run=Run(engine, meter, look=wanted, store=left))
            with turn(self.folder, progress), opened(left, self.folder) as store:
                work = Work(store, wanted, progress, engine, meter)
                synced = self._synced(event, work, warm=warm)
                # only now: options that lead to nothing are nobody's; and where none were given,
                # those of now, which somebody may have changed meanwhile
                kept_now = self.options if options is None else wanted
                save_settings(self.folder, ProjectSettings(self.sources, kept_now))
        return synced

    def _synced(self, event: Event, work: Work, *, warm: bool) -> Synced:
        """Return the kept solution of an event that was just read, else solve and keep it."""
        self._found = found = LastSolution(event, photos_digest(event), self._listing(event))
        known = known_in(work.store)
        kept = self._kept(found.photos, work.options, known)
        if kept is not None:
            return Synced(self._shown(kept), None)
        held = self._hold(event, work, warm=warm)
        result = place_guesses(held, self._solve(held, known, work), work)
        inputs = self._inputs(found.photos, work.options, known)
        return Synced(self._keep(result, inputs), result)

    def solve_again(
        self,
        known: Known,
        show: Callable[[Solution, SyncResult | None], None],
        *,
        progress: StageProgress = quiet,
    ) -> None:
        """Solve by what is known now without reading anything, show it, then keep it.

        What is shown first may lack what takes longer; it is shown again when it is whole. Where
        nothing is held in memory, or it was solved before, that is as in ``sync``.
        """
        held, found, options = self._held, self._found, self.options
        if held is None or found is None or held.options != options:
            synced = self.sync(progress=progress, warm=True)
            show(synced.solution, synced.run)
            return
        with self.store.taken_over() as left, turn(self.folder, progress):
            kept = self._kept(found.photos, options, known)
            if kept is not None:
                show(self._shown(kept), None)
                return
            inputs = self._inputs(found.photos, options, known)
            before = self.latest() if found.event.timeless else None
            # photos without a time, and a closer look, take more than what is in memory
            slow = not held.warmth.looked or bool(found.event.timeless)
            with opened(left, self.folder) if slow else nullcontext() as store:
                work = Work(store, options, progress)
                result = self._solve(held, known, work)
                if before is not None:
                    moved = carried(before.guesses, before.timeline, result.timeline)
                    result = replace(result, guesses=moved)
                show(solution_of(result, inputs, found.listing, deep=False), result)
                result = place_guesses(held, result, work)
            show(self._keep(result, inputs), result)

    def found_again(self, known: Known, progress: StageProgress = quiet) -> SyncResult:
        """Solve once more for what is not kept of a solution; nothing is written of it."""
        with open_store(self.folder, readonly=True) as store:
            event = self.read(progress, run=Run(store=store), keep=False)
            work = Work(store, self.options, progress)
            self._held = self._hold(event, work, warm=True)
            self._found = LastSolution(event, photos_digest(event), self._listing(event))
            return self._solve(self._held, known, work)

    def refresh(self, progress: StageProgress = quiet) -> None:
        """Read the files again after they were written, so that looking need not.

        The solution stays what it is, if it still holds.
        """
        solution = self.latest()
        if solution is None:
            return
        event = self.read(progress)
        if self._held is not None and self._held.is_of(event):
            self._held = self._held.of_files_now(event)
        self._found = found = LastSolution(event, photos_digest(event), self._listing(event))
        if found.photos == solution.inputs.photos:
            self._shown(solution)

    def _shown(self, solution: Solution) -> Solution:
        """Return a kept solution as the latest, of the files as they are listed now."""
        listing = None if self._found is None else self._found.listing
        if listing != solution.listing:
            solution = replace(solution, listing=listing)
            save_solution(self.folder, solution)
        elif latest_keys(self.folder)[:1] == [solution.key]:
            return solution
        else:
            show_solution(self.folder, solution.key)
        save_result(solution, result_paths(self.folder), self.folder)
        return solution

    def _keep(self, result: SyncResult, inputs: Inputs) -> Solution:
        listing = None if self._found is None else self._found.listing
        solution = solution_of(result, inputs, listing)
        save_solution(self.folder, solution)
        save_result(solution, result_paths(self.folder), self.folder)
        return solution

    def _hold(self, event: Event, work: Work, *, warm: bool) -> Held:
        """Return the event's features: those at hand if they are of its photos and options."""
        held = self._held
        if held is not None and held.options == work.options and held.is_of(event):
            held = held.of_files_now(event)
        else:
            held = hold(event, work, warm=warm)
        self._held = held if warm else None
        return held

    def _solve(self, held: Held, known: Known, work: Work) -> SyncResult:
        event = held.event(known.said.choices)
        hints = row_hints(event, known.said.hints, self.applied(known).held_s)
        work.tell("solve", 0, 1)
        return solve(held, event, work, hints)
