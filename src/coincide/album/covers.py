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
    step = -(-len(first.rows) // options.cover_shots)
    return tuple(
        dict.fromkeys([first.cover, *first.rows[::step], *(moment.cover for moment in others)])
    )


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
    if shots.faces is not None:
        worth += options.cover_faces * shots.faces
    for chapter in album.chapters:
        for moment in chapter.moments:
            several = len(np.unique(shots.person[list(moment.rows)])) > 1
            worth[list(moment.rows)] += options.cover_people * several
    for instant in album.instants:
        worth[list(instant.rows)] += options.cover_instant
    return worth
