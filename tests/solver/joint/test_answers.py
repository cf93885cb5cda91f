"""What answers about two photos say of their distance in time."""

from typing import get_args

import numpy as np
import pytest

from coincide.model.explanation import Moment
from coincide.model.hints import AnswerKind
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver import parameters
from coincide.solver.joint.answers import (
    ANSWERED,
    CARELESS,
    MODEL,
    WRONG_PAIRS,
    answer_odds,
    is_near,
    is_overruled,
)

APART_S = np.array([0.0, 30.0, 300.0, 900.0, 2 * HOUR_S, DAY_S, 3 * DAY_S])
MOMENTS: tuple[Moment, ...] = get_args(Moment)


def odds_of(moment: Moment, *, named: bool = False) -> dict[float, float]:
    odds = answer_odds(AnswerKind(moment, named), APART_S)
    return dict(zip(APART_S.tolist(), odds.tolist(), strict=True))


def test_the_chances_of_all_answers_are_a_whole_and_none_is_ruled_out() -> None:
    chances = np.exp(MODEL.log_chances(APART_S))
    np.testing.assert_allclose(chances.sum(axis=0), 1.0)
    assert chances.min() >= CARELESS / len(ANSWERED)
    assert MODEL.coefficients.shape == np.array(parameters.ANSWERS).shape == (len(ANSWERED), 3)


@pytest.mark.parametrize(
    ("moment", "fits_s"),
    [("instant", 0.0), ("same", 30.0), ("about", 300.0), ("other-day", 3 * DAY_S)],
)
def test_an_answer_fits_the_distance_that_it_means(moment: Moment, fits_s: float) -> None:
    odds = odds_of(moment)
    assert max(odds, key=lambda apart_s: odds[apart_s]) == fits_s


def test_nothing_is_believed_to_the_second_that_does_not_say_so() -> None:
    """Two views of one thing eleven minutes apart may well be called the same scene."""
    same, instant = odds_of("same", named=True), odds_of("instant", named=True)
    assert same[0.0] - same[300.0] < 2.0
    assert instant[0.0] - instant[300.0] > 3.0
    eleven = answer_odds(AnswerKind("same", named=True), np.array([660.0]))[0]
    assert same[30.0] - eleven < 2.5


def test_a_pair_that_a_person_chose_counts_for_more_than_an_answer() -> None:
    for moment in ("instant", "same"):
        assert odds_of(moment, named=True)[0.0] > odds_of(moment)[0.0] + 1.0
    # and rules out no more than that a person errs
    least = min(odds_of("same", named=True).values())
    assert least > np.log(WRONG_PAIRS)


def test_odds_are_the_same_either_way_but_for_the_order() -> None:
    for moment in MOMENTS:
        kind = AnswerKind(moment)
        there = answer_odds(kind, APART_S)
        np.testing.assert_allclose(answer_odds(kind.swapped, -APART_S), there)
        if kind == kind.swapped:
            np.testing.assert_allclose(answer_odds(kind, -APART_S), there)


def test_who_cannot_tell_says_nothing() -> None:
    assert not answer_odds(AnswerKind("unclear"), APART_S).any()
    assert not is_near("unclear")


@pytest.mark.parametrize(
    ("moment", "later_s", "overruled"),
    [
        ("instant", 3.0, False),
        ("instant", 600.0, True),
        ("same", 660.0, False),
        ("same", HOUR_S, True),
        ("about", HOUR_S, False),
        ("about", DAY_S, True),
        ("different", 30.0, True),
        ("different", HOUR_S, False),
        ("other-day", HOUR_S, True),
        ("other-day", 2 * DAY_S, False),
        ("before", HOUR_S, False),
        ("before", -HOUR_S, True),
        ("after", -HOUR_S, False),
        ("unclear", HOUR_S, False),
    ],
)
def test_an_answer_is_overruled_where_it_is_unlikely(
    moment: Moment, later_s: float, *, overruled: bool
) -> None:
    assert is_overruled(AnswerKind(moment), later_s) is overruled
