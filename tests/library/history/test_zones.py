"""Where the owner was, as zones."""

import numpy as np
import pytest

from coincide.errors import UsageError
from coincide.library.history.zones import Zones, zones_of
from coincide.model.times import DAY_S, HOUR_S, from_clock

JANUARY, JULY = from_clock(2021, 1, 15, 12, 0, 0), from_clock(2021, 7, 15, 12, 0, 0)


def test_home_follows_its_own_rules() -> None:
    zones = Zones(home="Europe/Berlin").at(np.array([JANUARY, JULY]))
    assert zones.tolist() == [HOUR_S, 2 * HOUR_S]


def test_a_phone_that_saw_another_zone_counts_for_its_days() -> None:
    zones = zones_of([(JULY, -4 * HOUR_S)], "Europe/Berlin")
    found = zones.at(np.array([JULY + DAY_S, JULY + 5 * DAY_S, JULY - DAY_S]))
    assert found.tolist() == [-4 * HOUR_S, 2 * HOUR_S, -4 * HOUR_S]


def test_home_is_found_by_where_phones_are_most_of_the_year() -> None:
    at_home = [
        (from_clock(2021, month, 10, 12, 0, 0), HOUR_S * (2 if 4 <= month <= 10 else 1))
        for month in range(1, 13)
    ]
    away = [(from_clock(2021, 8, day, 12, 0, 0), 9 * HOUR_S) for day in range(1, 6)]
    zones = zones_of([*at_home, *away])
    later = np.array([from_clock(2024, 1, 10, 0, 0, 0), from_clock(2024, 8, 10, 0, 0, 0)])
    assert zones.at(later).tolist() == [HOUR_S, 2 * HOUR_S]


def test_without_phones_or_home_a_zone_is_unknown() -> None:
    assert np.isnan(Zones().at(np.array([JULY]))).all()
    seen = Zones(np.array([JULY]), np.array([HOUR_S]))
    assert np.isnan(seen.at(np.array([JULY + 400 * DAY_S]))).all()


def test_a_zone_that_there_is_not_is_refused() -> None:
    with pytest.raises(UsageError):
        Zones(home="Mars/Base").at(np.array([JULY]))


def test_on_the_days_of_a_journey_only_a_phone_within_minutes_is_sure() -> None:
    home, away = (JULY - 3 * DAY_S, 2 * HOUR_S), (JULY, -4 * HOUR_S)
    back = (JULY + 6 * DAY_S, 2 * HOUR_S)
    zones = zones_of([home, away, (JULY + 4 * DAY_S, -4 * HOUR_S), back], "Europe/Berlin")
    asked = JULY + np.array([-10.0, -1.0, -0.005, 2.0, 5.0, 30.0]) * DAY_S
    zone_s, sure = zones.known_at(asked)
    assert sure.tolist() == [True, False, True, True, False, True]
    assert zone_s[sure].tolist() == [2 * HOUR_S, -4 * HOUR_S, -4 * HOUR_S, 2 * HOUR_S]


def test_a_phone_that_rests_on_a_journey_leaves_its_owner_abroad() -> None:
    far = -4 * HOUR_S
    seen = [(JULY - 20 * DAY_S, 2 * HOUR_S), (JULY, far), (JULY + 6 * DAY_S, far)]
    zones = zones_of([*seen, (JULY + 40 * DAY_S, far)], "Europe/Berlin")
    zone_s, sure = zones.known_at(JULY + np.array([3.0, 20.0]) * DAY_S)
    assert zone_s.tolist() == [far, 2 * HOUR_S]
    # whether they were home in between nobody saw
    assert sure.tolist() == [True, False]


def test_the_night_of_summer_time_is_no_journey() -> None:
    night = from_clock(2021, 3, 28, 1, 0, 0)
    zones = zones_of([(night - DAY_S, HOUR_S), (night + DAY_S, 2 * HOUR_S)], "Europe/Berlin")
    zone_s, sure = zones.known_at(night + np.array([-1.0, 1.0]) * HOUR_S)
    assert (zone_s.tolist(), sure.tolist()) == ([HOUR_S, 2 * HOUR_S], [True, True])
