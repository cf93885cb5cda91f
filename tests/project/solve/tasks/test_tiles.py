"""Matches found as tasks: the same as here, and found once."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from coincide.engine import LocalEngine
from coincide.model import Neighbours, PhotoTable, Singles, place_of
from coincide.project.costs import Meter
from coincide.project.solve.tasks import TileTasks
from coincide.project.solve.tasks.tiles import find_kept
from coincide.solver.links.neighbours import (
    Haystack,
    Tile,
    find_neighbours,
    find_tile,
    make_haystack,
)
from coincide.solver.options import NeighbourOptions
from tests.conftest import make_table

EXACT = NeighbourOptions(query_tile=7)
INDEX = replace(EXACT, exact_photos=0)


def scenes(seed: int = 0) -> tuple[PhotoTable, Singles]:
    rng = np.random.default_rng(seed)
    shown = np.tile(rng.standard_normal((30, 40)), (6, 1))
    vectors = (shown + 0.3 * rng.standard_normal(shown.shape)).astype(np.float32)
    return make_table(*[np.arange(30).tolist()] * 6), vectors


def assert_same(one: Neighbours, other: Neighbours) -> None:
    assert one.floor == other.floor
    np.testing.assert_array_equal(one.rows, other.rows)
    np.testing.assert_array_equal(one.similarity, other.similarity)


@pytest.mark.parametrize("options", [EXACT, INDEX])
def test_tasks_find_what_threads_find(options: NeighbourOptions, base: str) -> None:
    table, vectors = scenes()
    expected = find_neighbours(table, vectors, options)
    assert expected.found.any()
    for project in (place_of(base), None):
        run = TileTasks(LocalEngine(2), Meter(), project, photos=20)
        assert_same(find_neighbours(table, vectors, options, run=run), expected)


def test_what_was_found_is_not_looked_for_again(base: str) -> None:
    table, vectors = scenes()
    haystack = make_haystack(table, vectors, EXACT)
    tiles = [Tile(slice(0, 7), slice(0, 30)), Tile(slice(7, 14), slice(0, 30))]

    def never(_haystack: Haystack, _tile: Tile) -> tuple[np.ndarray, np.ndarray]:
        raise AssertionError("looked for again")

    first = find_kept(find_tile, place_of(base), "event", haystack, tiles)
    again = find_kept(never, place_of(base), "event", haystack, tiles)
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one[0], other[0])
        np.testing.assert_array_equal(one[1], other[1])
    with pytest.raises(AssertionError, match="again"):
        find_kept(never, place_of(base), "event", haystack, tiles[:1])


def test_other_photos_are_looked_for_anew(base: str) -> None:
    run = TileTasks(LocalEngine(1), Meter(), place_of(base), photos=20)
    for seed in (0, 1):
        table, vectors = scenes(seed)
        for options in (EXACT, replace(EXACT, n_best=5)):
            expected = find_neighbours(table, vectors, options)
            assert_same(find_neighbours(table, vectors, options, run=run), expected)


def test_an_index_finds_the_same_elsewhere() -> None:
    table, vectors = scenes()
    haystack = make_haystack(table, vectors, INDEX)
    sent = pickle.loads(pickle.dumps(haystack))
    tile = Tile(slice(30, 37), slice(30, 60))
    for here, there in zip(find_tile(haystack, tile), find_tile(sent, tile), strict=True):
        np.testing.assert_array_equal(here, there)
