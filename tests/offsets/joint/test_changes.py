import numpy as np
import pytest

from coincide.offsets.joint.changes import (
    ORDER_S,
    Asked,
    best_cut,
    chance_of,
    cuts_of,
    pause_odds,
    settle,
    step_odds,
)
from coincide.times import HOUR_S


def asked(times_s: list[float], before: list[float], after: list[float], step_s: float) -> Asked:
    """Return what photos say of two offsets, each photo being a burst of its own."""
    return Asked(
        np.array(times_s), np.ones(len(times_s)), np.array([0.0, step_s]), np.array([before, after])
    )


def test_steps_are_rather_whole_hours_and_never_a_few_minutes() -> None:
    hour, between, minutes, few = step_odds(np.array([-HOUR_S + 50.0, 1300.0, 500.0, 200.0]))
    assert hour > between > minutes > few == -np.inf


def test_a_pause_that_fits_the_step_is_the_likelier() -> None:
    pauses_s = np.array([5.0, 4000.0, 20_000.0])
    put_back = pause_odds(pauses_s, HOUR_S)
    assert put_back[2] > put_back[1] > put_back[0]
    put_forward = pause_odds(pauses_s, -HOUR_S)
    assert put_forward[1] > put_forward[2]


def test_two_offsets_are_told_from_one() -> None:
    times_s = [1000.0 * number for number in range(8)]
    first, second = [3.0] * 4 + [0.0] * 4, [0.0] * 4 + [3.0] * 4
    assert best_cut(asked(times_s, first, second, HOUR_S)) == 4
    assert cuts_of(asked(times_s, first, second, HOUR_S), depth=1) == (4,)
    assert best_cut(asked(times_s, [3.0] * 8, [2.0] * 8, HOUR_S)) is None


def test_one_lucky_photo_is_no_jump() -> None:
    times_s = [1000.0 * number for number in range(8)]
    lucky = asked(times_s, [3.0] * 7 + [0.0], [0.0] * 7 + [9.0], HOUR_S)
    assert best_cut(lucky) is None
    assert best_cut(asked(times_s[:1], [3.0], [9.0], HOUR_S)) is None


def test_a_step_that_turns_photos_round_is_none() -> None:
    times_s = [100.0 * number for number in range(8)]
    first, second = [3.0] * 4 + [0.0] * 4, [0.0] * 4 + [3.0] * 4
    assert best_cut(asked(times_s, first, second, HOUR_S)) == 4
    assert best_cut(asked(times_s, first, second, -HOUR_S)) is None
    times_s[4:] = [time_s + HOUR_S - ORDER_S for time_s in times_s[4:]]
    assert best_cut(asked(times_s, first, second, -HOUR_S)) == 4


def test_sides_are_looked_at_again() -> None:
    odds = np.kron(np.eye(3), np.full(4, 3.0))
    offsets_s = HOUR_S * np.arange(3.0)
    thrice = Asked(5000.0 * np.arange(12.0), np.ones(12), offsets_s, odds)
    assert cuts_of(thrice, depth=2) == (4, 8)
    assert len(cuts_of(thrice, depth=1)) == 1


def test_an_open_place_is_put_amid_what_is_likely() -> None:
    silent = 9
    odds = [3.0] * 5 + [0.0] * silent + [0.0] * 5
    times_s = [2000.0 * number for number in range(len(odds))]
    row = settle(asked(times_s, odds, odds[::-1], HOUR_S), 0, temper=0.5)
    assert abs(row - (5 + silent / 2)) <= 2


def test_an_open_place_is_never_within_a_burst() -> None:
    odds = [3.0] * 5 + [0.0] * 4 + [0.0] * 5
    times_s = [*range(0, 5), *range(5, 7), *range(9000, 9002), *range(9010, 9015)]
    row = settle(asked([float(t) for t in times_s], odds, odds[::-1], HOUR_S), 0, temper=0.5)
    assert row == 7


def test_a_side_that_may_be_elsewhere_is_not_sure() -> None:
    times_s = [0.0, 1000.0, 2000.0]
    assert chance_of(asked(times_s, [5.0] * 3, [0.0] * 3, HOUR_S), 1.0) > 0.99
    assert chance_of(asked(times_s, [1.0] * 3, [0.9] * 3, HOUR_S), 1.0) == pytest.approx(
        1 / (1 + np.exp(-0.3))
    )
