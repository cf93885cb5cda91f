from dataclasses import replace

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.joint.changes import (
    OffsetLikelihoods,
    best_cut,
    count_pauses,
    cuts_of,
    hold,
    pause_odds,
    place_sides,
    settle,
    step_odds,
)
from coincide.solver.options import JumpOptions

JUMPS = JumpOptions()

# of an event that has shown none yet
ANY_PAUSES = count_pauses(np.zeros(0), options=JUMPS)


def asked(
    times_s: list[float], before: list[float], after: list[float], step_s: float
) -> OffsetLikelihoods:
    """Return what photos say of two offsets, each photo being a burst of its own."""
    return OffsetLikelihoods(
        np.array(times_s), np.ones(len(times_s)), np.array([0.0, step_s]), np.array([before, after])
    )


def test_steps_are_rather_whole_hours_and_never_a_few_minutes() -> None:
    hour, between, minutes, few = step_odds(
        np.array([-HOUR_S + 50.0, 1300.0, 500.0, 200.0]), options=JUMPS
    )
    assert hour > between > minutes > few == -np.inf


def test_a_few_hours_are_likelier_than_many() -> None:
    one, back, five = step_odds(HOUR_S * np.array([1.0, -1.0, 5.0]), options=JUMPS)
    assert one == back == JUMPS.whole_hours_odds
    assert one > five > 0.0


def test_a_pause_that_fits_the_step_is_the_likelier() -> None:
    pauses_s = np.array([5.0, 4000.0, 20_000.0])
    put_back = pause_odds(pauses_s, HOUR_S, ANY_PAUSES, options=JUMPS)
    assert put_back[2] > put_back[1] > put_back[0]
    put_forward = pause_odds(pauses_s, -HOUR_S, ANY_PAUSES, options=JUMPS)
    assert put_forward[1] > put_forward[2]


def test_which_pauses_are_usual_is_learned() -> None:
    pauses_s = np.array([1400.0, 10_000.0])
    short, long = pause_odds(pauses_s, HOUR_S, ANY_PAUSES, options=JUMPS)
    assert long > short
    # between any two things that happen lie five thousand seconds
    usual = count_pauses(np.repeat([5.0, 5000.0], 100), options=JUMPS)
    short, long = pause_odds(pauses_s, HOUR_S, usual, options=JUMPS)
    assert short > long


def test_no_pause_is_ruled_out() -> None:
    usual = count_pauses(np.repeat([5.0, 5000.0], 10_000), options=JUMPS)
    within_a_burst, between = pause_odds(np.array([5.0, 1400.0]), HOUR_S, usual, options=JUMPS)
    assert (
        between - JUMPS.never_say_never - 0.1
        <= within_a_burst
        < between - JUMPS.never_say_never + 0.1
    )


def test_two_offsets_are_told_from_one() -> None:
    times_s = [1000.0 * number for number in range(8)]
    first, second = [3.0] * 4 + [0.0] * 4, [0.0] * 4 + [3.0] * 4
    assert best_cut(asked(times_s, first, second, HOUR_S), 1.0, options=JUMPS) == 4
    assert cuts_of(asked(times_s, first, second, HOUR_S), 1.0, options=replace(JUMPS, depth=1)) == (
        4,
    )
    assert best_cut(asked(times_s, [3.0] * 8, [2.0] * 8, HOUR_S), 1.0, options=JUMPS) is None


def test_one_lucky_photo_is_no_jump() -> None:
    times_s = [1000.0 * number for number in range(8)]
    lucky = asked(times_s, [3.0] * 7 + [0.0], [0.0] * 7 + [9.0], HOUR_S)
    assert best_cut(lucky, 1.0, options=JUMPS) is None
    assert best_cut(asked(times_s[:1], [3.0], [9.0], HOUR_S), 1.0, options=JUMPS) is None


def test_a_step_that_turns_photos_round_is_none() -> None:
    times_s = [100.0 * number for number in range(8)]
    first, second = [3.0] * 4 + [0.0] * 4, [0.0] * 4 + [3.0] * 4
    assert best_cut(asked(times_s, first, second, HOUR_S), 1.0, options=JUMPS) == 4
    assert best_cut(asked(times_s, first, second, -HOUR_S), 1.0, options=JUMPS) is None
    times_s[4:] = [time_s + HOUR_S - JUMPS.order_s for time_s in times_s[4:]]
    assert best_cut(asked(times_s, first, second, -HOUR_S), 1.0, options=JUMPS) == 4


def test_sides_are_looked_at_again() -> None:
    odds = np.kron(np.eye(3), np.full(4, 3.0))
    offsets_s = HOUR_S * np.arange(3.0)
    thrice = OffsetLikelihoods(5000.0 * np.arange(12.0), np.ones(12), offsets_s, odds)
    assert cuts_of(thrice, 1.0, options=replace(JUMPS, depth=2)) == (4, 8)
    assert len(cuts_of(thrice, 1.0, options=replace(JUMPS, depth=1))) == 1


