"""Neighbours against their definition: every photo compared with every other, whole vectors."""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.errors import UsageError
from coincide.model import PhotoTable, Singles
from coincide.solver.links.index import PhotoIndex, n_lists
from coincide.solver.links.neighbours import chance_floor, find_neighbours, learn_directions
from coincide.solver.options import NeighbourOptions
from coincide_bench.speed.large_events import LargeEvent, make_large_event
from tests.conftest import make_table
from tests.solver.links.recall import measure_recall

OPTIONS = NeighbourOptions()
INDEX = replace(OPTIONS, exact_photos=0)
# development seeds
SEED = 10_000


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> LargeEvent:
    """3,000 simulated photos of 15 people; a part of what the vectors say is cheaper."""
    made = make_large_event(3000, SEED, tmp_path_factory.mktemp("vectors"))
    return replace(made, vectors=made.vectors[:, :320])


def naive(table: PhotoTable, vectors: Singles, n_best: int, floor: float) -> list[set[int]]:
    whole = learn_directions(table, vectors, NeighbourOptions(directions=8)).whole(vectors)
    alike = whole @ whole.T
    gallery = table.gallery_of(np.arange(table.n_photos))
    alike[gallery[:, None] == gallery[None, :]] = -2.0
    best = np.argsort(-alike, axis=1)[:, :n_best]
    return [{int(j) for j in best[i] if alike[i, j] > floor} for i in range(len(best))]


def scenes(n_galleries: int = 6, n_scenes: int = 30, dim: int = 40) -> tuple[PhotoTable, Singles]:
    """Galleries that each hold a photo of every scene."""
    rng = np.random.default_rng(0)
    shown = np.tile(rng.standard_normal((n_scenes, dim)), (n_galleries, 1))
    vectors = (shown + 0.3 * rng.standard_normal(shown.shape)).astype(np.float32)
    return make_table(*[np.arange(n_scenes).tolist()] * n_galleries), vectors


def test_all_that_are_alike_are_found_and_nothing_else() -> None:
    table, vectors = scenes()
    found = find_neighbours(table, vectors)
    expected = naive(table, vectors, OPTIONS.n_best, found.floor)
    assert [{int(j) for j in rows if j >= 0} for rows in found.rows] == expected
    # five others hold each scene; what is left of twelve would be chance
    assert np.mean([len(one) == 5 for one in expected]) > 0.95


def test_matches_are_best_first_and_never_of_the_own_gallery(event: LargeEvent) -> None:
    table = event.trial.table
    for options in (OPTIONS, INDEX):
        found = find_neighbours(table, event.vectors, options)
        assert (np.diff(found.similarity, axis=1) <= 0).all()
        assert (found.similarity[found.found] > found.floor).all()
        assert (found.similarity[~found.found] == 0).all()
        rows, nth = np.nonzero(found.found)
        assert (table.gallery_of(rows) != table.gallery_of(found.rows[rows, nth])).all()


def test_the_index_finds_what_comparing_all_finds(event: LargeEvent) -> None:
    table = event.trial.table
    by_way = {
        one.search: one
        for one in measure_recall("simulated", table, event.vectors, OPTIONS, [OPTIONS.probes])
    }
    assert by_way["exact"].recall > 0.98
    assert by_way["index"].recall > 0.95
    # few lists of many: the search is not simply through all of them
    few = measure_recall("simulated", table, event.vectors, OPTIONS, [4])[1]
    assert few.lists >= 10 * few.probes
    assert 0.5 < few.recall < by_way["index"].recall
    assert few.of_all < few.recall


def test_the_same_for_any_number_of_threads(event: LargeEvent) -> None:
    table = event.trial.table
    for options in (OPTIONS, INDEX):
        one, two = (
            find_neighbours(table, event.vectors, replace(options, threads=n)) for n in (1, 2)
        )
        np.testing.assert_array_equal(one.rows, two.rows)


def test_tiles_change_nothing(event: LargeEvent) -> None:
    table = event.trial.table
    whole = find_neighbours(table, event.vectors)
    tiled = find_neighbours(table, event.vectors, replace(OPTIONS, query_tile=37))
    assert (whole.rows == tiled.rows).mean() > 0.999


