"""Where an offset changes, against what a count of every possibility gives."""

from dataclasses import replace
from itertools import product
from math import exp, log, log1p

import numpy as np
import pytest

from coincide.model import Floats
from coincide.model.times import HOUR_S
from coincide.solver.joint.changes import (
    OffsetLikelihoods,
    best_cut,
    both_speak,
    count_pauses,
    cuts_of,
    hold,
    keeps_order,
    pause_odds,
    place_sides,
    settle,
    step_odds,
)
from coincide.solver.options import JumpOptions

JUMPS = JumpOptions()


def sides(*likes: float, n_photos: int = 4, every_s: float = 5000.0) -> OffsetLikelihoods:
    """Return sides of some photos, each of which likes an offset of its own by so much."""
    n_sides = len(likes)
    odds = np.kron(np.diag(likes), np.ones(n_photos))
    times_s = every_s * np.arange(float(n_sides * n_photos))
    return OffsetLikelihoods(
        times_s, np.ones(len(times_s)), HOUR_S * np.arange(float(n_sides)), odds
    )


@pytest.mark.parametrize(
    ("step_s", "odds"),
    [
        (0.0, -np.inf),
        (299.9, -np.inf),
        (300.0, -4.0),
        (-899.0, -4.0),
        (900.0, 0.0),
        (3479.0, 0.0),
        (-3480.0, 4.0),
        (3720.0, 4.0),
        (3721.0, 0.0),
        (-7200.0, 4.0 - log(2)),
        (5 * 3600.0 + 100.0, 4.0 - log(5)),
    ],
)
def test_steps_are_as_likely_as_that(step_s: float, odds: float) -> None:
    assert step_odds(np.array([step_s]), options=JUMPS)[0] == pytest.approx(odds)


def test_photos_may_be_two_minutes_out_of_order() -> None:
    pauses_s = np.array([1000.0, 880.0, 879.0])
    assert keeps_order(pauses_s, -1000.0, options=JUMPS).tolist() == [True, True, False]


def test_pauses_are_counted_by_the_tenth_of_their_logarithm() -> None:
    usual = count_pauses(
        np.array([0.0, np.expm1(1.05), np.expm1(1.08), np.expm1(17.95), 1e12]), options=JUMPS
    )
    assert len(usual) == 180
    counted = usual - 5.0 / 180
    assert {n: round(float(counted[n]), 9) for n in np.flatnonzero(counted > 0.5)} == {
        **{0: 1.0, 10: 2.0, 179: 2.0}
    }
    assert usual.sum() == pytest.approx(10.0)


def density(pause_s: float, usual: Floats) -> float:
    """Return how usual a pause is for each second of its length, as a logarithm."""
    length = log1p(pause_s)
    near = sum(float(n) * exp(-(((length - k / 10) / 0.5) ** 2) / 2) for k, n in enumerate(usual))
    return log(near) - length


@pytest.mark.parametrize("step_s", [-500.0, 3600.0])
def test_pauses_speak_for_a_step_by_how_usual_they_are_with_it(step_s: float) -> None:
    usual = count_pauses(np.array([3.0, 20.0, 20.0, 4000.0]), options=JUMPS)
    pauses_s = [2.0, 450.0, 700.0, 9000.0]
    odds = [density(max(one + step_s, 0.0), usual) - density(one, usual) for one in pauses_s]
    by_hand = [log(exp(one) + exp(max(odds) - 6.0)) for one in odds]
    np.testing.assert_allclose(
        pause_odds(np.array(pauses_s), step_s, usual, options=JUMPS), by_hand
    )


@pytest.mark.parametrize(
    ("weights", "prefers", "they_do"),
    [
        ([0.55, 0.55], [0.28, 0.28], True),
        ([0.55, 0.55], [0.27, 0.28], False),
        ([0.5, 0.5], [9.0, 9.0], False),
        ([1.0, 1.0], [0.5, 9.0], False),
        ([1.0, 1.0], [0.51, 0.51], True),
        ([1.0, 0.2], [0.51, 0.51], True),
    ],
)
def test_both_sides_speak_where_more_than_one_burst_of_each_does(
    weights: list[float], prefers: list[float], they_do: bool
) -> None:
    """Each photo speaks that likes its offset by half of what it counts."""
    loud = [3.0] * 2
    for before, after in ((prefers, loud), (loud, prefers)):
        counts = [*weights, 1.0, 1.0] if before is prefers else [1.0, 1.0, *weights]
        nothing = [0.0] * 2
        odds = np.array([[*before, *nothing], [*nothing, *after]])
        assert both_speak(odds, np.array(counts), 2, options=JUMPS) is they_do


