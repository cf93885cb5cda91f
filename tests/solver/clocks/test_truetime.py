"""Whose clock is right: the posterior of true time, by what clocks of each kind do."""

from dataclasses import replace

import numpy as np
import pytest

from coincide.model.offsets import AGREE_S
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.verdicts import may_harm
from coincide.solver.clocks import RoughWord
from coincide.solver.clocks.truetime import (
    ClockKind,
    ErrorRates,
    PlacedClock,
    TrueTime,
    true_time,
)

YEAR_S = 365 * DAY_S
MINUTES_S = 640.0


def clock(kind: ClockKind, off_s: float, device: str = "", **more: float | bool) -> PlacedClock:
    own = device or f"{kind} {off_s}"
    return replace(PlacedClock(own, own, kind, off_s, 8.0), **more)  # type: ignore[arg-type]


def phones(*offs_s: float) -> list[PlacedClock]:
    return [clock("phone", off_s) for off_s in offs_s]


def zoned(*offs_s: float) -> list[PlacedClock]:
    return [clock("zoned phone", off_s) for off_s in offs_s]


def cameras(*offs_s: float) -> list[PlacedClock]:
    return [clock("camera", off_s) for off_s in offs_s]


def gps(*offs_s: float) -> list[PlacedClock]:
    return [replace(one, measured=True) for one in phones(*offs_s)]


WRITTEN = {
    "a camera an hour off a phone": [*phones(0.0), *cameras(HOUR_S)],
    "seven hours": [*phones(0.0), *cameras(7 * HOUR_S)],
    "hours and minutes": [*phones(0.0), *cameras(9.72 * HOUR_S)],
    "a day": [*phones(0.0), *cameras(DAY_S)],
    "years": [*phones(0.0), *cameras(11 * YEAR_S)],
    "a phone minutes off two others": [*phones(0.0, 1.0, MINUTES_S)],
    "a camera minutes off two phones": [*phones(0.0, 1.0), *cameras(MINUTES_S)],
    "minutes off a phone that another camera agrees with": [
        *phones(0.0),
        *cameras(1.0, MINUTES_S),
    ],
    "an hour off two phones of which one knows its zone": [*zoned(0.0), *phones(1.0, HOUR_S)],
    "an hour off two that know theirs": zoned(0.0, 1.0, HOUR_S),
    "minutes off a phone that satellites confirm": [*gps(0.0), *phones(MINUTES_S)],
    "a camera whose date cannot be": [
        *cameras(0.0),
        clock("camera", 25 * YEAR_S, earliest_s=-2 * YEAR_S),
    ],
}

ASKED = {
    "a camera minutes off one phone": [*phones(0.0), *cameras(MINUTES_S)],
    "one phone against one, by minutes": phones(0.0, MINUTES_S),
    "by an hour": zoned(0.0, HOUR_S),
    "and a camera that its owner may have set by it": [*phones(0.0, MINUTES_S), *cameras(1.0)],
    "and three of them": [*phones(0.0, MINUTES_S), *cameras(1.0, 2.0, 3.0)],
    "two phones that may be on home time": phones(0.0, 1.0, HOUR_S),
    "two phones against one that knows its zone": [*phones(0.0, 1.0), *zoned(HOUR_S)],
    "cameras alone, by minutes": cameras(0.0, 1.0, MINUTES_S),
    "by hours": cameras(0.0, 1.0, 2.0, HOUR_S),
    "by years": cameras(0.0, 9 * YEAR_S),
}


def worse(clocks: list[PlacedClock]) -> float:
    """The probability that the last clock is made worse by the first one's time."""
    return true_time(clocks).harm(clocks[-1].off_s)


@pytest.mark.parametrize("case", WRITTEN)
def test_a_clock_is_written_that_others_outweigh(case: str) -> None:
    assert not may_harm(worse(WRITTEN[case]))


@pytest.mark.parametrize("case", ASKED)
def test_it_is_asked_whose_clock_is_right_where_nothing_outweighs(case: str) -> None:
    clocks = ASKED[case]
    odd = next(one for one in clocks[1:] if abs(one.off_s) > AGREE_S)
    assert may_harm(true_time(clocks).harm(odd.off_s))


