"""How often the joint solver is right at each level of its posterior: what calibrates it.

Of development events alone: the posterior's log-odds beside whether a gallery was right to within
300 s, strangers counted as wrong, and how often the 90 % intervals hold. The knots of
``coincide.solver.joint.confidence`` are fitted to it.

Beside the suites there are two kinds of events that they have few of: two galleries alone, and
walks, where all pass the same places within half an hour, each in an order of their own, so
that alike is not at the same time. Of real cameras there are the draws of the development
seeds, twenty of each event: they are few.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from coincide.model import Floats, Indices
from coincide.solver.joint.confidence import FOUND, POSTERIOR
from coincide_bench.event import BenchEvent, draw_hidden_s, keep_photos
from coincide_bench.fitting.cache import kept
from coincide_bench.fitting.folds import source_of
from coincide_bench.methods import run_joint
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.negative import negative_events
from coincide_bench.suites.photosets import split_sets
from coincide_bench.suites.real import real_events
from coincide_bench.suites.registry import DEV_SEEDS, SuiteEvents
from coincide_bench.suites.simulated import simulated_events, simulated_negative_events
from coincide_bench.suites.splits import (
    MIN_PHOTOS,
    DealtSet,
    Part,
    assemble,
    make_rng,
    open_set,
    split_events,
)
from coincide_bench.suites.virtual_cameras import CAMERAS

SEEDS = DEV_SEEDS[:6]
WITHIN_S = 300.0

WALKERS, PLACES = 5, 12
WALK_S = 1800.0
# a walker stops at this share of the places, and takes this share of the photos there
STOPS, TAKES = 0.7, 0.5


class PlacedRow(NamedTuple):
    """What was said of one placed gallery, and how it was.

    ``source``: the fold it is left out with; ``event``: the trial; ``held``: whether the 90 %
    interval held, NaN of a stranger.
    """

    source: str
    event: str
    log_odds: float
    right: float
    held: float


@dataclass(frozen=True)
class Stated:
    """What was said of the placed galleries, and how it was: a number for each, (n,).

    ``source`` and ``event`` as in :class:`PlacedRow`.
    """

    log_odds: Floats
    right: Floats
    held: Floats
    source: tuple[str, ...]
    event: tuple[str, ...]


def collect(events: Iterable[BenchEvent]) -> Stated:
    """Run the joint solver and hold what it states against the truth."""
    return stated_of([row for event in events for row in rows_of(event)])


def stated_of(rows: Sequence[PlacedRow]) -> Stated:
    """Return rows as columns."""
    numbers = [(row.log_odds, row.right, row.held) for row in rows]
    log_odds, right, held = np.array(numbers, dtype=np.float64).reshape(-1, 3).T
    sources, events = tuple(row.source for row in rows), tuple(row.event for row in rows)
    return Stated(log_odds, right, held, sources, events)


def rows_of(event: BenchEvent) -> Iterator[PlacedRow]:
    """Run the joint solver on an event and yield a row for each gallery that is placed."""
    trial = f"{event.suite} {event.name} {event.offsets_kind} {event.seed}"
    for posterior, right, held in _of_event(event):
        yield PlacedRow(source_of(event), trial, posterior, right, held)


def _of_event(event: BenchEvent) -> Iterator[tuple[float, float, float]]:
    for placement in run_joint(event).placements:
        estimate = placement.estimate
        if placement.gallery == event.anchor or estimate is None or estimate.probability is None:
            continue
        chance = float(np.clip(estimate.probability, 1e-6, 1 - 1e-6))
        posterior = float(np.interp(np.log(chance / (1 - chance)), FOUND, POSTERIOR))
        if placement.gallery in event.truth:
            true_s = event.truth[placement.gallery] - event.truth[event.anchor]
            right = abs(estimate.offset_s - true_s) <= WITHIN_S
            held = estimate.low_s <= true_s <= estimate.high_s
            yield posterior, float(right), float(held)
        else:
            yield posterior, 0.0, np.nan


def pair_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield of every deal the anchor and one gallery that can be found, if there is one."""
    for event in split_events(seeds, context):
        if event.recoverable and event.offsets_kind == "continuous":
            yield two_alone(event, min(event.recoverable))


