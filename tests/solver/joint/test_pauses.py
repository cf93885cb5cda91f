"""How usual pauses are, and what that says of where a clock was set anew."""

import numpy as np
import pytest

from coincide.model.times import HOUR_S
from coincide.solver.joint.pauses import learn_pauses, pauses_of
from tests.conftest import make_table

ANY = pauses_of(np.zeros(0))


def test_a_pause_that_fits_the_step_is_the_likelier() -> None:
    pauses_s = np.array([5.0, 4000.0, 20_000.0])
    put_back = ANY.ratio(pauses_s, HOUR_S)
    assert put_back[2] > put_back[1] > put_back[0]
    put_forward = ANY.ratio(pauses_s, -HOUR_S)
    assert put_forward[1] > put_forward[2]


def test_which_pauses_are_usual_is_learned() -> None:
    pauses_s = np.array([1400.0, 10_000.0])
    short, long = ANY.ratio(pauses_s, HOUR_S)
    assert long > short
    # an event in which a pause of 5000 s is what everybody makes
    often = pauses_of(np.full(200, 5000.0))
    short, long = often.ratio(pauses_s, HOUR_S)
    assert short > long


@pytest.mark.parametrize("step_s", [HOUR_S, -HOUR_S, 500.0])
def test_a_ratio_is_that_of_two_densities(step_s: float) -> None:
    """Counted by hand: the number of pauses of about a length, for each second of it."""
    seen_s = np.repeat([30.0, 600.0, 7200.0], [40, 20, 5])
    usual, pauses_s = pauses_of(seen_s), np.array([3700.0, 9000.0])
    lengths = np.arange(0.0, 18.0, 0.1)

    def density(pause_s: float) -> float:
        # 5 pauses of any length beforehand, and all that were seen, in bins of a tenth
        binned = np.floor(np.log1p(seen_s) / 0.1) * 0.1
        near = [np.exp(-(((np.log1p(pause_s) - at) / 0.5) ** 2) / 2) for at in binned]
        spread = 5.0 / len(lengths) * np.exp(-(((np.log1p(pause_s) - lengths) / 0.5) ** 2) / 2)
        return float((sum(near) + spread.sum()) / (1 + pause_s))

    by_hand = [np.log(density(one + step_s) / density(one)) for one in pauses_s]
    np.testing.assert_allclose(usual.ratio(pauses_s, step_s), by_hand, atol=0.02)


def test_pauses_are_those_within_galleries_and_never_negative() -> None:
    table = make_table([0.0, 60.0, 120.0], [9000.0, 9060.0])
    np.testing.assert_array_equal(
        learn_pauses(table).log_density, pauses_of(np.full(3, 60.0)).log_density
    )
    turned = make_table([0.0, 60.0])
    turned.camera_time_s[:] = [60.0, 0.0]
    np.testing.assert_array_equal(
        learn_pauses(turned).log_density, pauses_of(np.zeros(1)).log_density
    )
