"""The stages in order: event → features → offsets, by one method or another → timeline.

One way for every event, small and large, on a disk and in object storage, from the command line,
the app and Python.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import get_args

from coincide.engine import Engine, LocalEngine
from coincide.errors import UsageError
from coincide.model import Event, Explanation, GalleryGraph, Guess, Offsets, Place, Timeline
from coincide.model.hints import RowHints
from coincide.model.places import shared_place
from coincide.project.anchor import choose_anchor
from coincide.project.closer import all_certain, is_certain, looks_closer, verify_solutions
from coincide.project.costs import Meter
from coincide.project.doubted import overruled, solve_doubting, with_doubts
from coincide.project.features import EventFeatures, Progress
from coincide.project.gate import gated
from coincide.project.held import Held, hold_event
from coincide.project.hints import hints_for
from coincide.project.joint import (
    JointProblem,
    look_of,
    read_solution,
    solve_problem,
    state_problem,
)
from coincide.project.large import check_large, solve_large_problem
from coincide.project.options import SyncOptions
from coincide.project.photos import Photos, Run, photos_at
from coincide.project.reference import agreed_reference, choose_reference, equal_references
from coincide.project.tasks import PairTasks, photos_digest
from coincide.project.timeless import place_timeless
from coincide.solver.added import Problem, Solve, open_method
from coincide.solver.clocks import clock_beliefs
from coincide.solver.joint import AskAhead, Solution
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.links import find_links
from coincide.solver.options import TREE_METHODS, Method, TreeMethod
from coincide.solver.paper import solve_offsets
from coincide.solver.paper.graph import build_graph
from coincide.storage.objectstore import open_store
from coincide.storage.projectstore import ProjectStore
from coincide.timeline import build_timeline

# of phones that are believed alike, so many are tried as the clock that others are brought to
_MOST_RIVALS = 2


@dataclass(frozen=True)
class Trace:
    """How the joint method came to a result, for whoever wants to know why."""

    problem: JointProblem
    solution: Solution


@dataclass(frozen=True)
class SyncResult:
    """What a sync found: the event as used, the offsets, and what they rest on.

    ``graph`` is of the paper's methods, ``why`` of the joint one; each is None of all others.
    ``trace`` is of the joint method alone, where it placed all galleries together.
    """

    event: Event
    offsets: Offsets
    graph: GalleryGraph | None
    why: Explanation | None
    features: str  # which network and layers, in words
    n_embedded: int  # photos embedded in this run; the others were in the store
    seconds: Mapping[str, float]  # wall time per stage
    guesses: tuple[Guess, ...] = ()  # where photos without a time belong
    clocks: Mapping[str, str] = field(default_factory=dict)  # what is believed of each clock
    trace: Trace | None = field(default=None, compare=False, repr=False)

    @cached_property
    def timeline(self) -> Timeline:
        """All photos by event time."""
        return build_timeline(self.event, self.offsets, self.guesses)


@dataclass(frozen=True)
class Work:
    """One run's store, options and callback, and the wall time of its stages so far.

    Without a store nothing can be embedded, or looked at closer.
    """

    kept: ProjectStore | None
    options: SyncOptions
    tell: Progress
    engine: Engine = field(default_factory=LocalEngine)
    meter: Meter = field(default_factory=Meter)
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def store(self) -> ProjectStore:
        """The project folder's store."""
        if self.kept is None:
            raise ValueError("this is solved by what is in memory alone")
        return self.kept

    @property
    def photos(self) -> Photos:
        """How photos are dealt with where they lie."""
        return photos_at(self.store.folder, Run(self.engine, self.meter))

    def ahead(self, problem: JointProblem) -> AskAhead | None:
        """Return where pairs of galleries are compared; None: here, one after the other."""
        if self.engine.in_process or self.kept is None or shared_place(self.kept.folder) is None:
            return None
        digest = photos_digest([problem.look, problem.colours], problem.hints.rejected)
        return PairTasks(self.engine, self.meter, self.kept, digest)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Count the time that the block takes to a stage."""
        start = time.perf_counter()
        with self.meter.timed(stage):
            yield
        self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - start


def sync(
    event: Event,
    options: SyncOptions = SyncOptions(),
    *,
    store: ProjectStore | None = None,
    progress: Progress | None = None,
    engine: Engine | None = None,
    meter: Meter | None = None,
) -> SyncResult:
    """Find the offset of every gallery of an event.

    ``progress(stage, done, total)`` is called as the stages go on. ``engine`` is where work
    on photos in object storage runs, ``meter`` counts what all of it costs.
    """
    if store is None:
        with open_store(_project(event)) as opened:
            return sync(event, options, store=opened, progress=progress, engine=engine, meter=meter)
    tell = progress or (lambda _stage, _done, _total: None)
    work = Work(store, options, tell, engine or LocalEngine(), meter or Meter())
    held = hold(event, work)
    return place_guesses(held, solve(held, held.features.event, work), work)


def hold(event: Event, work: Work, *, warm: bool = False) -> Held:
    """Return an event's features, embedding what is missing; a mistake is told before.

    ``warm``: to be solved more than once.
    """
    options = work.options
    if options.verify is True and not work.photos.on_disk:
        raise UsageError("--verify is for photos on this machine's disks: fetch them first.")
    choose_anchor(event, options.anchor)
    open_added(options.method)
    if options.method == "joint":
        check_large(event.table, options)
    with work.timed("embed"):
        held = hold_event(event, options, work.store, work.tell, work.photos.embedder, warm=warm)
    n_failed = len(held.features.event.skipped) - len(event.skipped)
    work.meter.add("embed", photos=held.features.n_embedded, failures=n_failed)
    return held


def solve(held: Held, event: Event, work: Work, hints: RowHints | None = None) -> SyncResult:
    """Return the offsets of an event whose features are held, by the method of the options.

    ``event`` has the same photos, perhaps in other galleries. ``hints`` are read from its project
    folder unless they are given.
    """
    features = held.arranged(event)
    known = hints_for(event) if hints is None else hints
    added = open_added(work.options.method)
    graph, why, trace, clocks = None, None, None, dict[str, str]()
    if added is not None:
        offsets = _solve_by_added(features, added, work)
    elif work.options.method == "joint":
        choose_anchor(event, work.options.anchor)
        pinned = [event.galleries[number].name for number, _ in known.pinned]
        reference = choose_reference(event, work.options.anchor, pinned=pinned)
        state = partial(state_problem, features, options=work.options, look=held.look(event))
        problem = state(reference.gallery, hints=known)
        offsets, why, trace = _solve_jointly(problem, held, work)
        agreed = agreed_reference(event, offsets, reference)
        if agreed.gallery != reference.gallery:
            problem = state(agreed.gallery, hints=known)
            offsets, why, trace = _solve_jointly(problem, held, work)
        rivals = () if all_certain(offsets) else equal_references(event, offsets, agreed)
        for rival in rivals[:_MOST_RIVALS]:
            other = state(rival.gallery, hints=known)
            tried = _solve_jointly(other, held, work)
            if _certain_photos(tried[0], event) > _certain_photos(offsets, event):
                agreed, problem, (offsets, why, trace) = rival, other, tried
        beliefs = {belief.gallery: belief for belief in problem.beliefs}
        settled = agreed.kind != "camera"
        offsets = replace(offsets, reference=agreed.reason, settled=settled)
        offsets = gated(event, offsets, agreed, beliefs)
        why = replace(why, overruled=overruled(features.event, offsets, known))
        clocks = {belief.gallery: belief.reason for belief in problem.beliefs}
    else:
        tree = next(one for one in TREE_METHODS if one == work.options.method)
        offsets, graph = _solve_by_tree(features, tree, work)
    return SyncResult(
        event=features.event,
        offsets=offsets,
        graph=graph,
        why=why,
        features=held.words,
        n_embedded=work.meter.photos("embed"),
        seconds=work.seconds,
        clocks=clocks,
        trace=trace,
    )


def _certain_photos(offsets: Offsets, event: Event) -> int:
    """Return how many photos have a place that is certain."""
    sure = {one.gallery for one in offsets.placements if is_certain(one)}
    return sum(len(one.photos) for one in event.galleries if one.name in sure)


def open_added(method: str) -> Solve | None:
    """Return another package's method, None of one of ours; raise UsageError of neither."""
    return None if method in get_args(Method) else open_method(method)


