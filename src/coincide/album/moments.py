"""Part a chapter into moments: what was photographed together, seconds to minutes."""

from itertools import pairwise

import numpy as np

from coincide.album.model import Moment, Shots
from coincide.album.options import AlbumOptions
from coincide.model import Floats, Indices, Singles


def find_moments(shots: Shots, rows: Indices, options: AlbumOptions) -> tuple[Moment, ...]:
    """Return the moments of some shots by time: runs without a pause.

    What still looks the same after a pause of minutes is one moment; one that goes on for long
    is parted at its longest pauses.
    """
    if not len(rows):
        return ()
    look = shots.look[rows]
    ends_s = np.maximum.accumulate(shots.event_time_s[rows] + shots.length_s[rows])
    gaps_s = shots.event_time_s[rows][1:] - ends_s[:-1]
    same = alike_across(look) >= options.moment_alike
    limit_s = np.where(same, options.moment_same_gap_s, options.moment_gap_s)
    edges = np.concatenate([[0], np.flatnonzero(gaps_s > limit_s) + 1, [len(rows)]])
    parts = [
        part
        for start, stop in pairwise(edges.tolist())
        for part in _not_too_long(shots.event_time_s[rows], start, stop, options.moment_most_s)
    ]
    return tuple(
        Moment(tuple(rows[a:b].tolist()), int(rows[a + most_typical(look[a:b])])) for a, b in parts
    )


def alike_across(look: Singles) -> Floats:
    """Return how alike each two neighbours look, (N − 1,); 0 where nobody looked."""
    if not look.shape[1]:
        return np.zeros(max(len(look) - 1, 0))
    alike: Floats = np.einsum("nd,nd->n", look[:-1], look[1:]).astype(np.float64)
    return alike


def most_typical(look: Singles) -> int:
    """Return which of some shots looks most like all of them; the middle one where none does."""
    if not look.any():
        return len(look) // 2
    return int(np.argmax(look @ look.sum(0)))


def _not_too_long(times_s: Floats, start: int, stop: int, most_s: float) -> list[tuple[int, int]]:
    """Return parts of a run, none longer than that if there is any pause in it."""
    waiting, done = [(start, stop)], []
    while waiting:
        first, last = waiting.pop()
        gaps_s = np.diff(times_s[first:last])
        if last - first < 2 or gaps_s.sum() <= most_s:
            done.append((first, last))
            continue
        border = first + 1 + int(np.argmax(gaps_s))
        waiting += [(border, last), (first, border)]
    return done
