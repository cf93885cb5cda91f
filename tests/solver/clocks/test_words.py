import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.model.times import DAY_S, HOUR_S, from_clock
from coincide.solver.clocks import ClockError, describe_error, simplest_s

FIRST_S = from_clock(2017, 5, 20, 8, 0, 0)
DAY = 86400.0
AN_HOUR_AHEAD = "time zone or daylight saving: −1 h (the clock is 1 h ahead)"
AN_HOUR_BEHIND = "time zone or daylight saving: +1 h (the clock is 1 h behind)"
NEPAL_BEHIND = "time zone: +5 h 45 min (the clock is 5 h 45 min behind)"


def describe(
    offset_s: float,
    half_s: float = 2.0,
    *,
    first_s: float = FIRST_S,
    probability: float | None = None,
    zone_s: int | None = None,
) -> ClockError:
    return describe_error(
        offset_s,
        low_s=offset_s - half_s,
        high_s=offset_s + half_s,
        camera_first_s=first_s,
        probability=probability,
        event_zone_s=zone_s,
    )


@pytest.mark.parametrize(
    ("offset_s", "half_s", "kind", "text"),
    [
        (0.4, 1, "right", "right, to ± 2 s"),
        (3, 8, "right", "right, to ± 8 s"),
        (200, 300, "right", "right, to ± 5 min"),
        (-3600, 2, "zone", AN_HOUR_AHEAD),
        (3580, 100, "zone", f"{AN_HOUR_BEHIND}, to ± 100 s"),
        (20700, 2, "zone", NEPAL_BEHIND),
        (20695, 2, "zone and clock", f"{NEPAL_BEHIND}, and 5 s fast"),
        (-3528, 10, "zone and clock", f"{AN_HOUR_AHEAD}, and 1 min 12 s slow, to ± 10 s"),
        (192, 2, "clock", "clock: 3 min 12 s slow"),
        (-192, 20, "clock", "clock: 3 min 12 s fast, to ± 20 s"),
        (-3300, 240, "clock", "clock: about 55 min fast, to ± 4 min"),
        (-3660, 900, "clock", "clock: about 1 h 1 min fast, to ± 15 min"),
        (900, 2, "clock", "clock: 15 min slow"),
        (43200, 2, "clock", "am and pm mixed up: 12 h slow"),
        (-43170, 2, "clock", "am and pm mixed up: 12 h fast, and 30 s slow"),
        (DAY, 2, "day", "date set one day early"),
        (-3 * DAY - 60, 2, "day", "date set 3 days late, and 1 min fast"),
        (DAY + 7000, 2, "clock", "clock: 1 d 1 h 56 min 40 s slow"),
        (365 * DAY, 2, "day", "year set wrong: 2017 instead of 2018"),
        (-366 * DAY + DAY + 3600, 2, "day", "year set wrong: 2017 instead of 2016, and 1 h slow"),
        (2000 * DAY, 60, "day", "date set wrong: 2017-05-20 instead of 2022-11-10"),
        (300, 3000, "unknown", "not known: anything from 45 min fast to 55 min slow"),
    ],
)
def test_words(offset_s: float, half_s: float, kind: str, text: str) -> None:
    assert describe(offset_s, half_s) == ClockError(kind, text)  # type: ignore[arg-type]


@pytest.mark.parametrize("year", [1970, 1980, 2000, 2016])
def test_a_reset_clock(year: int) -> None:
    first_s = from_clock(year, 1, 3, 10, 0, 0)
    offset_s = FIRST_S - first_s
    assert describe(offset_s, 300, first_s=first_s) == ClockError("reset", f"reset to {year}-01-01")
    # an early date is no reset when the offset is small, or leads back in time
    assert describe(192, first_s=first_s).kind == "clock"
    assert describe(-400 * DAY, first_s=first_s).kind == "day"


def test_a_reset_is_named_where_the_day_is_known() -> None:
    first_s = from_clock(2010, 1, 3, 10, 0, 0)
    kinds = [
        describe(FIRST_S - first_s, half_s, first_s=first_s).kind
        for half_s in (DAY / 2, DAY / 2 + 1)
    ]
    assert kinds == ["reset", "clock"]


def test_photos_of_late_january_were_not_reset() -> None:
    """Later than a week after the first of the year is late."""
    within, after, late = ((7, 23, 59), (8, 0, 1), (20, 0, 0))
    for moment, kind in ((within, "reset"), (after, "day"), (late, "day")):
        first_s = from_clock(2010, 1, *moment, 0)
        assert describe(FIRST_S - first_s, first_s=first_s).kind == kind


def test_a_wrong_year_at_new_year_is_no_reset() -> None:
    first_s = from_clock(2016, 1, 2, 15, 0, 0)
    assert describe(366 * DAY, first_s=first_s).text == "year set wrong: 2016 instead of 2017"


def test_a_wrong_year_counts_the_leap_day_between() -> None:
    leap = from_clock(2016, 2, 29, 12, 0, 0)
    assert describe(366 * DAY, first_s=leap).text == "year set wrong: 2016 instead of 2017"
    after = from_clock(2016, 3, 1, 12, 0, 0)
    assert describe(365 * DAY, first_s=after).text == "year set wrong: 2016 instead of 2017"


