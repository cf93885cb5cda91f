"""A summary of n: the photos that tell the event.

Greedy choice of what adds most: the first photo of a chapter, of a person, of a camera, of a
stretch of the time, then what shows most of the rest by look and time. What a photo adds only
shrinks as others are chosen, so that greedy choice is near the best there is.
"""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from coincide.album.groups import looks_about
from coincide.album.model import Album, Shots
from coincide.album.options import SummaryOptions
from coincide.model import Floats, Indices, Singles

# rows that are to be shown by others at most, evenly taken: more change nothing but the time
_MOST_SHOWN = 4000
# more than all that a photo can add
_LAST = 1e6
# how well a photo came out where nobody looked
_USUAL = 0.5


@dataclass(frozen=True)
class _Open:
    """The rows that come into question, (M,), and which moment and chapter each is of.

    ``often``: how often its moment was photographed, (M,), 1 of the one that was most often: who
    poses is photographed again and again, a print with faces once.
    """

    rows: Indices
    moment: Indices
    chapter: Indices
    often: Floats


def summary(
    album: Album,
    shots: Shots,
    n: int,
    options: SummaryOptions = SummaryOptions(),
    *,
    hidden: Collection[int] = (),
    given: Collection[int] = (),
) -> tuple[int, ...]:
    """Return n rows that tell the event, by time; fewer where it has fewer things to show.

    Of shots that show the same only the one that stands for them comes into question, of those
    that are hidden none, and no second one of a moment while a chapter has none. ``given`` are in
    it whatever else is, and count.
    """
    asked = _asked(album, shots, hidden, given)
    shown = _shown(shots, asked.rows, options)
    covered: list[tuple[Indices, Floats | float]] = [
        (asked.chapter, options.chapter_weight * _larger(asked.chapter, options)),
        (shots.person[asked.rows], options.person_weight),
        (shots.gallery[asked.rows], options.camera_weight),
        (_stretches(shots.event_time_s[asked.rows], n, options), options.time_weight),
    ]
    came_out = _came_out(album, shots, options)[asked.rows] + options.moment_weight * asked.often
    faces = np.zeros(len(asked.rows)) if shots.faces is None else shots.faces[asked.rows]
    faces = faces * (1.0 + asked.often) / 2
    best = np.zeros(shown.shape[1], np.float32)
    alike = _alike(shots, asked.rows, options)
    again = np.zeros(len(asked.rows), dtype=np.bool_)
    chosen: list[int] = np.flatnonzero(np.isin(asked.rows, list(given))).tolist()
    for place in chosen:
        best, again = np.maximum(best, shown[place]), again | alike[place]
    while len(chosen) < min(n, len(asked.rows)):
        more = np.maximum(shown - best, 0.0).sum(axis=1) * (n / shown.shape[1])
        gain = options.shown_weight * more + came_out + _of_faces(faces, chosen, n, options)
        for column, weight in covered:
            gain += weight * _first(column, chosen)
        # what shows the same as a chosen one waits until there is nothing else
        gain[again] -= _LAST
        gain[_barred(asked, chosen)] = -np.inf
        chosen.append(int(gain.argmax()))
        best = np.maximum(best, shown[chosen[-1]])
        again |= alike[chosen[-1]]
    return tuple(sorted(asked.rows[chosen].tolist()))


def _came_out(album: Album, shots: Shots, options: SummaryOptions) -> Floats:
    """Return what each is worth by itself, (N,): that it came out, and shows the whole album."""
    worth = np.full(len(shots), _USUAL) if shots.worth is None else shots.worth
    gain: Floats = options.worth_weight * worth
    # what came out badly is not made up for by whatever else it has
    gain -= options.bad_weight * np.clip(1.0 - worth / options.bad_worth, 0.0, 1.0)
    if album.cover is not None:
        gain[album.cover] += options.cover_weight
    return gain


