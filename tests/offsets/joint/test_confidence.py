from dataclasses import replace

import numpy as np
import pytest

from coincide.config import JointOptions
from coincide.offsets.joint import Solution, solve_joint
from coincide.offsets.joint.confidence import (
    CELLS_EACH,
    MODE_S,
    NEAR_S,
    STEP_S,
    WITHIN_S,
    Profile,
    probability,
    profile,
)
from coincide.offsets.joint.pairs import CELL_S
from coincide.times import DAY_S
from tests.offsets.joint.simulated import STEADY
from tests.scenes import Shots, afternoon, make_features, make_material, seen_by


def solved(n_scenes: int, *, options: JointOptions = STEADY) -> Solution:
    """Three cameras see the same scenes of an afternoon."""
    rng = np.random.default_rng(10_006)
    at_s = afternoon(rng, n_scenes)
    galleries = {name: seen_by(rng, at_s) for name in "abc"}
    return solve_joint(make_material(make_features(rng, galleries)), anchor="a", options=options)


def peaked(at_mode: float = 0.8, sd_s: float = 20.0) -> Profile:
    local = np.exp(-((NEAR_S / sd_s) ** 2) / 2) * STEP_S
    local /= local.sum()
    return Profile(
        local=local,
        tight=local,
        at_mode=at_mode,
        other_s=np.array([7200.0]),
        other=np.array([(1 - at_mode) / 2]),
        anywhere=(1 - at_mode) / 2,
        range_s=(-DAY_S, DAY_S),
    )


@pytest.mark.parametrize("n_scenes", [3, 8, 30])
def test_masses_add_up_to_one(n_scenes: int) -> None:
    solution = solved(n_scenes)
    for block in ((0,), (1,), (2,), *solution.blocks):
        found = profile(solution.board, block)
        assert found.local.sum() == pytest.approx(1.0)
        assert found.tight.sum() == pytest.approx(1.0)
        assert found.at_mode + found.other.sum() + found.anywhere == pytest.approx(1.0)
        assert (np.abs(found.other_s) > MODE_S).all()
        assert found.range_s[0] < 0.0 < found.range_s[1]


def test_the_interval_holds_where_the_gallery_is() -> None:
    for n_scenes in (3, 8, 30):
        low_s, high_s = profile(solved(n_scenes).board, (1,)).interval_s(0.9)
        assert low_s <= 0.0 <= high_s


def test_more_photos_make_it_surer_and_narrower() -> None:
    few, some, many = (solved(n_scenes) for n_scenes in (3, 8, 30))
    chances = []
    for one in (few, some, many):
        estimate = one.offsets["b"].estimate
        chances.append(0.0 if estimate is None else estimate.probability or 0.0)
    assert chances == sorted(chances)
    assert chances[0] < 0.9 < 0.99 <= chances[2]
    widths_s = [np.ptp(profile(one.board, (1,)).interval_s(0.9)) for one in (few, many)]
    assert widths_s[1] < widths_s[0]


def test_less_tempered_is_surer() -> None:
    sharp = replace(STEADY, mode_temper=2 * STEADY.mode_temper)
    blunt = replace(STEADY, mode_temper=0.2 * STEADY.mode_temper)
    found = [profile(solved(6, options=one).board, (1,)).at_mode for one in (blunt, STEADY, sharp)]
    assert found == sorted(found)
    assert found[0] < found[2]


def test_a_place_that_fits_as_well_takes_half() -> None:
    """Bob was at the same places on both days, and Ann too."""
    rng = np.random.default_rng(10_007)
    at_s = afternoon(rng, 16)
    both_s = np.concatenate([at_s, at_s + DAY_S])
    galleries = {"ann": Shots([*range(16)] * 2, both_s), "bob": Shots(range(16), at_s)}
    material = make_material(make_features(rng, galleries))
    # where he overlaps with her most lies between the days, and says nothing of which
    solution = solve_joint(material, anchor="ann", options=replace(STEADY, priors=()))
    found = profile(solution.board, (1,))
    assert found.at_mode < 0.9
    rival = found.other_s[np.argmax(found.other)]
    assert abs(rival) == pytest.approx(DAY_S, abs=120.0)


def test_within_counts_what_is_near_the_mode() -> None:
    one = peaked(at_mode=0.8, sd_s=20.0)
    assert one.within(WITHIN_S) == pytest.approx(0.8, abs=1e-6)
    assert one.within(0.0) < one.within(20.0) < one.within(60.0)
    assert one.within(20.0) == pytest.approx(0.8 * 0.683, abs=0.06)


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_intervals_are_those_of_the_normal_curve(share: float) -> None:
    low_s, high_s = peaked(at_mode=1.0, sd_s=100.0).interval_s(share)
    assert high_s == pytest.approx({0.5: 67.4, 0.9: 164.5}[share], rel=0.05)
    assert low_s == pytest.approx(-high_s, abs=1.0)


def test_a_likely_other_place_stretches_the_interval() -> None:
    assert peaked(at_mode=0.99).interval_s(0.9)[1] < 60.0
    assert peaked(at_mode=0.8).interval_s(0.9)[1] >= 7000.0


def test_the_least_sure_on_the_way_decides() -> None:
    sure, unsure = peaked(at_mode=0.9999), peaked(at_mode=0.05)
    alone = probability(sure, sure, [])
    assert alone >= 0.99
    assert probability(sure, sure, [sure, unsure]) < 0.5
    assert probability(sure, unsure, []) < 0.5
    assert probability(unsure, sure, [sure]) == probability(unsure, sure, [])
    assert probability(sure, sure, [sure]) <= alone


def test_the_anchor_and_blocks_are_believed_sooner_than_a_gallery() -> None:
    sure, fair = peaked(at_mode=0.9999), peaked(at_mode=0.8)
    as_gallery = probability(fair, sure, [])
    assert probability(sure, fair, []) == probability(sure, sure, [fair]) > as_gallery
    # where the gallery's own profile is the anchor's, it alone decides
    assert probability(fair, None, []) == as_gallery


def test_seen_from_the_other_side_shifts_are_the_other_way_round() -> None:
    lopsided = replace(peaked(at_mode=0.8), range_s=(-100.0, 90_000.0))
    tight = np.exp(-(((NEAR_S - 60.0) / 20.0) ** 2) / 2) * STEP_S
    lopsided = replace(lopsided, tight=tight / tight.sum())
    mirrored = lopsided.mirrored()
    assert mirrored.range_s == (-90_000.0, 100.0)
    low_s, high_s = lopsided.interval_s(0.9)
    assert mirrored.interval_s(0.9) == pytest.approx((-high_s, -low_s))
    assert mirrored.within(WITHIN_S) == pytest.approx(lopsided.within(WITHIN_S))


def test_what_may_be_anywhere_is_as_likely_as_there_are_cells_that_say_nothing() -> None:
    """Without photos that tell, all that is possible is as likely, cell by cell."""
    board = solved(8, options=replace(STEADY, priors=())).board
    silent = replace(board, options=replace(board.options, temper=0.0, mode_temper=0.0))
    found = profile(silent, (1,))
    n_cells = (found.range_s[1] - found.range_s[0]) / CELL_S
    near = STEP_S.sum() / CELL_S
    each = CELLS_EACH * len(found.other)
    assert found.anywhere == pytest.approx(n_cells / (n_cells + near + each), rel=1e-6)
    assert found.at_mode == pytest.approx(near / (n_cells + near + each), rel=1e-6)