def test_the_event_s_zone_tells_which_steps_are_zones() -> None:
    nepal_s, vienna_s = 20700, 3600
    assert describe(905.5, zone_s=nepal_s) == ClockError(
        "zone and clock", "time zone: +15 min (the clock is 15 min behind), and 6 s slow"
    )
    assert describe(905.5, zone_s=vienna_s).text == "clock: 15 min 6 s slow"
    # a minute off is no step at all
    assert describe(60.0, zone_s=vienna_s) == ClockError("clock", "clock: 1 min slow")
    # nobody's clock is an hour from Kathmandu's, but London's is 5 h 45 min
    assert describe(3600.0, zone_s=nepal_s).kind == "clock"
    assert describe(20700.0, zone_s=nepal_s).kind == "zone"


def test_no_cause_is_named_when_it_is_not_certain() -> None:
    assert describe(-3600, probability=0.9).kind == "zone"
    assert describe(-3600, probability=0.89).kind == "unknown"
    assert describe(-3600, 20, probability=0.6) == ClockError(
        "unknown", "1 h fast, to ± 20 s, but this is not certain"
    )


@pytest.mark.parametrize(("offset_s", "side"), [(1.0, "slow"), (0.6, "slow"), (-1.0, "fast")])
def test_a_second_is_slow_or_fast_as_hours_are(offset_s: float, side: str) -> None:
    assert describe(offset_s, probability=0.5).text == f"1 s {side}, but this is not certain"


def test_no_interval_no_words() -> None:
    assert describe(5.0, math.inf) == ClockError("unknown", "not known")


def test_an_interval_as_wide_as_its_step_names_nothing() -> None:
    assert describe(3600, 590).kind == "zone"
    assert describe(3600, 610).kind == "clock"
    assert describe(5400, 310).kind == "clock"


@given(
    offset_s=st.floats(-1e8, 1e8),
    below_s=st.floats(0, 1e5),
    above_s=st.floats(0, 1e5),
    first_s=st.floats(from_clock(1980, 1, 1, 0, 0, 0), from_clock(2080, 1, 1, 0, 0, 0)),
    zone_s=st.sampled_from([None, 0, 20700]),
)
def test_the_words_never_turn_the_sign_round(
    offset_s: float, below_s: float, above_s: float, first_s: float, zone_s: int | None
) -> None:
    error = describe_error(
        offset_s,
        low_s=offset_s - below_s,
        high_s=offset_s + above_s,
        camera_first_s=first_s,
        event_zone_s=zone_s,
    )
    head = error.text.split(", and ")[0]
    if error.kind in ("zone", "zone and clock", "clock"):
        slow = any(word in head for word in ("slow", "behind"))
        fast = any(word in head for word in ("fast", "ahead"))
        assert (slow, fast) == (offset_s > 0, offset_s < 0)
    if error.kind == "right":
        assert offset_s - below_s <= 2
        assert offset_s + above_s >= -2
    if error.kind == "reset":
        assert offset_s >= 30 * DAY


@given(offset_s=st.floats(3.0, 80_000.0), half_s=st.floats(0.0, 900.0))
def test_slow_and_fast_mirror_each_other(offset_s: float, half_s: float) -> None:
    assert describe(offset_s, half_s).kind == describe(-offset_s, half_s).kind


@pytest.mark.parametrize(
    ("offset_s", "round_s"),
    [
        (DAY_S + 7.0, DAY_S),
        (-3 * DAY_S - 7.0, -3 * DAY_S),
        (HOUR_S - 7.0, HOUR_S),
        (1.5 * HOUR_S + 7.0, 1.5 * HOUR_S),
        (5.75 * HOUR_S + 7.0, 5.75 * HOUR_S),
        (HOUR_S + 100.0, HOUR_S + 100.0),  # its interval ends before
        (7.0, 7.0),  # no error at all is none that an offset is rounded to
        (31 * DAY_S + 7.0, 31 * DAY_S + 7.0),  # of so many days no number is rounder
        (14.25 * HOUR_S + 7.0, 14.25 * HOUR_S + 7.0),  # there is no such zone
    ],
)
def test_errors_are_whole_days_or_hours_and_quarters_of_zones(
    offset_s: float, round_s: float
) -> None:
    assert simplest_s(offset_s, offset_s - 20.0, offset_s + 20.0) == round_s


@pytest.mark.parametrize(("reach_s", "found_s"), [(60.0, HOUR_S), (60.1, HOUR_S + 7.0)])
def test_a_wide_interval_holds_round_values_by_chance(reach_s: float, found_s: float) -> None:
    offset_s = HOUR_S + 7.0
    assert simplest_s(offset_s, offset_s - 20.0, offset_s + reach_s) == found_s
    assert simplest_s(offset_s, offset_s - reach_s, offset_s + 20.0) == found_s


@pytest.mark.parametrize(
    ("offset_s", "found_s"),
    [
        (120.0, 0.0),
        (-120.0, 0.0),
        (121.0, 121.0),
        (-121.0, -121.0),
        (HOUR_S + 120.0, HOUR_S),
        (HOUR_S - 120.0, HOUR_S),
        (HOUR_S - 121.0, HOUR_S - 121.0),
    ],
)
def test_sides_of_a_clock_that_was_set_anew_are_round_or_none_within_two_minutes(
    offset_s: float, found_s: float
) -> None:
    assert simplest_s(offset_s, offset_s - 20.0, offset_s + 20.0, or_none=True) == found_s
