from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Estimate, Floats, Offsets, PhotoTable, Placement
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.evidence import Crowd, EvidenceInputs
from coincide.solver.joint import solve_joint
from coincide.solver.joint.board import Board
from coincide.solver.joint.drift import (
    RATE_STEPS,
    SHIFT_STEPS,
    Drift,
    drift_of,
    likeliest_rate,
    with_drift,
)
from coincide.solver.joint.knowledge import NO_HINTS, PriorKnowledge
from coincide.solver.joint.refine import grid
from coincide.solver.options import JointOptions
from tests.conftest import make_table
from tests.solver.joint.clear import clear_event, with_clock, with_steps
from tests.solver.joint.planted import Planted, board_of

LONG = 30.0
RATES_PPM, SHIFTS_S = grid(RATE_STEPS), grid(SHIFT_STEPS)


def drifting(
    rate_ppm: float, *, days: float = LONG, gallery: int = 2, seed: int = 10_000
) -> EvidenceInputs:
    """Return an event in which one clock, an hour ahead at its first photo, loses time."""
    material = clear_event(n_moments=150, days=days, seed=seed)
    return with_clock(
        material, gallery, lambda times_s: HOUR_S - rate_ppm * 1e-6 * (times_s - times_s[0])
    )


@pytest.mark.parametrize("seed", [10_000, 10_001])
@pytest.mark.parametrize("rate_ppm", [30.0, -30.0, 50.0])
def test_drift_is_found_where_weeks_show_it(rate_ppm: float, seed: int) -> None:
    offsets = solve_joint(drifting(rate_ppm, seed=seed), anchor="g0").offsets
    assert offsets["g2"].drift_ppm == pytest.approx(rate_ppm, abs=8.0)
    # at its first photo it is an hour ahead, whatever it loses until its middle
    assert offsets["g2"].offset_s == pytest.approx(-HOUR_S, abs=15.0)
    assert [offsets[name].drift_ppm for name in ("g0", "g1", "g3", "g4")] == [0.0] * 4
    assert all(not placement.jumps for placement in offsets.placements)


@pytest.mark.parametrize("seed", range(10_000, 10_003))
def test_clocks_that_are_right_do_not_drift(seed: int) -> None:
    offsets = solve_joint(drifting(0.0, seed=seed), anchor="g0").offsets
    assert [placement.drift_ppm for placement in offsets.placements] == [0.0] * 5


def test_an_anchor_that_drifts_keeps_its_first_photo() -> None:
    offsets = solve_joint(drifting(40.0, gallery=0), anchor="g0").offsets
    assert offsets["g0"].offset_s == 0.0
    assert offsets["g0"].drift_ppm == pytest.approx(40.0, abs=8.0)


def test_days_are_too_short_for_drift() -> None:
    assert solve_joint(drifting(50.0, days=3.0), anchor="g0").offsets["g2"].drift_ppm == 0.0


def test_drift_can_be_switched_off() -> None:
    options = JointOptions(drift=False)
    found = solve_joint(drifting(50.0), anchor="g0", options=options).offsets
    assert found["g2"].drift_ppm == 0.0


def test_a_clock_that_jumped_is_not_asked_for_drift() -> None:
    material = with_steps(drifting(0.0), 2, {50: 2 * HOUR_S})
    found = solve_joint(material, anchor="g0").offsets["g2"]
    assert len(found.jumps) == 1
    assert found.drift_ppm == 0.0


def test_a_rate_must_be_clearly_better_than_none() -> None:
    nothing = np.zeros((len(SHIFTS_S), len(RATES_PPM)))
    assert likeliest_rate(nothing) is None
    fast = nothing.copy()
    fast[:, RATES_PPM >= 28.0] = 12.0
    chosen = likeliest_rate(fast)
    assert chosen is not None
    assert RATES_PPM[chosen] == 28.0
    assert likeliest_rate(0.2 * fast) is None


def test_rates_go_as_far_either_way_and_none_is_among_them() -> None:
    assert (-RATES_PPM[::-1] == RATES_PPM).all()
    assert 0.0 in RATES_PPM.tolist()
    assert (-SHIFTS_S[::-1] == SHIFTS_S).all()


@pytest.mark.parametrize(("less", "is_found"), [(0.0, False), (3.9, False), (5.5, True)])
def test_a_rate_the_other_way_must_be_ruled_out(less: float, is_found: bool) -> None:
    """Its share is e^−3.9, two in a hundred, or e^−5.5, less than one."""
    odds = np.zeros((len(SHIFTS_S), len(RATES_PPM)))
    odds[:, RATES_PPM == 28.0] = 20.0
    odds[:, RATES_PPM == -28.0] = 20.0 - less
    assert (likeliest_rate(odds) is not None) is is_found


def test_rates_and_shifts_are_looked_at_in_even_steps() -> None:
    assert RATES_PPM.tolist() == [*range(-60, 61, 4)]
    assert SHIFTS_S.tolist() == [*range(-30, 31, 6)]


def rates(**odds: float) -> Floats:
    """Return odds of rates named by their sign and number, of others none at all."""
    found = np.full((len(SHIFTS_S), len(RATES_PPM)), -500.0)
    for name, value in odds.items():
        rate_ppm = float(name[1:]) * (-1 if name[0] == "m" else 1)
        found[:, np.isclose(RATES_PPM, rate_ppm)] = value
    return found


