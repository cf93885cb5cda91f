"""Part an event into chapters: neighbouring parts are joined while nothing speaks for a border.

Nights come first: none is inside a chapter. Within a day a border's evidence is a sum of log-odds:
the pause, by itself and beside the usual one around; whether both sides look alike, as photos of
one minute do; how far apart they are, how much brighter the one; and how few photos the smaller
has. The weakest border goes first, and those beside it are weighed anew with all that the joined
part shows.
"""

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.album.model import Shots
from coincide.album.options import AlbumOptions
from coincide.album.parts import Parts, border_evidence, days_of, parts_of
from coincide.model import Floats, Indices


def find_chapters(shots: Shots, options: AlbumOptions = AlbumOptions()) -> Indices:
    """Return the number of each shot's chapter, by time; −1 where its clock leaves it open.

    Shots whose clock is not known well enough make no border but nights, and are put into the
    likeliest chapter of their day. On a day that has no others, they are all there is to go by.
    """
    days = days_of(shots, options)
    sure = (days >= 0) & (shots.sd_s <= options.sure_sd_s) & ~shots.by_own_clock
    bare = (days >= 0) & ~np.isin(days, days[sure])
    numbers = np.full(len(shots), -1, dtype=np.int64)
    for some in (sure, bare):
        _number(shots, np.flatnonzero(some), days, numbers, options)
    numbers = _by_time(numbers)
    _place_likely(shots, days, numbers, options)
    _place_by_day(shots, days, numbers)
    return numbers


def _number(
    shots: Shots, rows: Indices, days: Indices, numbers: Indices, options: AlbumOptions
) -> None:
    """Part some shots, and number their chapters behind those that are there."""
    if len(rows):
        starts = _joined(parts_of(shots.of(rows), np.diff(days[rows]) > 0, options), options)
        places = np.searchsorted(starts, np.arange(len(rows)), side="right") - 1
        numbers[rows] = numbers.max(initial=-1) + 1 + places


def _by_time(numbers: Indices) -> Indices:
    """Return numbers that count chapters by their first shots; −1 stays."""
    found, first = np.unique(numbers, return_index=True)
    first[found < 0] = -1
    rank = np.argsort(np.argsort(first))
    counted: Indices = rank[np.searchsorted(found, numbers)] - int((found < 0).sum())
    return counted


def _joined(parts: Parts, options: AlbumOptions) -> Indices:
    """Return the first shot of each chapter, after all joining; the sums are used up."""
    n = len(parts.starts)
    before, after, gone = np.arange(n) - 1, np.arange(n) + 1, np.zeros(n, dtype=bool)
    # by the later part of each border; nothing is before the first
    evidence = np.full(n, np.inf)

    def weigh(part: int) -> None:
        if 0 < part < n:
            evidence[part] = border_evidence(parts, int(before[part]), part, options)

    for part in range(1, n):
        weigh(part)
    while evidence[part := int(np.argmin(evidence))] < 0.0:
        one, later = int(before[part]), int(after[part])
        _carry_pause(parts, one, part, later, options.stray_photos)
        parts.join(one, part)
        evidence[part], gone[part] = np.inf, True
        after[one] = later
        if later < n:
            before[later] = one
        weigh(one)
        weigh(later)
    return parts.starts[~gone]


def _carry_pause(parts: Parts, one: int, other: int, later: int, stray: int) -> None:
    """Let a stray photo's pause count on its other side, before it is joined to a part.

    Who photographs a cat while all others walk does not end their pause.
    """
    few_one, few_other = parts.n[one] <= stray, parts.n[other] <= stray
    if few_one and not few_other:
        parts.pause_s[one] += parts.pause_s[other]
    elif few_other and not few_one and later < len(parts.starts):
        parts.pause_s[later] += parts.pause_s[other]


def _place_by_day(shots: Shots, days: Indices, numbers: Indices) -> None:
    """Put shots of bad clocks into the likeliest chapter of their day."""
    for day in np.unique(days[(days >= 0) & (numbers < 0)]).tolist():
        rows = np.flatnonzero((days == day) & (numbers < 0))
        told = np.flatnonzero((days == day) & (numbers >= 0))
        held = _held(shots, rows, numbers, told, np.inf)
        numbers[rows] = numbers[told][_first_of_each(numbers[told])][held.argmax(axis=1)]


def _place_likely(shots: Shots, days: Indices, numbers: Indices, options: AlbumOptions) -> None:
    """Put shots whose day is not known where enough of their probability is, if anywhere."""
    rows, told = np.flatnonzero(days < 0), np.flatnonzero(numbers >= 0)
    if len(rows) and len(told):
        # half a night is the furthest from a chapter: there is none between
        held = _held(shots, rows, numbers, told, options.night_s / 2)
        likely = numbers[told][_first_of_each(numbers[told])][held.argmax(axis=1)]
        numbers[rows] = np.where(held.max(axis=1) >= options.open_share, likely, -1)


def _held(shots: Shots, rows: Indices, numbers: Indices, told: Indices, reach_s: float) -> Floats:
    """Return how much of the probability of each row every chapter holds, (rows, chapters).

    Chapters meet half-way through the pauses, and reach no further than ``reach_s``.
    """
    times_s, starts = shots.event_time_s[told], _first_of_each(numbers[told])
    first_s, last_s = times_s[starts], np.maximum.reduceat(times_s, starts)
    halves_s = (last_s[:-1] + first_s[1:]) / 2
    from_s = np.maximum(np.append(-np.inf, halves_s), first_s - reach_s)
    to_s = np.minimum(np.append(halves_s, np.inf), last_s + reach_s)
    # by its own clock a photo is where that says, or nowhere
    sd_s = np.where(shots.by_own_clock[rows], 1.0, shots.sd_s[rows])[:, None]
    at_s = shots.event_time_s[rows, None]
    below = scipy.special.ndtr
    held: Floats = below((to_s - at_s) / sd_s) - below((from_s - at_s) / sd_s)
    return held


def _first_of_each(numbers: Indices) -> Indices:
    """Return where each run of one number begins."""
    return np.concatenate([[0], np.flatnonzero(np.diff(numbers) != 0) + 1])
