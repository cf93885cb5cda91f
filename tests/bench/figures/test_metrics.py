import numpy as np
import pytest

from coincide.model import Estimate, Offsets, Placement
from coincide_bench.baselines import align_midpoints
from coincide_bench.figures.metrics import TRIAL_FIGURES, counted_errors_s, score, trial_figures
from coincide_bench.figures.outcome import judge
from tests.bench.trials import (
    answer,
    answer_at_random,
    answer_truth,
    chance_precision,
    drawn_event,
    make_event,
)
from tests.conftest import make_table

TRUTH = dict.fromkeys("abcd", 0.0)


def offsets(**values: float | None) -> Offsets:
    placements = tuple(
        Placement(name, None if value is None else Estimate(value, value, value))
        for name, value in values.items()
    )
    return Offsets(anchor="a", method="test", placements=placements)


def test_the_truth_scores_one() -> None:
    result = score(offsets(a=0.0, b=10.0, c=-5.0), {"a": 0.0, "b": 10.0, "c": -5.0})
    assert (result.precision, result.accuracy, result.harmonic_mean) == (1.0, 1.0, 1.0)


def test_a_truth_with_another_origin_scores_the_same() -> None:
    result = score(offsets(a=0.0, b=10.0), {"a": 500.0, "b": 510.0})
    assert result.errors_s == {"b": 0.0}


def test_half_synchronised_with_a_mean_error_of_900_seconds() -> None:
    result = score(offsets(a=0.0, b=900.0, c=1800.0, d=None), dict.fromkeys("abcd", 0.0))
    assert result.precision == pytest.approx(1 / 3)  # c is at the tolerance: not below it
    assert result.accuracy == pytest.approx(0.5)
    assert result.harmonic_mean == pytest.approx(0.4)
    assert "d" not in result.errors_s


def test_nothing_synchronised_scores_zero() -> None:
    result = score(offsets(a=0.0, b=9000.0), {"a": 0.0, "b": 0.0})
    assert (result.precision, result.accuracy, result.harmonic_mean) == (0.0, 0.0, 0.0)


def test_midpoints_align_the_middles() -> None:
    table = make_table([0.0, 10.0, 100.0], [1000.0, 1200.0])
    assert align_midpoints(table, anchor="g0")["g1"].offset_s == -1050.0
    assert align_midpoints(table, anchor="g0")["g0"].offset_s == 0.0


def test_a_method_that_returns_the_truth_scores_one_at_every_tolerance() -> None:
    event = drawn_event(3)
    figures = trial_figures(judge(event, answer_truth(event), {}), "all", confident=False)
    assert [figures[f"H_{seconds}"] for seconds in (1800, 300, 60)] == [1.0, 1.0, 1.0]
    assert (figures["placed"], figures["wrong"]) == (1.0, 0.0)


@pytest.mark.parametrize("max_error_s", [1800, 300])
def test_random_offsets_score_what_chance_predicts(max_error_s: int) -> None:
    """2,000 trials of 30 galleries: the standard error of mean P is below 1 % of a point."""
    events = [drawn_event(seed, galleries=31) for seed in range(2000)]
    measured, hits = [], 0
    for event in events:
        outcome = judge(event, answer_at_random(event), {})
        precision = trial_figures(outcome, "all", confident=False)[f"P_{max_error_s}"]
        assert precision is not None
        measured.append(precision)
        hits += round(precision * 30)
    predicted = np.mean([chance_precision(e, max_error_s=max_error_s) for e in events])
    sigma = np.sqrt(predicted * (1 - predicted) / (30 * len(events)))
    assert hits > 100  # the comparison is about something
    assert np.mean(measured) == pytest.approx(predicted, abs=3 * sigma)


def test_figures_of_one_trial() -> None:
    event = make_event(TRUTH)
    stated = {"b": 0.995, "c": 0.99, "d": 0.5}
    offsets = answer(event, {"b": 30.0, "c": 900.0, "d": 2000.0}, probability=stated)
    outcome = judge(event, offsets, {})
    figures = trial_figures(outcome, "all", confident=True)
    assert tuple(figures) == TRIAL_FIGURES
    assert figures["P_1800"] == pytest.approx(2 / 3)
    assert figures["A_1800"] == pytest.approx(1 - 465 / 1800)
    assert figures["P_300"] == figures["P_60"] == pytest.approx(1 / 3)
    assert figures["A_60"] == pytest.approx(0.5)
    assert figures["wrong"] == pytest.approx(2 / 3)
    assert figures["certain"] == pytest.approx(2 / 3)
    assert figures["certain_wrong"] == pytest.approx(1 / 3)
    silent = trial_figures(outcome, "all", confident=False)
    assert (silent["certain"], silent["certain_wrong"]) == (None, None)


def test_errors_count_from_the_truths_tolerance() -> None:
    event = make_event(TRUTH, tolerance_s=120.0)
    outcome = judge(event, answer(event, {"b": 100.0, "c": 1919.0, "d": 1920.0}), {})
    figures = trial_figures(outcome, "all", confident=False)
    assert figures["P_1800"] == pytest.approx(2 / 3)
    assert figures["A_1800"] == pytest.approx(1 - 1799 / 2 / 1800)
    assert (figures["P_60"], figures["A_60"]) == (pytest.approx(1 / 3), 1.0)


def test_strangers_count_in_the_shares_and_not_in_precision() -> None:
    event = make_event(TRUTH, strangers=1)
    outcome = judge(event, answer(event, TRUTH | {"stranger0": 0.0}), {})
    figures = trial_figures(outcome, "all", confident=False)
    assert (figures["P_1800"], figures["placed"], figures["wrong"]) == (1.0, 1.0, 0.25)
    assert counted_errors_s(outcome, "all") == [0.0, 0.0, 0.0]
    recoverable = trial_figures(outcome, "recoverable", confident=False)
    assert recoverable["wrong"] == 0.0


def test_an_event_of_strangers_alone_has_no_precision() -> None:
    event = make_event({"a": 0.0}, strangers=2)
    figures = trial_figures(judge(event, answer(event, {}), {}), "all", confident=False)
    assert (figures["P_1800"], figures["A_300"], figures["H_60"]) == (None, None, None)
    assert (figures["placed"], figures["wrong"]) == (0.0, 0.0)


def test_an_unplaced_gallery_counts_as_the_events_span() -> None:
    event = make_event(TRUTH, span_s=5000.0)
    outcome = judge(event, answer(event, {"b": 10.0, "c": 9000.0}), {})
    assert counted_errors_s(outcome, "all") == [10.0, 9000.0, 5000.0]
