"""The order in which one clock's photos were taken: by its body's count, not by its time.

A clock that was reset shows an early date again, so its photos of that time would come first. The
body's own count goes on, and so does the counter in the file names, which begins again at 9999.
"""

from itertools import pairwise

import numpy as np

from coincide.model import Floats, Indices
from coincide.model.times import DAY_S

# so many photos of a body tell its count, or it orders nothing
_COUNTED = 0.9
# counters of file names have four digits
_TURN = 10_000
# numbers further apart than this are of no two sessions in a row: a few hundred may be deleted
_NEAR = 300
# a clock that was reset is apart from its other times by more than any owner's pause
_PAUSE_S = 120 * DAY_S


def in_order(time_s: Floats, number: Floats, shots: Floats) -> Indices:
    """Return the rows in the order the photos were taken; ``number`` and ``shots`` may be NaN.

    >>> in_order(np.array([50.0, 10.0, 60.0]), np.full(3, np.nan), np.array([1.0, 2.0, 3.0]))
    array([0, 1, 2])
    """
    by_time = np.lexsort((number, time_s)).astype(np.int64)
    if len(by_time) == 0:
        return by_time
    known = ~np.isnan(shots[by_time])
    if known.mean() >= _COUNTED:
        filled = np.interp(np.arange(len(by_time)), np.flatnonzero(known), shots[by_time][known])
        return by_time[np.argsort(filled, kind="stable")]
    return _where_numbers_fit(by_time, time_s, number)


def _where_numbers_fit(rows: Indices, time_s: Floats, number: Floats) -> Indices:
    """Move what is months from all others, and fits nowhere there, to where its numbers go on."""
    ends = np.flatnonzero(np.diff(time_s[rows]) > _PAUSE_S) + 1
    for first, end in list(pairwise([0, *ends.tolist(), len(rows)])):
        block = rows[first:end]
        if 2 * len(block) > len(rows) or not _is_in_turn(number[block]):
            continue
        rest = rows[~np.isin(rows, block)]
        places = _places(number[block], number[rest])
        its_own = int(np.searchsorted(time_s[rest], time_s[block[0]]))
        if len(places) == 1 and places[0] != its_own:
            place = int(places[0])
            rows = np.concatenate([rest[:place], block, rest[place:]])
    return rows


def _is_in_turn(number: Floats) -> bool:
    """Return whether numbers go up, but for one turn of the counter."""
    back = np.diff(number) < 0
    return not np.isnan(number).any() and int(back.sum()) <= 1


def _places(block: Floats, rest: Floats) -> Indices:
    """Return before which photos of the rest a block fits by its first and its last number."""
    before, after = rest[:-1], rest[1:]
    behind, ahead = (block[0] - before) % _TURN, (after - block[-1]) % _TURN
    fits = (behind > 0) & (behind < _NEAR) & (ahead > 0) & (ahead < _NEAR)
    found: Indices = np.flatnonzero(fits).astype(np.int64) + 1
    return found
