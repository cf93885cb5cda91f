"""A refit is taken where it is better on sources it has not seen, and only there."""

from collections.abc import Sequence

import numpy as np

from coincide_bench.fitting.calibration import calibrate, compare
from coincide_bench.fitting.confidence import PlacedRow, Stated, stated_of
from coincide_bench.fitting.monotone import Knots, fit_knots

HONEST = Knots((-8.0, 8.0), (-8.0, 8.0))


def drawn(slopes: Sequence[float], n: int = 1500) -> Stated:
    """Return what sources state, each too sure by a factor of its own."""
    rng = np.random.default_rng(13)
    rows = [
        PlacedRow(f"set{source}", f"set{source} {number // 5}", odds, float(is_right), 1.0)
        for source, slope in enumerate(slopes)
        for number, odds in enumerate(rng.uniform(-6.0, 8.0, n).tolist())
        for is_right in [rng.random() < 1 / (1 + np.exp(-slope * odds))]
    ]
    return stated_of(rows)


def test_where_all_are_too_sure_the_refit_is_taken() -> None:
    stated = drawn([0.4, 0.4, 0.4])
    knots, record = calibrate(stated, HONEST)
    assert knots == fit_knots(stated.log_odds, stated.right)
    assert record["adopted"]
    loss = {way: found["log_loss"] for way, found in record["scores"].items()}
    assert loss["in_sample"] <= loss["held_out"] < loss["in_use"]
    assert (record["galleries"], record["events"], record["intervals_hold"]) == (4500, 900, 1.0)


def test_where_the_knots_in_use_are_right_they_stay() -> None:
    knots, record = calibrate(drawn([1.0, 1.0, 1.0], 300), HONEST)
    assert knots == HONEST
    assert not record["adopted"]


def test_a_source_that_is_unlike_the_others_shows_in_what_is_held_out() -> None:
    stated = drawn([1.0, 1.0, 0.2])
    compared = compare(stated, fit_knots(stated.log_odds, stated.right), HONEST)
    of_odd = compared.of_sources()["set2"]
    assert of_odd["galleries"] == 1500
    assert of_odd["held_out"] > of_odd["in_sample"] + 0.02
    assert compared.scores()["held_out"].gap > compared.scores()["in_sample"].gap