def place_guesses(held: Held, result: SyncResult, work: Work) -> SyncResult:
    """Return a result with the photos that have no time placed by their look, where there are."""
    event = result.event
    if not event.timeless:
        return result
    with work.timed("timeless"):
        placed = place_timeless(
            event,
            build_timeline(event, result.offsets),
            held.backbone,
            work.store,
            work.options,
            work.tell,
            embedder=work.photos.embedder,
        )
    return replace(result, guesses=placed.guesses, n_embedded=work.meter.photos("embed"))


def _solve_jointly(
    problem: JointProblem, held: Held, work: Work
) -> tuple[Offsets, Explanation, Trace | None]:
    """Place all galleries together; where asked, look closer at what that hangs on, and again."""
    if check_large(problem.event.table, work.options):
        with work.timed("solve"):
            offsets, why = solve_large_problem(problem, work.engine, work.meter, work.tell)
        return offsets, why, None
    solution = None if held.warmth.looked else _look_closer(problem, held, work)
    if solution is None:
        with work.timed("solve"):
            closer, ahead = held.closer(problem.event), work.ahead(problem)
            solution = solve_problem(problem, closer, held.warmth.shelf, ahead)
    with work.timed("solve"):
        closer = held.closer(problem.event)
        solution, doubted = solve_doubting(
            problem, solution, lambda free: solve_problem(free, closer, held.warmth.shelf)
        )
    with work.timed("explain"):
        offsets, why = read_solution(problem, solution)
        return with_doubts(offsets, solution, doubted), why, Trace(problem, solution)


