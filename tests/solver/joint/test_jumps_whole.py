"""Clocks that were set anew, found by whole solves."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.evidence import EvidenceInputs
from coincide.solver.joint import solve_joint
from coincide.solver.joint.knowledge import NO_HINTS
from coincide.solver.options import JointOptions
from coincide_bench.figures.jumps import judge_clocks
from coincide_bench.methods import material_of
from coincide_bench.suites.simulated.events import JUMP_WORLDS, bench_event
from coincide_bench.suites.simulated.world import draw_world
from tests.solver.joint.clear import clear_event, with_steps


def longest_pause(material: EvidenceInputs, gallery: int) -> int:
    pauses_s = np.diff(material.table.camera_time_s[material.table.rows(gallery)])
    middle = slice(len(pauses_s) // 4, 3 * len(pauses_s) // 4)
    return middle.start + int(np.argmax(pauses_s[middle])) + 1


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


def test_a_clock_that_was_never_set_anew_is_not_followed_and_still_placed() -> None:
    material = with_steps(clear_event(), 2, {25: 2 * HOUR_S})
    offsets = solve_joint(
        material, anchor="g0", hints=replace(NO_HINTS, steady=frozenset({2}))
    ).offsets
    assert [placement.jumps for placement in offsets.placements] == [()] * 5
    assert [one.offset_s for one in offsets.placements[3:]] == pytest.approx([0.0, 0.0], abs=20.0)


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
