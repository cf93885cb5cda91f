"""One clock, one offset or several: where in a gallery its offset changes, by its photos alone.

Everything here is about numbers that photos of one gallery give to offsets; who is asked, and
what follows from it, is in ``jumps``.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats
from coincide.times import HOUR_S

# a step below the first is none; below the second it may be a moment that went on for minutes,
# photographed at its begin by one and at its end by another, and must be so much clearer
LEAST_STEP_S, SMALL_STEP_S = 300.0, 900.0
SMALL_STEPS = -4.0
# two offsets must fit this much better than one: few clocks are ever set anew, and the best
# of many places and steps is better than one by chance alone
LEAST_GAIN = 7.5
# zones and summer time are what clocks are set anew for: whole hours, as exact as offsets are,
# are likelier by this much
WHOLE_HOURS, NEAR_HOUR_S = 4.0, 120.0
# burst-weighted photos on either side that must speak for their own offset …
LEAST_SPEAKING = 1.5
# … each by this much
SPEAKS = 0.5
# a clock may be set anew more than once: each side is looked at again, so deep, but a second
# time is rarer still
DEPTH = 2
AGAIN = 3.0
# photos are in order whatever the clock does, as far as offsets are exact
ORDER_S = 120.0
# pauses shorter than this are all alike
PAUSE_S = 60.0
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
    def best_s(self) -> float:
        """The offset that the photos together like best."""
        return float(self.offsets_s[np.argmax(self.odds.sum(axis=1))])

    @property
    def highest(self) -> float:
        """What they say of it."""
        return float(self.odds.sum(axis=1).max())


def cuts_of(asked: Asked, depth: int = DEPTH, least_gain: float = LEAST_GAIN) -> tuple[int, ...]:
    """Return the rows at which the offset changes, ascending; each side is looked at again."""
    row = best_cut(asked, least_gain) if depth else None
    if row is None:
        return ()
    before = cuts_of(asked.part(slice(0, row)), depth - 1, least_gain + AGAIN)
    after = cuts_of(asked.part(slice(row, None)), depth - 1, least_gain + AGAIN)
    return (*before, row, *(row + later for later in after))


def best_cut(asked: Asked, least_gain: float = LEAST_GAIN) -> int | None:
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
    return row


def settle(asked: Asked, nth: int, temper: float) -> int:
    """Return the row for a change from the nth of the offsets to the next.

    Where the photos leave it open, what counts is how few of them end up on the wrong side:
    it is amid the stretch that holds most of the probability.
    """
    pauses_s = np.diff(asked.times_s)
    step_s = float(asked.offsets_s[nth + 1] - asked.offsets_s[nth])
    gains = np.cumsum(asked.odds[nth, :-1] - asked.odds[nth + 1, :-1])
    likely = temper * gains + pause_odds(pauses_s, step_s)
    # refined offsets may leave no room for the step they differ by; then the photos decide
    kept = keeps_order(pauses_s, step_s)
    likely = np.where(kept | ~kept.any(), likely, -np.inf)
    chance = np.exp(likely - likely.max())
    stretch = np.convolve(chance, np.ones(2 * STRETCH + 1), mode="full")[STRETCH:][: len(chance)]
    return int(np.argmax(np.where(chance >= PLAUSIBLE, stretch, 0.0))) + 1


def step_odds(steps_s: Floats) -> Floats:
    """Return the log-odds of steps before photos are asked: none too small, rather whole hours."""
    off_s = np.abs(steps_s - np.round(steps_s / HOUR_S) * HOUR_S)
    small = np.where(np.abs(steps_s) < LEAST_STEP_S, -np.inf, SMALL_STEPS)
    usual = np.where(off_s <= NEAR_HOUR_S, WHOLE_HOURS, 0.0)
    return np.where(np.abs(steps_s) < SMALL_STEP_S, small, usual)


def keeps_order(pauses_s: Floats, steps_s: Floats | float) -> NDArray[np.bool_]:
    """Tell in which pauses a step leaves the photos in order, as they must have been taken."""
    kept: NDArray[np.bool_] = pauses_s + steps_s >= -ORDER_S
    return kept


def pause_odds(pauses_s: Floats, step_s: float) -> Floats:
    """Return how the pauses that a clock showed speak for a step in each of them.

    Pauses of x seconds are about 1/x as usual, so a clock was rather put back in what still
    looks like a long pause, and put forward in one that without the step is a short one.
    """
    real_s = np.maximum(pauses_s + step_s, 0.0)
    odds: Floats = np.log((pauses_s + PAUSE_S) / (real_s + PAUSE_S))
    return odds


def both_speak(odds: Floats, weights: Floats, row: int) -> bool:
    """Tell whether photos on both sides, and not one burst alone, speak for their own offset.

    ``odds`` (2, n): with the offset before the change, and with that after it.
    """
    prefers = odds[0] - odds[1]
    n_before = weights[:row][prefers[:row] > SPEAKS * weights[:row]].sum()
    n_after = weights[row:][prefers[row:] < -SPEAKS * weights[row:]].sum()
    return bool(min(n_before, n_after) >= LEAST_SPEAKING)


def chance_of(side: Asked, temper: float) -> float:
    """Return the chance that one side is at its best offset, and at none of the others."""
    odds = temper * side.odds.sum(axis=1)
    mass = np.exp(odds - odds.max())
    return float(mass[np.abs(side.offsets_s - side.best_s) <= LEAST_STEP_S].sum() / mass.sum())