def two_alone(event: BenchEvent, gallery: str) -> BenchEvent:
    """Return the event of the anchor and one more gallery."""
    kept = np.isin(event.table.names, (event.anchor, gallery))
    return keep_photos(event, np.flatnonzero(np.repeat(kept, np.diff(event.table.starts))))


def drawn_real(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield real cameras with hidden offsets, a part of the photos each time."""
    events = real_events(seeds, context)
    return (event for event in events if event.offsets_kind == "continuous")


def walk_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield a walk among the places of every set at hand."""
    for wanted in split_sets(context):
        dealt = open_set(wanted, context)
        if dealt is not None:
            for seed in seeds:
                yield walk(dealt, seed)


def walk(dealt: DealtSet, seed: int) -> BenchEvent:
    """Return galleries that all begin and end together, and pass the same places in between."""
    name = f"{dealt.name}/walk"
    rng = make_rng(seed, name)
    n_runs = int(dealt.runs[-1]) + 1
    first = int(rng.integers(max(1, n_runs - PLACES + 1)))
    places = np.arange(first, min(first + PLACES, n_runs))
    cameras, hidden_s = rng.permutation(len(CAMERAS)), draw_hidden_s(rng, "continuous", WALKERS)
    parts: list[Part] = []
    while len(parts) < WALKERS:
        part = _walker(dealt, places, int(cameras[len(parts)]), hidden_s[len(parts)], rng)
        if len(part.times_s) >= MIN_PHOTOS:
            parts.append(part)
    return assemble(
        parts, suite="walk", name=name, cluster=dealt.cluster, seed=seed, offsets_kind="continuous"
    )


def _walker(
    dealt: DealtSet, places: Indices, camera: int, hidden_s: float, rng: np.random.Generator
) -> Part:
    """Return the photos of one walker, who stays at each place for a while."""
    stays_s = rng.dirichlet(np.full(len(places), 3.0)) * WALK_S
    begins_s = np.cumsum(stays_s) - stays_s
    rows: list[Indices] = []
    times_s: list[Floats] = []
    for place, begin_s, stay_s in zip(rng.permutation(places), begins_s, stays_s, strict=True):
        there = np.flatnonzero(dealt.runs == place)
        taken = there[rng.random(len(there)) < TAKES * (rng.random() < STOPS)]
        rows.append(taken)
        times_s.append(np.sort(np.round(rng.uniform(begin_s, begin_s + stay_s, len(taken)))))
    shown = np.concatenate(rows)
    return Part(
        times_s=np.concatenate(times_s),
        position_deg=np.full((len(shown), 2), np.nan),
        scene_ev=dealt.scene_ev[shown],
        features=dealt.vectors.features(shown, np.full(len(shown), camera)),
        moments=frozenset(),
        hidden_s=float(hidden_s),
    )


SUITES: Mapping[str, tuple[SuiteEvents, Sequence[int]]] = {
    "splits": (split_events, SEEDS),
    "real": (drawn_real, DEV_SEEDS),
    "negative": (negative_events, SEEDS),
    "pairs": (pair_events, SEEDS),
    "walks": (walk_events, SEEDS),
    "simulated": (simulated_events, SEEDS),
    "negative-simulated": (simulated_negative_events, SEEDS),
}


def recipes() -> tuple[str, ...]:
    """Return which suites and seeds are drawn, a line each."""
    return tuple(f"{name} {' '.join(map(str, seeds))}" for name, (_, seeds) in SUITES.items())


def development_rows(context: BenchContext, digest: str) -> Iterator[PlacedRow]:
    """Yield all rows of the development events, those kept of earlier runs without solving.

    ``digest``: of the photos at hand.
    """
    for suite, (events, seeds) in SUITES.items():
        for number, seed in enumerate(seeds):
            context.progress(suite, number, len(seeds))

            def solve(events: SuiteEvents = events, seed: int = seed) -> list[PlacedRow]:
                return [row for event in events([seed], context) for row in rows_of(event)]

            what = ("confidence", suite, str(seed), digest)
            yield from (PlacedRow(*row) for row in kept(context.cache, what, solve))
        context.progress(suite, len(seeds), len(seeds))
