import numpy as np
import pytest

from coincide.config import JointOptions
from coincide.evidence import Material
from coincide.offsets.joint import solve_joint
from coincide.offsets.joint.drift import RATES_PPM, SHIFTS_S, likeliest_rate
from coincide.times import HOUR_S
from tests.offsets.joint.clear import clear_event, with_clock, with_steps

LONG = 30.0


def drifting(
    rate_ppm: float, *, days: float = LONG, gallery: int = 2, seed: int = 10_000
) -> Material:
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
