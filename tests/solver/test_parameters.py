"""The module of fitted numbers is what the solver reads, and tells what it was fitted on."""

import numpy as np

from coincide.solver import parameters
from coincide.solver.clocks.truetime import RATES
from coincide.solver.evidence.usual import LOOK
from coincide.solver.joint import confidence


def test_the_solver_reads_these_numbers() -> None:
    assert (confidence.POSTERIOR, confidence.FOUND) == (parameters.POSTERIOR, parameters.FOUND)
    assert tuple(LOOK.edges) == parameters.LOOK_EDGES
    assert LOOK.scales_s == parameters.LOOK_SCALES_S
    np.testing.assert_array_equal(LOOK.far, parameters.LOOK_FAR)
    np.testing.assert_array_equal(LOOK.log_ratio, parameters.LOOK_LOG_RATIO)


def test_the_calibration_is_monotone() -> None:
    assert (np.diff(parameters.POSTERIOR) > 0).all()
    assert (np.diff(parameters.FOUND) > 0).all()


def test_every_fit_has_a_score_on_what_it_has_not_seen() -> None:
    for name in ("likeness", "calibration"):
        scores = parameters.RECORD[name]["scores"]
        assert set(scores) == {"uncalibrated", "in_use", "in_sample", "held_out"}
        # who has seen all of it does best, and what is fitted is better than nothing
        assert scores["in_sample"]["log_loss"] <= scores["held_out"]["log_loss"]
        assert scores["in_use"]["log_loss"] < scores["uncalibrated"]["log_loss"]


def test_the_rates_of_phones_lie_within_what_real_clocks_allow() -> None:
    low, high = parameters.RECORD["rates"]["phone"]["right_95"]
    assert all(low <= RATES[kind].right <= high for kind in ("phone", "zoned phone"))
