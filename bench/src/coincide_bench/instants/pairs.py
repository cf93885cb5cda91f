"""The pairs that albums of real sets show as one instant, beside as many that they do not.

A decoy is of two people as well, and of the same minute, or else the nearest that there is: what
is asked is whether both show the same thing, and people who walk together photograph alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from coincide.album.groups import Pair
from coincide.errors import CoincideError
from coincide.project import Project
from coincide.project.album.make import EventAlbum, album_of
from coincide_bench.asis.run import copy_photos
from coincide_bench.suites.context import BenchContext
from coincide_bench.wholeplan.pool import keep_counts, warm_project


@dataclass(frozen=True)
class ShownPair:
    """Two photos of a set; ``shown``: the album has them as one instant."""

    event: str
    files: tuple[str, str]
    apart_s: float
    within_s: float
    shown: bool


def pairs_of_set(source: Path, folder: Path, context: BenchContext, seed: int) -> list[ShownPair]:
    """Return the instants of a set's album and as many decoys; none where it cannot be synced."""
    copy_photos(source, folder, lambda path: path.name)
    warm_project(folder, context.cache)
    project = Project.at(folder)
    try:
        made = album_of(project.sync().solution, keep=True)
    except CoincideError:
        return []
    keep_counts(folder, context.cache)
    shown = [instant.rows for instant in made.album.instants]
    decoys = decoys_of(made, shown, np.random.default_rng(seed))

    def told(pair: Pair, within_s: float, *, is_shown: bool) -> ShownPair:
        items = [made.items[row] for row in pair]
        files = [item.photo.file.relative_to(folder).as_posix() for item in items]
        apart_s = abs(items[1].event_time_s - items[0].event_time_s)
        return ShownPair(source.name, (files[0], files[1]), apart_s, within_s, is_shown)

    return [
        *(told(instant.rows, instant.within_s, is_shown=True) for instant in made.album.instants),
        *(told(pair, 0.0, is_shown=False) for pair in decoys),
    ]


def decoys_of(made: EventAlbum, shown: list[Pair], rng: np.random.Generator) -> list[Pair]:
    """Return as many other pairs of two people: of one minute, or the nearest there are."""
    pairs = sorted(_apart(made, shown), key=lambda found: found[0])
    near = [pair for apart_s, pair in pairs if apart_s <= 60.0]
    if len(near) >= len(shown):
        return [near[place] for place in rng.permutation(len(near))[: len(shown)].tolist()]
    return [pair for _, pair in pairs[: len(shown)]]


def _apart(made: EventAlbum, shown: list[Pair]) -> Iterator[tuple[float, Pair]]:
    taken = {row for pair in shown for row in pair}
    items = made.items
    for row, one in enumerate(items):
        # who comes next is near enough; further ones are for sets with few others
        for other in range(row + 1, min(row + 40, len(items))):
            both = items[other]
            if one.person != both.person and not {row, other} <= taken:
                yield both.event_time_s - one.event_time_s, (row, other)