def test_clocks_that_are_alike_are_as_likely_to_be_right() -> None:
    found = true_time(cameras(0.0, HOUR_S))
    assert found.right(clock("camera", 0.0)) == pytest.approx(
        found.right(clock("camera", HOUR_S)), rel=1e-3
    )


def test_event_time_may_be_anyones() -> None:
    """Telling the same clocks against another of them only shifts the posterior."""
    there = [*phones(0.0), *cameras(MINUTES_S, HOUR_S)]
    here = [replace(one, off_s=one.off_s - MINUTES_S) for one in there]
    for one, other in zip(there, here, strict=True):
        assert true_time(there).right(one) == pytest.approx(true_time(here).right(other), abs=2e-3)


def test_every_phone_that_agrees_makes_it_surer() -> None:
    found = [true_time(phones(*map(float, range(n)), HOUR_S)).near(0.0) for n in (1, 2, 3, 4)]
    assert found == sorted(found)
    assert found[0] == pytest.approx(1 / 2, abs=0.01)
    assert found[-1] > 0.99


def test_galleries_of_one_device_count_once() -> None:
    ann = [clock("phone", 0.0, "ann"), clock("phone", 1.0, "ann"), clock("phone", MINUTES_S, "ben")]
    assert true_time(ann).right(ann[2]) == pytest.approx(1 / 2, abs=0.01)


def test_a_clock_that_is_not_placed_says_nothing() -> None:
    pair = [*phones(0.0), *cameras(MINUTES_S)]
    lost = [*pair, replace(clock("phone", HOUR_S), doubt=1.0)]
    assert true_time(lost).near(0.0) == pytest.approx(true_time(pair).near(0.0), abs=1e-3)


def test_all_probability_is_somewhere() -> None:
    for clocks in (*WRITTEN.values(), *ASKED.values()):
        assert true_time(clocks).mass.sum() == pytest.approx(1.0)


def test_where_no_time_is_possible_nothing_is_right() -> None:
    never = [clock("camera", 0.0, earliest_s=1.0, latest_s=-1.0)]
    assert true_time(never).near(0.0) == pytest.approx(0.0, abs=1e-9)


# clocks that are wrong so often that a few hundred events tell
OFTEN: dict[ClockKind, ErrorRates] = {
    "phone": ErrorRates(2.0, 0.10, 0.15, 900.0, 0.05, 0.03, 0.01, 0.3),
    "zoned phone": ErrorRates(2.0, 0.04, 0.15, 900.0, 0.05, 0.03, 0.01, 0.05),
    "camera": ErrorRates(45.0, 0.25, 0.15, 600.0, 0.12, 0.10, 0.01, 0.85),
}
KINDS: tuple[ClockKind, ...] = ("phone", "zoned phone", "camera", "camera")


def drawn(rng: np.random.Generator) -> tuple[list[PlacedClock], float]:
    """Four clocks with errors as their rates have it, in the first one's time; what that is off."""
    home_s = _zone_s(rng) if rng.random() < 0.02 else None
    errors_s = list[float]()
    for kind in KINDS:
        rates = OFTEN[kind]
        if kind == "camera" and rng.random() < 0.2:  # its owner set it by another clock
            errors_s.append(float(rng.choice(errors_s) + rng.normal(0.0, rates.sd_s)))
        elif home_s is not None and rng.random() < rates.home:
            errors_s.append(float(home_s + rng.normal(0.0, rates.sd_s)))
        else:
            errors_s.append(_error_s(rates, rng))
    placed_s = [error_s + rng.normal(0.0, 10.0) for error_s in errors_s]
    clocks = [
        clock(kind, at_s - placed_s[0], f"{number}", sd_s=10.0)
        for number, (kind, at_s) in enumerate(zip(KINDS, placed_s, strict=True))
    ]
    return clocks, placed_s[0]


