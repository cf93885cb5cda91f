"""Find photos that are one picture: those that may be by their tags, then by their pixels.

Photos of one second are compared with each other; photos whose time no camera stands behind with
those that look most like them, and those of one name. So the work grows with the number of such
photos and not with the square of all.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from coincide.features.same import Sameness
from coincide.features.same.compare import Compare
from coincide.model import Event, Photo, Place, Singles
from coincide.project.copies.rules import Kin, is_weak, kinship, stem, worth

# grey values and edges from which photos are one by what is written of them, too: one shot,
# whatever was done to its light; or one second by two clocks. Two that differ hardly show one where
# one view is seen, and of two that agree either tells the time. Edited copies that pixels alone
# miss have edges of 0.95 and more. Of any others pixels alone have to tell it
_LEAST_BY_WRITING: Mapping[Kin, tuple[float, float]] = {
    "one shot": (0.9, 0.7),
    "two clocks": (0.9, 0.9),
}
# of a burst that a program renamed only what is one to the last digit: duplicates stay below 0.3
_MOST_APART_OF_BURST = 0.5
# no copy is told where a picture of another time is as much one as this
_CLEAR_EDGES = 0.02
_OTHER_MOMENT_S = 300.0
# most similar photos that one without a camera is compared with, if similar at all
_CANDIDATES, _LEAST_ALIKE = 5, 0.4
# photos of one second or one name; more are no copies but times that are no clock, names no names
_MOST = 12
# similarities that are computed at most; beyond, only times and names are gone by
_MOST_ALIKE = 100_000_000


@dataclass(frozen=True, slots=True)
class _Pair:
    copy: int
    original: int
    edges: float


def find_copies(event: Event, look: Callable[[], Singles], compare: Compare) -> dict[Place, Place]:
    """Return the original of each photo that is a copy, by path.

    ``look`` gives what the network saw of the photos, (N, D); it is asked only where that is
    needed. An original is never a copy itself.
    """
    photos = list(event.photos)
    galleries = [number for number, one in enumerate(event.galleries) for _ in one.photos]
    pairs: list[_Pair] = []
    for a, b in sorted({*_of_one_time(photos), *_of_one_name(photos), *_alike(photos, look)}):
        kin = kinship(photos[a], photos[b], one_gallery=galleries[a] == galleries[b])
        found = None if kin is None else compare(photos[a].path, photos[b].path)
        if kin is not None and found is not None and _is_one(found, kin):
            first, second = sorted((a, b), key=lambda row: _order(photos[row]))
            pairs.append(_Pair(second, first, found.edges))
    return {photos[copy].path: photos[original].path for copy, original in _chosen(photos, pairs)}


def _is_one(found: Sameness, kin: Kin) -> bool:
    if kin == "burst":
        return found.apart <= _MOST_APART_OF_BURST
    grey, edges = _LEAST_BY_WRITING.get(kin, (np.inf, np.inf))
    return found.is_one or (found.grey >= grey and found.edges >= edges)


def _order(photo: Photo) -> tuple[object, ...]:
    """Put originals first."""
    return (*(-int(value) for value in worth(photo)), photo.path)


def _chosen(photos: Sequence[Photo], pairs: Iterable[_Pair]) -> Iterator[tuple[int, int]]:
    """Yield each copy with the best of its originals, none where two moments come into question."""
    by_copy: dict[int, list[_Pair]] = {}
    for pair in pairs:
        by_copy.setdefault(pair.copy, []).append(pair)
    best = {copy: _best(photos, found) for copy, found in by_copy.items()}
    for copy, first in best.items():
        original = first
        while original is not None and best.get(original) is not None:
            original = best[original]  # the copy of a copy
        if original is not None:
            yield copy, original


def _best(photos: Sequence[Photo], pairs: Sequence[_Pair]) -> int | None:
    """Return the original that is most like a copy; of equals the one of its own time."""
    most = max(pair.edges for pair in pairs)
    own_s = photos[pairs[0].copy].recorded_time_s
    rivals = [pair for pair in pairs if pair.edges > most - _CLEAR_EDGES]

    def from_s(pair: _Pair, time_s: float) -> float:
        return abs(photos[pair.original].recorded_time_s - time_s)

    first = min(rivals, key=lambda pair: (int(from_s(pair, own_s)), -pair.edges, pair.original))
    first_s = photos[first.original].recorded_time_s
    is_clear = from_s(first, own_s) < 1.0 or all(
        from_s(pair, first_s) <= _OTHER_MOMENT_S for pair in rivals
    )
    return first.original if is_clear else None


def _of_one_time(photos: Sequence[Photo]) -> Iterator[tuple[int, int]]:
    return _within(_grouped((int(photo.recorded_time_s), row) for row, photo in enumerate(photos)))


def _of_one_name(photos: Sequence[Photo]) -> Iterator[tuple[int, int]]:
    return _within(_grouped((stem(photo), row) for row, photo in enumerate(photos)))


def _grouped(items: Iterable[tuple[object, int]]) -> Mapping[object, list[int]]:
    groups: dict[object, list[int]] = {}
    for key, row in items:
        groups.setdefault(key, []).append(row)
    return groups


def _within(groups: Mapping[object, list[int]]) -> Iterator[tuple[int, int]]:
    for rows in groups.values():
        if len(rows) <= _MOST:
            yield from combinations(rows, 2)


def _alike(photos: Sequence[Photo], look: Callable[[], Singles]) -> Iterator[tuple[int, int]]:
    """Yield each photo that no camera stands behind with those most like it."""
    weak = [row for row, photo in enumerate(photos) if is_weak(photo)]
    if not weak or len(weak) * len(photos) > _MOST_ALIKE:
        return
    seen = look()
    about = seen - seen.mean(axis=0)
    about /= np.maximum(np.linalg.norm(about, axis=1, keepdims=True), 1e-12)
    for row in weak:
        alike = about @ about[row]
        alike[row] = -1.0
        for other in np.argsort(-alike, kind="stable")[:_CANDIDATES].tolist():
            if alike[other] >= _LEAST_ALIKE:
                yield min(row, other), max(row, other)
