"""One clock, one offset or several: where in a gallery its offset changes, by its photos alone.

Everything here is about numbers that photos of one gallery give to offsets; who is asked, and
what follows from it, is in ``jumps``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats
from coincide.model.times import HOUR_S

# a step below the first is none; below the second it may be a moment that went on for minutes,
# photographed at its begin by one and at its end by another, and must be so much clearer
LEAST_STEP_S, SMALL_STEP_S = 300.0, 900.0
SMALL_STEPS = -4.0
# two offsets must fit this much better than one: few clocks are ever set anew, and the best
# of many places and steps is better than one by chance alone
LEAST_GAIN = 7.5
# zones and summer time are what clocks are set anew for: whole hours, as exact as offsets are,
# are likelier by this much, and n of them 1/n as likely as one
WHOLE_HOURS, NEAR_HOUR_S = 4.0, 120.0
# burst-weighted photos on either side that must speak for their own offset: one burst is one …
LEAST_SPEAKING = 1.1
# … each by this much
SPEAKS = 0.5
# where a side is likelier elsewhere, nothing is claimed
LEAST_CHANCE = 0.5
# a clock may be set anew more than once: each side is looked at again, so deep, but a second
# time is rarer still
DEPTH = 2
AGAIN = 3.0
# around where a side seems to be
FINE_S = np.arange(-240.0, 241.0, 20.0)
# photos are in order whatever the clock does, as far as offsets are exact
ORDER_S = 120.0
# pauses are told apart by the logarithm of their seconds, up to years, no finer than this
PAUSES, PAUSE_SPREAD = np.arange(0.0, 18.0, 0.1), 0.5
# until an event has shown more pauses than this, those of x seconds are taken as 1/x as usual
PAUSES_AT_FIRST = 5.0
# a pause that is most unusual may yet be the one
NEVER_SAY_NEVER = 6.0
# where the place is open, what counts is how few photos end up on the wrong side: the place is
# amid the stretch of so many photos either way that holds most of the probability …
STRETCH = 3
# … and itself at least so likely beside the likeliest, e.g. not within a burst
PLAUSIBLE = 0.1


@dataclass(frozen=True)
class Asked:
    """What the photos of one gallery, or of some of them, say of m offsets: odds (m, n)."""

    times_s: Floats
    weights: Floats
    offsets_s: Floats
    odds: Floats

    def part(self, rows: slice) -> "Asked":
        """Return what some of the photos say."""
        return replace(
            self, times_s=self.times_s[rows], weights=self.weights[rows], odds=self.odds[:, rows]
        )

    @property
    def highest(self) -> float:
        """What the photos together say of the offset that they like best."""
        return float(self.odds.sum(axis=1).max())


def cuts_of(
    asked: Asked, temper: float, *, depth: int = DEPTH, least_gain: float = LEAST_GAIN
) -> tuple[int, ...]:
    """Return the rows at which the offset changes, ascending; each side is looked at again."""
    row = best_cut(asked, temper, least_gain=least_gain) if depth else None
    if row is None:
        return ()
    before, after = (
        cuts_of(asked.part(side), temper, depth=depth - 1, least_gain=least_gain + AGAIN)
        for side in (slice(0, row), slice(row, None))
    )
    return (*before, row, *(row + later for later in after))


def best_cut(asked: Asked, temper: float, *, least_gain: float = LEAST_GAIN) -> int | None:
    """Return the best row for a change of offset, if two offsets are convincing at all."""
    if len(asked.times_s) < 2:
        return None
    until = np.cumsum(asked.odds, axis=1)
    total = until[:, -1:]
    pauses_s = np.diff(asked.times_s)
    found, highest = (0, 0, 0), -np.inf
    for number, offset_s in enumerate(asked.offsets_s):
        steps_s = (asked.offsets_s - offset_s)[:, None]
        gains = until[number, :-1] + (total - until[:, :-1]) - total.max() + step_odds(steps_s)
        gains = np.where(keeps_order(pauses_s, steps_s), gains, -np.inf)
        which, place = divmod(int(np.argmax(gains)), len(pauses_s))
        if gains[which, place] > highest:
            found, highest = (number, which, place + 1), float(gains[which, place])
    before, after, row = found
    if highest < least_gain or not both_speak(asked.odds[[before, after]], asked.weights, row):
        return None
    _, chance = place_sides(asked, (0, row, len(asked.times_s)), temper, within_s=SMALL_STEP_S)
    return row if chance >= LEAST_CHANCE else None


def place_sides(
    asked: Asked, ends: Sequence[int], temper: float, *, within_s: float = LEAST_STEP_S
) -> tuple[Floats, float]:
    """Return where the sides of cuts are, and the least of the chances that they are near there.

    By what each side says, and by how likely the steps between them are.
    """
    odds = temper * np.array([asked.part(slice(*both)).odds.sum(1) for both in pairwise(ends)])
    steps_s = asked.offsets_s[None, :] - asked.offsets_s[:, None]
    best = np.argmax(_with_others(odds, step_odds(steps_s), np.maximum), axis=1)
    # a side may as well be where the next one is
    no_step = np.abs(steps_s) < LEAST_STEP_S
    anywhere = _with_others(odds, np.where(no_step, 0.0, step_odds(steps_s)), np.logaddexp)
    mass = np.exp(anywhere - anywhere.max(axis=1, keepdims=True))
    chances = (mass * (np.abs(steps_s[best]) <= within_s)).sum(axis=1) / mass.sum(axis=1)
    return asked.offsets_s[best], float(chances.min())


def _with_others(odds: Floats, step: Floats, together: np.ufunc) -> Floats:
    """Return the odds of each side's offsets, (sides, m), whatever those of other sides are.

    ``step`` (m, m): from one to the next. ``together``: the best of what others may be, or all.
    """
    before, after = np.zeros_like(odds), np.zeros_like(odds)
    for nth in range(1, len(odds)):
        before[nth] = together.reduce((before + odds)[nth - 1][:, None] + step, axis=0)
        after[-nth - 1] = together.reduce((after + odds)[-nth] + step, axis=1)
    total: Floats = before + odds + after
    return total


def hold(
    ask: Callable[[Floats], Asked], placed_s: Floats, ends: Sequence[int], temper: float
) -> Floats:
    """Return the offset of each side, near where it was placed.

    They are whole hours apart where that fits about as well as each where it likes best.
    """
    near_s = placed_s[:, None] + FINE_S
    alone = _by_side(ask, near_s, ends)
    hours_s = np.round((placed_s - placed_s[0]) / HOUR_S) * HOUR_S
    bases_s = np.unique(near_s - hours_s[:, None])
    together = _by_side(ask, bases_s + hours_s[:, None], ends).sum(axis=0)
    lost = temper * (alone.max(axis=1).sum() - together.max())
    if lost <= step_odds(np.diff(hours_s)).sum():
        held_s: Floats = bases_s[np.argmax(together)] + hours_s
        return held_s
    return np.take_along_axis(near_s, np.argmax(alone, axis=1)[:, None], axis=1)[:, 0]


def _by_side(ask: Callable[[Floats], Asked], offsets_s: Floats, ends: Sequence[int]) -> Floats:
    """Return what each side says of offsets of its own, (sides, m) both."""
    odds = ask(offsets_s.ravel()).odds.reshape(*offsets_s.shape, -1)
    return np.array(
        [own[:, slice(*both)].sum(axis=1) for own, both in zip(odds, pairwise(ends), strict=True)]
    )


def settle(asked: Asked, nth: int, usual: Floats, temper: float) -> int:
    """Return the row for a change from the nth of the offsets to the next.

    ``usual``: the pauses of the event's clocks, see ``count_pauses``.
    Where the photos leave it open, what counts is how few of them end up on the wrong side:
    it is amid the stretch that holds most of the probability.
    """
    pauses_s = np.diff(asked.times_s)
    step_s = float(asked.offsets_s[nth + 1] - asked.offsets_s[nth])
    gains = np.cumsum(asked.odds[nth, :-1] - asked.odds[nth + 1, :-1])
    likely = temper * gains + pause_odds(pauses_s, step_s, usual)
    # refined offsets may leave no room for the step they differ by; then the photos decide
    kept = keeps_order(pauses_s, step_s)
    likely = np.where(kept | ~kept.any(), likely, -np.inf)
    chance = np.exp(likely - likely.max())
    stretch = np.convolve(chance, np.ones(2 * STRETCH + 1), mode="full")[STRETCH:][: len(chance)]
    return int(np.argmax(np.where(chance >= PLAUSIBLE, stretch, 0.0))) + 1


def step_odds(steps_s: Floats) -> Floats:
    """Return the log-odds of steps before photos are asked: none too small, rather whole hours."""
    hours = np.round(np.abs(steps_s) / HOUR_S)
    off_s = np.abs(np.abs(steps_s) - hours * HOUR_S)
    whole = WHOLE_HOURS - np.log(np.maximum(hours, 1.0))
    small = np.where(np.abs(steps_s) < LEAST_STEP_S, -np.inf, SMALL_STEPS)
    usual = np.where(off_s <= NEAR_HOUR_S, whole, 0.0)
    return np.where(np.abs(steps_s) < SMALL_STEP_S, small, usual)


def keeps_order(pauses_s: Floats, steps_s: Floats | float) -> NDArray[np.bool_]:
    """Tell in which pauses a step leaves the photos in order, as they must have been taken."""
    kept: NDArray[np.bool_] = pauses_s + steps_s >= -ORDER_S
    return kept


def count_pauses(pauses_s: Floats) -> Floats:
    """Return how many pauses there are of each of the lengths PAUSES."""
    edges = np.append(PAUSES, np.inf)
    counted, _ = np.histogram(np.log1p(pauses_s), edges)
    usual: Floats = counted + PAUSES_AT_FIRST / len(PAUSES)
    return usual


def pause_odds(pauses_s: Floats, step_s: float, usual: Floats) -> Floats:
    """Return how the pauses that a clock showed speak for a step in each of them.

    A clock was rather put back in what still looks like a long pause, and put forward in one
    that without the step is a short one.
    """
    real_s = np.maximum(pauses_s + step_s, 0.0)
    odds = _log_density(real_s, usual) - _log_density(pauses_s, usual)
    open_odds: Floats = np.logaddexp(odds, odds.max() - NEVER_SAY_NEVER)
    return open_odds


def _log_density(pauses_s: Floats, usual: Floats) -> Floats:
    """Return how usual pauses are for each second of their length, up to a constant."""
    length = np.log1p(pauses_s)
    near = np.exp(-0.5 * ((length[:, None] - PAUSES) / PAUSE_SPREAD) ** 2)
    density: Floats = np.log(near @ usual) - length
    return density


def both_speak(odds: Floats, weights: Floats, row: int) -> bool:
    """Tell whether photos on both sides, and not one burst alone, speak for their own offset.

    ``odds`` (2, n): with the offset before the change, and with that after it.
    """
    prefers = odds[0] - odds[1]
    n_before = weights[:row][prefers[:row] > SPEAKS * weights[:row]].sum()
    n_after = weights[row:][prefers[row:] < -SPEAKS * weights[row:]].sum()
    return bool(min(n_before, n_after) >= LEAST_SPEAKING)