def _error_s(rates: ErrorRates, rng: np.random.Generator) -> float:
    minutes_s = rng.normal(0.0, rates.sd_s)
    if rng.random() < rates.by_hand / (rates.by_hand + rates.right):
        minutes_s = rng.laplace(0.0, rates.by_hand_s)
    what = rng.choice(
        5, p=[rates.right + rates.by_hand, rates.hours, rates.day, rates.behind, rates.ahead]
    )
    far_s = rng.uniform(DAY_S, 20 * YEAR_S)
    return float(
        (minutes_s, minutes_s + _zone_s(rng), rng.uniform(-DAY_S, DAY_S), far_s, -far_s)[what]
    )


def _zone_s(rng: np.random.Generator) -> float:
    hours = np.arange(1, 15)
    hour = rng.choice(hours, p=(1 / hours) / (1 / hours).sum())
    return float(hour * HOUR_S * rng.choice([-1, 1]))


@pytest.mark.parametrize("n", [250, pytest.param(2500, marks=pytest.mark.slow)])
def test_of_clocks_drawn_from_the_rates_as_many_are_right_as_is_said(n: int) -> None:
    rng = np.random.default_rng(5)
    said, was = list[float](), list[bool]()
    for _ in range(n):
        clocks, off_s = drawn(rng)
        found = true_time(clocks, OFTEN)
        said += [found.right(one) for one in clocks]
        was += [abs(one.off_s + off_s) <= AGREE_S for one in clocks]
    bins = np.digitize(said, [0.1, 0.5, 0.9])
    for each in range(4):
        inside = bins == each
        expected, share = np.mean(np.array(said)[inside]), np.mean(np.array(was)[inside])
        spread = 3 * np.sqrt(expected * (1 - expected) / inside.sum()) + 0.02
        assert share == pytest.approx(expected, abs=spread), each


def test_a_clock_that_was_measured_less_surely_or_exactly_says_less() -> None:
    ours = [*cameras(0.0), clock("camera", 3600.0, measured=True)]
    by_gps = true_time(ours).right(ours[1])
    less = [ours[0], replace(ours[1], vouched=0.6)]
    rough = [ours[0], replace(ours[1], vouched=0.95, told_sd_s=600.0)]
    assert by_gps > 0.98
    assert 0.4 < true_time(less).right(less[1]) < by_gps
    assert true_time(rough).right(rough[1]) < true_time(less).right(less[1])
    told = [ours[0], replace(ours[1], told_sd_s=5.0)]
    assert true_time(told).right(told[1]) == by_gps


def test_what_is_known_roughly_tells_which_of_two_clocks_that_are_far_apart_is_right() -> None:
    far_s = 200 * 86_400.0
    ours = [*cameras(0.0, far_s)]
    word = RoughWord(0.0, 1000.0, 0.97)
    first = true_time([replace(ours[0], rough=(word,)), ours[1]])
    assert first.right(ours[0]) > 4 * true_time(ours).right(ours[1])
    # a clock that is known to be hours off is hardly right, and true time is looked for there
    off = [replace(one, rough=(replace(word, offset_s=33_500.0),)) for one in cameras(0.0)]
    found = true_time(off)
    assert found.right(off[0]) < 0.25
    near = np.abs(found.times_s - 33_500.0) <= 3000.0
    assert found.mass[near].sum() > 0.6


def test_what_is_written_further_off_than_minutes_is_no_better_for_having_been_worse() -> None:
    found = TrueTime(np.array([0.0, 1000.0, 5000.0]), np.array([0.5, 0.3, 0.2]))
    assert found.harm(1e6) == 0.0
    assert found.harm(1e6, 300.0) == pytest.approx(0.5)


def test_a_clock_that_is_later_than_its_files_is_hardly_right() -> None:
    apart_s = 10 * DAY_S
    alike = [clock("camera", 0.0, "a"), clock("camera", -apart_s, "b")]
    before = true_time(alike)
    # the second is right if true time is ten days after event time, when the files were written
    told = [replace(one, written_s=5 * DAY_S) for one in alike]
    after = true_time(told)
    assert after.right(told[0]) > before.right(alike[0])
    assert 0 < after.right(told[1]) < 0.1 * before.right(alike[1])
    assert after.right(told[1]) == pytest.approx(
        true_time([alike[0], told[1]]).right(told[1])
    )  # one computer wrote them all
