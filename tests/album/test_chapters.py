"""Chapters: what makes a border, what does not, and what a bad clock leaves open."""

import time

import numpy as np
import pytest

from coincide.album.chapters import find_chapters
from coincide.album.options import AlbumOptions
from coincide.album.parts import mean_around
from tests.album.shots import looks, shots_at

HOUR_S, DAY_S = 3600.0, 86400.0
RUN = np.arange(12) * 20.0
# two runs of four minutes, a pause of a quarter of an hour between
TWO_RUNS = np.concatenate([RUN, RUN + 1140.0])


def n_chapters(numbers: np.ndarray) -> int:
    return len(set(numbers.tolist()) - {-1})


def test_a_night_is_a_border_whatever_else() -> None:
    times_s = np.concatenate([RUN, RUN + 8 * HOUR_S])
    look = looks([0] * 24, np.random.default_rng(0))
    place = np.tile([46.7, 9.2], (24, 1))
    numbers = find_chapters(shots_at(times_s, look=look, position_deg=place))
    assert numbers.tolist() == [0] * 12 + [1] * 12


def test_after_a_pause_another_look_makes_a_border_and_the_same_does_not() -> None:
    times_s = np.concatenate([RUN + nth * 1140.0 for nth in range(4)])
    look = looks([0] * 24 + [1] * 24, np.random.default_rng(1))
    assert find_chapters(shots_at(times_s, look=look)).tolist() == [0] * 24 + [1] * 24


def test_where_all_looks_the_same_the_look_tells_nothing() -> None:
    look = looks([0] * 24, np.random.default_rng(1))
    without = find_chapters(shots_at(TWO_RUNS))
    assert np.array_equal(find_chapters(shots_at(TWO_RUNS, look=look)), without)


def test_after_a_pause_another_place_makes_a_border_and_the_same_does_not() -> None:
    here = np.tile([46.7, 9.2], (24, 1))
    there = here.copy()
    there[12:, 0] += 0.01  # a kilometre
    found = [
        n_chapters(find_chapters(shots_at(TWO_RUNS, position_deg=place))) for place in (here, there)
    ]
    assert found == [1, 2]


def test_a_pause_counts_by_the_rhythm_around_it() -> None:
    pause_s = 1600.0
    fast, slow = np.arange(30) * 5.0, np.arange(30) * 400.0
    found = [
        n_chapters(find_chapters(shots_at(np.concatenate([run, run + run[-1] + pause_s]))))
        for run in (fast, slow)
    ]
    assert found[0] > found[1]


def test_a_lone_photo_in_the_middle_does_not_end_a_pause() -> None:
    place = np.tile([46.7, 9.2], (25, 1))
    place[12] = np.nan
    place[13:, 0] += 0.001  # a hundred metres
    times_s = [*RUN, 1000.0, *(RUN + 1800.0)]
    numbers = find_chapters(shots_at(times_s, position_deg=place))
    assert n_chapters(numbers) == 2
    assert numbers[0] != numbers[-1]


def test_what_somebody_else_photographs_meanwhile_is_no_pause() -> None:
    alone = np.concatenate([RUN, RUN + 2 * HOUR_S])
    both = np.sort(np.concatenate([alone, np.arange(0.0, 2 * HOUR_S, 120.0)]))
    assert n_chapters(find_chapters(shots_at(alone))) == 2
    assert n_chapters(find_chapters(shots_at(both))) == 1


def test_a_clip_lasts_until_it_is_over() -> None:
    shots = shots_at([0.0, 10.0, 2 * HOUR_S, 2 * HOUR_S + 10.0])
    shots.length_s[1] = 2 * HOUR_S - 60.0
    assert n_chapters(find_chapters(shots)) == 1


def test_a_bad_clock_makes_no_border_and_is_placed_only_where_one_chapter_is_left() -> None:
    # a quarter of an hour more or less leaves one chapter, a day both
    times_s = [*RUN, 600.0, *(RUN + DAY_S)]
    near, far = [0.0] * 12 + [900.0] + [0.0] * 12, [0.0] * 12 + [DAY_S] + [0.0] * 12
    assert find_chapters(shots_at(times_s, sd_s=near))[12] == 0
    numbers = find_chapters(shots_at(times_s, sd_s=far))
    assert numbers[12] == -1
    assert n_chapters(numbers) == 2


