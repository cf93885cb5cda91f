"""What may be written: never on one occasion, never a phone, never without a zone."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.library.decide import Decision, Support, decisions_of, support_of, waits_of
from coincide.library.history.material import ClockHistory, ClockMaterial
from coincide.library.history.witnesses import Sun
from coincide.library.photos import Clock
from coincide.library.solve import Family, Solved, Tie, solve_library
from coincide.model.times import HOUR_S, from_clock
from coincide.solver.clocks.sun import Daylight
from tests.library.made import Days, camera_of, clock_of, fixes, phone_of, zone_of_home

LATE_S = -HOUR_S + 400.0


def decided(
    camera: Clock, phone: Clock, at: list[int], offset_s: float, *, home: str | None = None
) -> list[Decision]:
    ties = [Tie(f"o{i}", camera.key, i, phone.key, i, offset_s, 15.0, 0.95) for i in at]
    every = solve_library([phone, camera], Family(ties, home=home))
    return [one for solved in every for one in decisions_of(solved) if solved.clock is camera]


def test_two_occasions_decide_and_one_does_not(rng: np.random.Generator) -> None:
    phone, camera = phone_of("Ben", Days().utc_s(rng)), camera_of("Anna", Days().utc_s(rng), LATE_S)
    assert "wrong" not in {one.state for one in decided(camera, phone, [12], LATE_S)}
    (two,) = (one for one in decided(camera, phone, [10, 14], LATE_S) if one.state == "wrong")
    assert (two.state, two.support) == ("wrong", Support(occasions=2))
    assert two.pieces[0].first <= 10 < 14 < two.pieces[-1].end
    assert two.n_photos >= 5 * 12


def test_a_stretch_is_off_by_an_hour_more_in_summer(rng: np.random.Generator) -> None:
    phone, camera = (
        phone_of("Ben", Days().utc_s(rng)),
        camera_of("Anna", Days().utc_s(rng), -HOUR_S),
    )
    (found,) = decided(camera, phone, [2, 20, 38], -HOUR_S)
    assert found.state == "wrong"
    assert [piece.error_s for piece in found.pieces] == [HOUR_S]
    zones = zone_of_home(camera.first_s - HOUR_S)
    assert all(zones[piece.first] == 2 * HOUR_S for piece in found.pieces)


def test_a_clock_that_is_right_needs_nothing(rng: np.random.Generator) -> None:
    utc_s = Days(n=10).utc_s(rng)
    phone, camera = phone_of("Ben", utc_s), camera_of("Anna", utc_s, -HOUR_S)
    (found,) = decided(camera, phone, [1, 5, 8], -HOUR_S)
    assert found.state == "right"
    assert found.looks_right


def test_a_phone_is_never_written(rng: np.random.Generator) -> None:
    utc_s = Days().utc_s(rng)
    wrong = phone_of("Anna", utc_s)
    late = clock_of(
        "Anna", wrong.device, utc_s + 7200.0 - 900.0, zone_s=zone_of_home(utc_s), gps_s=utc_s
    )
    (solved,) = solve_library([late])
    states = {one.state for one in decisions_of(solved)}
    assert states == {"open"}


def test_without_a_zone_nothing_is_written(rng: np.random.Generator) -> None:
    utc_s = Days().utc_s(rng)
    camera = clock_of(
        "Anna", camera_of("Anna", utc_s, 0.0).device, utc_s - LATE_S, gps_s=fixes(utc_s)
    )
    (alone,) = solve_library([camera])
    assert {one.state for one in decisions_of(alone)} == {"open"}
    (named,) = solve_library([camera], Family(home="Europe/Berlin"))
    assert {one.state for one in decisions_of(named)} == {"wrong"}


@pytest.mark.parametrize(
    ("support", "enough"),
    [
        (Support(), False),
        (Support(occasions=1), False),
        (Support(sun=9), False),
        (Support(occasions=1, sun=1), True),
        (Support(occasions=1, gps=1), True),
        (Support(gps=2), True),
        (Support(occasions=2), True),
        (Support(answers=1), True),
    ],
)
def test_what_is_enough(support: Support, enough: bool) -> None:
    assert support.is_enough is enough


def test_the_sun_speaks_only_where_it_tells_an_offset_from_a_right_clock() -> None:
    noon_s = from_clock(2020, 6, 21, 10, 0, 0)
    for off_h, speaks in ((1.0, 0), (11.0, 1)):
        shown = np.array([noon_s - off_h * HOUR_S + 2 * HOUR_S])
        light = Daylight(shown, np.array([50.0]), np.array([10.0]))
        to_utc_s = off_h * HOUR_S - 2 * HOUR_S
        material = ClockMaterial(
            "camera",
            shown,
            shown,
            np.array([2 * HOUR_S]),
            np.array([True]),
            np.ones(1),
            [(Sun(light, "s"),)],
        )
        one = np.ones(1)
        history = ClockHistory(
            np.array([to_utc_s]), one, one, (0,), np.zeros(1), np.zeros(1), np.zeros(0)
        )
        clock = camera_of("Anna", shown + to_utc_s, to_utc_s)
        found = support_of(
            Solved(clock, material, history, material.zone_s, material.zone_sure),
            history.stretches[0],
        )
        assert found.sun == speaks


def test_a_clock_that_was_reset_is_put_right_by_the_summer_that_was(
    rng: np.random.Generator,
) -> None:
    """By what it shows it is winter of another year."""
    utc_s = Days(n=20).utc_s(rng) + 120 * 86400.0
    reset_s = 10.5 * 365.25 * 86400.0
    phone, camera = phone_of("Ben", utc_s), camera_of("Anna", utc_s, reset_s)
    found = decided(camera, phone, [2, 8, 12, 17], reset_s)
    (wrong,) = (one for one in found if one.state == "wrong")
    for piece in wrong.pieces:
        true_s = camera.first_s[piece.first] + reset_s
        zone_s = float(zone_of_home(np.array([true_s]))[0])
        assert piece.error_s == pytest.approx(reset_s + zone_s, abs=60)


def test_minutes_are_written_only_where_satellites_tell_them(rng: np.random.Generator) -> None:
    """Occasions place a clock to minutes, so they cannot tell it from one that was set right."""
    utc_s = Days().utc_s(rng)
    phone, slow_s = phone_of("Ben", utc_s), -HOUR_S + 150.0
    camera = camera_of("Anna", utc_s, slow_s)
    decisions = decided(camera, phone, [2, 12, 20, 30, 38], slow_s)
    written = [piece for one in decisions if one.state == "wrong" for piece in one.pieces]
    assert all(abs(piece.error_s) > 300.0 for piece in written)
    measured = clock_of("Anna", camera.device, utc_s - slow_s, gps_s=fixes(utc_s))
    found = [one for one in decided(measured, phone, [], slow_s) if one.state == "wrong"]
    assert {round(piece.error_s) for one in found for piece in one.pieces} >= {150}


def test_every_session_that_waits_says_why(rng: np.random.Generator) -> None:
    phone, camera = phone_of("Ben", Days().utc_s(rng)), camera_of("Anna", Days().utc_s(rng), LATE_S)
    (two,) = (one for one in decided(camera, phone, [10, 14], LATE_S) if one.state == "wrong")
    waits = waits_of(two.solved, two.stretch)
    written = {session for piece in two.pieces for session in range(piece.first, piece.end)}
    for session, wait in zip(two.stretch.sessions, waits, strict=True):
        assert (wait is None) == (session in written)
    assert "not certain" in waits


def test_at_the_ends_of_what_is_certain_sessions_need_a_reading_of_their_own(
    rng: np.random.Generator,
) -> None:
    phone, camera = phone_of("Ben", Days().utc_s(rng)), camera_of("Anna", Days().utc_s(rng), LATE_S)
    at = [10, 12, 14]
    ties = [Tie(f"o{i}", camera.key, i, phone.key, i, LATE_S, 15.0, 0.95) for i in at]
    (solved,) = (one for one in solve_library([phone, camera], Family(ties)) if one.clock is camera)
    number = np.arange(camera.n_sessions)
    sure = np.where((number >= 8) & (number <= 14), 1.0, 0.5)
    (stretch,) = (one for one in solved.history.stretches if 10 in one.sessions)
    edge = "nothing of its own tells its side of a border"

    def waiting(certain: float, zone_s: np.ndarray) -> set[int]:
        found = np.where(number == 8, certain, sure)
        harmless = np.zeros(camera.n_sessions)
        history = replace(solved.history, certain=found, harm=harmless)
        changed = replace(solved, history=history, zone_s=zone_s)
        waits = waits_of(changed, stretch)
        return {
            session for session, wait in zip(stretch.sessions, waits, strict=True) if wait == edge
        }

    steady = np.full(camera.n_sessions, 3600.0)
    assert waiting(0.9995, steady) == set()
    # session 14 has an occasion of its own, and session 8 has none
    assert waiting(0.995, steady) == {8}
    moved = np.where(number < 8, 3600.0, 7200.0)
    assert waiting(0.9995, moved) == {8}
    journey = np.where(number < 12, 3600.0, 6 * 3600.0)
    assert waiting(0.9995, journey) == {11}
