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
from coincide.model.times import DAY_S, HOUR_S
from coincide.model.verdicts import is_sure_to
from coincide.solver.clocks.zones import MAX_ZONE_S
from coincide.solver.joint.grids import grid
from coincide.solver.options import JumpOptions


@dataclass(frozen=True)
class OffsetLikelihoods:
    """What the photos of one gallery, or of some of them, say of m offsets: log-odds (m, n)."""

    times_s: Floats
    weights: Floats
    offsets_s: Floats
    odds: Floats

    def part(self, rows: slice) -> "OffsetLikelihoods":
        """Return what some of the photos say."""
        return replace(
            self, times_s=self.times_s[rows], weights=self.weights[rows], odds=self.odds[:, rows]
        )

    @property
    def highest(self) -> float:
        """What the photos together say of the offset that they like best."""
        return float(self.odds.sum(axis=1).max())


def cuts_of(likelihoods: OffsetLikelihoods, temper: float, options: JumpOptions) -> tuple[int, ...]:
    """Return the rows at which the offset changes, ascending; each side is looked at again."""
    row = best_cut(likelihoods, temper, options) if options.depth else None
    if row is None:
        return ()
    deeper = replace(
        options, depth=options.depth - 1, least_gain=options.least_gain + options.again
    )
    before, after = (
        cuts_of(likelihoods.part(side), temper, deeper)
        for side in (slice(0, row), slice(row, None))
    )
    return (*before, row, *(row + later for later in after))


def best_cut(likelihoods: OffsetLikelihoods, temper: float, options: JumpOptions) -> int | None:
    """Return the best row for a change of offset, if two offsets are convincing at all."""
    row = torn_at(likelihoods, options, caused=False)
    if row is None:
        return None
    ends = (0, row, len(likelihoods.times_s))
    _, chance = place_sides(likelihoods, ends, temper, options, within_s=options.small_step_s)
    return row if is_sure_to(chance, options.least_chance) else None


def torn_at(
    likelihoods: OffsetLikelihoods, options: JumpOptions, *, caused: bool = True
) -> int | None:
    """Return the row before and from which two offsets fit clearly better than one, if they do.

    Where the two are may yet be open. ``caused``: only steps that have a cause count.
    """
    if len(likelihoods.times_s) < 2:
        return None
    until = np.cumsum(likelihoods.odds, axis=1)
    total = until[:, -1:]
    pauses_s, later = np.diff(likelihoods.times_s), total - until[:, :-1]
    steps_s = likelihoods.offsets_s[None, :] - likelihoods.offsets_s[:, None]
    stepping = step_odds(steps_s, options)
    best, highest = (0, 0, 0), -np.inf
    for number in range(len(likelihoods.offsets_s)):
        gains = until[number, :-1] + later
        gains -= total.max()
        gains += stepping[number, :, None]
        possible = keeps_order(pauses_s, steps_s[number, :, None], options)
        if caused:
            possible &= has_cause(steps_s[number, :, None], options)
        gains[~possible] = -np.inf
        which, place = divmod(int(np.argmax(gains)), len(pauses_s))
        if gains[which, place] > highest:
            best, highest = (number, which, place + 1), float(gains[which, place])
    before, after, row = best
    odds = likelihoods.odds[[before, after]]
    if highest < options.least_gain or not both_speak(odds, likelihoods.weights, row, options):
        return None
    return row


