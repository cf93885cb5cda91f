"""How much the rhythm of a camera and a phone counts is learned where offsets are known."""

import numpy as np
import pytest

from coincide.library.history.rhythm import (
    USUAL,
    BesidePhone,
    learned_weight,
    moments_of,
    with_rhythm,
)
from coincide.library.history.witnesses import Reading, Witness
from coincide.model import Floats
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, from_clock

NOON_S = from_clock(2021, 6, 21, 12, 0, 0)
N_DAYS = 60


def sessions(rng: np.random.Generator, late_s: float, known: int) -> list[tuple[Witness, ...]]:
    """Return days of a right camera that is used ``late_s`` after its owner's phone, or anyhow.

    Of ``known`` days an occasion tells the offset.
    """
    days_s = NOON_S + DAY_S * np.arange(N_DAYS)
    phone_s = days_s + rng.uniform(-6, 6, N_DAYS) * HOUR_S
    beside = phone_s + late_s + rng.normal(0, 2 * MINUTE_S, N_DAYS)
    moments_s = beside if np.isfinite(late_s) else days_s + rng.uniform(-6, 6, N_DAYS) * HOUR_S
    found = []
    for day, moment_s in enumerate(moments_s):
        rhythm = BesidePhone(np.array([moment_s]), phone_s, 0.0, f"phone {day}")
        told = (Reading("occasion", f"{day}", 0.0, 20.0, 0.95),) if day < known else ()
        found.append((rhythm, *told))
    return found


def test_who_uses_both_at_once_is_believed_and_who_does_not_is_not(
    rng: np.random.Generator,
) -> None:
    believed = learned_weight(sessions(rng, 0.0, 20))
    habit = learned_weight(sessions(rng, HOUR_S, 20))
    anyhow = learned_weight(sessions(rng, np.inf, 40))
    assert believed > 0.9
    assert habit < 0.25
    assert anyhow < 0.5


def test_where_nothing_is_known_the_rhythm_counts_a_part(rng: np.random.Generator) -> None:
    days = sessions(rng, 0.0, 0)
    counts = learned_weight(days)
    assert counts == pytest.approx(0.1 + 0.8 * USUAL)
    (beside,) = with_rhythm(days[0], counts)
    assert isinstance(beside, BesidePhone)
    assert beside.counts == counts


def test_the_rhythm_tells_hours_and_not_minutes(rng: np.random.Generator) -> None:
    def says(witnesses: list[tuple[Witness, ...]], offset_s: float) -> Floats:
        beside = [one for several in witnesses for one in several if isinstance(one, BesidePhone)]
        return np.array([one.whole(np.array([offset_s]))[0] for one in beside])

    days = sessions(rng, 0.0, 0)
    right, minutes, hours = (says(days, one) for one in (0.0, 3 * MINUTE_S, 2 * HOUR_S))
    assert np.median(np.abs(right - minutes)) < 0.3
    assert np.median(right - hours) > 1.0


def test_moments_of_a_session_are_apart() -> None:
    assert moments_of(np.array([0.0, 60.0, 2000.0, 2100.0])).tolist() == [0.0, 2000.0]
