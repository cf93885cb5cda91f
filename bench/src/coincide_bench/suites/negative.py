"""Galleries that do not belong: the right answer for them is "unplaced".

Three kinds, from easy to hard: places that were never seen by two cameras; galleries of
another event mixed into one, their clocks set so that they seem to fit; and the same place
on another day, at the same time of day. Only the galleries of the event itself have a truth.
"""

import itertools
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from coincide.model import Floats, Indices
from coincide.model.times import DAY_S
from coincide_bench.event import BenchEvent, draw_hidden_s
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.photosets import (
    SPLITS,
    STRANGERS,
    STRANGERS_FOLDER,
    load_galleries,
    load_split,
    split_sets,
)
from coincide_bench.suites.real import plain_part, thinned
from coincide_bench.suites.splits import (
    Deal,
    DealtSet,
    Part,
    assemble,
    deal_name,
    deal_photos,
    hidden_of,
    is_large_enough,
    make_rng,
    make_set,
    open_set,
    parts_of,
)
from coincide_bench.suites.vectors import plain_vectors, rendered_vectors
from coincide_bench.suites.virtual_cameras import CAMERAS

logger = logging.getLogger(__name__)

T = TypeVar("T")

SUITE = "negative"
MIXED_K, SAME_PLACE_K, ATTENDANCE = 5, 3, 0.6
MAX_STRANGERS = 2
MIN_PHOTOS_OF_DAY = 12  # fewer make no gallery worth mistaking for one of the event

# The event, and the set the strangers come from: another place, a span as like as can be had
MIXED: tuple[tuple[str, str], ...] = (
    ("jiuzhaigou_2016", "newyork_2021"),
    ("newyork_2021", "jiuzhaigou_2016"),
    ("odm_seneca_2013", "gt_places_2016-samsung"),
    ("europe_2019", "newyork_2021"),
    ("gt_places_2016-samsung", "odm_seneca_2013"),
    ("mongolia_2025", "jiuzhaigou_2016"),
)
# Strangers are rendered once more for every event they are mixed into, because its words make
# their VLAD; two cameras, the bluntest and the sharpest, are enough for at most two of them
STRANGER_CAMERAS = tuple(
    camera for camera in CAMERAS if camera.name in ("compact-cheap", "bridge-zoom")
)


@dataclass(frozen=True)
class Day:
    """The photos of one day, as rows of their set, and the day's number since 1970."""

    number: int
    rows: Indices