@pytest.mark.parametrize(("more", "best"), [(1.4, 20.0), (1.6, 40.0)])
def test_twenty_ppm_are_usual_and_twice_as_much_costs_four_times(more: float, best: float) -> None:
    """A half nat, and two."""
    chosen = likeliest_rate(rates(p0=0.0, p20=50.0, p40=50.0 + more))
    assert chosen is not None
    assert RATES_PPM[chosen] == best


@pytest.mark.parametrize(("gain", "is_found"), [(2.9, False), (3.1, True)])
def test_a_rate_is_three_nats_likelier_than_none(gain: float, is_found: bool) -> None:
    """Fifteen rates of one sign are alike: together they all but rule out the other."""
    odds = rates(p0=0.0)
    ahead = RATES_PPM > 0
    odds[:, ahead] = gain + (RATES_PPM[ahead] / 20.0) ** 2 / 2
    assert (likeliest_rate(odds) is not None) is is_found
    assert (likeliest_rate(odds[:, ::-1]) is not None) is is_found


@pytest.mark.parametrize(("less", "is_found"), [(4.5, False), (4.7, True)])
def test_the_other_way_has_less_than_one_in_a_hundred(less: float, is_found: bool) -> None:
    """e^−4.6 is 0.01."""
    for faster, slower in (("p28", "m28"), ("m28", "p28")):
        odds = rates(p0=0.0, **{faster: 20.0, slower: 20.0 - less})
        assert (likeliest_rate(odds) is not None) is is_found


def test_none_itself_speaks_against_any_rate() -> None:
    assert likeliest_rate(rates(p0=10.0, p28=10.0 + 0.98 + 4.5)) is None
    assert likeliest_rate(rates(p0=10.0, p28=10.0 + 0.98 + 4.7)) is not None


WEEK = make_table([0.0, 60.0, 7 * DAY_S], [0.0, 3 * DAY_S, 7 * DAY_S], [0.0])


def losing(rate_ppm: float, middle_s: float, table: PhotoTable = WEEK, **how: object) -> Board:
    """Return a board on which one clock is right in its middle with an offset, and drifts."""

    def by_photo(gallery: int, _crowd: Crowd, offsets_s: Floats) -> Floats:
        times_s = table.camera_time_s[table.rows(gallery)]
        true_s = middle_s + 1e-6 * rate_ppm * (times_s - (times_s[0] + times_s[-1]) / 2)
        return -20.0 * (offsets_s - true_s) ** 2

    return board_of(table, Planted(by_photo=by_photo), offset_s=[1000.0] * 3, **how)  # type: ignore[arg-type]


def offsets_of(board: Board) -> Offsets:
    estimate = Estimate(1000.0, 990.0, 1015.0, 0.9)
    names = board.evidence.table.names
    return Offsets("g0", "joint", tuple(Placement(name, estimate) for name in names))


def test_a_drift_turns_a_clock_about_its_middle_and_moves_its_first_photo() -> None:
    found = with_drift(losing(24.0, 1006.0), offsets_of(losing(24.0, 1006.0)), without=())
    drift = drift_of(losing(24.0, 1006.0), 1)
    assert drift == Drift(24.0, pytest.approx(6.0 - 24e-6 * 3.5 * DAY_S))
    estimate = found["g1"].estimate
    assert estimate is not None
    assert found["g1"].drift_ppm == 24.0
    assert (estimate.offset_s, estimate.low_s, estimate.high_s) == (
        pytest.approx(1000.0 + drift.shift_s),
        pytest.approx(990.0 + drift.shift_s),
        pytest.approx(1015.0 + drift.shift_s),
    )
    # the anchor's first photo is what all others are told by
    assert found["g0"] == replace(found["g0"], estimate=offsets_of(losing(0, 0))["g0"].estimate)
    assert found["g0"].drift_ppm == 24.0
    # one photo shows no drift
    assert found["g2"] == offsets_of(losing(24.0, 1006.0))["g2"]


def test_who_is_pinned_unplaced_or_to_be_left_alone_is_not_asked_for_drift() -> None:
    board = losing(-36.0, 1000.0)
    known = offsets_of(board)
    assert [one.drift_ppm for one in with_drift(board, known, without={0}).placements] == [
        0,
        -36,
        0,
    ]
    pinned = replace(
        board, knowledge=PriorKnowledge(WEEK, replace(NO_HINTS, pinned=((1, 1000.0),)))
    )
    assert [one.drift_ppm for one in with_drift(pinned, known, ()).placements] == [-36, 0, 0]
    unplaced = replace(known, placements=(Placement("g0", None), *known.placements[1:]))
    assert [one.drift_ppm for one in with_drift(board, unplaced, ()).placements] == [0, -36, 0]


@pytest.mark.parametrize(("span_s", "is_seen"), [(375_010.0, True), (374_990.0, False)])
def test_forty_ppm_must_move_photos_by_the_finest_scale(span_s: float, is_seen: bool) -> None:
    """Of 15 s, the least of the scales."""
    table = make_table([0.0], [0.0, span_s], [0.0])
    assert (drift_of(losing(48.0, 1000.0, table), 1) is not None) is is_seen


def test_without_likeness_or_anybody_to_ask_no_drift_is_seen() -> None:
    assert drift_of(losing(24.0, 1000.0), 1) is not None
    alone = losing(24.0, 1000.0, partners={0: (), 1: (), 2: ()})
    assert drift_of(alone, 1) is None
    assert drift_of(board_of(WEEK, Planted(says_anything=False, scales_s=(1.0,))), 1) is None
