"""Find the best matches of a large event's photos as tasks, kept by what they depend on."""

import base64
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from coincide.engine import Engine
from coincide.model import Indices, Singles, Url
from coincide.project.costs import Meter
from coincide.project.solve.tasks.pairs import digest_of, link_code
from coincide.solver.links.neighbours import Haystack, Matches, Tile
from coincide.storage.objectstore import ObjectStore

STAGE = "link"
KIND = "linked"
# photos of one task: ten seconds of work, and a megabyte of results
PHOTOS = 10_000

FindTile = Callable[[Haystack, Tile], Matches]


@dataclass(frozen=True)
class TileTasks:
    """Runs tiles on an engine, several in a task; below a URL, what they find is kept."""

    engine: Engine
    meter: Meter
    project: Url | None
    photos: int = PHOTOS

    def __call__(
        self, find: FindTile, haystack: Haystack, tiles: Sequence[Tile]
    ) -> Iterator[Matches]:
        """Yield what each tile finds, in their order."""
        task = partial(find_group, find)
        if self.project is not None:
            # threads are no part of the answer
            options = replace(haystack.options, threads=None)
            about = (link_code(), options, haystack.floor, numbers_of(tiles))
            name = digest_of("tiles", *about, haystack.vectors)
            task = partial(find_kept, find, self.project, name)
        for done in self.engine.map(task, haystack, list(_grouped(tiles, self.photos))):
            self.meter.add_task(STAGE, self.engine, done)
            yield from done.value


def find_group(find: FindTile, haystack: Haystack, tiles: Sequence[Tile]) -> list[Matches]:
    """Return what some tiles find."""
    return [find(haystack, tile) for tile in tiles]


def find_kept(
    find: FindTile, project: Url, event: str, haystack: Haystack, tiles: Sequence[Tile]
) -> list[Matches]:
    """Return what some tiles find, as it was found before if it was.

    ``event``: a digest of all that every tile of the event depends on.
    """
    name = digest_of(event, numbers_of(tiles))
    with ObjectStore(project) as store:
        known = store.load_document(KIND, name)
        if known is not None:
            return [_found(item) for item in known["tiles"]]
        found = find_group(find, haystack, tiles)
        store.save_document(KIND, name, {"tiles": [_document(*entry) for entry in found]})
    return found


def numbers_of(tiles: Sequence[Tile]) -> list[tuple[int, int, int, int]]:
    """Return tiles as plain numbers."""
    return [(tile.rows.start, tile.rows.stop, tile.own.start, tile.own.stop) for tile in tiles]


def _grouped(tiles: Sequence[Tile], photos: int) -> Iterator[tuple[Tile, ...]]:
    """Yield tiles, in order, so many that they have at least so many photos."""
    group: list[Tile] = []
    for tile in tiles:
        group.append(tile)
        if group[-1].rows.stop - group[0].rows.start >= photos:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


def _document(rows: Indices, alike: Singles) -> dict[str, Any]:
    """Return what a tile found as JSON's own types, to the last bit."""
    return {"n_best": rows.shape[1], "rows": _text(rows, "<i4"), "alike": _text(alike, "<f4")}


def _found(document: dict[str, Any]) -> Matches:
    shape = (-1, document["n_best"])
    rows, alike = (
        np.frombuffer(base64.b64decode(document[name]), kind).reshape(shape)
        for name, kind in (("rows", "<i4"), ("alike", "<f4"))
    )
    return rows, alike


def _text(array: NDArray[Any], kind: DTypeLike) -> str:
    return base64.b64encode(np.ascontiguousarray(array, kind).tobytes()).decode()
