import math
from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.offsets import RIGHT_WITHIN_S
from coincide.model.times import DAY_S
from coincide.solver.evidence import Crowd
from coincide.solver.joint import JointSolution, solve_joint
from coincide.solver.joint.board import shifted_overlap
from coincide.solver.joint.confidence import (
    CELLS_EACH,
    FOUND,
    MODE_S,
    POSTERIOR,
    Posterior,
    calibrated,
    log_odds_of,
    posterior_of,
    probability,
)
from coincide.solver.joint.pairs import CELL_S, Candidates
from coincide.solver.options import JointOptions
from tests.conftest import make_table
from tests.scenes import Shots, afternoon, make_features, make_material, seen_by
from tests.solver.joint.planted import BARE, NEAR_S, STEP_S, Planted, board_of
from tests.solver.joint.simulated import STEADY


def solved(n_scenes: int, *, options: JointOptions = STEADY) -> JointSolution:
    """Three cameras see the same scenes of an afternoon."""
    rng = np.random.default_rng(10_006)
    at_s = afternoon(rng, n_scenes)
    galleries = {name: seen_by(rng, at_s) for name in "abc"}
    return solve_joint(make_material(make_features(rng, galleries)), anchor="a", options=options)


def peaked(at_mode: float = 0.8, sd_s: float = 20.0) -> Posterior:
    local = np.exp(-((NEAR_S / sd_s) ** 2) / 2) * STEP_S
    local /= local.sum()
    return Posterior(
        local=local,
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
        found = posterior_of(solution.board, block)
        assert found.local.sum() == pytest.approx(1.0)
        assert found.at_mode + found.other.sum() + found.anywhere == pytest.approx(1.0)
        assert (np.abs(found.other_s) > MODE_S).all()
        assert found.range_s[0] < 0.0 < found.range_s[1]


def test_the_interval_holds_where_the_gallery_is() -> None:
    for n_scenes in (3, 8, 30):
        low_s, high_s = posterior_of(solved(n_scenes).board, (1,)).interval_s(0.9)
        assert low_s <= 0.0 <= high_s


def test_more_photos_make_it_surer_and_narrower() -> None:
    few, some, many = (solved(n_scenes) for n_scenes in (3, 8, 30))
    chances = []
    for one in (few, some, many):
        estimate = one.offsets["b"].estimate
        chances.append(0.0 if estimate is None else estimate.probability or 0.0)
    assert chances == sorted(chances)
    assert chances[0] < 0.9 < 0.99 <= chances[2]
    widths_s = [np.ptp(posterior_of(one.board, (1,)).interval_s(0.9)) for one in (few, many)]
    assert widths_s[1] < widths_s[0]


def test_less_tempered_is_surer() -> None:
    sharp = replace(STEADY, mode_temper=2 * STEADY.mode_temper)
    blunt = replace(STEADY, mode_temper=0.2 * STEADY.mode_temper)
    found = [
        posterior_of(solved(6, options=one).board, (1,)).at_mode for one in (blunt, STEADY, sharp)
    ]
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
    found = posterior_of(solution.board, (1,))
    assert found.at_mode < 0.9
    rival = found.other_s[np.argmax(found.other)]
    assert abs(rival) == pytest.approx(DAY_S, abs=120.0)


def test_within_counts_what_is_near_the_mode() -> None:
    one = peaked(at_mode=0.8, sd_s=20.0)
    assert one.within(RIGHT_WITHIN_S) == pytest.approx(0.8, abs=1e-6)
    assert one.within(0.0) < one.within(20.0) < one.within(60.0)
    assert one.within(20.0) == pytest.approx(0.8 * 0.683, abs=0.06)


@pytest.mark.parametrize("at_mode", [0.3, 0.8, 0.995, 1.0])
def test_a_calibrated_posterior_is_as_sure_as_such_were_found_to_be(at_mode: float) -> None:
    raw = peaked(at_mode, sd_s=120.0)
    found = raw.as_calibrated()
    assert found.within(RIGHT_WITHIN_S) == pytest.approx(calibrated(raw.log_odds))
    assert found.local.sum() == pytest.approx(1.0)
    assert found.at_mode + found.other.sum() + found.anywhere == pytest.approx(1.0)
    # what is outside keeps its proportions
    outside, before = found.at_mode - found.within(300.0), raw.at_mode - raw.within(300.0)
    assert outside * raw.anywhere == pytest.approx(before * found.anywhere)
    assert (found.near_s, found.range_s) == (pytest.approx(raw.near_s), raw.range_s)


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
    # where the gallery's own posterior is the anchor's, it alone decides
    assert probability(fair, None, []) == as_gallery


def test_seen_from_the_other_side_shifts_are_the_other_way_round() -> None:
    lopsided = replace(peaked(at_mode=0.8), range_s=(-100.0, 90_000.0))
    local = np.exp(-(((NEAR_S - 60.0) / 20.0) ** 2) / 2) * STEP_S
    lopsided = replace(lopsided, local=local / local.sum())
    mirrored = lopsided.mirrored()
    assert mirrored.range_s == (-90_000.0, 100.0)
    low_s, high_s = lopsided.interval_s(0.9)
    assert mirrored.interval_s(0.9) == pytest.approx((-high_s, -low_s))
    assert mirrored.within(RIGHT_WITHIN_S) == pytest.approx(lopsided.within(RIGHT_WITHIN_S))


def test_what_may_be_anywhere_is_as_likely_as_there_are_cells_that_say_nothing() -> None:
    """Without photos that tell, all that is possible is as likely, cell by cell."""
    board = solved(8, options=replace(STEADY, priors=())).board
    silent = replace(board, options=replace(board.options, temper=0.0, mode_temper=0.0))
    found = posterior_of(silent, (1,))
    n_cells = (found.range_s[1] - found.range_s[0]) / CELL_S
    near = STEP_S.sum() / CELL_S
    each = CELLS_EACH * len(found.other)
    assert found.anywhere == pytest.approx(n_cells / (n_cells + near + each), rel=1e-6)
    assert found.at_mode == pytest.approx(near / (n_cells + near + each), rel=1e-6)


def test_a_place_is_looked_at_finely_near_by_and_coarsely_further_off() -> None:
    places = {*range(-60, 61, 5), *range(-300, 301, 20), *range(-900, 901, 75)}
    assert NEAR_S.tolist() == sorted(places)


@pytest.mark.parametrize("limit_s", [5.0, 300.0, 900.0])
def test_what_is_just_so_far_off_is_within(limit_s: float) -> None:
    ends = np.where(np.abs(NEAR_S) == limit_s, 0.5, 0.0)
    one = replace(peaked(at_mode=0.8), local=ends)
    assert one.within(limit_s) == pytest.approx(0.8)
    assert one.within(limit_s - 1.0) == 0.0


def test_what_may_be_anywhere_stretches_the_interval_evenly() -> None:
    """Of 33 places of like mass the first is the first 33rd, and its middle half of that."""
    anywhere = replace(
        peaked(), at_mode=0.0, other=np.zeros(1), anywhere=1.0, range_s=(-100.0, 100.0)
    )
    step_s = 200.0 / 32
    low_s, high_s = anywhere.interval_s(0.9)
    assert low_s == pytest.approx(-100.0 + step_s * (0.05 * 33 - 0.5))
    assert high_s == pytest.approx(-low_s)


def test_an_interval_is_read_off_all_masses_in_order() -> None:
    at_zero = np.where(NEAR_S == 0.0, 1.0, 0.0)
    one = Posterior(
        local=at_zero,
        at_mode=0.5,
        other_s=np.array([5000.0, -3000.0]),
        other=np.array([0.1, 0.2]),
        anywhere=0.33,
        range_s=(-1600.0, 1600.0),
    )
    places = [(place_s, 0.5 * (place_s == 0.0)) for place_s in NEAR_S]
    places += [(5000.0, 0.1), (-3000.0, 0.2)]
    places += [(place_s, 0.01) for place_s in np.linspace(-1600.0, 1600.0, 33)]
    places.sort(key=lambda place: place[0])
    so_far, middles = 0.0, []
    for _, mass in places:
        middles.append((so_far + mass / 2) / 1.13)
        so_far += mass
    by_hand = np.interp([0.15, 0.85], middles, [place_s for place_s, _ in places])
    np.testing.assert_allclose(one.interval_s(0.7), by_hand)
    assert one.interval_s(0.7)[1] > 0.0 > one.interval_s(0.7)[0] > -3000.0


def test_the_anchor_and_blocks_need_one_and_a_half_nats_less() -> None:
    sure, fair = peaked(at_mode=0.9999), peaked(at_mode=0.8)
    at_300_s = float(np.log(fair.within(300.0) / (1 - fair.within(300.0))))
    assert probability(fair, sure, []) == pytest.approx(calibrated(at_300_s))
    assert probability(sure, fair, []) == pytest.approx(calibrated(at_300_s + 1.5))
    assert probability(sure, sure, [sure, fair]) == pytest.approx(calibrated(at_300_s + 1.5))


def hill(_gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
    """Say something of every offset, and most of one that is a little off."""
    return 6.0 - np.abs(offsets_s - 1040.0) / 300.0


def test_a_profile_weighs_seconds_near_by_cells_elsewhere_and_all_the_rest() -> None:
    """The masses by hand: temper and room of each place, of a gallery that is at 1000 s."""
    table = make_table([0.0, 9000.0], [200.0, 3800.0], [5000.0])
    # in cells from where it is: 28 to 32 and 98 to 102, of which up to 31 are the same answer
    modes = {(0, 1): Candidates(np.array([63, 133]), np.array([5.0, 4.0]))}
    options = replace(BARE, priors=("overlap",))
    board = board_of(
        table, Planted(says=hill), candidates=modes, offset_s=[0.0, 1000.0, 0.0], options=options
    )
    found = posterior_of(board, (1,))
    assert sorted(found.other_s / 30.0) == [32.0, *range(98, 103)]
    # it may begin where the others end, and end where they begin
    assert found.range_s == (0.0 - 4800.0, 9000.0 - 1200.0)

    def weight(shifts_s: Floats, temper: float) -> Floats:
        odds = shifted_overlap((1200.0, 4800.0), (0.0, 9000.0), shifts_s, options)
        return np.exp(temper * hill(1, None, shifts_s + 1000.0) + odds)  # type: ignore[arg-type]

    edges_s = np.linspace(-4800.0, 7800.0, 33)
    middles_s = (edges_s[1:] + edges_s[:-1]) / 2
    middles_s = middles_s[np.abs(middles_s) > 300.0]
    near = (weight(NEAR_S, 0.5) * STEP_S).sum() / 30.0
    other = 3.0 * weight(found.other_s, 0.5)
    rest = weight(middles_s, 0.5).mean() * 12_600.0 / 30.0
    total = near + other.sum() + rest
    assert found.at_mode == pytest.approx(near / total)
    np.testing.assert_allclose(found.other, other / total)
    assert found.anywhere == pytest.approx(rest / total)
    expected = weight(NEAR_S, 0.75) * STEP_S
    np.testing.assert_allclose(found.local, expected / expected.sum())


def test_where_there_is_no_room_all_else_is_one_cell() -> None:
    """Two galleries of a second each, far from each other: there is one place to overlap."""
    board = board_of(make_table([0.0], [5000.0]))
    found = posterior_of(board, (1,))
    near = STEP_S.sum() / CELL_S
    assert found.range_s == (-5000.0, -5000.0)
    assert found.anywhere == pytest.approx(1.0 / (1.0 + near))
    # at the one place already, nothing is left for elsewhere
    assert posterior_of(replace(board, offset_s=np.array([0.0, -5000.0])), (1,)).anywhere == 0.0
    # five minutes are the same answer, and a little more are not
    assert posterior_of(replace(board, offset_s=np.array([0.0, -4700.0])), (1,)).anywhere == 0.0
    assert posterior_of(replace(board, offset_s=np.array([0.0, -4699.0])), (1,)).anywhere > 0.0


def test_surer_is_never_made_less_sure() -> None:
    found = [calibrated(float(log_odds)) for log_odds in np.linspace(-15.0, 15.0, 2001)]
    assert (np.diff(found) >= 0).all()
    assert 0.0 < found[0] < 0.01
    assert 0.99 < found[-1] < 1.0


def test_knots_rise_and_go_with_each_other() -> None:
    assert len(POSTERIOR) == len(FOUND)
    assert (np.diff(POSTERIOR) > 0).all()
    assert (np.diff(FOUND) > 0).all()
    for said, found in zip(POSTERIOR, FOUND, strict=True):
        assert calibrated(said) == pytest.approx(1 / (1 + math.exp(-found)))


@pytest.mark.parametrize("chance", [1e-4, 0.3, 0.5, 0.99])
def test_log_odds_are_those_of_the_chance(chance: float) -> None:
    assert log_odds_of(chance, 1e-6) == pytest.approx(math.log(chance / (1 - chance)))


@pytest.mark.parametrize("chance", [0.0, 1.0, 1.0 + 1e-12])
def test_what_is_all_but_sure_stays_a_number(chance: float) -> None:
    assert math.isfinite(log_odds_of(chance, 1e-6))
    assert 0.0 < calibrated(log_odds_of(chance, 1e-6)) < 1.0


def test_what_was_found_is_near_what_the_posterior_says() -> None:
    """To a nat where it is clear, and to two where it is not."""
    off = np.abs(np.array(FOUND) - np.array(POSTERIOR))
    assert off.max() <= 2.01
    assert off[np.array(FOUND) >= 4.6].max() <= 1.01
    assert calibrated(99.0) == pytest.approx(1 / (1 + math.exp(-9.0)))
    assert calibrated(-99.0) == pytest.approx(1 / (1 + math.exp(6.0)))
    assert log_odds_of(1.0, 1e-6) == pytest.approx(math.log(1e6), abs=1e-5)
    assert log_odds_of(0.0, 1e-6) == pytest.approx(-math.log(1e6), abs=1e-5)
