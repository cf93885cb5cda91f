"""The stages in order: event → features → offsets, by one method or another → timeline."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import get_args

from coincide.engine import Engine, LocalEngine
from coincide.errors import UsageError
from coincide.features.backbones import Backbone, open_backbone
from coincide.model import Event, Explanation, GalleryGraph, Guess, Offsets, Place, Timeline
from coincide.model.places import shared_place
from coincide.project.anchor import choose_anchor
from coincide.project.costs import Meter
from coincide.project.features import EventFeatures, Progress, compute_features
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
from coincide.project.tasks import PairTasks, photos_digest
from coincide.project.timeless import place_timeless
from coincide.solver.added import Problem, Solve, open_method
from coincide.solver.clocks import clock_beliefs
from coincide.solver.joint import AskAhead
from coincide.solver.links import find_links
from coincide.solver.options import TREE_METHODS, Method, TreeMethod
from coincide.solver.paper import solve_offsets
from coincide.solver.paper.graph import build_graph
from coincide.storage.objectstore import open_store
from coincide.storage.projectstore import ProjectStore
from coincide.timeline import build_timeline


@dataclass(frozen=True)
class SyncResult:
    """What a sync found: the event as used, the offsets, and what they rest on.

    ``graph`` is of the paper's methods, ``why`` of the joint one; each is None of all others.
    """

    event: Event
    offsets: Offsets
    graph: GalleryGraph | None
    why: Explanation | None
    features: str  # which network and layers, in words
    n_embedded: int  # photos embedded in this run; the others were in the store
    seconds: Mapping[str, float]  # wall time per stage
    guesses: tuple[Guess, ...] = ()  # where photos without a time belong

    @cached_property
    def timeline(self) -> Timeline:
        """All photos by event time."""
        return build_timeline(self.event, self.offsets, self.guesses)


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
    run = _Run(
        store,
        options,
        progress or (lambda _stage, _done, _total: None),
        engine or LocalEngine(),
        meter or Meter(),
    )
    if options.verify and not run.photos.on_disk:
        raise UsageError("--verify is for photos on this machine's disks: fetch them first.")
    choose_anchor(event, options.anchor)  # a mistake is told before the long work
    added = open_added(options.method)
    if options.method == "joint":
        check_large(event.table, options)
    backbone = open_backbone(
        options.embed.backbone,
        weights=options.embed.weights,
        progress=lambda done, total: run.tell("download", done, total),
    )
    with run.timed("embed"):
        features = compute_features(event, backbone, store, options, run.tell, run.photos.embedder)
    n_failed = len(features.event.skipped) - len(event.skipped)
    run.meter.add("embed", photos=features.n_embedded, failures=n_failed)
    graph, why = None, None
    if added is not None:
        offsets = _solve_by_added(features, added, run)
    elif options.method == "joint":
        offsets, why = _solve_jointly(features, run)
    else:
        tree = next(one for one in TREE_METHODS if one == options.method)
        offsets, graph = _solve_by_tree(features, tree, run)
    guesses = _guess_timeless(features.event, offsets, backbone, run)
    return SyncResult(
        event=features.event,
        offsets=offsets,
        graph=graph,
        why=why,
        features=f"{backbone.name} {' + '.join(features.taps)}",
        n_embedded=run.meter.photos("embed"),
        seconds=run.seconds,
        guesses=guesses,
    )


def open_added(method: str) -> Solve | None:
    """Return another package's method, None of one of ours; raise UsageError of neither."""
    return None if method in get_args(Method) else open_method(method)


@dataclass(frozen=True)
class _Run:
    """One run's store, options and callback, and the wall time of its stages so far."""

    store: ProjectStore
    options: SyncOptions
    tell: Progress
    engine: Engine
    meter: Meter
    seconds: dict[str, float] = field(default_factory=dict)

    @property
    def photos(self) -> Photos:
        """How photos are dealt with where they lie."""
        return photos_at(self.store.folder, Run(self.engine, self.meter))

    def ahead(self, problem: JointProblem) -> AskAhead | None:
        """Return where pairs of galleries are compared; None: here, one after the other."""
        if self.engine.in_process or shared_place(self.store.folder) is None:
            return None
        digest = photos_digest([problem.look, problem.colours], problem.hints.rejected)
        return PairTasks(self.engine, self.meter, self.store, digest)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        with self.meter.timed(stage):
            yield
        self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - start


def _guess_timeless(
    event: Event, offsets: Offsets, backbone: Backbone, run: _Run
) -> tuple[Guess, ...]:
    """Place the photos without a time, where there are any."""
    if not event.timeless:
        return ()
    with run.timed("timeless"):
        timeline = build_timeline(event, offsets)
        return place_timeless(
            event,
            timeline,
            backbone,
            run.store,
            run.options,
            run.tell,
            embedder=run.photos.embedder,
        ).guesses


def _solve_jointly(features: EventFeatures, run: _Run) -> tuple[Offsets, Explanation]:
    """Place all galleries together; where asked, look closer at what that hangs on, and again."""
    anchor = choose_anchor(features.event, run.options.anchor)
    problem = state_problem(features, anchor, run.options)
    if check_large(features.event.table, run.options):
        with run.timed("solve"):
            return solve_large_problem(problem, run.engine, run.meter, run.tell)
    with run.timed("solve"):
        solution = solve_problem(problem, ahead=run.ahead(problem))
    if run.options.verify:
        from coincide.project.closer import verify_solution

        with run.timed("verify"):
            verified = verify_solution(features.event, solution, run.store, run.tell)
        with run.timed("solve"):
            solution = solve_problem(problem, verified)
    with run.timed("explain"):
        return read_solution(problem, solution)


def _solve_by_tree(
    features: EventFeatures, method: TreeMethod, run: _Run
) -> tuple[Offsets, GalleryGraph]:
    """Link the galleries, build the graph and walk its tree: the paper's way."""
    event, options = features.event, run.options
    anchor = choose_anchor(event, options.anchor)
    with run.timed("link"):
        links = find_links(
            event.table,
            features.arrays,
            options.link,
            progress=lambda done, total: run.tell("link", done, total),
        )
    with run.timed("solve"):
        graph = build_graph(event.table, links)
        offsets = solve_offsets(event.table, graph, anchor=anchor, method=method, mrf=options.mrf)
    return _true_if_trusted(event, offsets), graph


def _solve_by_added(features: EventFeatures, solve: Solve, run: _Run) -> Offsets:
    """Ask another package's method."""
    event = features.event
    anchor = choose_anchor(event, run.options.anchor)
    vectors = {"look": look_of(features), "colour": features.colours}
    with run.timed("solve"):
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