def _larger(chapter: Indices, options: SummaryOptions) -> Floats:
    """Return how much each row's chapter counts beside the largest, by its photos: up to 1."""
    if not len(chapter):
        return np.zeros(0)
    n = np.log1p(np.bincount(chapter))[chapter]
    counts: Floats = options.small_chapter + (1.0 - options.small_chapter) * n / n.max()
    return counts


def _of_faces(faces: Floats, chosen: list[int], n: int, options: SummaryOptions) -> Floats:
    """Return what faces add: the less, the more of them are chosen, and at last nothing."""
    room = 1.0 - float((faces[chosen] > 0.0).sum()) / max(options.face_share * n, 1.0)
    return options.face_weight * max(room, 0.0) * faces


def _alike(shots: Shots, rows: Indices, options: SummaryOptions) -> NDArray[np.bool_]:
    """Tell of each two rows whether they show the same thing, (M, M); of very many, none."""
    if not shots.look.shape[1] or len(rows) > _MOST_SHOWN:
        return np.zeros((len(rows), len(rows)), dtype=np.bool_)
    about = looks_about(shots.look)[rows]
    alike: NDArray[np.bool_] = about @ about.T >= options.same_look
    return alike


def _asked(album: Album, shots: Shots, hidden: Collection[int], given: Collection[int]) -> _Open:
    chapter, moment = np.full(len(shots), -1), np.full(len(shots), -1)
    n_moments = 0
    for number, one in enumerate(album.chapters):
        for part in one.moments:
            chapter[list(part.rows)], moment[list(part.rows)] = number, n_moments
            n_moments += 1
    stands = chapter >= 0
    for group in album.groups:
        cover = album.cover in group.rows and album.cover not in hidden
        best = album.cover if cover else group.best
        stands[[row for row in group.rows if row != best]] = False
    stands[list(given)] = chapter[list(given)] >= 0
    stands[list(hidden)] = False
    rows = np.flatnonzero(stands)
    n = np.log1p(np.bincount(moment[moment >= 0], minlength=n_moments)[moment[rows]])
    return _Open(rows, moment[rows], chapter[rows], n / n.max(initial=1.0))


def _stretches(times_s: Floats, n: int, options: SummaryOptions) -> Indices:
    """Return which of n stretches, as long as each other, rows are of; pauses count little."""
    going_s = np.concatenate([[0.0], np.cumsum(np.minimum(np.diff(times_s), options.pause_s))])
    each_s = max(going_s[-1] / max(n, 1), 1.0)
    return np.asarray(going_s[: len(times_s)] / each_s, np.int64)


def _first(column: Indices, chosen: list[int]) -> Floats:
    """Return what each adds as the first, second, … of its kind: 1, 1/4, 1/9, …."""
    kinds, numbers = np.unique(column, return_inverse=True)
    count = np.bincount(numbers[chosen], minlength=len(kinds))
    return np.asarray(1.0 / (1.0 + count[numbers]) ** 2, np.float64)


def _barred(asked: _Open, chosen: list[int]) -> Indices:
    """Return what cannot be chosen: what is; while a chapter has none, moments that have one."""
    taken = np.isin(np.arange(len(asked.rows)), chosen)
    if chosen and not np.isin(asked.chapter, asked.chapter[chosen]).all():
        taken |= np.isin(asked.moment, asked.moment[chosen])
    return np.flatnonzero(taken)


def _shown(shots: Shots, rows: Indices, options: SummaryOptions) -> Singles:
    """Return how well each row shows others, by look and time: 0 to 1, (len(rows), others)."""
    others = rows[:: max(1, -(-len(rows) // _MOST_SHOWN))]
    apart_s = np.abs(shots.event_time_s[rows, None] - shots.event_time_s[None, others])
    near: Singles = np.clip(1.0 - apart_s / options.near_s, 0.0, 1.0).astype(np.float32)
    if not shots.look.shape[1]:
        return near
    about = looks_about(shots.look)
    alike: Singles = about[rows] @ about[others].T
    return near * np.clip(alike, 0.0, 1.0)