def test_two_offsets_are_better_than_one_by_seven_and_a_half() -> None:
    """Four photos of either side, and four nats for an hour."""
    assert best_cut(sides(0.87, 0.87), 1.0, options=JUMPS) is None
    assert best_cut(sides(0.88, 0.88), 1.0, options=JUMPS) == 4
    assert cuts_of(sides(0.88, 0.88), 1.0, options=JUMPS) == (4,)
    assert best_cut(sides(0.88, 0.88), 1.0, options=replace(JUMPS, least_gain=7.6)) is None


def test_another_change_must_be_three_nats_clearer() -> None:
    assert len(cuts_of(sides(1.6, 1.6, 1.6), 1.0, options=JUMPS)) == 1
    assert cuts_of(sides(1.65, 1.65, 1.65), 1.0, options=JUMPS) == (4, 8)
    # each side is looked at once more, and no deeper
    assert cuts_of(sides(9.0, 21.0, 12.0, 18.0), 1.0, options=JUMPS) == (4, 8, 12)
    assert cuts_of(sides(21.0, 18.0, 15.0, 12.0), 1.0, options=JUMPS) == (4, 8)
    assert cuts_of(sides(21.0, 18.0, 15.0, 12.0), 1.0, options=replace(JUMPS, depth=3)) == (
        4,
        8,
        12,
    )


def test_two_photos_are_enough_for_two_sides_and_the_first_may_be_one() -> None:
    two = OffsetLikelihoods(
        np.array([0.0, 5000.0]), np.full(2, 1.2), HOUR_S * np.arange(2.0), 9.0 * np.eye(2)
    )
    assert best_cut(two, 1.0, options=JUMPS) == 1
    assert best_cut(two.part(slice(1, 2)), 1.0, options=JUMPS) is None


def test_every_photo_of_a_side_tells_where_it_is() -> None:
    """Three offsets are as likely for all photos before the change but the first."""
    offsets_s = HOUR_S * np.array([0.0, 1.0, 3.0, 5.0])
    odds = np.zeros((4, 8))
    # two and four hours are less usual steps than one, which the photos make up for
    odds[[0, 2, 3], 1:4] = 3.0 + np.log([[1.0], [2.0], [4.0]]) / 3
    odds[1, 4:] = 3.0
    asked = OffsetLikelihoods(20_000.0 * np.arange(8.0), np.ones(8), offsets_s, odds)
    assert best_cut(asked, 1.0, options=JUMPS) is None
    odds[0, 0] = 5.0
    assert best_cut(asked, 1.0, options=JUMPS) == 4


@pytest.mark.parametrize(("within_s", "temper"), [(300.0, 0.5), (900.0, 1.0), (100.0, 1.0)])
def test_sides_are_placed_as_a_count_of_all_their_offsets_has_it(
    within_s: float, temper: float
) -> None:
    offsets_s = np.array([0.0, 100.0, 400.0, 1300.0, HOUR_S, 2 * HOUR_S + 50.0])
    rng = np.random.default_rng(10_012)
    odds = rng.uniform(0.0, 3.0, (6, 5))
    asked = OffsetLikelihoods(5000.0 * np.arange(5.0), np.ones(5), offsets_s, odds)
    ends = (0, 2, 3, 5)
    said = temper * np.array([odds[:, :2].sum(1), odds[:, 2], odds[:, 3:].sum(1)])
    likeliest, mass = np.full((3, 6), -np.inf), np.zeros((3, 6))
    for chosen in product(range(6), repeat=3):
        steps_s = np.diff(offsets_s[list(chosen)])
        total = sum(said[side, one] for side, one in enumerate(chosen))
        stepping = total + step_odds(steps_s, options=JUMPS).sum()
        # a side may be where the one before is, or all but there
        staying = (
            total + np.where(np.abs(steps_s) < 300.0, 0.0, step_odds(steps_s, options=JUMPS)).sum()
        )
        for side, one in enumerate(chosen):
            likeliest[side, one] = max(likeliest[side, one], stepping)
            mass[side, one] += np.exp(staying)
    best = np.argmax(likeliest, axis=1)
    near = np.abs(offsets_s - offsets_s[best][:, None]) <= within_s
    chances = (mass * near).sum(axis=1) / mass.sum(axis=1)
    placed_s, chance = place_sides(asked, ends, temper, within_s=within_s, options=JUMPS)
    assert placed_s.tolist() == offsets_s[best].tolist()
    assert chance == pytest.approx(chances.min())


