from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from coincide.model import Floats, Guess, Timeless
from coincide.model.times import DAY_S
from coincide.timeline import GuessOptions
from coincide.timeline.moment import guess_moment, on_days_around, without_crowds


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


def test_the_most_similar_must_be_similar_enough_and_just_so_is() -> None:
    options = GuessOptions(least_alike=0.5)
    assert guess_moment(floats(0.5, 0.5), floats(0, 100), options) is not None
    assert guess_moment(floats(0.49, 0.49), floats(0, 100), options) is None


def test_most_of_their_weight_must_lie_near_the_moment() -> None:
    options = GuessOptions(agreement=0.75, agreement_s=1800.0)
    near_enough = floats(0, 1800, -1800, 9000)
    assert guess_moment(np.full(4, 0.8), near_enough, options) is not None
    too_far = floats(0, 1801, -1800, 9000)
    assert guess_moment(np.full(4, 0.8), too_far, options) is None


def test_none_is_given_where_half_of_them_are_too_far_apart() -> None:
    options = GuessOptions(agreement=0.0, widest_s=3600.0)
    found = guess_moment(np.full(3, 0.8), floats(-3600, 0, 3600), options)
    assert found is not None
    assert found.spread_s == 3600.0
    assert guess_moment(np.full(3, 0.8), floats(-3601, 0, 3601), options) is None


def test_only_so_many_of_the_most_similar_count() -> None:
    times_s = floats(0, 100, 200, 50_000, 60_000, 70_000)
    similarity = floats(0.9, 0.9, 0.9, 0.89, 0.89, 0.89)
    found = guess_moment(similarity, times_s, GuessOptions(look_alikes=3))
    assert found is not None
    assert found.event_time_s == 100
    assert guess_moment(similarity, times_s, GuessOptions(look_alikes=4)) is None


def test_a_burst_ends_after_its_length() -> None:
    options = GuessOptions(burst_s=30.0, agreement=0.0, widest_s=1e9)
    in_one = guess_moment(np.full(4, 0.8), floats(0, 30, 5000, 5100), options)
    in_two = guess_moment(np.full(4, 0.8), floats(0, 31, 5000, 5100), options)
    assert in_one is not None
    assert in_two is not None
    # at 30 s it is one burst with one vote, and outvoted
    assert (in_one.event_time_s, in_two.event_time_s) == (5000.0, 31.0)


def test_the_less_similar_count_by_a_power_of_their_similarity() -> None:
    similarity, times_s = floats(0.9, 0.6, 0.6, 0.6), floats(0, 1000, 1100, 1200)
    options = GuessOptions(agreement=0.0, widest_s=1e9, power=2.0)  # 0.81 against 3 · 0.36
    found = guess_moment(similarity, times_s, options)
    assert found is not None
    assert found.event_time_s == 1000
    steeper = guess_moment(similarity, times_s, GuessOptions(power=6.0))
    assert steeper is not None
    assert steeper.event_time_s == 0


def test_what_is_not_similar_at_all_has_no_vote() -> None:
    options = GuessOptions(agreement=0.0, widest_s=1e9, power=2.0)  # even powers have no sign
    found = guess_moment(floats(0.6, -0.9, -0.9), floats(0, 5000, 5100), options)
    assert found is not None
    assert (found.event_time_s, found.spread_s, found.row) == (0.0, 300.0, 0)


def test_days_around_begin_and_end_at_midnight() -> None:
    times_s = floats(DAY_S - 1, DAY_S, 4 * DAY_S - 1, 4 * DAY_S)
    assert on_days_around(times_s, 2 * DAY_S).tolist() == [1, 2]


def guess(at_s: float, owner: str = "Chat", kind: Literal["copy", "look"] = "look") -> Guess:
    photo = Timeless(Path(f"/{owner}/{at_s}.jpg"), "key", owner, "no time")
    return Guess(photo, at_s, kind, Path("/anna/1.jpg"), 300.0)


def test_several_photos_of_a_folder_at_one_second_show_a_place() -> None:
    crowd = [guess(1000.0 + late_s) for late_s in (0.0, 0.0, 0.0, 12.0, 25.0)]
    others = [guess(1000.0, "Ben"), guess(1000.0, "Ben"), guess(1000.0, kind="copy"), guess(5000.0)]
    assert without_crowds([*crowd, *others]) == others


def test_photos_of_a_folder_at_one_moment_are_a_crowd_from_a_number_on() -> None:
    three = [guess(1000.0 + late_s) for late_s in (0.0, 12.0, 25.0)]
    options = GuessOptions(crowd=3)
    assert without_crowds(three, options) == []
    assert without_crowds(three[:2], options) == three[:2]


def test_copies_of_a_folder_without_guesses_by_look_are_kept() -> None:
    copies = [guess(1000.0, kind="copy")] * 3
    assert without_crowds(copies) == copies
