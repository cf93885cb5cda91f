"""An event held in memory, so that what a person says is solved anew without reading anything.

The features are of the event as it is found on disk; choices rearrange their rows.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from coincide.errors import UsageError
from coincide.features.backbones import Backbone, open_backbone
from coincide.model import Event, Guess, Place, Singles, Timeline
from coincide.project.anchor import choose_anchor
from coincide.project.choices import Choices, chosen
from coincide.project.features import EventFeatures, Progress, compute_features
from coincide.project.joint import (
    JointProblem,
    look_of,
    read_solution,
    solve_problem,
    state_problem,
)
from coincide.project.options import SyncOptions
from coincide.project.sync import SyncResult
from coincide.project.timeless import place_timeless
from coincide.solver.evidence import Shelf
from coincide.solver.joint import Solution
from coincide.storage.objectstore import open_store

# beyond, each answer would take minutes, and all thumbnails hours
MOST_GALLERIES, MOST_PHOTOS = 600, 100_000


@dataclass
class Kept:
    """What the solve before found that holds for the next one too: for one solve at a time.

    ``features`` and ``look`` as they were arranged last, by ``rows`` of those found.
    """

    shelf: Shelf = field(default_factory=Shelf)
    rows: list[int] = field(default_factory=list)
    features: EventFeatures | None = None
    look: Singles | None = None


@dataclass(frozen=True)
class Held:
    """The features of an event as found, without the photos that cannot be decoded.

    ``kept`` makes the next solve faster, and changes nothing else.
    """

    features: EventFeatures
    backbone: Backbone
    options: SyncOptions
    kept: Kept = field(default_factory=Kept, compare=False, repr=False)

    def event(self, choices: Choices) -> Event:
        """Return the event as a person chose it."""
        return chosen(self.features.event, choices)


@dataclass(frozen=True)
class Solved:
    """A solution with what it was solved from, for whoever wants to know why."""

    problem: JointProblem
    solution: Solution
    result: SyncResult


def hold_event(event: Event, options: SyncOptions, progress: Progress) -> Held:
    """Embed what is missing of an event as found, and keep its features at hand.

    Only the joint method can be asked why, so only it is solved so.
    """
    if options.method != "joint" or options.verify:
        raise UsageError("An event is held for the joint method alone, without a closer look.")
    if len(event.galleries) > MOST_GALLERIES or event.n_photos > MOST_PHOTOS:
        raise UsageError(
            f"This event has {event.n_photos} photos in {len(event.galleries)} galleries, more"
            f" than can be looked at in one piece ({MOST_PHOTOS}, {MOST_GALLERIES})."
            " coincide sync places them all; open some of its folders here."
        )
    choose_anchor(event, options.anchor)  # a mistake is told before the long work
    backbone = open_backbone(
        options.embed.backbone,
        weights=options.embed.weights,
        progress=lambda done, total: progress("download", done, total),
    )
    with open_store(_project(event)) as store:
        features = compute_features(event, backbone, store, options, progress)
    return Held(features, backbone, options)


def solve_held(held: Held, choices: Choices, before: SyncResult | None = None) -> Solved:
    """Solve an event by what is known of it now; nothing but the hints is read.

    Photos without a time move with those they look like, as ``before`` had it.
    """
    start = time.perf_counter()
    features, look = _features(held, held.event(choices))
    anchor = choose_anchor(features.event, held.options.anchor)
    problem = state_problem(features, anchor, held.options, look)
    solution = solve_problem(problem, shelf=held.kept.shelf)
    offsets, why = read_solution(problem, solution)
    result = SyncResult(
        event=features.event,
        offsets=offsets,
        graph=None,
        why=why,
        features=f"{held.backbone.name} {' + '.join(features.taps)}",
        n_embedded=features.n_embedded,
        seconds={"solve": time.perf_counter() - start},
    )
    if before is not None:
        result = replace(result, guesses=_carried(before.guesses, before.timeline, result.timeline))
    return Solved(problem, solution, result)


def guess_held(held: Held, solved: Solved, progress: Progress) -> Solved:
    """Return a solution with the photos that have no time placed by their look, where there are."""
    result = solved.result
    if not result.event.timeless:
        return solved
    timeline = replace(result.timeline, guesses=())
    with open_store(_project(result.event)) as store:
        placed = place_timeless(
            result.event, timeline, held.backbone, store, held.options, progress
        )
    return replace(solved, result=replace(result, guesses=placed.guesses))


def arranged(features: EventFeatures, event: Event) -> EventFeatures:
    """Return features in the order of an event that has the same photos in other galleries."""
    rows = _rows(features, event)
    return replace(
        features,
        event=event,
        arrays=[array[rows] for array in features.arrays],
        colours=features.colours[rows],
    )


def _features(held: Held, event: Event) -> tuple[EventFeatures, Singles]:
    """Return the features of an event and its look: the very arrays of before if in that order.

    Evidence is kept by the arrays that it is made from.
    """
    kept, rows = held.kept, _rows(held.features, event)
    if kept.features is None or kept.look is None or kept.rows != rows:
        kept.rows, kept.features = rows, arranged(held.features, event)
        kept.look = look_of(kept.features)
    return replace(kept.features, event=event), kept.look


def _rows(features: EventFeatures, event: Event) -> list[int]:
    row_of = {photo.path: row for row, photo in enumerate(features.event.photos)}
    return [row_of[photo.path] for photo in event.photos]


def _carried(guesses: Sequence[Guess], before: Timeline, after: Timeline) -> tuple[Guess, ...]:
    """Return guesses moved as the photos were that they are by; gone where those are unplaced."""
    was_s = {entry.photo.path: entry.event_time_s for entry in before}
    is_s = {entry.photo.path: entry.event_time_s for entry in after}
    moved = []
    for guess in guesses:
        old_s, new_s = was_s.get(guess.like), is_s.get(guess.like)
        if old_s is not None and new_s is not None:
            moved.append(replace(guess, event_time_s=guess.event_time_s + new_s - old_s))
    return tuple(moved)


def _project(event: Event) -> Place:
    if event.project is None:
        raise UsageError("This event has no project folder; load it with load_event().")
    return event.project
