"""The posterior of true time against numbers that are counted by hand."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks.truetime import ClockKind, ErrorRates, PlacedClock, TrueTime, true_time

YEAR_S = 365 * DAY_S
# clocks that are almost never wrong by anything: each test makes one kind of error likely
FAULTLESS = ErrorRates(
    30.0, hours=0.0, by_hand=0.0, by_hand_s=600.0, day=1e-9, behind=1e-12, ahead=1e-12, home=0.0
)
# 1/1 + … + 1/14 of whole hours, a tenth of 1/1 + 1/1.5 + … + 1/13.5 of half hours (half an hour
# counts as one), both ways
ALL_HOURS = 2 * (
    sum(1 / hour for hour in range(1, 15)) + 0.1 * (1 + sum(2 / n for n in range(3, 28, 2)))
)


def clock(off_s: float = 0.0, kind: ClockKind = "camera", **more: float | bool) -> PlacedClock:
    name = f"{kind} {off_s}"
    return replace(PlacedClock(name, name, kind, off_s, 8.0), **more)  # type: ignore[arg-type]


def posterior(*clocks: PlacedClock, **rates: float) -> TrueTime:
    """Return the posterior by cameras that are wrong as said, and not otherwise."""
    return true_time(clocks, {"camera": replace(FAULTLESS, **rates)})


def test_a_clock_is_hours_off_as_often_as_its_rates_say() -> None:
    found = posterior(clock(), hours=0.4)
    for hour in (1, -2, 14):
        ratio = found.near(hour * HOUR_S) / found.near(0.0)
        assert ratio == pytest.approx(0.4 / abs(hour) / ALL_HOURS / 0.6, rel=0.01), hour


def test_a_group_is_on_home_time_one_time_in_fifty() -> None:
    found = posterior(clock(), home=1 - 1e-9)
    for hour in (-1, 2):
        ratio = found.near(hour * HOUR_S) / found.near(0.0)
        assert ratio == pytest.approx(0.02 / abs(hour) / ALL_HOURS / 0.98, rel=0.005), hour


@pytest.mark.parametrize("sd_s", [10.0, 300.0])
def test_a_clock_that_is_placed_less_exactly_may_be_further_off_by_hand(sd_s: float) -> None:
    found = posterior(clock(sd_s=sd_s), by_hand=1 - 1e-6)
    # the times that are looked at are 240 s apart there, 1200 and 1440 among them
    beyond = found.mass[np.abs(found.times_s) > 1320.0].sum()
    assert beyond == pytest.approx(np.exp(-1320.0 / (600.0 + sd_s)), rel=0.02)


def test_a_clock_that_is_likely_placed_says_nearly_as_much_as_one_that_is() -> None:
    camera, phone = clock(), clock(1000.0, "phone")
    sure = true_time([camera, phone]).right(phone)
    doubted = replace(phone, doubt=0.1)
    assert true_time([camera, doubted]).right(doubted) > 0.9 * sure
    assert true_time([camera, replace(phone, doubt=1.0)]).right(phone) < 0.1 * sure


def test_the_order_in_which_clocks_are_named_makes_no_difference() -> None:
    """A camera may have been set by another whose place is sure, and by no other."""
    sure, doubted = clock(), clock(50.0, doubt=0.3)
    phone = clock(400.0, "phone")
    found = true_time([sure, phone, doubted])
    for order in ([doubted, sure, phone], [phone, doubted, sure]):
        np.testing.assert_allclose(true_time(order).mass, found.mass)


def test_among_many_times_those_of_the_surest_clocks_are_looked_at() -> None:
    lost = [clock(number * 3 * YEAR_S + 700.0 * number) for number in range(1, 12)]
    satellites = replace(clock(-500.0, "phone", measured=True), gallery="zoe")
    assert true_time([*lost, satellites]).right(satellites) > 0.9


def test_true_time_is_looked_for_to_the_tenth_of_a_second() -> None:
    """So that it makes no difference whose clock event time is."""
    there = true_time([clock(), clock(900.0)])
    here = true_time([clock(0.4), clock(900.4)])
    np.testing.assert_allclose(here.times_s[:-1], there.times_s[:-1] - 0.4, atol=1e-6)
    np.testing.assert_allclose(here.mass, there.mass, atol=1e-6)


def test_a_clock_that_is_not_moved_is_not_made_worse() -> None:
    found = TrueTime(np.array([-1000.0, 0.0, 1000.0]), np.array([0.3, 0.3, 0.4]))
    assert found.harm(0.0) == 0.0
    # nor is one that is then as far off the other way
    assert found.harm(2000.0) == 0.0
    assert found.harm(100.0) == pytest.approx(0.3)
