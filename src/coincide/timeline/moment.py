"""Guess the moment of a photo without a time from the photos that look like it."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Guess, Indices
from coincide.model.times import DAY_S
from coincide.timeline.options import GuessOptions


@dataclass(frozen=True, slots=True)
class LikelyTime:
    """A time, how far from it half of the look-alikes lie, and the most similar one's row."""

    event_time_s: float
    spread_s: float
    row: int


def guess_moment(
    similarity: Floats, event_time_s: Floats, options: GuessOptions = GuessOptions()
) -> LikelyTime | None:
    """Return the moment that look-alikes agree on; None where they do not.

    similarity and event_time_s: (N,), of photos that are placed. The weighted median, because
    one look-alike of another day must not move the guess.
    """
    rows = _look_alikes(similarity, event_time_s, options)
    if not len(rows) or similarity[rows[0]] < options.least_alike:
        return None
    times_s, weights = event_time_s[rows], similarity[rows] ** options.power
    middle_s = _weighted_median(times_s, weights)
    apart_s = np.abs(times_s - middle_s)
    spread_s = _weighted_median(apart_s, weights)
    agree = weights[apart_s <= options.agreement_s].sum() / weights.sum()
    if spread_s > options.widest_s or agree < options.agreement:
        return None
    return LikelyTime(middle_s, max(spread_s, options.sharpest_s), int(rows[0]))


def _look_alikes(similarity: Floats, event_time_s: Floats, options: GuessOptions) -> Indices:
    """Return the rows of the most similar photos, best first, one of each burst."""
    chosen: list[int] = []
    for row in np.argsort(-similarity, kind="stable"):
        if len(chosen) == options.look_alikes or not similarity[row] > 0.0:
            break
        if (np.abs(event_time_s[chosen] - event_time_s[row]) > options.burst_s).all():
            chosen.append(int(row))
    return np.array(chosen, dtype=np.int64)


def _weighted_median(values: Floats, weights: Floats) -> float:
    order = np.argsort(values, kind="stable")
    summed = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(summed, summed[-1] / 2)])


def on_days_around(
    event_time_s: Floats, day_s: float | None, options: GuessOptions = GuessOptions()
) -> Indices:
    """Return the rows of the photos on a day or near it; all of them where none is.

    A forwarded photo's name tells the day it was received, by another clock: a hint, no more.
    """
    everything = np.arange(len(event_time_s), dtype=np.int64)
    if day_s is None:
        return everything
    first_s = day_s - options.days_around * DAY_S
    end_s = day_s + (1 + options.days_around) * DAY_S
    near = np.flatnonzero((event_time_s >= first_s) & (event_time_s < end_s)).astype(np.int64)
    return near if len(near) else everything


def without_crowds(guesses: Sequence[Guess], options: GuessOptions = GuessOptions()) -> list[Guess]:
    """Leave out guesses by look that put several photos of one folder at one moment.

    They are different pictures, or they would be copies of one, and people take a few at a time:
    what they share with the photos of that moment is the place.
    """
    by_owner = dict[str, list[float]]()
    for guess in sorted(guesses, key=lambda guess: guess.event_time_s):
        if guess.kind == "look":
            by_owner.setdefault(guess.photo.owner, []).append(guess.event_time_s)

    def is_crowded(guess: Guess) -> bool:
        times_s, reach_s = by_owner.get(guess.photo.owner, []), options.burst_s
        first = bisect_left(times_s, guess.event_time_s - reach_s)
        last = bisect_right(times_s, guess.event_time_s + reach_s)
        return guess.kind == "look" and last - first >= options.crowd

    return [guess for guess in guesses if not is_crowded(guess)]