def test_an_open_place_is_put_amid_what_is_likely() -> None:
    silent = 9
    odds = [3.0] * 5 + [0.0] * silent + [0.0] * 5
    times_s = [2000.0 * number for number in range(len(odds))]
    found = settle(
        asked(times_s, odds, odds[::-1], HOUR_S), 0, ANY_PAUSES, temper=0.5, options=JUMPS
    )
    assert abs(found.row - (5 + silent / 2)) <= 2
    # all that are silent may be of either side, and hardly more
    assert found.row - found.early in range(2, 6)
    assert found.row + found.late in range(5 + silent, 5 + silent + 4)


def test_an_open_place_is_never_within_a_burst() -> None:
    odds = [3.0] * 5 + [0.0] * 4 + [0.0] * 5
    times_s = [*range(0, 5), *range(5, 7), *range(9000, 9002), *range(9010, 9015)]
    found = settle(
        asked([float(t) for t in times_s], odds, odds[::-1], HOUR_S),
        0,
        ANY_PAUSES,
        temper=0.5,
        options=JUMPS,
    )
    assert found.row == 7


def test_a_side_that_may_be_elsewhere_is_not_claimed() -> None:
    times_s, offsets_s = 5000.0 * np.arange(8.0), np.array([0.0, 2000.0, 4500.0])
    odds = np.zeros((3, 8))
    odds[0, :4], odds[1, 4:], odds[2, 4:] = 3.0, 3.0, 2.8
    assert (
        best_cut(OffsetLikelihoods(times_s, np.ones(8), offsets_s, odds), 1.0, options=JUMPS) == 4
    )
    # three offsets that the second side likes alike
    odds[2] = odds[1]
    either = OffsetLikelihoods(
        times_s, np.ones(8), np.append(offsets_s, 8000.0), np.vstack([odds, odds[2]])
    )
    assert best_cut(either, 1.0, options=JUMPS) is None


def test_sides_are_placed_with_the_likelier_step() -> None:
    offsets_s = np.array([0.0, 2000.0, HOUR_S])
    odds = np.array([[5.0, 0.0], [0.0, 5.5], [0.0, 5.0]])
    two = OffsetLikelihoods(np.array([0.0, 9000.0]), np.ones(2), offsets_s, odds)
    placed_s, chance = place_sides(two, (0, 1, 2), 1.0, within_s=300.0, options=JUMPS)
    assert placed_s.tolist() == [0.0, HOUR_S]
    wider_s, wider = place_sides(two, (0, 1, 2), 1.0, within_s=2000.0, options=JUMPS)
    assert wider_s.tolist() == placed_s.tolist()
    assert 0.5 < chance < wider


def test_the_chance_of_a_side_counts_all_that_the_other_may_be() -> None:
    offsets_s = HOUR_S * np.array([0.0, 1.0])
    two = OffsetLikelihoods(
        np.array([0.0, 9000.0]), np.ones(2), offsets_s, np.array([[2.0, 0.0], [0.0, 2.0]])
    )
    # (before, after): the jump, none at either offset, and the other way round
    mass = np.exp([4.0 + JUMPS.whole_hours_odds, 2.0, 2.0, JUMPS.whole_hours_odds])
    _, chance = place_sides(two, (0, 1, 2), 1.0, within_s=300.0, options=JUMPS)
    assert chance == pytest.approx((mass[0] + mass[1]) / mass.sum())


def test_two_steps_are_placed_together() -> None:
    odds = np.kron(np.eye(3), np.full(4, 3.0))
    offsets_s = HOUR_S * np.arange(3.0)
    thrice = OffsetLikelihoods(5000.0 * np.arange(12.0), np.ones(12), offsets_s, odds)
    placed_s, chance = place_sides(thrice, (0, 4, 8, 12), 1.0, within_s=300.0, options=JUMPS)
    assert placed_s.tolist() == offsets_s.tolist()
    assert chance > 0.99


def side_by_side(before_s: float, after_s: float, sharpness: float) -> Floats:
    """Return the offsets that two sides are held at which like some best, the more the sharper."""

    def ask(offsets_s: Floats) -> OffsetLikelihoods:
        off_s = np.stack([offsets_s - before_s, offsets_s - after_s], axis=1)
        odds = -sharpness * (off_s / 100.0) ** 2
        return OffsetLikelihoods(np.array([0.0, 9000.0]), np.ones(2), offsets_s, odds)

    return hold(ask, np.array([10.0, HOUR_S + 170.0]), (0, 1, 2), temper=0.5, options=JUMPS)


def test_sides_are_held_whole_hours_apart_unless_photos_object() -> None:
    before_s, after_s = side_by_side(0.0, HOUR_S + 160.0, sharpness=1.0)
    assert after_s - before_s == HOUR_S
    assert before_s == pytest.approx(80.0, abs=10.0)
    before_s, after_s = side_by_side(0.0, HOUR_S + 160.0, sharpness=100.0)
    assert before_s == pytest.approx(0.0, abs=10.0)
    assert after_s == pytest.approx(HOUR_S + 160.0, abs=10.0)
