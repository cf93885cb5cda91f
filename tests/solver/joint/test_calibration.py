import math

import numpy as np
import pytest

from coincide.solver.joint.calibration import FOUND, POSTERIOR, calibrated, log_odds_of


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
