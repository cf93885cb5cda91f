"""A calibration that was planted is found again, and nothing is claimed that was not seen."""

import numpy as np
import pytest

from coincide.model import Floats
from coincide_bench.fitting.monotone import Knots, fit_knots


def planted(n: int, slope: float, shift: float) -> tuple[Floats, Floats, Floats]:
    """Return stated log-odds, how likely they are right in truth, and whether they were."""
    rng = np.random.default_rng(11)
    stated = rng.uniform(-6.0, 8.0, n)
    chance = 1 / (1 + np.exp(-(slope * stated + shift)))
    return stated, chance, (rng.random(n) < chance).astype(np.float64)


@pytest.mark.parametrize(("slope", "shift"), [(1.0, 0.0), (0.5, -0.5), (1.5, 1.0)])
def test_a_planted_calibration_is_found(slope: float, shift: float) -> None:
    stated, chance, right = planted(20_000, slope, shift)
    knots = fit_knots(stated, right)
    assert np.abs(knots.chance(stated) - chance).mean() < 0.01


def test_knots_rise_even_where_the_shares_do_not() -> None:
    rng = np.random.default_rng(12)
    stated = rng.normal(0.0, 3.0, 4000)
    knots = fit_knots(stated, (rng.random(4000) < 0.3).astype(np.float64))
    assert (np.diff(knots.posterior) > 0).all()
    assert (np.diff(knots.found) > 0).all()
    # whatever is stated, three in ten are right
    assert knots.chance(np.array([-3.0, 0.0, 3.0])) == pytest.approx(0.3, abs=0.05)


def test_what_is_always_right_is_as_sure_as_it_was_seen_often_and_no_surer() -> None:
    stated = np.concatenate([np.zeros(200), np.full(200, 8.0)])
    right = np.concatenate([np.tile([0.0, 1.0], 100), np.ones(200)])
    knots = fit_knots(stated, right)
    assert knots == Knots((0.0, 8.0), (0.0, pytest.approx(np.log(200.5 / 0.5), abs=0.01)))
    ends = knots.chance(np.array([-50.0, 50.0]))
    assert ends.tolist() == pytest.approx([0.5, 200.5 / 201], abs=1e-4)


def test_a_rest_too_small_for_a_bin_joins_its_neighbour() -> None:
    stated = np.concatenate([np.arange(100.0), [1000.0]])
    knots = fit_knots(stated, np.ones(101), least=100)
    assert knots.posterior == (round(float(stated.mean()), 2),)


def test_of_few_statements_there_is_one_knot() -> None:
    knots = fit_knots(np.array([1.0, 3.0]), np.array([0.0, 1.0]))
    assert knots == Knots((2.0,), (0.0,))