def negative_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield all events with strangers from the sets at hand."""
    return itertools.chain(
        _stations(seeds, context), _mixed(seeds, context), same_place_events(seeds, context)
    )


# Places that were never seen by two cameras


def _stations(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    galleries = load_galleries(context, STRANGERS_FOLDER, STRANGERS)
    if galleries is None:
        return
    name = f"{SUITE}/camtrapr"
    vectors = plain_vectors([p for photos in galleries.values() for p in photos], context)
    for seed in seeds:
        rng = make_rng(seed, name)
        anchor = int(rng.integers(len(galleries)))
        hidden_s = draw_hidden_s(rng, "continuous", len(galleries))
        parts = []
        first = 0
        for number, photos in enumerate(galleries.values()):
            rows = thinned(len(photos), rng)
            kept = [photos[row] for row in rows]
            stranger = number != anchor
            parts.append(
                plain_part(kept, vectors, first + rows, hidden_s[number], stranger=stranger)
            )
            first += len(photos)
        yield _event(parts, name, STRANGERS_FOLDER, seed)


# Galleries of another event


def _mixed(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    by_name = {split_set.name: split_set for split_set in SPLITS}
    admitted = {split_set.name for split_set in split_sets(context)}
    for host_name, guest_name in MIXED:
        if host_name not in admitted:
            continue
        host = open_set(by_name[host_name], context)
        photos = load_split(context, by_name[guest_name])
        if host is None or photos is None:
            continue
        vectors = rendered_vectors(
            photos, context, cameras=STRANGER_CAMERAS, words=host.vectors.words
        )
        guest = make_set(by_name[guest_name], photos, vectors)
        for seed in seeds:
            yield mix(host, guest, seed)


def mix(host: DealtSet, guest: DealtSet, seed: int) -> BenchEvent:
    """Return a deal of one set with one or two galleries of a deal of another.

    The deal and its hidden offsets are those of the splits of the same seed, so that the
    strangers are all the difference. A stranger's middle falls anywhere in the event.
    ``guest`` has the vectors of STRANGER_CAMERAS alone.
    """
    name = f"{SUITE}/mixed/{host.name}+{guest.name}"
    of_splits = deal_name(host.name, MIXED_K, ATTENDANCE)
    deal = deal_photos(host.runs, MIXED_K, ATTENDANCE, make_rng(seed, of_splits))
    own = parts_of(host, deal, hidden_of(deal, seed, of_splits, "continuous"))
    rng = make_rng(seed, name)
    others = deal_photos(guest.runs, MIXED_K, ATTENDANCE, rng)
    n_strangers = int(rng.integers(1, MAX_STRANGERS + 1))
    cameras = rng.permutation(MAX_STRANGERS)[:n_strangers]
    chosen = Deal(
        rows=others.rows[:n_strangers],
        cameras=tuple(int(camera) for camera in cameras),
        meters_ev=others.meters_ev[:n_strangers],
    )
    middles_s = [(guest.times_s[rows[0]] + guest.times_s[rows[-1]]) / 2 for rows in chosen.rows]
    aims_s = rng.uniform(host.times_s[0], host.times_s[-1], n_strangers)
    hidden_s = np.round(aims_s - middles_s) + draw_hidden_s(rng, "continuous", n_strangers)
    strangers = parts_of(guest, chosen, hidden_s, stranger=True)
    return _event(_interleaved(own, strangers, rng), name, host.cluster, seed)


# The same place on another day


def same_place_events(seeds: Sequence[int], context: BenchContext) -> Iterator[BenchEvent]:
    """Yield a day of each set of several days, with a gallery of another day."""
    for wanted in split_sets(context):
        photos = load_split(context, wanted)
        if photos is None:
            continue
        if not can_be_another_day([photo.camera_time_s for photo in photos]):
            logger.info("%s has no two days with enough photos.", wanted.name)
            continue
        dealt = make_set(wanted, photos, rendered_vectors(photos, context))
        for seed in seeds:
            yield another_day(dealt, seed)


def can_be_another_day(times_s: Sequence[float]) -> bool:
    """Tell whether there are two days with enough photos, one of them for an event."""
    days = find_days(np.array(times_s))
    return len(days) >= 2 and any(_is_event(day) for day in days)


def another_day(dealt: DealtSet, seed: int) -> BenchEvent:
    """Return a deal of one day's photos with a gallery of another day's, at its time of day."""
    name = f"{SUITE}/same-place/{dealt.name}"
    rng = make_rng(seed, name)
    days = find_days(dealt.times_s)
    today = _any_of([day for day in days if _is_event(day)], rng)
    other = _any_of([day for day in days if day is not today], rng)
    deal = _deal_day(dealt, today, rng)
    own = parts_of(dealt, deal, draw_hidden_s(rng, "continuous", len(deal.rows)))
    free = sorted(set(range(len(CAMERAS))) - set(deal.cameras))
    others = _deal_day(dealt, other, rng)
    stranger = Deal((max(others.rows, key=len),), (_any_of(free, rng),), others.meters_ev[:1])
    hidden_s = draw_hidden_s(rng, "continuous", 1) + (today.number - other.number) * DAY_S
    strangers = parts_of(dealt, stranger, hidden_s, stranger=True)
    return _event(_interleaved(own, strangers, rng), name, dealt.cluster, seed)


def _deal_day(dealt: DealtSet, day: Day, rng: np.random.Generator) -> Deal:
    """Return a deal of one day's photos, as rows of the whole set."""
    runs = dealt.runs[day.rows]
    deal = deal_photos(runs - runs[0], SAME_PLACE_K, ATTENDANCE, rng)
    return replace(deal, rows=tuple(day.rows[rows] for rows in deal.rows))


def _is_event(day: Day) -> bool:
    return is_large_enough(len(day.rows), SAME_PLACE_K, ATTENDANCE)


def find_days(times_s: Floats) -> list[Day]:
    """Return the days with enough photos."""
    numbers = np.floor(times_s / DAY_S).astype(np.int64)
    days = [Day(int(number), np.flatnonzero(numbers == number)) for number in np.unique(numbers)]
    return [day for day in days if len(day.rows) >= MIN_PHOTOS_OF_DAY]


# What all kinds share


def _any_of(things: Sequence[T], rng: np.random.Generator) -> T:
    return things[int(rng.integers(len(things)))]


def _interleaved(
    own: Sequence[Part], strangers: Sequence[Part], rng: np.random.Generator
) -> list[Part]:
    """Put the strangers anywhere between the others, whose own order, and anchor, stay."""
    n_parts = len(own) + len(strangers)
    places = set(rng.choice(n_parts, len(strangers), replace=False).tolist())
    mine, theirs = iter(own), iter(strangers)
    return [next(theirs if place in places else mine) for place in range(n_parts)]


def _event(parts: Sequence[Part], name: str, cluster: str, seed: int) -> BenchEvent:
    return assemble(
        parts, suite=SUITE, name=name, cluster=cluster, seed=seed, offsets_kind="continuous"
    )
