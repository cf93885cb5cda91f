"""Witnesses of a session are bounded, and speak for the right offset."""

import numpy as np
import pytest

from coincide.library.history.rhythm import BesidePhone, moments_of
from coincide.library.history.witnesses import FileTime, Reading, Sun, Witness
from coincide.model.times import DAY_S, HOUR_S, from_clock
from coincide.solver.clocks.sun import Daylight

HOURS = np.arange(-12.0, 13.0) * HOUR_S
NOON_S = from_clock(2021, 6, 21, 12, 0, 0)


def phone(rng: np.random.Generator, n: int = 60) -> np.ndarray:
    """Return outings of a phone over a day, UTC."""
    return np.sort(NOON_S + rng.uniform(-6, 6, n) * HOUR_S)


def test_a_reading_is_bounded_on_either_side() -> None:
    reading = Reading("GPS", "a", -HOUR_S, 5.0, 0.98)
    logs = reading.log_likelihood(np.array([-HOUR_S, -HOUR_S + 600.0, 0.0]))
    assert 7.0 < logs[0] < 10.0
    assert logs[1] == pytest.approx(np.log(0.02), abs=0.01)
    assert reading.unknown == pytest.approx(logs[2], abs=1e-6)


def test_an_occasion_may_be_a_look_alike_whole_hours_away() -> None:
    """So it speaks less against an offset an hour away than against one half an hour away."""
    occasion = Reading("occasion", "a", -HOUR_S, 20.0, 0.97)
    near, hour, half = occasion.log_likelihood(np.array([-HOUR_S, 0.0, -HOUR_S / 2]))
    assert near > hour + 4.0
    assert hour > half + 3.0
    answer = Reading("answer", "a", -HOUR_S, 20.0, 0.97)
    logs = answer.log_likelihood(np.array([0.0, -HOUR_S / 2]))
    assert logs[0] == pytest.approx(logs[1])


def test_an_occasion_is_a_density_of_a_day() -> None:
    """Over all offsets within a day it says nothing on average."""
    for weight in (0.1, 0.97):
        occasion = Reading("occasion", "a", 0.0, 20.0, weight)
        offsets = np.arange(-12.5 * HOUR_S, 12.5 * HOUR_S, 5.0)
        likely = np.exp(occasion.log_likelihood(offsets))
        expected = weight + (1.0 - weight) * 25 / 24
        assert float(likely.sum()) * 5.0 / DAY_S == pytest.approx(expected, abs=0.01)


def test_a_file_is_newer_than_its_photo() -> None:
    assert FileTime(0.0, "f").log_likelihood(np.array([-1.0, 1.0]))[0] == 0.0
    assert FileTime(0.0, "f").log_likelihood(np.array([-1.0, 1.0]))[1] < -3.0


def test_broad_daylight_was_not_at_night() -> None:
    one = np.ones(3)
    sun = Sun(Daylight(NOON_S + np.arange(3.0), 50.0 * one, 10.0 * one), "s")
    by_hour = dict(zip((HOURS / HOUR_S).tolist(), sun.log_likelihood(HOURS), strict=True))
    assert by_hour[0.0] == 0.0
    assert by_hour[12.0] < -3.0
    assert by_hour[12.0] < sun.unknown < by_hour[0.0]


def test_a_camera_takes_turns_with_its_owners_phone(rng: np.random.Generator) -> None:
    outings = NOON_S + np.array([0.0, 7.0, 9.5]) * HOUR_S
    phone_s = np.sort(np.concatenate([o + rng.uniform(0, 900, 12) for o in outings]))
    moments = moments_of(outings + HOUR_S)  # an hour ahead of UTC
    logs = BesidePhone(moments, phone_s, -2 * HOUR_S, "p").log_likelihood(HOURS)
    assert HOURS[int(np.argmax(logs))] == -HOUR_S


def test_a_phone_that_was_not_used_says_nothing() -> None:
    far = BesidePhone(np.array([NOON_S]), np.array([NOON_S - 90 * DAY_S]), 0.0, "p")
    assert far.log_likelihood(HOURS).tolist() == [0.0] * len(HOURS)
    none = BesidePhone(np.array([NOON_S]), np.zeros(0), 0.0, "p")
    assert none.log_likelihood(HOURS).tolist() == [0.0] * len(HOURS)


def test_every_witness_is_bounded(rng: np.random.Generator) -> None:
    wide = np.concatenate([HOURS, np.array([-1e9, 1e9])])
    one = np.ones(1)
    witnesses: list[Witness] = [
        Reading("occasion", "a", 0.0, 1.0, 0.97),
        FileTime(0.0, "f"),
        Sun(Daylight(NOON_S * one, 50 * one, 10 * one), "s"),
        BesidePhone(phone(rng, 5), phone(rng), 0.0, "p"),
    ]
    for witness in witnesses:
        assert np.abs(witness.log_likelihood(wide)).max() < 12.0
        assert abs(witness.unknown) < 5.0
