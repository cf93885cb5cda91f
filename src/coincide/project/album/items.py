"""What an album is made of: the photos and clips that have a time, each with whose it is.

Those that nothing places are shown by their camera's own clock where that falls into the event.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Gallery, Photo, Timeline
from coincide.model.times import HOUR_S, WallTime, whole_second_s
from coincide.project.solutions.solutions import Solution
from coincide.project.userinput.people import person_of
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
    while accepted := [one for one in waiting if _may_be_right(_times_s(one), known_s)]:
        found += [item for one in accepted for item in one]
        known_s = np.sort(_times_s(found))
        waiting = [one for one in waiting if one not in accepted]
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
