"""Which chapters have a heading: where a stop is of a photo or two, it goes with the one beside it.

A stop of one photo is a stop, and is found as one; an album of thirty headings for a hundred photos
tells less than one of ten.
"""

import numpy as np

from coincide.album.model import Shots
from coincide.album.nights import days_of
from coincide.album.options import AlbumOptions
from coincide.model import Indices


def headed(shots: Shots, numbers: Indices, options: AlbumOptions = AlbumOptions()) -> Indices:
    """Return the numbers of chapters as an album has them: few photos make no heading.

    Those of very few shots join what is beside them on their day, the nearest first.
    """
    days = days_of(shots, options)
    rows = [np.flatnonzero(numbers == number) for number in range(numbers.max(initial=-1) + 1)]
    first = np.arange(len(rows))  # of the chapters that are one by then
    n = np.array([len(row) for row in rows])
    day = np.array([days[row].max() for row in rows])
    first_s = np.array([shots.event_time_s[row[0]] for row in rows])
    last_s = np.array([shots.event_time_s[row[-1]] for row in rows])
    while len(n) > 1:
        may = (np.minimum(n[:-1], n[1:]) < options.fewest_photos) & (day[:-1] == day[1:])
        if not may.any():
            break
        # a few join a few rather than one that has many already
        cost = np.maximum(first_s[1:] - last_s[:-1], 1.0) * (n[:-1] + n[1:])
        at = int(np.argmin(np.where(may, cost, np.inf)))
        n[at] += n[at + 1]
        last_s[at] = max(last_s[at], last_s[at + 1])
        first, n, day, first_s, last_s = (
            np.delete(array, at + 1) for array in (first, n, day, first_s, last_s)
        )
    return np.where(numbers < 0, -1, np.searchsorted(first, numbers, side="right") - 1)
