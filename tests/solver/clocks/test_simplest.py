"""Offsets as the roundest errors that they cannot be told from."""

import pytest

from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks import simplest_s


@pytest.mark.parametrize(
    ("offset_s", "round_s"),
    [
        (DAY_S + 7.0, DAY_S),
        (-3 * DAY_S - 7.0, -3 * DAY_S),
        (HOUR_S - 7.0, HOUR_S),
        (1.5 * HOUR_S + 7.0, 1.5 * HOUR_S),
        (5.75 * HOUR_S + 7.0, 5.75 * HOUR_S),
        (HOUR_S + 100.0, HOUR_S + 100.0),  # its interval ends before
        (7.0, 7.0),  # no error at all is none that an offset is rounded to
        (31 * DAY_S + 7.0, 31 * DAY_S + 7.0),  # of so many days no number is rounder
        (14.25 * HOUR_S + 7.0, 14.25 * HOUR_S + 7.0),  # there is no such zone
    ],
)
def test_errors_are_whole_days_or_hours_and_quarters_of_zones(
    offset_s: float, round_s: float
) -> None:
    assert simplest_s(offset_s, offset_s - 20.0, offset_s + 20.0) == round_s


@pytest.mark.parametrize(("reach_s", "found_s"), [(60.0, HOUR_S), (60.1, HOUR_S + 7.0)])
def test_a_wide_interval_holds_round_values_by_chance(reach_s: float, found_s: float) -> None:
    offset_s = HOUR_S + 7.0
    assert simplest_s(offset_s, offset_s - 20.0, offset_s + reach_s) == found_s
    assert simplest_s(offset_s, offset_s - reach_s, offset_s + 20.0) == found_s


@pytest.mark.parametrize(
    ("offset_s", "found_s"),
    [
        (120.0, 0.0),
        (-120.0, 0.0),
        (121.0, 121.0),
        (-121.0, -121.0),
        (HOUR_S + 120.0, HOUR_S),
        (HOUR_S - 120.0, HOUR_S),
        (HOUR_S - 121.0, HOUR_S - 121.0),
    ],
)
def test_sides_of_a_clock_that_was_set_anew_are_round_or_none_within_two_minutes(
    offset_s: float, found_s: float
) -> None:
    assert simplest_s(offset_s, offset_s - 20.0, offset_s + 20.0, or_none=True) == found_s
