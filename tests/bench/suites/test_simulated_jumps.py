from dataclasses import replace
from pathlib import Path

import numpy as np

from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.simulated import simulated_jump_events
from coincide_bench.suites.simulated.events import JUMP_WORLDS
from coincide_bench.suites.simulated.jumps import linked_photos, planted_jumps
from coincide_bench.suites.simulated.options import SimulatedOptions
from coincide_bench.suites.simulated.world import draw_world

OPTIONS = SimulatedOptions(n_photos=400, n_galleries=8, jump_share=1.0, seed=10_000)


def test_truth_and_step_explain_the_clock_on_both_sides_of_the_jump() -> None:
    world = draw_world(OPTIONS)
    planted = planted_jumps(world)
    assert len(planted) == 8
    for jump in planted:
        rows = world.table.rows(world.table.names.index(jump.gallery))
        true_s, camera_s = world.event_time_s[rows], world.table.camera_time_s[rows]
        offset_s = np.full(len(true_s), world.truth[jump.gallery])
        offset_s[jump.photo :] += jump.step_s
        assert np.array_equal(camera_s + offset_s, true_s)


def test_linked_photos_share_a_moment_with_another_gallery() -> None:
    world = draw_world(OPTIONS)
    gallery = world.table.gallery_of(np.arange(world.table.n_photos))
    linked = linked_photos(world)
    assert 0 < linked.sum() < world.table.n_photos
    for row in range(0, world.table.n_photos, 7):
        others = (world.moment == world.moment[row]) & (gallery != gallery[row])
        assert linked[row] == (world.moment[row] >= 0 and others.any())
    for jump in planted_jumps(world):
        rows = world.table.rows(world.table.names.index(jump.gallery))
        around = (jump.n_linked_before, jump.n_linked_after)
        assert sum(around) == linked[rows].sum()
        assert jump.n_linked_before == linked[rows][: jump.photo].sum()


def test_a_strangers_clock_has_no_truth_to_jump_from() -> None:
    world = draw_world(replace(OPTIONS, n_strangers=3))
    assert len(world.jumps) == 11
    assert {jump.gallery for jump in planted_jumps(world)} == set(world.truth)


def test_most_clocks_of_the_suite_are_clean() -> None:
    told: list[str] = []
    context = BenchContext(Path("unused"), None, False, lambda *_: told.append(""))
    events = list(simulated_jump_events([10_000, 10_001], context))
    assert [event.name for event in events[: len(JUMP_WORLDS)]] == [
        f"simulated/{name}" for name in JUMP_WORLDS
    ]
    assert {event.suite for event in events} == {"jumps"}
    n_galleries = sum(event.table.n_galleries for event in events)
    n_jumps = sum(len(event.jumps) for event in events)
    assert 0.1 * n_galleries < n_jumps < 0.5 * n_galleries
    assert len(told) == len(events)
