"""Scores by hand, and that nothing is judged by a fit that has seen it."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from coincide.model import Floats
from coincide_bench.fitting.folds import by_fold, score, source_of
from tests.bench.trials import make_event


def test_scores_are_those_by_hand() -> None:
    found = score(np.array([0.9, 0.9, 0.2]), np.array([1.0, 0.0, 0.0]))
    assert found.log_loss == pytest.approx(-(np.log(0.9) + np.log(0.1) + np.log(0.8)) / 3)
    assert found.brier == pytest.approx((0.01 + 0.81 + 0.04) / 3)
    # nine in ten were said of the first two, and one in two was right
    assert found.gap == pytest.approx(0.4)


def test_what_weighs_more_counts_more() -> None:
    chance, right = np.array([0.8, 0.4]), np.array([1.0, 1.0])
    weighed = score(chance, right, np.array([3.0, 1.0]))
    plain = score(chance[[0, 0, 0, 1]], right[[0, 0, 0, 1]])
    assert weighed.log_loss == pytest.approx(plain.log_loss)
    assert weighed.brier == pytest.approx(plain.brier)


def test_equal_statements_have_one_gap_however_they_are_ordered() -> None:
    right = np.repeat([0.0, 1.0], 50)
    assert score(np.full(100, 0.5), right).gap == pytest.approx(0.0)


def test_one_statement_that_is_certain_and_wrong_is_no_infinity() -> None:
    assert np.isfinite(score(np.array([1.0]), np.array([0.0])).log_loss)


def test_each_part_is_judged_by_a_fit_of_the_others() -> None:
    parts = {"a": np.array([1.0, 1.0]), "b": np.array([2.0]), "c": np.array([4.0])}
    seen: list[list[float]] = []

    def fit(others: Sequence[Floats]) -> Callable[[Floats], Floats]:
        joined = np.concatenate(others)
        seen.append(joined.tolist())
        return lambda part: np.full(len(part), joined.sum())

    assert by_fold(parts, fit).tolist() == [6.0, 6.0, 6.0, 4.0]
    assert seen == [[2.0, 4.0], [1.0, 1.0, 4.0], [1.0, 1.0, 2.0]]


def test_deals_of_one_set_are_one_source_and_so_are_all_simulated_worlds() -> None:
    assert source_of(make_event({"a": 0.0, "b": 0.0}, name="walk/k3/a0.6")) == "walk"
    assert source_of(make_event({"a": 0.0, "b": 0.0}, name="simulated/easy-2")) == "simulated"