def test_what_lies_on_disk_is_found_as_what_is_in_memory(event: LargeEvent) -> None:
    assert isinstance(event.vectors, np.memmap)
    on_disk = find_neighbours(event.trial.table, event.vectors)
    in_memory = find_neighbours(event.trial.table, np.array(event.vectors))
    np.testing.assert_array_equal(on_disk.rows, in_memory.rows)


def test_photos_with_nothing_in_common_have_no_neighbours() -> None:
    rng = np.random.default_rng(1)
    table = make_table(*[np.arange(100.0).tolist()] * 8)
    vectors = rng.standard_normal((800, 64)).astype(np.float32)
    assert find_neighbours(table, vectors).found.mean() < 0.01
    everything = find_neighbours(table, vectors, replace(OPTIONS, above_chance=False))
    assert everything.found.all()


def test_the_floor_rises_with_the_number_of_photos_chance_may_choose_from() -> None:
    rng = np.random.default_rng(2)
    vectors = rng.standard_normal((400, 64)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    gallery = np.arange(400) // 50
    floors = [chance_floor(vectors, gallery, n) for n in (1000, 1_000_000)]
    alike = (vectors @ vectors.T)[gallery[:, None] != gallery[None, :]]
    assert floors[0] < floors[1] < 1.0
    assert (alike > floors[0]).mean() < 2e-3
    assert chance_floor(vectors, np.zeros(400, np.int64), 1000) == 1.0


def test_the_direction_that_photos_differ_in_most_is_the_first_to_be_kept() -> None:
    rng = np.random.default_rng(5)
    scale = np.array([1.0, 1.0, 9.0, 1.0, 3.0, 1.0])
    vectors = (scale * rng.standard_normal((200, 6))).astype(np.float32)
    at_s = [float(second) for second in range(100)]
    table = make_table(at_s, at_s)
    for n_kept, kept in ((1, [2]), (2, [2, 4])):
        found = learn_directions(table, vectors, NeighbourOptions(directions=n_kept))
        length = np.linalg.norm(found.basis, axis=1)
        assert found.basis.shape == (6, n_kept)
        assert sorted(np.argsort(-length)[:n_kept].tolist()) == kept


@pytest.mark.parametrize("precision", [np.float16, np.float32])
def test_whatever_is_as_long_as_the_event_is_of_four_bytes_a_number(
    precision: type[np.floating],
) -> None:
    """Of a million photos, twice that would not fit in memory."""
    table, vectors = scenes()
    directions = learn_directions(table, vectors.astype(precision), OPTIONS)
    whole = directions.whole(vectors.astype(precision))
    found = find_neighbours(table, vectors.astype(precision))
    sizes = {
        each.itemsize for each in (whole, directions.main(whole), found.rows, found.similarity)
    }
    assert sizes == {4}


def test_two_photos_are_each_others_only_candidates() -> None:
    table = make_table([0.0], [5.0])
    found = find_neighbours(
        table, np.eye(2, dtype=np.float32), replace(OPTIONS, above_chance=False)
    )
    assert found.rows[:, 0].tolist() == [1, 0]
    assert (found.rows[:, 1:] == -1).all()


def test_lists_grow_with_the_root_and_are_never_too_many_to_learn() -> None:
    assert n_lists(1_000_000) == 8000
    assert n_lists(400) == 10
    assert n_lists(3) == 1
    assert PhotoIndex.sample_size(1_000_000) == 320_000


def test_without_faiss_a_large_event_says_what_to_install(
    event: LargeEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(UsageError, match=r"3,000 photos .*coincide\[cluster\]"):
        find_neighbours(event.trial.table, event.vectors, INDEX)
    # up to its limit, comparing all needs nothing
    find_neighbours(*scenes())


def test_vectors_are_made_once(tmp_path: Path) -> None:
    made = make_large_event(400, SEED, tmp_path)
    (path,) = tmp_path.iterdir()
    written = path.stat().st_mtime_ns
    again = make_large_event(400, SEED, tmp_path)
    assert path.stat().st_mtime_ns == written
    np.testing.assert_array_equal(made.vectors, again.vectors)


def test_progress_goes_up_to_all_and_changes_nothing() -> None:
    table, vectors = scenes()
    told: list[tuple[int, int]] = []
    found = find_neighbours(table, vectors, OPTIONS, progress=lambda *steps: told.append(steps))
    assert np.array_equal(found.rows, find_neighbours(table, vectors, OPTIONS).rows)
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert {n_all for _, n_all in told} == {len(told)}
