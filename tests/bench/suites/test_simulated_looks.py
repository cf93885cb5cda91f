import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from coincide_bench.suites.simulated.looks import (
    CHUNK,
    DIMENSION,
    LookParameters,
    Looks,
    draw_looks,
    vectors,
)
from coincide_bench.suites.simulated.options import SimulatedOptions
from coincide_bench.suites.simulated.world import World, draw_world

OPTIONS = SimulatedOptions(n_photos=2 * CHUNK + 100, n_galleries=12, seed=7)


@pytest.fixture(scope="module")
def world() -> World:
    return draw_world(OPTIONS)


@pytest.fixture(scope="module")
def looks(world: World) -> Looks:
    return draw_looks(world)


@pytest.fixture(scope="module")
def everything(world: World, looks: Looks) -> np.ndarray:
    return vectors(world, looks, slice(None))


def test_vectors_have_the_production_dimension_and_length_one(
    world: World, everything: np.ndarray
) -> None:
    assert everything.shape == (world.table.n_photos, DIMENSION)
    assert everything.dtype == np.float32
    assert np.linalg.norm(everything, axis=1) == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("size", [1, 37, CHUNK, 300, 5000])
def test_any_block_has_the_same_bytes(
    world: World, looks: Looks, everything: np.ndarray, size: int
) -> None:
    starts = range(0, world.table.n_photos, size)
    some = [*starts][:3] + [*starts][-2:]  # a block of one row is as good as all of them
    for start in some:
        rows = slice(start, min(start + size, world.table.n_photos))
        assert vectors(world, looks, rows).tobytes() == everything[rows].tobytes()


def test_a_world_drawn_again_has_the_same_bytes(everything: np.ndarray) -> None:
    world = draw_world(OPTIONS)
    assert vectors(world, draw_looks(world), slice(None)).tobytes() == everything.tobytes()


def test_an_empty_block_is_empty(world: World, looks: Looks) -> None:
    assert vectors(world, looks, slice(5, 5)).shape == (0, DIMENSION)


def similarity(
    everything: np.ndarray, world: World, *, scene: bool, place: bool, close: bool
) -> float:
    """Return the mean similarity across galleries of photos with or without these in common."""
    gallery = world.table.gallery_of(np.arange(world.table.n_photos))
    shown = np.flatnonzero(world.moment >= 0)
    i, j = (shown[side] for side in np.triu_indices(len(shown), 1))
    chosen = (gallery[i] != gallery[j]) & ((world.scene[i] == world.scene[j]) == scene)
    chosen &= (world.place[i] == world.place[j]) == place
    if scene:
        chosen &= (np.abs(world.event_time_s[i] - world.event_time_s[j]) <= 5) == close
    return float(np.mean(np.einsum("id,id->i", everything[i[chosen]], everything[j[chosen]])))


def test_the_more_photos_share_the_more_alike_they_are(
    world: World, everything: np.ndarray
) -> None:
    seconds = similarity(everything, world, scene=True, place=True, close=True)
    moment = similarity(everything, world, scene=True, place=True, close=False)
    place = similarity(everything, world, scene=False, place=True, close=False)
    nothing = similarity(everything, world, scene=False, place=False, close=False)
    assert seconds > moment + 0.04
    assert moment > place + 0.04
    assert place > nothing + 0.04


def test_private_photos_are_as_unlike_others_as_other_places_are(
    world: World, everything: np.ndarray
) -> None:
    private = world.moment < 0
    gallery = world.table.gallery_of(np.arange(world.table.n_photos))
    cosines = everything[private] @ everything[~private].T
    across = gallery[private][:, None] != gallery[~private][None, :]
    nothing = similarity(everything, world, scene=False, place=False, close=False)
    assert cosines[across].mean() == pytest.approx(nothing, abs=0.02)


def test_sameness_is_the_similarity_of_photos_that_share_nothing(world: World) -> None:
    for sameness in (0.2, 0.4):
        made = vectors(
            world, draw_looks(world, replace(LookParameters(), sameness=sameness)), slice(None)
        )
        nothing = similarity(made, world, scene=False, place=False, close=False)
        assert nothing == pytest.approx(sameness, abs=0.03)


def test_a_camera_leaves_its_mark_on_all_of_its_photos(world: World) -> None:
    def within_minus_across(camera_share: float) -> float:
        parameters = replace(LookParameters(), camera_share=camera_share)
        made = vectors(world, draw_looks(world, parameters), slice(None))
        gallery = world.table.gallery_of(np.arange(world.table.n_photos))
        other_place = world.place[:, None] != world.place[None, :]
        same = gallery[:, None] == gallery[None, :]
        cosines = made @ made.T
        return float(cosines[same & other_place].mean() - cosines[~same & other_place].mean())

    assert within_minus_across(0.1) > within_minus_across(0.0) + 0.03


# in a process of its own: the peak of this one is whatever tests ran before
_MEASURE = """
from pathlib import Path
from coincide_bench.suites.simulated import big_world
from coincide_bench.suites.simulated.looks import draw_looks, vectors
world = big_world(100_000, 500, 0)
looks = draw_looks(world)
total = 0
for start in range(0, 100_000, 4096):
    total += len(vectors(world, looks, slice(start, start + 4096)))
# of this process alone: ru_maxrss counts what the one that started it held, too
status = Path("/proc/self/status").read_text()
print(total, status.partition("VmHWM:")[2].split()[0])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="/proc is of Linux only")
def test_a_hundred_thousand_photos_take_less_than_two_gigabytes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE], check=True, capture_output=True, text=True
    )
    n_photos, peak_kb = map(int, done.stdout.split())
    assert n_photos == 100_000
    assert peak_kb * 1024 < 2e9
