"""Do 90 % intervals hold the truth in 90 % of cases? Many trials of the same events.

Offsets alone, drawn anew, would ask a method that only compares times the same thing again.
So each seed deals the photos of a split anew, and drops three of ten photos of every gallery.
Long and short events are in it, dealt and rendered ones, and the two real walks, which are
for reports alone.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from coincide.model import Indices
from coincide_bench.event import BenchEvent, draw_hidden_s, hide_offsets, keep_photos
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import REAL, load_cameras, split_sets
from coincide_bench.suites.real import camera_event
from coincide_bench.suites.rendered import rendered_events
from coincide_bench.suites.splits import (
    MIN_PHOTOS,
    Deal,
    DealtSet,
    assemble,
    deal_name,
    deal_photos,
    hidden_of,
    is_large_enough,
    make_rng,
    open_set,
    parts_of,
)
from coincide_bench.suites.vectors import plain_vectors

SUITE = "coverage"
DROPPED = 0.3  # share of each gallery's photos
SIZES, ATTENDANCE = (3, 5), 0.6
# of each rendered event: there are many of them, and they must not outweigh the real photos
N_RENDERED_SEEDS = 5
SHORT_WALKS = ("gt_places_2016", "photowalk_2024")


def coverage_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield what there is of every kind; the walks only when results are to be reported."""
    return itertools.chain(
        _splits(seeds, context),
        _walks(seeds, context) if context.report else (),
        _rendered(seeds, context),
    )


def _splits(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    for wanted in split_sets(context):
        dealt = open_set(wanted, context)
        if dealt is None:
            continue
        for k, seed in itertools.product(SIZES, seeds):
            if is_large_enough(round((1 - DROPPED) * len(dealt.times_s)), k, ATTENDANCE):
                yield thin_deal(dealt, k, seed)


def thin_deal(dealt: DealtSet, k: int, seed: int) -> BenchEvent:
    """Return a deal that is in no other suite, with some photos of each gallery dropped."""
    name = deal_name(dealt.name, k, ATTENDANCE)
    rng = make_rng(seed, SUITE, name)
    deal = deal_photos(dealt.runs, k, ATTENDANCE, rng)
    return assemble(
        parts_of(dealt, _thin(deal, rng), hidden_of(deal, seed, f"{SUITE}/{name}", "continuous")),
        suite=SUITE,
        name=name,
        cluster=dealt.cluster,
        seed=seed,
        offsets_kind="continuous",
    )


def _walks(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    for wanted in REAL:
        galleries = load_cameras(context, wanted) if wanted.folder in SHORT_WALKS else None
        if galleries is None:
            continue
        photos = [photo for gallery in galleries.values() for photo in gallery]
        vectors = plain_vectors(photos, context)
        for seed in seeds:
            whole = camera_event(SUITE, wanted, galleries, vectors, seed, "recorded")
            yield thin_event(whole, seed)


def _rendered(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    for whole in rendered_events(seeds, context):
        # each event drawn is an event of its own here: it has several trials
        named = replace(whole, suite=SUITE, name=whole.cluster)
        for seed in seeds[:N_RENDERED_SEEDS]:
            yield thin_event(named, seed)


def thin_event(event: BenchEvent, seed: int) -> BenchEvent:
    """Return the event with some photos of each gallery dropped and its offsets drawn anew.

    Who is recoverable stays as it was: coverage is about all that are placed.
    """
    rng = make_rng(seed, SUITE, event.name)
    starts = event.table.starts
    rows = [
        first + kept_rows(int(last - first), rng)
        for first, last in itertools.pairwise(starts.tolist())
    ]
    hidden_s = draw_hidden_s(rng, "continuous", event.table.n_galleries)
    thinned = keep_photos(replace(event, seed=seed), np.concatenate(rows))
    return hide_offsets(thinned, hidden_s, "continuous")


def _thin(deal: Deal, rng: np.random.Generator) -> Deal:
    return replace(deal, rows=tuple(rows[kept_rows(len(rows), rng)] for rows in deal.rows))


def kept_rows(n_photos: int, rng: np.random.Generator) -> Indices:
    """Return the rows that are not dropped, ascending; never so few that no gallery is left."""
    n_kept = max(min(MIN_PHOTOS, n_photos), round((1 - DROPPED) * n_photos))
    return np.sort(rng.choice(n_photos, n_kept, replace=False))
