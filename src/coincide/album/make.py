"""Make an album: part the shots into chapters and these into moments, and say what each is."""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

import numpy as np

from coincide.album.chapters import find_chapters
from coincide.album.covers import fullest
from coincide.album.model import Album, Chapter, PhotoMoment, Shots
from coincide.album.names import ChapterTitle, chapter_names
from coincide.album.options import AlbumOptions
from coincide.album.parts import days_of
from coincide.album.places import places_of
from coincide.model import Floats, Indices, Singles

# names of the places at latitudes and longitudes, (N, 2); None where none is known
Gazetteer = Callable[[Floats], Sequence[str | None]]


def make_album(
    shots: Shots,
    options: AlbumOptions = AlbumOptions(),
    *,
    gazetteer: Gazetteer | None = None,
) -> Album:
    """Return the album of an event; what may be of several chapters is in none, but ``open``."""
    numbers = headed(shots, find_chapters(shots, options), options)
    parts = [np.flatnonzero(numbers == number) for number in range(numbers.max(initial=-1) + 1)]
    towns = [()] * len(parts) if gazetteer is None else _towns(gazetteer, places_of(shots, parts))
    local_s = shots.event_time_s if shots.local_time_s is None else shots.local_time_s
    names = chapter_names([local_s[rows].tolist() for rows in parts], towns)
    return Album(
        chapters=tuple(
            _chapter(find_moments(shots, rows, options), name, some, shots)
            for rows, name, some in zip(parts, names, towns, strict=True)
        ),
        open=tuple(np.flatnonzero(numbers < 0).tolist()),
    )


def _chapter(
    moments: tuple[PhotoMoment, ...], name: ChapterTitle, towns: tuple[str, ...], shots: Shots
) -> Chapter:
    """Return a chapter, shown by what most people photographed together."""
    cover = fullest(moments, shots)[0].cover
    return Chapter(moments, name.whole, cover, name.day, name.stop, towns)


def _towns(gazetteer: Gazetteer, places: Sequence[Sequence[Floats]]) -> list[tuple[str, ...]]:
    """Return the towns of each chapter's places, each once; in the wilderness there is none."""
    every = [place for some in places for place in some]
    found = gazetteer(np.array(every)) if every else []
    ends = accumulate((len(some) for some in places), initial=0)
    return [
        tuple(dict.fromkeys(name for name in found[start:stop] if name is not None))
        for start, stop in pairwise(ends)
    ]


# Which chapters have a heading: where a stop is of a photo or two, it goes with the one beside
# it.
#
# A stop of one photo is a stop, and is found as one; an album of thirty headings for a hundred
# photos tells less than one of ten.


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


def find_moments(shots: Shots, rows: Indices, options: AlbumOptions) -> tuple[PhotoMoment, ...]:
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
        PhotoMoment(tuple(rows[a:b].tolist()), int(rows[a + most_typical(look[a:b])]))
        for a, b in parts
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
