"""Companions: the other days of a journey on which a clock was off by as much."""

import numpy as np

from coincide.library.occasions.companions import companions_of
from coincide.library.occasions.windows import SessionWindow, windows_of
from coincide.library.photos import Clock
from coincide.library.solve import ClockBorder, Family, solve_library
from coincide.model.times import DAY_S, HOUR_S
from tests.library.made import Days, camera_of, phone_of

# ten days in a row, then one a month later; five photos a day
STARTS_S = np.concatenate([np.arange(10), [40]]) * DAY_S
UTC_S = (Days(n=1, photos=1).utc_s(np.random.default_rng(1)) + STARTS_S[:, None]).repeat(5, axis=1)
UTC_S = (UTC_S + 60.0 * np.arange(5)).ravel()


def windows_for(*clocks: Clock) -> list[SessionWindow]:
    return list(windows_of(solve_library(clocks, Family(home="Europe/Berlin"))))


def sessions_of(windows: list[SessionWindow], numbers: list[int]) -> list[tuple[str, int]]:
    return [(windows[number].owner, windows[number].session) for number in numbers]


def test_days_of_the_same_journey_are_companions_and_others_are_not() -> None:
    windows = windows_for(camera_of("Ben", UTC_S, HOUR_S))
    (number,) = (n for n, one in enumerate(windows) if one.session == 0)
    assert sessions_of(windows, companions_of(windows, [number])) == [
        ("Ben", session) for session in (1, 2, 3, 4, 5)
    ]
    (last,) = (n for n, one in enumerate(windows) if one.session == 10)
    assert companions_of(windows, [last]) == []


def test_they_are_of_the_same_clock_and_none_of_the_group() -> None:
    windows = windows_for(phone_of("Anna", UTC_S), camera_of("Ben", UTC_S, HOUR_S))
    group = [n for n, one in enumerate(windows) if one.owner == "Ben" and one.session in (2, 3)]
    found = companions_of(windows, group)
    assert not set(found) & set(group)
    assert {owner for owner, _ in sessions_of(windows, found)} == {"Ben"}
    assert [session for _, session in sessions_of(windows, found)] == [0, 1, 4, 5, 6, 7, 8]


def test_a_clock_that_was_set_in_between_is_off_by_something_else() -> None:
    # two hours forth on the fifth day, as somebody says
    camera = camera_of("Ben", UTC_S, np.where(np.arange(len(UTC_S)) < 20, HOUR_S, 3 * HOUR_S))
    stated = ClockBorder(camera.key, 4, was_set=True)
    family = Family(borders=(stated,), home="Europe/Berlin")
    windows = list(windows_of(solve_library([camera], family)))
    assert 4 in windows[0].solved.history.starts
    assert sessions_of(windows, companions_of(windows, [3])) == [("Ben", 0), ("Ben", 1), ("Ben", 2)]
    assert companions_of(windows, [4])[0] == 5


def test_the_nearest_few_are_enough() -> None:
    often_s = (UTC_S[:5] + 0.45 * DAY_S * np.arange(30)[:, None]).ravel()
    windows = windows_for(camera_of("Ben", often_s, HOUR_S))
    assert companions_of(windows, [15]) == [10, 11, 12, 13, 14, 16, 17, 18, 19, 20]
