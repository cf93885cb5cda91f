"""What an album is made of: the photos and clips that have a time, each with whose it is.

Those that nothing places are shown by their camera's own clock where that falls into the event.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np

from coincide.album import Angles
from coincide.album.angles import SoundTie, find_angles
from coincide.album.groups import Pair
from coincide.album.instants import find_instants, instant_pairs
from coincide.album.model import Group, Instant, Shots
from coincide.features.verify import VerifyOptions, pair_keys, verify_key, verify_links
from coincide.model import Floats, Gallery, Links, Photo, Timeline
from coincide.model.progress import StageProgress
from coincide.model.times import HOUR_S, WallTime, whole_second_s
from coincide.project.solutions.solutions import Solution
from coincide.project.userinput.people import person_of
from coincide.storage.projectstore import ProjectStore
from coincide.timeline.display import CameraDisplay

# a clock may be right if so many of its photos are so near to photos whose time is known, or to
# others that may be right: clocks that fell back to their first day are nowhere near
_NEAR_S = 12 * HOUR_S
_SHARE = 0.9
# photos of one clock with no longer pause are of one stay: what is near one of them is near all
_STAY_S = 36 * HOUR_S


@dataclass(frozen=True, slots=True)
class Item:
    """A photo or clip in an album: whose it is, and when it was by the event's clock.

    ``shown`` is its local time, as the timeline shows it; None where that is event time.
    ``own_clock``: nothing but its camera's own clock tells that time.
    """

    photo: Photo
    gallery: str
    person: str
    event_time_s: float
    shown: WallTime | None = None
    own_clock: bool = False

    @property
    def local(self) -> WallTime:
        """Its local time."""
        return self.shown or WallTime(self.event_time_s)


def items_of(solution: Solution) -> tuple[Item, ...]:
    """Return the photos and clips that have a place, by event time."""
    event = solution.event
    people = {gallery.name: person_of(gallery, event.roots) for gallery in event.galleries}
    return tuple(
        Item(entry.photo, entry.gallery, people[entry.gallery], entry.event_time_s, entry.shown)
        for entry in solution.timeline
        if entry.event_time_s is not None
    )


def items_by_any_clock(solution: Solution) -> tuple[Item, ...]:
    """Return those, and the photos of unplaced galleries whose own clock may be right."""
    found = list(items_of(solution))
    waiting = list(_by_own_clock(solution))
    known_s = _times_s(found)
    while accepted := [item for item in waiting if _may_be_right(_times_s(item), known_s)]:
        found += [item for entry in accepted for item in entry]
        known_s = np.sort(_times_s(found))
        waiting = [item for item in waiting if item not in accepted]
    return tuple(sorted(found, key=lambda item: item.event_time_s))


def _by_own_clock(solution: Solution) -> Iterator[list[Item]]:
    """Yield the photos of each unplaced gallery by its own clock."""
    event = solution.event
    for gallery in event.galleries:
        if gallery.photos and not solution.offsets[gallery.name].placed:
            person = person_of(gallery, event.roots)
            yield [
                Item(photo, gallery.name, person, time_s, shown, own_clock=True)
                for photo, time_s, shown in _displayed(gallery, solution.timeline)
            ]


def _displayed(gallery: Gallery, timeline: Timeline) -> Iterator[tuple[Photo, float, WallTime]]:
    """Yield each photo with its event time, if what its camera displayed was local time."""
    display = CameraDisplay.of(gallery)
    for photo in gallery.photos:
        at = display.photo(photo)
        shifts_s = [step.shift_s for step in timeline.zones if step.from_s <= photo.camera_time_s]
        event_time_s = at.time_s - (shifts_s[-1] if shifts_s else 0.0)
        yield photo, event_time_s, WallTime(whole_second_s(at.time_s), at.zone_s)


def _times_s(items: Sequence[Item]) -> Floats:
    return np.array([item.event_time_s for item in items], dtype=np.float64)


def _may_be_right(times_s: Floats, known_s: Floats) -> bool:
    """Tell whether enough of some times are of stays near known ones; both ascend."""
    if not len(known_s):
        return False
    after = np.searchsorted(known_s, times_s)
    beside = known_s[np.stack([np.maximum(after - 1, 0), np.minimum(after, len(known_s) - 1)])]
    near = np.abs(beside - times_s).min(axis=0) <= _NEAR_S
    stay = np.concatenate([[0], np.cumsum(np.diff(times_s) > _STAY_S)])
    return bool(np.isin(stay, stay[near]).mean() >= _SHARE)


def instants_in(
    shots: Shots,
    photos: Sequence[Photo],
    groups: tuple[Group, ...],
    store: ProjectStore,
    progress: StageProgress,
    *,
    keep: bool,
) -> tuple[Instant, ...]:
    """Return the instants of an album's shots, the best first; without OpenCV by looks alone."""
    pairs = instant_pairs(shots)
    counts = counted_points(photos, pairs, store, progress, keep=keep)
    return find_instants(shots, dict(zip(pairs, counts, strict=True)), groups)


def counted_points(
    photos: Sequence[Photo],
    pairs: Sequence[Pair],
    store: ProjectStore,
    progress: StageProgress,
    options: VerifyOptions = VerifyOptions(),
    *,
    keep: bool,
) -> list[float]:
    """Return how many points of each pair agree; NaN where that cannot be told."""
    if not pairs or find_spec("cv2") is None:
        return [float("nan")] * len(pairs)
    links = _links(pairs)
    keys, feature = pair_keys(photos, links), verify_key(options)
    missing = set(store.missing(feature, keys))
    known = [key for key in dict.fromkeys(keys) if key not in missing]
    found = dict(zip(known, store.load_vectors(feature, known)[:, 0], strict=True)) if known else {}
    todo = [pair for pair, key in zip(pairs, keys, strict=True) if key in missing]
    if todo:
        new = verify_links(photos, _links(todo), options, progress=progress)
        counted = dict(zip(pair_keys(photos, _links(todo)), new.tolist(), strict=True))
        if keep:
            values = np.array([*counted.values()], np.float32)[:, None]
            store.save_vectors(feature, [*counted], values)
        found |= counted
    return [float(found[key]) for key in keys]


def _links(pairs: Sequence[Pair]) -> Links:
    rows = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return Links(rows[:, 0], rows[:, 1], np.ones(len(rows)))


# what a person has heard outranks every match
_TOLD_Z = float("inf")


def angles_in(solution: Solution, items: Sequence[Item]) -> tuple[Angles, ...]:
    """Return the sets of an album's clips that certain ties join and the result does not deny."""
    row_of = {item.photo.path: row for row, item in enumerate(items)}
    photos = list(solution.event.photos)
    ties = []
    for pair in solution.heard:
        first, second = (row_of.get(photos[at].path) for at in (pair.photo_a, pair.photo_b))
        if first is not None and second is not None and pair.sure and not pair.contradicts:
            z = _TOLD_Z if pair.answer == "heard" else pair.z
            ties.append(SoundTie(first, second, pair.lag_s, z))
    return find_angles(ties)
