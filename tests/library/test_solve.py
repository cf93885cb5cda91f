"""Histories of a family's clocks."""

import numpy as np

from coincide.library.solve import Family, Tie, TimeAnswer, solve_library
from coincide.model import Device
from coincide.model.times import HOUR_S
from tests.library.made import Days, camera_of, clock_of, phone_of, zone_of_home

LATE_S = -HOUR_S + 400.0


def test_a_phone_tells_its_own_time_and_where_home_is(rng: np.random.Generator) -> None:
    phone = phone_of("Anna", Days().utc_s(rng))
    camera = camera_of("Anna", Days().utc_s(rng), LATE_S)
    by_phone, by_camera = solve_library([camera, phone])
    assert by_phone.clock is phone
    assert np.abs(by_phone.history.to_utc_s).max() < 5.0
    assert by_phone.history.certain.min() > 0.99
    expected = zone_of_home(camera.first_s + LATE_S)
    assert by_camera.material.zone_s.tolist() == expected.tolist()


def test_two_occasions_with_a_phone_tell_a_cameras_offset(rng: np.random.Generator) -> None:
    phone = phone_of("Ben", Days().utc_s(rng))
    camera = camera_of("Anna", Days().utc_s(rng), LATE_S)
    ties = [Tie(f"o{i}", camera.key, i, phone.key, i, LATE_S, 20.0, 0.95) for i in (5, 25)]
    _, found = solve_library([phone, camera], Family(ties))
    assert np.abs(found.history.to_utc_s[5:26] - LATE_S).max() < 60.0
    assert found.history.certain[5:26].min() > 0.97
    turned = solve_library([phone, camera], Family([tie.turned for tie in ties]))[1]
    assert np.allclose(turned.history.to_utc_s, found.history.to_utc_s)


def test_an_occasion_says_nothing_by_a_clock_that_nobody_knows(rng: np.random.Generator) -> None:
    one = camera_of("Anna", Days().utc_s(rng), LATE_S)
    other = camera_of("Ben", Days().utc_s(rng), 0.0)
    ties = [Tie("o", one.key, 5, other.key, 5, LATE_S, 20.0, 0.95)]
    for found in solve_library([one, other], Family(ties, home="Europe/Berlin")):
        assert found.material.readings == []


def test_an_answer_tells_the_offset_of_its_session(rng: np.random.Generator) -> None:
    camera = camera_of("Anna", Days().utc_s(rng), LATE_S)
    shown_s = float(camera.first_s[10])
    true_s = shown_s + LATE_S + HOUR_S  # in January
    answer = TimeAnswer(camera.key, 10, shown_s, true_s + HOUR_S, 60.0)
    (found,) = solve_library([camera], Family((), [answer], "Europe/Berlin"))
    zone_s = found.material.zone_s[10]
    ((_, reading),) = found.material.readings
    assert reading.to_utc_s == true_s + HOUR_S - zone_s - shown_s
    assert abs(float(found.history.to_utc_s[10]) - reading.to_utc_s) < 120.0


def test_an_answer_without_a_zone_says_nothing(rng: np.random.Generator) -> None:
    camera = camera_of("Anna", Days().utc_s(rng), LATE_S)
    answer = TimeAnswer(camera.key, 10, 0.0, 3600.0, 60.0)
    (found,) = solve_library([camera], Family((), [answer]))
    assert found.material.readings == []
    assert found.history.certain.max() < 0.9


def test_only_what_an_answer_touches_is_solved_again(rng: np.random.Generator) -> None:
    phone, one = phone_of("Ben", Days().utc_s(rng)), camera_of("Anna", Days().utc_s(rng), -HOUR_S)
    other = clock_of("Ben", Device("Canon", "G7", "8"), one.photos.time_s + 900.0)
    before = solve_library([phone, one, other])
    shown_s = float(one.first_s[5])
    answer = TimeAnswer(one.key, 5, shown_s, shown_s + 1800.0, 60.0)
    after = solve_library([phone, one, other], Family(answers=(answer,)), before)
    kept = [found for found in after if any(found is earlier for earlier in before)]
    assert {found.clock.key for found in kept} == {phone.key, other.key}
    (asked,) = (found for found in after if found.clock is one)
    whole = solve_library([phone, one, other], Family(answers=(answer,)))
    (again,) = (found for found in whole if found.clock is one)
    np.testing.assert_array_equal(asked.history.certain, again.history.certain)
