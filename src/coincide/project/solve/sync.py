"""The stages in order: event → features → offsets, by one method or another → timeline.

One way for every event, small and large, on a disk and in object storage, from the command line,
the app and Python.
"""

from dataclasses import replace
from typing import get_args

from coincide.engine import Engine, LocalEngine
from coincide.errors import UsageError
from coincide.model import Event, GalleryGraph, Offsets, Place
from coincide.model.hints import RowHints
from coincide.model.progress import StageProgress
from coincide.project.clips.frames import can_look_into, frames_of_clips
from coincide.project.clips.placement import place_by_sound
from coincide.project.clips.sounds import can_listen, listen, sound_shapes
from coincide.project.costs import Meter
from coincide.project.folder.trust import require_method
from coincide.project.judge.anchor import choose_anchor
from coincide.project.options import SyncOptions
from coincide.project.read.clockphotos import can_read_clocks, read_clock_photos, with_clocks
from coincide.project.read.features import EventFeatures, chosen_taps
from coincide.project.read.tracks import load_tracks, with_tracks
from coincide.project.solve.featurecache import Held, hold_event
from coincide.project.solve.joint import (
    look_of,
)
from coincide.project.solve.knowntimes import noting_unused
from coincide.project.solve.large import check_large
from coincide.project.solve.references import Jointly
from coincide.project.solve.run import SyncResult, Work
from coincide.project.solve.timeless import place_timeless
from coincide.project.userinput.document import hints_for
from coincide.solver.clocks import clock_beliefs
from coincide.solver.links import find_links
from coincide.solver.methods import Problem, Solve, open_method
from coincide.solver.options import TREE_METHODS, Method, TreeMethod
from coincide.solver.paper import solve_offsets
from coincide.solver.paper.graph import build_graph
from coincide.storage.objectstore import open_store
from coincide.storage.projectstore import ProjectStore
from coincide.timeline import build_timeline


def sync(
    event: Event,
    options: SyncOptions = SyncOptions(),
    *,
    store: ProjectStore | None = None,
    progress: StageProgress | None = None,
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
        raise UsageError("--verify needs photos on a local disk: fetch them first.")
    if options.clock_photos is True and not work.photos.on_disk:
        raise UsageError("--clock-photos needs photos on a local disk: fetch them first.")
    can_read_clocks(options.clock_photos)
    choose_anchor(event, options.anchor)
    open_added(options.method)
    load_tracks(options.gpx)
    if options.method == "joint":
        check_large(event.table, options)
    with work.timed("embed"):
        held = hold_event(event, options, work.store, work.tell, work.photos.embedder, warm=warm)
    n_failed = len(held.features.event.skipped) - len(event.skipped)
    work.meter.add("embed", photos=held.features.n_embedded, failures=n_failed)
    if options.method != "joint":
        return held
    return _with_frames(_with_sound(_with_clocks(held, work), work), work)


def _with_clocks(held: Held, work: Work) -> Held:
    """Return the same with what photos of the clock page tell, of an event on a disk."""
    if not (work.photos.on_disk and can_read_clocks(work.options.clock_photos)):
        return held
    event = held.features.event
    with work.timed("clocks"):
        clocks = read_clock_photos(event.photos, work.store, work.tell, work.options.embed)
    features = replace(held.features, event=with_clocks(event, clocks), clocks=clocks)
    return replace(held, features=features)


def _with_sound(held: Held, work: Work) -> Held:
    """Return the same with what the clips of an event on a disk have heard."""
    event = held.features.event
    asked = "sound" in work.options.joint.evidence.kinds
    if not (asked and work.photos.on_disk and can_listen(event)):
        return held
    with work.timed("listen"):
        overheard = listen(event, work.store, work.tell)
        shapes = sound_shapes(event, work.store)
    features = replace(held.features, overheard=overheard, shapes=shapes)
    return replace(held, features=features)


def _with_frames(held: Held, work: Work) -> Held:
    """Return the same with what the clips of an event on a disk show, where that is asked."""
    event, options = held.features.event, work.options
    taps = chosen_taps(held.backbone, options.features, options.method)
    asked = {"look", "frames"} <= {*options.joint.evidence.kinds} and work.photos.on_disk
    if not asked or len(taps) > 1 or not can_look_into(event, taps[0]):
        return held
    if check_large(event.table, options):
        return held
    with work.timed("frames"):
        frames = frames_of_clips(
            [*event.photos, *(timeless.as_photo for timeless in event.timeless)],
            held.backbone,
            taps[0],
            work.store,
            embed=options.embed,
            progress=work.tell,
        )
    return replace(held, features=replace(held.features, frames=frames))


def solve(
    held: Held,
    event: Event,
    work: Work,
    hints: RowHints | None = None,
) -> SyncResult:
    """Return the offsets of an event whose features are held, by the method of the options.

    ``event`` has the same photos, perhaps in other galleries. ``hints`` are read from its project
    folder unless they are given.
    """
    with work.timed("solve"):
        event = with_tracks(event, load_tracks(work.options.gpx))
    features = held.arranged(event)
    added = open_added(work.options.method)
    if added is None and work.options.method == "joint":
        choose_anchor(event, work.options.anchor)
        known = hints_for(event) if hints is None else hints
        return Jointly(held, features, known, work).solve()
    graph = None
    features = replace(features, event=noting_unused(event, hints or hints_for(event)))
    if added is not None:
        offsets = _solve_by_added(features, added, work)
    else:
        tree = next(literal for literal in TREE_METHODS if literal == work.options.method)
        offsets, graph = _solve_by_tree(features, tree, work)
    return SyncResult(
        event=features.event,
        offsets=offsets,
        graph=graph,
        why=None,
        features=held.words,
        n_embedded=work.meter.photos("embed"),
        seconds=work.seconds,
    )


def open_added(method: str) -> Solve | None:
    """Return another package's method, None of one of ours; raise UsageError of neither.

    A file that only the project folder names is run only if the user confirmed it.
    """
    require_method(method)
    return None if method in get_args(Method) else open_method(method)


def place_guesses(held: Held, result: SyncResult, work: Work) -> SyncResult:
    """Return a result with what has no time placed: clips by their sound, photos by their look."""
    event = result.event
    if not event.timeless:
        return result
    timeline = build_timeline(event, result.offsets)
    heard = place_by_sound(event, timeline, held.features.overheard)
    with work.timed("timeless"):
        placed = place_timeless(
            event,
            replace(timeline, guesses=heard),
            held.backbone,
            work.store,
            work.options,
            work.tell,
            embedder=work.photos.embedder,
            frames=held.features.frames,
        )
    return replace(result, guesses=placed.guesses, n_embedded=work.meter.photos("embed"))


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
    trusted = any(gallery.trusted for gallery in event.galleries if gallery.name == offsets.anchor)
    return replace(offsets, event_time="true") if trusted else offsets


def _project(event: Event) -> Place:
    if event.project is None:
        raise UsageError("This event has no project folder; load it with load_event().")
    return event.project
