import math
from statistics import NormalDist

import numpy as np
import pytest

from coincide.model.times import HOUR_S
from coincide.solver.joint.board import round_hours_odds, shifted_overlap
from coincide.solver.options import JointOptions

OPTIONS = JointOptions(overlap_share=0.22)
TRIED_S = np.arange(-20_000.0, 20_001.0, 100.0)


def test_galleries_of_one_event_lie_on_top_of_each_other() -> None:
    span, others = (1000.0, 5000.0), (9000.0, 15_000.0)
    odds = shifted_overlap(span, others, TRIED_S, OPTIONS)
    assert TRIED_S[np.argmax(odds)] == 9000.0
    assert odds.max() == pytest.approx(0.0)
    # and fall to either side alike
    np.testing.assert_allclose(odds[290 - 80 : 290], odds[291:371][::-1])


def test_the_longer_galleries_are_the_less_is_known() -> None:
    short, long = ((0.0, length_s) for length_s in (600.0, 86_400.0))
    apart_s = np.array([3000.0])
    assert shifted_overlap(short, short, apart_s, OPTIONS) < -5.0
    assert shifted_overlap(long, long, apart_s, OPTIONS) > -0.1


def test_far_off_is_unlikely_but_not_out_of_the_question() -> None:
    odds = shifted_overlap((0.0, 3600.0), (0.0, 3600.0), np.array([86_400.0, 864_000.0]), OPTIONS)
    assert -60.0 < odds[1] < odds[0] < -20.0
    # a heavy tail: ten times as far costs about the same again, not a hundred times
    assert odds[1] > 2 * odds[0]


def test_galleries_of_a_moment_are_not_certain_to_be_of_the_same_minutes() -> None:
    """Of an event that left two photos nobody knows how long it was."""
    moment, tried_s = (5.0, 5.0), np.arange(-1e5, 1e5, 10.0)
    chance = np.exp(shifted_overlap(moment, moment, tried_s, OPTIONS))
    chance /= chance.sum()
    assert 0.5 < chance[np.abs(tried_s) <= 300.0].sum() < 0.9


def test_a_span_that_lies_later_needs_less_shift() -> None:
    span, later, others = (0.0, 3600.0), (700.0, 4300.0), (1800.0, 9000.0)
    np.testing.assert_allclose(
        shifted_overlap(later, others, TRIED_S, OPTIONS),
        shifted_overlap(span, others, TRIED_S + 700.0, OPTIONS),
    )


def test_whole_hours_are_likeliest_then_halves_then_the_rest() -> None:
    whole, half, minute_off, between = round_hours_odds(
        np.array([-3 * HOUR_S, 5.5 * HOUR_S, HOUR_S + 60.0, 1.25 * HOUR_S])
    )
    assert whole > minute_off > between
    assert whole > half > between
    assert whole > 0.5
    # hardly anything is taken from offsets that are not round
    assert -0.1 < between < 0.0


def test_the_same_of_every_hour_and_both_ways() -> None:
    tried_s = np.linspace(-HOUR_S / 2, HOUR_S / 2, 61)
    odds = round_hours_odds(tried_s)
    np.testing.assert_allclose(odds, round_hours_odds(tried_s - 11 * HOUR_S), atol=1e-9)
    np.testing.assert_allclose(odds, odds[::-1], atol=1e-9)


def test_round_hours_are_a_fair_bet() -> None:
    """Whoever is off by anything at all is as likely as before on average."""
    tried_s = np.arange(0.0, HOUR_S, 1.0)
    assert np.exp(round_hours_odds(tried_s)).mean() == pytest.approx(1.0, abs=1e-6)


@pytest.mark.parametrize(
    ("lengths_s", "shift_s", "apart_s", "sd_s"),
    [
        # 0.22 of their mean length of 2000 s, and a minute
        ((1000.0, 3000.0), 1250.0, 250.0, 500.0),
        ((3000.0, 1000.0), 0.0, 1000.0, 500.0),
        # of a mean length of 100 s, 22 s less than five minutes
        ((100.0, 100.0), -139.0, -139.0, 278.0),
        # from 545 s on the minute is more than what is left of five
        ((500.0, 500.0), 95.0, 95.0, 190.0),
        ((600.0, 600.0), 96.0, 96.0, 192.0),
    ],
)
def test_middles_are_apart_by_a_share_of_the_lengths_with_a_heavy_tail(
    lengths_s: tuple[float, float], shift_s: float, apart_s: float, sd_s: float
) -> None:
    span, others = ((0.0, length_s) for length_s in lengths_s)
    odds = shifted_overlap(span, others, np.array([shift_s]), OPTIONS)
    assert odds[0] == pytest.approx(-3.0 * math.log(1 + (apart_s / sd_s) ** 2 / 2))


@pytest.mark.parametrize("off_s", [0.0, 30.0, -70.0, 900.0, 1790.0, 1800.0, 3630.0, -5400.0])
def test_hours_are_off_by_three_quarters_of_a_minute(off_s: float) -> None:
    """One clock in twenty is whole hours off, one in a hundred a half; else any seconds are."""
    normal = NormalDist(0.0, 45.0)
    whole = max(normal.pdf(off_s - n * 3600.0) for n in range(-3, 4))
    half = max(normal.pdf(off_s - 1800.0 - n * 3600.0) for n in range(-3, 4))
    expected = 0.94 + 0.05 * whole * 3600.0 + 0.01 * half * 3600.0
    assert round_hours_odds(np.array([off_s]))[0] == pytest.approx(math.log(expected))