def place_sides(
    likelihoods: OffsetLikelihoods,
    ends: Sequence[int],
    temper: float,
    options: JumpOptions,
    *,
    within_s: float,
) -> tuple[Floats, float]:
    """Return where the sides of cuts are, and the least of the chances that they are near there.

    By what each side says, and by how likely the steps between them are.
    """
    sides = [likelihoods.part(slice(*both)).odds.sum(1) for both in pairwise(ends)]
    odds = temper * np.array(sides)
    steps_s = likelihoods.offsets_s[None, :] - likelihoods.offsets_s[:, None]
    stepping = step_odds(steps_s, options)
    best = np.argmax(_with_others(odds, stepping, np.maximum), axis=1)
    # a side may as well be where the next one is
    no_step = np.abs(steps_s) < options.least_step_s
    anywhere = _with_others(odds, np.where(no_step, 0.0, stepping), np.logaddexp)
    mass = np.exp(anywhere - anywhere.max(axis=1, keepdims=True))
    chances = (mass * (np.abs(steps_s[best]) <= within_s)).sum(axis=1) / mass.sum(axis=1)
    return likelihoods.offsets_s[best], float(chances.min())


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
    ask: Callable[[Floats], OffsetLikelihoods],
    placed_s: Floats,
    ends: Sequence[int],
    temper: float,
    options: JumpOptions,
) -> Floats:
    """Return the offset of each side, near where it was placed.

    They are whole hours apart where that fits about as well as each where it likes best.
    """
    near_s = placed_s[:, None] + grid(options.fine_steps)
    alone = _by_side(ask, near_s, ends)
    hours_s = np.round((placed_s - placed_s[0]) / HOUR_S) * HOUR_S
    bases_s = np.unique(near_s - hours_s[:, None])
    together = _by_side(ask, bases_s + hours_s[:, None], ends).sum(axis=0)
    lost = temper * (alone.max(axis=1).sum() - together.max())
    if lost <= step_odds(np.diff(hours_s), options).sum():
        held_s: Floats = bases_s[np.argmax(together)] + hours_s
        return held_s
    return np.take_along_axis(near_s, np.argmax(alone, axis=1)[:, None], axis=1)[:, 0]


def _by_side(
    ask: Callable[[Floats], OffsetLikelihoods], offsets_s: Floats, ends: Sequence[int]
) -> Floats:
    """Return what each side says of offsets of its own, (sides, m) both."""
    odds = ask(offsets_s.ravel()).odds.reshape(*offsets_s.shape, -1)
    return np.array(
        [own[:, slice(*both)].sum(axis=1) for own, both in zip(odds, pairwise(ends), strict=True)]
    )


@dataclass(frozen=True, slots=True)
class Settled:
    """The row of a change, and how many photos before and from it on may be of the other side."""

    row: int
    early: int
    late: int


def settle(
    likelihoods: OffsetLikelihoods, nth: int, usual: Floats, temper: float, options: JumpOptions
) -> Settled:
    """Return the row for a change from the nth of the offsets to the next.

    ``usual``: the pauses of the event's clocks, see ``count_pauses``.
    Where the photos leave it open, what counts is how few of them end up on the wrong side:
    it is amid the stretch that holds most of the probability.
    """
    pauses_s = np.diff(likelihoods.times_s)
    step_s = float(likelihoods.offsets_s[nth + 1] - likelihoods.offsets_s[nth])
    gains = np.cumsum(likelihoods.odds[nth, :-1] - likelihoods.odds[nth + 1, :-1])
    likely = temper * gains + pause_odds(pauses_s, step_s, usual, options)
    # refined offsets may leave no room for the step they differ by; then the photos decide
    kept = keeps_order(pauses_s, step_s, options)
    likely = np.where(kept | ~kept.any(), likely, -np.inf)
    # beside the likeliest pause
    ratio = np.exp(likely - likely.max())
    reach = options.stretch
    stretch = np.convolve(ratio, np.ones(2 * reach + 1), mode="full")[reach:][: len(ratio)]
    row = int(np.argmax(np.where(ratio >= options.plausible, stretch, 0.0))) + 1
    # photos of one scene do not speak independently: what they leave open is more than it seems
    below = np.cumsum(np.sqrt(ratio)) / np.sqrt(ratio).sum()
    open_share = (1 - options.settled_share) / 2
    first = int(np.searchsorted(below, open_share)) + 1
    last = int(np.searchsorted(below, 1 - open_share)) + 1
    return Settled(row, early=max(row - first, 0), late=max(last - row, 0))