@pytest.mark.parametrize(("liked", "whole"), [(7.9, True), (8.1, False)])
def test_an_hour_is_held_up_to_four_nats_after_tempering(liked: float, whole: bool) -> None:
    """The sides like offsets of an hour and 160 s apart, and nothing else."""
    heard: list[Floats] = []

    def ask(offsets_s: Floats) -> OffsetLikelihoods:
        heard.append(offsets_s)
        likes = [offsets_s == 0.0, offsets_s == HOUR_S + 160.0]
        odds = liked * np.stack(likes, axis=1)
        return OffsetLikelihoods(np.array([0.0, 9000.0]), np.ones(2), offsets_s, odds)

    before_s, after_s = hold(
        ask, np.array([20.0, HOUR_S + 180.0]), (0, 1, 2), temper=0.5, options=JUMPS
    )
    assert after_s - before_s == (HOUR_S if whole else HOUR_S + 160.0)
    around_s = np.arange(-240.0, 241.0, 20.0)
    assert heard[0].tolist() == [*(20.0 + around_s), *(HOUR_S + 180.0 + around_s)]
    # together, wherever either may be: from 220 s before to 420 s after
    bases_s = np.arange(-220.0, 421.0, 20.0)
    assert heard[1].tolist() == [*bases_s, *(HOUR_S + bases_s)]


def settled(asked: OffsetLikelihoods, usual: Floats, temper: float) -> int:
    """Return the row of a change by counting: amid the likeliest stretch of seven rows."""
    pauses_s, step_s = np.diff(asked.times_s), float(np.diff(asked.offsets_s)[0])
    likely = pause_odds(pauses_s, step_s, usual, options=JUMPS)
    for row in range(len(likely)):
        likely[row] += temper * (asked.odds[0, : row + 1] - asked.odds[1, : row + 1]).sum()
    fits = pauses_s + step_s >= -120.0
    chance = np.exp(likely - likely[fits].max() if fits.any() else likely - likely.max())
    if fits.any():
        chance = chance * fits
    stretches = [chance[max(row - 3, 0) : row + 4].sum() for row in range(len(chance))]
    return 1 + int(
        np.argmax([s if c >= 0.1 else 0.0 for s, c in zip(stretches, chance, strict=True)])
    )


@pytest.mark.parametrize("step_s", [HOUR_S, -2000.0, -1e6])
@pytest.mark.parametrize("seed", range(6))
def test_a_change_is_settled_where_counting_has_it(seed: int, step_s: float) -> None:
    rng = np.random.default_rng(seed)
    times_s = np.cumsum(rng.choice([3.0, 40.0, 600.0, 2500.0], 24))
    odds = np.array([0.4, 0.0])[:, None] * (np.arange(24) < 12) + rng.uniform(0.0, 0.4, (2, 24))
    odds[1, 12:] += 0.4
    asked = OffsetLikelihoods(times_s, np.ones(24), np.array([0.0, step_s]), odds)
    usual = count_pauses(np.diff(times_s), options=JUMPS)
    found = settle(asked, 0, usual, temper=0.5, options=JUMPS)
    assert found.row == settled(asked, usual, 0.5)
    assert 0 < found.row - found.early <= found.row <= found.row + found.late < 24
