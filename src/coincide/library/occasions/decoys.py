"""Decoys: an owner's other day in place of this one, to see whether what is seen recurs."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from coincide.library.occasions.looks import Halves, Looks
from coincide.library.occasions.trials import Moved, days_between, solve_trial
from coincide.library.occasions.windows import SessionWindow
from coincide.library.photos import ClockId
from coincide.project.options import SyncOptions

# photos of a decoy that look most like the others': how alike it is
_PHOTOS = 3
# a decoy of far fewer photos would find no place whatever it shows
_LEAST_SHARE = 0.3
# where an owner has no other day to compare with, as if every second one were placed: of two days
# of one place, by somebody who took no other photos, one was found on the other with 0.65
UNKNOWN = 0.5


def recurrence(
    looks: Looks,
    windows: Sequence[SessionWindow],
    group: Sequence[int],
    days: Sequence[int],
    vectors: Mapping[int, Halves],
    options: SyncOptions,
) -> dict[ClockId, float]:
    """Return how likely another day of each clock's owner would be placed as well.

    ``days``: other days of the owners; of a clock without any it is what nobody can exclude.
    """
    found = dict[ClockId, float]()
    sessions = [windows[number] for number in group]
    for key in dict.fromkeys(one.clock.key for one in sessions):
        decoy = _decoy(windows, group, days, vectors, key)
        if decoy is None:
            found[key] = UNKNOWN
            continue
        tried = solve_trial(looks, sessions, options, decoy)
        found[key] = 0.0 if tried is None else tried.weight_of(key)
    return found


def _decoy(
    windows: Sequence[SessionWindow],
    group: Sequence[int],
    days: Sequence[int],
    vectors: Mapping[int, Halves],
    key: ClockId,
) -> Moved | None:
    """Return the other day of a clock's owner that looks most like the other clocks' sessions."""
    own = [windows[number] for number in group if windows[number].clock.key == key]
    others = [vectors[number] for number in group if windows[number].clock.key != key]
    seen = np.concatenate([one for one in others if len(one)]).astype(np.float32)
    largest = max(own, key=lambda one: one.n_photos)
    choices = [
        number
        for number in _of_owner(windows, days, largest.owner)
        if windows[number].n_photos >= _LEAST_SHARE * largest.n_photos and len(vectors[number])
    ]
    if not choices:
        return None
    best = max(choices, key=lambda number: _alike(vectors[number], seen))
    later_s = days_between(largest, windows[best])
    return Moved(key, (windows[best],), later_s)


def _of_owner(windows: Sequence[SessionWindow], days: Sequence[int], owner: str) -> Iterator[int]:
    return (number for number in days if windows[number].owner == owner)


def _alike(vectors: Halves, seen: np.typing.NDArray[np.float32]) -> float:
    best = (vectors.astype(np.float32) @ seen.T).max(axis=1)
    return float(np.sort(best)[::-1][:_PHOTOS].mean())
