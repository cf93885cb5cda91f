"""The truth of chapters: places by names and positions, stays, copies once."""

import numpy as np

from coincide.model.times import from_clock
from coincide_bench.chapters.truth import day_named, once, place_named, places_at, stays


def test_places_and_days_are_told_by_names() -> None:
    assert place_named("pier (12).jpg") == place_named("pier.JPG") == "pier"
    assert place_named("lomard (3).jpg") == "lombard"
    assert day_named("20181001_8_mini.jpg") == "20181001"
    assert day_named("somebody.jpg") is None


def test_places_are_what_is_near_or_near_one_between() -> None:
    # steps of 300 m, then 10 km away, and unknown
    latitudes = [46.0, 46.0027, 46.0054, 46.1, np.nan]
    places = places_at(np.array([[latitude, 9.0] for latitude in latitudes]))
    assert places[0] == places[1] == places[2] != places[3]
    assert places[4] is None


def test_a_stay_ends_with_the_place_or_the_day_and_coming_back_is_another() -> None:
    wall_s = [from_clock(2022, 8, 1, hour, 0, 0) for hour in (10, 11, 12, 13)]
    wall_s += [from_clock(2022, 8, 2, hour, 0, 0) for hour in (2, 9)]
    places = ["inn", "lake", None, "inn", "inn", "inn"]
    assert stays(places, np.array(wall_s)) == [0, 1, -1, 2, 2, 3]


def test_of_copies_one_counts() -> None:
    cameras = ["a", "a", "b", "a"]
    assert once(cameras, np.array([5.0, 5.4, 5.0, 6.0])) == [True, False, True, True]