def step_odds(steps_s: Floats, options: JumpOptions) -> Floats:
    """Return the log-odds of steps before photos are asked: none too small, rather whole hours."""
    hours = np.round(np.abs(steps_s) / HOUR_S)
    off_s = np.abs(np.abs(steps_s) - hours * HOUR_S)
    whole = options.whole_hours_odds - np.log(np.maximum(hours, 1.0))
    small = np.where(np.abs(steps_s) < options.least_step_s, -np.inf, options.small_step_odds)
    usual = np.where(off_s <= options.near_hour_s, whole, 0.0)
    return np.where(np.abs(steps_s) < options.small_step_s, small, usual)


def has_cause(steps_s: Floats, options: JumpOptions) -> NDArray[np.bool_]:
    """Tell which steps somebody may set a clock by: minutes, an hour, a zone, or whole days."""
    days_s = np.round(steps_s / DAY_S) * DAY_S
    caused: NDArray[np.bool_] = (np.abs(steps_s) <= MAX_ZONE_S) | (
        np.abs(steps_s - days_s) <= options.near_hour_s
    )
    return caused


def keeps_order(
    pauses_s: Floats, steps_s: Floats | float, options: JumpOptions
) -> NDArray[np.bool_]:
    """Tell in which pauses a step leaves the photos in order, as they must have been taken."""
    kept: NDArray[np.bool_] = pauses_s + steps_s >= -options.order_s
    return kept


def pause_lengths(options: JumpOptions) -> Floats:
    """Return the lengths by which pauses are told apart, as logarithms of their seconds."""
    return np.arange(0.0, options.longest_pause, options.pause_step)


def count_pauses(pauses_s: Floats, options: JumpOptions) -> Floats:
    """Return how many pauses there are of each of the lengths."""
    lengths = pause_lengths(options)
    edges = np.append(lengths, np.inf)
    counted, _ = np.histogram(np.log1p(pauses_s), edges)
    usual: Floats = counted + options.pauses_at_first / len(lengths)
    return usual


def pause_odds(pauses_s: Floats, step_s: float, usual: Floats, options: JumpOptions) -> Floats:
    """Return how the pauses that a clock showed speak for a step in each, if it is in one of them.

    A clock was rather put back in what still looks like a long pause, and put forward in one
    that without the step is a short one.
    """
    odds = pause_ratio(pauses_s, step_s, usual, options)
    open_odds: Floats = np.logaddexp(odds, odds.max() - options.never_say_never)
    return open_odds


def pause_ratio(pauses_s: Floats, step_s: float, usual: Floats, options: JumpOptions) -> Floats:
    """Return how much likelier pauses are with a step in them than without one, as logarithms."""
    real_s = np.maximum(pauses_s + step_s, 0.0)
    return _log_density(real_s, usual, options) - _log_density(pauses_s, usual, options)


def _log_density(pauses_s: Floats, usual: Floats, options: JumpOptions) -> Floats:
    """Return how usual pauses are for each second of their length, up to a constant."""
    length = np.log1p(pauses_s)
    off = (length[:, None] - pause_lengths(options)) / options.pause_spread
    near = np.exp(-(off**2) / 2)
    density: Floats = np.log(near @ usual) - length
    return density


def both_speak(odds: Floats, weights: Floats, row: int, options: JumpOptions) -> bool:
    """Tell whether photos on both sides, and not one burst alone, speak for their own offset.

    ``odds`` (2, n): with the offset before the change, and with that after it.
    """
    prefers = odds[0] - odds[1]
    n_before = weights[:row][prefers[:row] > options.speaks * weights[:row]].sum()
    n_after = weights[row:][prefers[row:] < -options.speaks * weights[row:]].sum()
    return bool(min(n_before, n_after) >= options.least_speaking)
