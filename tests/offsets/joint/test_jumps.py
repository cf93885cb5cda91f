from dataclasses import replace

import numpy as np
import pytest

from coincide.bench.figures.jumps import judge_clocks
from coincide.bench.methods import material_of
from coincide.bench.suites.simulated.events import JUMP_WORLDS, bench_event
from coincide.bench.suites.simulated.world import draw_world
from coincide.config import JointOptions
from coincide.evidence import Material
from coincide.model import Estimate, Floats, Jump, Offsets, Placement
from coincide.offsets.joint import solve_joint
from coincide.offsets.joint.jumps import Course, alike, as_if_steady, clearest, with_jumps
from coincide.offsets.joint.told import NO_HINTS
from coincide.times import HOUR_S
from tests.conftest import make_table
from tests.offsets.joint.clear import clear_event, with_steps


def course(*jumps: Jump, gain: float = 10.0, chance: float = 1.0) -> Course:
    return Course(jumps, gain, chance)


def longest_pause(material: Material, gallery: int) -> int:
    pauses_s = np.diff(material.table.camera_time_s[material.table.rows(gallery)])
    middle = slice(len(pauses_s) // 4, 3 * len(pauses_s) // 4)
    return middle.start + int(np.argmax(pauses_s[middle])) + 1


def test_a_steady_clock_shows_no_jump_and_keeps_the_order() -> None:
    table = make_table([0.0, 10.0, 3700.0], [0.0, 5.0])
    steady = as_if_steady(table, {0: course(Jump(2, -3600.0))}, 1)
    assert steady.camera_time_s.tolist() == [0.0, 10.0, 100.0, 0.0, 5.0]
    # a step of more than the pause must not turn photos round
    too_far = as_if_steady(table, {0: course(Jump(2, -3695.0))}, 1)
    assert too_far.camera_time_s.tolist() == [0.0, 10.0, 10.0, 0.0, 5.0]
    assert table.camera_time_s.tolist() == [0.0, 10.0, 3700.0, 0.0, 5.0]


def test_the_anchor_goes_as_it_went_for_most_of_its_photos() -> None:
    table = make_table([0.0, 3610.0, 3700.0], [0.0, 5.0])
    late = replace(course(Jump(1, -3600.0)), main_s=-3600.0)
    assert as_if_steady(table, {0: late}, 0).camera_time_s.tolist() == [3600, 3610, 3700, 0, 5]
    assert as_if_steady(table, {0: late}, 1).camera_time_s.tolist() == [0, 10, 100, 0, 5]


@pytest.mark.parametrize("row", [12, 45])
def test_a_jump_of_the_anchor_moves_no_other(row: int) -> None:
    ahead = with_steps(clear_event(), 0, {row: 2 * HOUR_S})
    # if most of its photos were taken later, event time is what the clock showed by then
    late = row < 25
    offsets = solve_joint(ahead, anchor="g0").offsets
    (jump,) = offsets["g0"].jumps
    assert (jump.row, jump.step_s) == (row, -2 * HOUR_S)
    first_s = 2 * HOUR_S if late else 0.0
    for placement in offsets.placements:
        assert placement.offset_s == pytest.approx(first_s, abs=20.0)
        estimate = placement.estimate
        assert estimate is not None
        assert estimate.low_s <= placement.offset_s <= estimate.high_s


def test_the_clearest_are_followed_first() -> None:
    strong, weak = course(Jump(3, HOUR_S), gain=50.0), course(Jump(5, HOUR_S), gain=8.0)
    assert clearest({1: strong, 2: weak}, known=()) == {1: strong}
    assert clearest({1: strong, 2: weak}, known={1}) == {1: strong, 2: weak}
    assert clearest({}, known=()) == {}


def test_of_jumps_that_mirror_each_other_the_clearer_is_followed_first() -> None:
    jumped, mirror = course(Jump(3, HOUR_S), gain=24.0), course(Jump(5, -HOUR_S), gain=20.0)
    other = course(Jump(9, 2 * HOUR_S), gain=20.0)
    assert clearest({1: jumped, 2: mirror, 3: other}, known=()) == {1: jumped, 3: other}
    # what is still there when the clearer one is set right is no mirror of it
    assert clearest({1: jumped, 2: mirror}, known={1}) == {1: jumped, 2: mirror}


def test_jumps_within_a_few_photos_are_alike() -> None:
    assert alike({1: course(Jump(10, 1.0))}, {1: course(Jump(12, 2.0))})
    assert not alike({1: course(Jump(10, 1.0))}, {1: course(Jump(20, 1.0))})
    assert not alike({1: course(Jump(10, HOUR_S))}, {1: course(Jump(10, 2 * HOUR_S))})
    assert not alike({1: course(Jump(10, 1.0))}, {})
    assert not alike({1: course(Jump(10, 1.0))}, {1: course(Jump(10, 1.0), Jump(20, 1.0))})


def test_offsets_are_no_surer_than_their_jumps() -> None:
    sure = Placement("a", Estimate(5.0, 4.0, 6.0, 0.999))
    offsets = Offsets("a", "joint", (sure, Placement("b", None, reasons=("why",))))
    jump = Jump(3, HOUR_S)
    found = with_jumps(offsets, {0: course(jump, chance=0.7), 1: course(jump)})
    assert found["a"].jumps == (jump,)
    assert found["a"].estimate is not None
    assert found["a"].estimate.probability == 0.7
    assert found["a"].reasons
    assert found["a"].estimate.reasons == found["a"].reasons
    # a clock that nobody can tell the offset of may yet be seen to jump
    assert found["b"] == replace(offsets["b"], jumps=(jump,))
    certain = with_jumps(offsets, {0: course(jump)})
    assert certain["a"].reasons == ()


@pytest.mark.parametrize("gallery", [0, 2])
@pytest.mark.parametrize("ahead_s", [2 * HOUR_S, -HOUR_S, 2345.0])
def test_a_clock_set_anew_is_found_at_the_photo(gallery: int, ahead_s: float) -> None:
    material = clear_event()
    row = longest_pause(material, gallery)
    offsets = solve_joint(with_steps(material, gallery, {row: ahead_s}), anchor="g0").offsets
    # the anchor's clock counts as it was for most of its photos
    late = gallery == 0 and row < len(material.table.camera_time_s[material.table.rows(0)]) / 2
    for number, placement in enumerate(offsets.placements):
        assert placement.offset_s == pytest.approx(ahead_s if late else 0.0, abs=20.0)
        if number != gallery:
            assert placement.jumps == ()
    (jump,) = offsets.placements[gallery].jumps
    # a photo that nobody else took says nothing
    assert abs(jump.row - row) <= 1
    exact_s = 1e-6 if ahead_s % HOUR_S == 0 else 30.0
    assert jump.step_s == pytest.approx(-ahead_s, abs=exact_s)
    estimate = offsets.placements[gallery].estimate
    assert estimate is not None
    assert estimate.probability is not None
    assert estimate.probability > 0.9


def test_a_clock_set_anew_twice_is_found() -> None:
    material = with_steps(clear_event(), 2, {18: HOUR_S, 40: HOUR_S})
    jumps = solve_joint(material, anchor="g0").offsets["g2"].jumps
    assert [jump.row for jump in jumps] == [18, 40]
    assert [jump.step_s for jump in jumps] == pytest.approx([-HOUR_S, -HOUR_S])


@pytest.mark.parametrize("seed", range(10_000, 10_004))
def test_steady_clocks_do_not_jump(seed: int) -> None:
    offsets = solve_joint(clear_event(seed=seed), anchor="g0").offsets
    assert [placement.jumps for placement in offsets.placements] == [()] * 5


def test_jumps_can_be_switched_off() -> None:
    material = with_steps(clear_event(), 2, {25: 2 * HOUR_S})
    found = solve_joint(material, anchor="g0", options=JointOptions(jumps=False)).offsets
    assert found["g2"].jumps == ()


def test_a_pinned_clock_is_not_questioned() -> None:
    material = with_steps(clear_event(), 2, {25: 2 * HOUR_S})
    hints = replace(NO_HINTS, pinned=((2, 0.0),))
    assert solve_joint(material, anchor="g0", hints=hints).offsets["g2"].jumps == ()


def test_without_likeness_nobody_can_tell() -> None:
    material = with_steps(clear_event(), 2, {25: 2 * HOUR_S})
    blind = replace(material, vectors={})
    assert all(not one.jumps for one in solve_joint(blind, anchor="g0").offsets.placements)


def planted_share(world: str, seeds: range) -> tuple[float, float]:
    """Return the share of visible jumps that were found, and of clean clocks that were split."""
    clocks = []
    for seed in seeds:
        options = replace(JUMP_WORLDS[world], seed=seed)
        event = bench_event(draw_world(options), suite="jumps", name=world, seed=seed)
        clocks += judge_clocks(event, solve_joint(material_of(event), anchor=event.anchor).offsets)
    n_visible: Floats = np.array([clock.n_visible for clock in clocks])
    n_found = np.array([clock.n_found for clock in clocks])
    clean = np.array([clock.n_planted == 0 for clock in clocks])
    split = np.array([clock.split for clock in clocks])
    return float(n_found.sum() / n_visible.sum()), float(split[clean].mean())


@pytest.mark.slow
def test_most_jumps_of_simulated_events_are_found() -> None:
    found, false = planted_share("easy", range(40_001, 40_025, 4))
    assert found >= 0.8
    assert false <= 0.02