def test_a_clock_known_to_minutes_tells_nights_though_it_makes_no_other_border() -> None:
    # the evening is known to the second, the next morning by a worse clock alone
    times_s = np.concatenate([RUN, RUN + 14 * HOUR_S, RUN + 16 * HOUR_S, RUN + DAY_S])
    sd_s = [0.0] * 12 + [300.0] * 24 + [0.0] * 12
    numbers = find_chapters(shots_at(times_s, sd_s=sd_s))
    assert numbers.tolist() == [0] * 12 + [1] * 12 + [2] * 12 + [3] * 12


def test_a_bad_clock_is_in_the_likeliest_chapter_of_its_day() -> None:
    times_s = [*RUN, 3600.0, *(RUN + 2 * HOUR_S)]
    sd_s = [0.0] * 12 + [800.0] + [0.0] * 12
    numbers = find_chapters(shots_at(times_s, sd_s=sd_s))
    assert n_chapters(numbers) == 2
    assert numbers[12] in (0, 1)


def test_three_hours_before_the_morning_are_a_night_and_in_daylight_are_none() -> None:
    times_s = np.concatenate([RUN, RUN + 4 * HOUR_S])
    look = looks([0] * 24, np.random.default_rng(0))
    place = np.tile([46.7, 9.2], (24, 1))
    found = []
    for begins_s in (2 * HOUR_S, 10 * HOUR_S):
        local_s = times_s + begins_s
        shots = shots_at(times_s, look=look, position_deg=place, local_time_s=local_s)
        no_pause = AlbumOptions(pause_weight=0.0, rhythm_weight=0.0)
        found.append(n_chapters(find_chapters(shots, no_pause)))
    assert found == [2, 1]


def test_by_its_own_clock_a_photo_is_in_a_chapter_and_hides_no_night() -> None:
    # all through the night, by a clock that may be twelve hours off
    night = np.arange(0.0, 12 * HOUR_S, 1200.0) + 300.0
    times_s = np.concatenate([RUN, night, RUN + 12 * HOUR_S])
    order = np.argsort(times_s, kind="stable")
    guessed = np.array([False] * 12 + [True] * len(night) + [False] * 12)[order]
    numbers = find_chapters(shots_at(times_s[order], guessed=guessed.tolist()))
    assert (numbers >= 0).all()
    known = numbers[~guessed]
    assert known[0] != known[-1]
    assert (np.diff(numbers[guessed]) >= 0).all()


def test_an_event_of_bad_clocks_has_no_chapters() -> None:
    assert find_chapters(shots_at([0.0, 10.0], sd_s=[DAY_S, DAY_S])).tolist() == [-1, -1]
    assert len(find_chapters(shots_at([]))) == 0
    assert find_chapters(shots_at([5.0])).tolist() == [0]


@pytest.mark.parametrize("shift_s", [3600.0, -86_400.0 * 365])
def test_a_common_shift_of_all_clocks_changes_nothing(shift_s: float) -> None:
    rng = np.random.default_rng(2)
    times_s = np.sort(rng.uniform(0, 3 * DAY_S, 200)).round()
    look = looks(rng.integers(0, 4, 200).tolist(), rng)
    numbers = find_chapters(shots_at(times_s, look=look))
    assert np.array_equal(numbers, find_chapters(shots_at(times_s + shift_s, look=look)))
    assert np.array_equal(np.sort(numbers), numbers)


def test_the_mean_around_leaves_out_itself_and_what_does_not_count() -> None:
    values = np.array([1.0, 2.0, 30.0, 4.0])
    counted = np.array([True, True, False, True])
    assert mean_around(values, counted, 1).tolist() == [2.0, 1.0, 3.0, 4.0]


def test_ten_thousand_shots_take_less_than_two_seconds() -> None:
    rng = np.random.default_rng(3)
    times_s = np.sort(rng.uniform(0, 30 * DAY_S, 10_000))
    look = rng.normal(size=(10_000, 128)).astype(np.float32)
    look /= np.linalg.norm(look, axis=1, keepdims=True)
    start = time.process_time()
    numbers = find_chapters(shots_at(times_s, look=look), AlbumOptions())
    assert time.process_time() - start < 2.0
    assert n_chapters(numbers) > 1
