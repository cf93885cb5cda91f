"""Make an album: part the shots into chapters and these into moments, and say what each is."""

from collections.abc import Callable, Sequence

import numpy as np

from coincide.album.chapters import find_chapters
from coincide.album.covers import fullest
from coincide.album.headings import headed
from coincide.album.model import Album, Chapter, Moment, Shots
from coincide.album.moments import find_moments
from coincide.album.names import ChapterName, chapter_names
from coincide.album.options import AlbumOptions
from coincide.album.places import middles_of
from coincide.model import Floats

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
    centres = middles_of(shots, parts)
    places = [None] * len(parts) if gazetteer is None else _named(gazetteer, centres)
    local_s = shots.event_time_s if shots.local_time_s is None else shots.local_time_s
    starts_s = [float(local_s[rows[0]]) for rows in parts]
    names = chapter_names(starts_s, places)
    return Album(
        chapters=tuple(
            _chapter(find_moments(shots, rows, options), name, shots)
            for rows, name in zip(parts, names, strict=True)
        ),
        open=tuple(np.flatnonzero(numbers < 0).tolist()),
    )


def _chapter(moments: tuple[Moment, ...], name: ChapterName, shots: Shots) -> Chapter:
    """Return a chapter, shown by what most people photographed together."""
    return Chapter(moments, name.whole, fullest(moments, shots)[0].cover, name.day, name.stop)


def _named(gazetteer: Gazetteer, centres: Sequence[Floats | None]) -> list[str | None]:
    names: list[str | None] = [None] * len(centres)
    known = [nth for nth, centre in enumerate(centres) if centre is not None]
    if known:
        found = gazetteer(np.array([centres[nth] for nth in known]))
        for nth, name in zip(known, found, strict=True):
            names[nth] = name
    return names
