"""What shows a chapter: of what most people photographed together, the photo that came out best."""

from dataclasses import replace

import numpy as np

from coincide.album.groups import best_of
from coincide.album.model import Album, Chapter, Moment, Shots
from coincide.album.options import AlbumOptions


def fullest(moments: tuple[Moment, ...], shots: Shots) -> tuple[Moment, ...]:
    """Return moments by how many people photographed them, and how often; the fullest first."""

    def people(moment: Moment) -> int:
        return len(np.unique(shots.person[list(moment.rows)]))

    return tuple(sorted(moments, key=lambda one: (people(one), len(one.rows)), reverse=True))


def cover_choices(
    chapter: Chapter, shots: Shots, options: AlbumOptions = AlbumOptions()
) -> tuple[int, ...]:
    """Return the few rows that come into question: of the fullest moment, and the next ones'."""
    first, *others = fullest(chapter.moments, shots)[: options.cover_moments]
    step = -(-len(first.rows) // options.cover_shots)
    return tuple(dict.fromkeys([first.cover, *first.rows[::step], *(one.cover for one in others)]))


def with_covers(album: Album, shots: Shots, options: AlbumOptions = AlbumOptions()) -> Album:
    """Return an album whose chapters are shown by what came out best of what may show them."""
    return replace(
        album,
        chapters=tuple(
            replace(one, cover=best_of(cover_choices(one, shots, options), shots))
            for one in album.chapters
        ),
    )