def _look_closer(problem: JointProblem, held: Held, work: Work) -> Solution | None:
    """Compare photos closer where the event as found is not certain without that.

    Whatever a person said: so an answer changes what is solved, and not what was looked at. The
    solution is returned that this took, where it is the one of the problem itself.
    """
    warmth, options, found = held.warmth, work.options, held.features.event
    warmth.looked = True
    if not looks_closer(options, found, on_disk=work.kept is not None and work.photos.on_disk):
        return None
    reference = choose_reference(found, options.anchor)
    bare = problem
    if problem.hints.n_said or (problem.event, problem.anchor) != (found, reference.gallery):
        bare = state_problem(held.features, reference.gallery, options, hints=NO_HINTS)
    with work.timed("solve"):
        solution = solve_problem(bare, None, warmth.shelf, work.ahead(bare))
    if options.verify is None and all_certain(solution.offsets):
        return solution if bare is problem else None
    solutions = [solution]
    for rival in equal_references(found, solution.offsets, reference)[:_MOST_RIVALS]:
        other = state_problem(held.features, rival.gallery, options, hints=NO_HINTS)
        with work.timed("solve"):
            solutions.append(solve_problem(other, None, warmth.shelf))
    with work.timed("verify"):
        warmth.closer = verify_solutions([*found.photos], solutions, work.store, work.tell)
    return None


def _solve_by_tree(
    features: EventFeatures, method: TreeMethod, work: Work
) -> tuple[Offsets, GalleryGraph]:
    """Link the galleries, build the graph and walk its tree: the paper's way."""
    event, options = features.event, work.options
    anchor = choose_anchor(event, options.anchor)
    with work.timed("link"):
        links = find_links(
            event.table,
            features.arrays,
            options.link,
            progress=lambda done, total: work.tell("link", done, total),
        )
    with work.timed("solve"):
        graph = build_graph(event.table, links)
        offsets = solve_offsets(event.table, graph, anchor=anchor, method=method, mrf=options.mrf)
    return _true_if_trusted(event, offsets), graph


def _solve_by_added(features: EventFeatures, solve: Solve, work: Work) -> Offsets:
    """Ask another package's method."""
    event = features.event
    anchor = choose_anchor(event, work.options.anchor)
    vectors = {"look": look_of(features), "colour": features.colours}
    with work.timed("solve"):
        offsets = solve(Problem(event.table, vectors, anchor, clock_beliefs(event)))
    return _true_if_trusted(event, offsets)


def _true_if_trusted(event: Event, offsets: Offsets) -> Offsets:
    """Return offsets that are in true time where the anchor's clock is trusted."""
    trusted = any(one.trusted for one in event.galleries if one.name == offsets.anchor)
    return replace(offsets, event_time="true") if trusted else offsets


def _project(event: Event) -> Place:
    if event.project is None:
        raise UsageError("This event has no project folder; load it with load_event().")
    return event.project
