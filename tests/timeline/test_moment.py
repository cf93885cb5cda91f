import numpy as np
import pytest

from coincide.model import Floats
from coincide.timeline import GuessOptions
from coincide.timeline.moment import guess_moment, on_days_around
from coincide.times import DAY_S


def floats(*values: float) -> Floats:
    return np.array(values, dtype=np.float64)


def test_the_moment_that_look_alikes_agree_on() -> None:
    times_s = floats(1000, 1200, 1400, 50_000, 90_000)
    found = guess_moment(floats(0.9, 0.95, 0.85, 0.3, -0.2), times_s)
    assert found is not None
    assert (found.event_time_s, found.row) == (1200, 1)
    assert found.spread_s == 300.0  # none is sharper


def test_one_look_alike_of_another_day_does_not_move_it() -> None:
    times_s = floats(1000, 1100, 1200, 1300, 1400, 90_000)
    found = guess_moment(floats(0.8, 0.8, 0.8, 0.8, 0.8, 0.9), times_s)
    assert found is None  # it is the most similar one: perhaps it is of that day
    found = guess_moment(floats(0.8, 0.8, 0.8, 0.8, 0.8, 0.7), times_s)
    assert found is not None
    assert found.event_time_s == 1200


def test_where_they_disagree_nobody_knows() -> None:
    assert guess_moment(floats(0.8, 0.8, 0.8, 0.8), floats(0, 100, 40_000, 40_100)) is None
    assert guess_moment(floats(0.8, 0.79), floats(0, 9000)) is None


def test_what_looks_like_nothing_has_no_moment() -> None:
    assert guess_moment(floats(0.4, 0.4), floats(0, 100)) is None
    assert guess_moment(floats(-0.4, -0.1), floats(0, 100)) is None
    assert guess_moment(floats(), floats()) is None


def test_a_burst_counts_once() -> None:
    """Twenty frames of one second must not outvote the others."""
    times_s = np.concatenate([40_000 + np.arange(20) * 0.1, floats(0, 100, 200)])
    similarity = np.concatenate([np.full(20, 0.7), np.full(3, 0.9)])
    found = guess_moment(similarity, times_s)
    assert found is not None
    assert found.event_time_s == 100


def test_the_day_of_a_name_narrows_the_choice_if_the_event_has_it() -> None:
    times_s = floats(0, 1, 2, 3, 4) * DAY_S + 50_000
    assert on_days_around(times_s, 2 * DAY_S).tolist() == [1, 2, 3]
    assert on_days_around(times_s, 90 * DAY_S).tolist() == [0, 1, 2, 3, 4]
    assert on_days_around(times_s, None).tolist() == [0, 1, 2, 3, 4]
    assert on_days_around(times_s, 2 * DAY_S, GuessOptions(days_around=0)).tolist() == [2]


@pytest.mark.parametrize("shift_s", [0.0, 1e9])
def test_only_differences_count(shift_s: float) -> None:
    similarity, times_s = floats(0.9, 0.8, 0.7), floats(0, 500, 900)
    here, there = guess_moment(similarity, times_s), guess_moment(similarity, times_s + shift_s)
    assert here is not None
    assert there is not None
    assert there.event_time_s == here.event_time_s + shift_s
