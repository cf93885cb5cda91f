"""What shows a chapter: of what most people photographed together, the photo that came out best."""

from dataclasses import replace

import numpy as np

from coincide.album.model import Album, Chapter, PhotoMoment, Shots
from coincide.album.options import AlbumOptions
from coincide.model import Floats


def fullest(moments: tuple[PhotoMoment, ...], shots: Shots) -> tuple[PhotoMoment, ...]:
    """Return moments by how many people photographed them, and how often; the fullest first."""

    def people(moment: PhotoMoment) -> int:
        return len(np.unique(shots.person[list(moment.rows)]))

    return tuple(sorted(moments, key=lambda one: (people(one), len(one.rows)), reverse=True))


def cover_choices(
    chapter: Chapter, shots: Shots, options: AlbumOptions = AlbumOptions()
) -> tuple[int, ...]:
    """Return the few rows that come into question: of the fullest moment, and the next ones'."""
    first, *others = fullest(chapter.moments, shots)[: options.cover_moments]
    few = max(1, options.cover_shots // 2)
    rows = [first.cover, *_some(first.rows, options.cover_shots)]
    for moment in others:
        rows += [moment.cover, *_some(moment.rows, few)]
    return tuple(dict.fromkeys(rows))


def _some(rows: tuple[int, ...], n: int) -> tuple[int, ...]:
    """Return up to n of a moment's rows, evenly taken."""
    return rows[:: -(-len(rows) // n)]


def with_covers(album: Album, shots: Shots, options: AlbumOptions = AlbumOptions()) -> Album:
    """Return an album whose chapters are shown by what came out best of what may show them.

    Faces count, and what several people photographed, most of all at one instant. The best of them
    shows the whole album.
    """
    if shots.worth is None or not album.chapters:
        return album
    worth = _cover_worth(album, shots, options)
    covers = [
        max(cover_choices(chapter, shots, options), key=lambda row: (worth[row], -row))
        for chapter in album.chapters
    ]
    # what a larger chapter shows is more of the event
    large = np.log([1.0 + len(chapter.rows) for chapter in album.chapters])
    best = int(np.argmax(worth[covers] + large / large.max() / 2))
    return replace(
        album,
        chapters=tuple(
            replace(one, cover=cover) for one, cover in zip(album.chapters, covers, strict=True)
        ),
        cover=covers[best],
    )


def _cover_worth(album: Album, shots: Shots, options: AlbumOptions) -> Floats:
    """Return what each shot is worth as a cover, (N,)."""
    worth: Floats = np.zeros(len(shots)) if shots.worth is None else shots.worth.copy()
    faces = np.zeros(len(shots)) if shots.faces is None else shots.faces
    for chapter in album.chapters:
        most = np.log1p(max(len(moment.rows) for moment in chapter.moments))
        for moment in chapter.moments:
            rows = list(moment.rows)
            several = len(np.unique(shots.person[rows])) > 1
            full = float(np.log1p(len(rows)) / most)
            worth[rows] += options.cover_people * several + options.cover_full * full
            # who poses is photographed again and again; a print with faces is once
            worth[rows] += options.cover_faces * full * faces[rows]
    for instant in album.instants:
        worth[list(instant.rows)] += options.cover_instant
    return worth
