"""Pairs of photos of different cameras whose distance in time is known, for readers to judge.

Half of the pairs are within a quarter of an hour. Of each range of distances most are drawn from
those that look most alike, as the pairs are that the program asks about; the rest from all.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coincide.ingest import read_event
from coincide.model import Floats, Indices, Photo
from coincide.model.times import DAY_S, HOUR_S
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.realevents import EVENTS, RealEvent
from coincide_bench.suites.splits import make_rng
from coincide_bench.suites.vectors import plain_vectors

# upper ends of the ranges of distances, and how many pairs are drawn of each
RANGES: tuple[tuple[float, int], ...] = (
    (5.0, 26),
    (20.0, 24),
    (60.0, 24),
    (300.0, 26),
    (900.0, 26),
    (HOUR_S, 24),
    (6 * HOUR_S, 30),
    (DAY_S, 22),
    (60 * DAY_S, 28),
)
# a clock that is not known to the second tells no distance of a few seconds
_EXACT_SHARE = 0.5
# so many of the most similar of a range are drawn from, and so often
_ALIKE_SHARE, _ALIKE_CHANCE = 0.05, 0.75
# no photo is shown more often, and no event has a larger share of a range
_MOST_SHOWN, _MOST_OF_EVENT = 2, 0.25
SUITE = "answers"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two photos by event and sha256, and how much later the second was taken, to ``exact_s``."""

    event: str
    photos: tuple[str, str]
    later_s: float
    exact_s: float
    similarity: float


@dataclass(frozen=True)
class _Known:
    """An event's photos with known times: paths, cameras, seconds, tolerances, likeness (n, n)."""

    name: str
    photos: Sequence[Photo]
    camera: Indices
    time_s: Floats
    exact_s: Floats
    similarity: Floats


def draw_pairs(context: BenchContext, seed: int) -> tuple[Pair, ...]:
    """Return pairs of all real events at hand, the ranges one after the other."""
    if context.datasets is None:
        return ()
    known = [one for event in EVENTS if (one := _known(event, context)) is not None]
    rng = make_rng(seed, SUITE)
    shown: dict[str, int] = {}
    found = list[Pair]()
    low_s = 0.0
    for high_s, n in RANGES:
        of_event = {one.name: _candidates(one, low_s, high_s, rng) for one in known}
        found += _dealt(of_event, n, shown)
        low_s = high_s
    return tuple(found)


def _known(event: RealEvent, context: BenchContext) -> _Known | None:
    """Return the photos of an event that are known to a few minutes at least."""
    folder = Path(context.datasets or "") / event.folder
    if not folder.is_dir() or len(event.clocks) < 2:
        return None
    rows = []
    for number, gallery in enumerate(read_event([folder]).galleries):
        for photo in gallery.photos:
            camera = next((c.camera for c in event.clocks if c.camera in photo.path.parts), None)
            truth = event.truth_of(camera, photo) if camera is not None else None
            if truth is not None and truth.tolerance_s <= 180.0:
                rows.append((photo, number, truth.instant_s, truth.tolerance_s))
    if len({number for _, number, *_ in rows}) < 2:
        return None
    photos = [photo for photo, *_ in rows]
    vectors = plain_vectors(photos, context).features(np.arange(len(photos)))["pooled"]
    centred = vectors - vectors.mean(axis=0)
    centred /= np.linalg.norm(centred, axis=1, keepdims=True)
    numbers, times_s, exact_s = (np.array([row[i] for row in rows]) for i in (1, 2, 3))
    similarity = (centred @ centred.T).astype(np.float64)
    return _Known(event.folder, photos, numbers, times_s, exact_s, similarity)


def _candidates(
    known: _Known, low_s: float, high_s: float, rng: np.random.Generator
) -> Iterator[Pair]:
    """Yield pairs of an event within a range of distances, most of them of those most alike."""
    a, b = np.triu_indices(len(known.photos), 1)
    apart_s = np.abs(known.time_s[a] - known.time_s[b])
    exact_s = known.exact_s[a] + known.exact_s[b]
    fits = (known.camera[a] != known.camera[b]) & (apart_s >= low_s) & (apart_s < high_s)
    fits &= exact_s <= np.maximum(_EXACT_SHARE * high_s, 10.0)
    kept = np.flatnonzero(fits)
    order = kept[np.argsort(-known.similarity[a[kept], b[kept]], kind="stable")]
    n_alike = max(30, int(_ALIKE_SHARE * len(order)))
    alike, others = list(order[:n_alike]), list(order[n_alike:])
    while alike or others:
        source = alike if alike and (rng.random() < _ALIKE_CHANCE or not others) else others
        number = source.pop(int(rng.integers(len(source))))
        yield _pair(known, int(a[number]), int(b[number]), rng)


def _pair(known: _Known, a: int, b: int, rng: np.random.Generator) -> Pair:
    """Return a pair, either photo first."""
    first, second = (a, b) if rng.random() < 1 / 2 else (b, a)
    return Pair(
        known.name,
        (known.photos[first].key, known.photos[second].key),
        float(known.time_s[second] - known.time_s[first]),
        float(known.exact_s[a] + known.exact_s[b]),
        float(known.similarity[a, b]),
    )


def _dealt(of_event: Mapping[str, Iterator[Pair]], n: int, shown: dict[str, int]) -> Iterator[Pair]:
    """Yield pairs of the events in turn; no photo is shown too often."""
    left, dealt = dict(of_event), dict.fromkeys(of_event, 0)
    total = 0
    while left and total < n:
        for name in list(left):
            pair = next(
                (p for p in left[name] if all(shown.get(x, 0) < _MOST_SHOWN for x in p.photos)),
                None,
            )
            if pair is None or dealt[name] >= _MOST_OF_EVENT * n:
                del left[name]
                continue
            for photo in pair.photos:
                shown[photo] = shown.get(photo, 0) + 1
            dealt[name] += 1
            total += 1
            yield pair
            if total == n:
                return
