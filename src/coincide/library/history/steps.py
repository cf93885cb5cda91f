"""How clocks are set: where to, by the error model that single events use, and how often."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from coincide.library.history.levels import Levels
from coincide.library.history.material import ClockMaterial
from coincide.model import Floats, Indices
from coincide.model.offsets import AGREE_S
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks.truetime import RATES, ClockKind, error_density

# days between two times that a phone is set, in spite of the network
_PHONE_DAYS, _ZONED_PHONE_DAYS = 4000.0, 10000.0
# days between two times that somebody sets a camera for no reason that shows: three kinds of owners
_CAMERA_DAYS = (200.0, 400.0, 800.0)
# an owner sets a camera at hardly any change of summer time, at some, or at nearly all
_FOLLOWS_SUMMER = (0.05, 0.5, 0.9)
# a zone that is another by so much is summer time, unless somebody travelled
_SUMMER_S = HOUR_S
# a clock that shows an earlier time than before was set
_WENT_BACK = 0.99
# somebody who says that a clock was not set between two photos is wrong one time in thirty
_NOT_SET = 0.97
# less likely than that a clock is set within a session nothing is
_LEAST_RATE = 1e-9
# photos are in order as far as offsets are exact
_IN_ORDER_S = AGREE_S
# the share of the clocks that show something else than any level of theirs
_ELSEWHERE = 1e-3


@dataclass(frozen=True, slots=True)
class Habits:
    """How an owner treats a clock.

    ``days``: between two times that it is set for no reason that shows. ``follows_summer``: the
    share of the changes of summer time at which it is set.
    """

    days: float
    follows_summer: float


# what owners of a kind of clock do, all equally likely before anything is seen
HABITS: Mapping[ClockKind, tuple[Habits, ...]] = MappingProxyType(
    {
        "camera": tuple(Habits(*both) for both in product(_CAMERA_DAYS, _FOLLOWS_SUMMER)),
        "phone": (Habits(_PHONE_DAYS, 1.0 - RATES["phone"].home),),
        "zoned phone": (Habits(_ZONED_PHONE_DAYS, 1.0 - RATES["zoned phone"].home),),
    }
)


@dataclass(frozen=True)
class Settings:
    """What a clock does, as probabilities, its last state being "anything else".

    ``begins`` (k + 1,): where it is at first. ``moves`` (n − 1, k + 1, k + 1): from where to where
    it is set before each session but the first.
    """

    begins: Floats
    moves: Floats


def settings_of(
    material: ClockMaterial, levels: Levels, habits: Habits, kept: Indices | None = None
) -> Settings:
    """Return how likely each level is at first, and each step between two sessions.

    ``kept``: of all levels those that are followed, and the last state; a step to another is lost,
    and not one to "anything else".
    """
    every = _set_to(material, levels)
    kept = np.arange(every.shape[1]) if kept is None else kept
    to = every[:, kept]
    moved_s = np.nan_to_num(np.diff(material.zone_s))
    unstated = _rates(material, habits)
    follows, rates = _as_stated(material, _follows(material.kind, habits, moved_s), unstated)
    stays = (1.0 - rates)[:, None, None] * np.eye(len(kept))
    moves = rates[:, None, None] * to[1:, None, :] + stays
    for step in np.flatnonzero(moved_s).tolist():
        following = _following(levels, float(moved_s[step]), float(unstated[step]), every[step + 1])
        followed = follows[step] * following[np.ix_(kept, kept)]
        moves[step] = followed + (1.0 - follows[step]) * moves[step]
    moves[:, :-1, :-1] *= _in_order(material, levels.of(kept[:-1]))
    return Settings(to[0], moves)


def _set_to(material: ClockMaterial, levels: Levels) -> Floats:
    """Return where a clock is that was set before each session, (n, k + 1): shares of 1."""
    errors_s = levels.at(material.first_s) + material.zone_s[:, None]
    each = error_density(np.nan_to_num(errors_s), RATES[material.kind]) * 2 * AGREE_S
    known = ~np.isnan(material.zone_s)
    each[~known] = (1.0 - _ELSEWHERE) / max(len(levels), 1)
    total = each.sum(axis=1)
    each /= np.maximum(total / (1.0 - _ELSEWHERE), 1.0)[:, None]
    return np.column_stack([each, 1.0 - each.sum(axis=1)])


def _rates(material: ClockMaterial, habits: Habits) -> Floats:
    """Return how likely a clock was set before each session but the first, for no other reason."""
    pauses_s = material.pauses_s
    rates: Floats = 1.0 - np.exp(-np.abs(pauses_s) / DAY_S / habits.days)
    return np.where(pauses_s < -_IN_ORDER_S, _WENT_BACK, rates)


def _follows(kind: ClockKind, habits: Habits, moved_s: Floats) -> Floats:
    """Return how often a clock of a kind follows its owner to another zone, (n − 1,)."""
    summer = np.abs(moved_s) == _SUMMER_S
    follows: Floats = np.where(summer, habits.follows_summer, 1.0 - RATES[kind].home)
    return np.where(moved_s == 0.0, 0.0, follows)


def _as_stated(material: ClockMaterial, follows: Floats, rates: Floats) -> tuple[Floats, Floats]:
    """Return how often a clock follows a zone, and is set otherwise, given what a person stated.

    Who says that it was set knows it; that it was not set is what a person believes, which strong
    evidence contradicts.
    """
    follows, rates = follows.copy(), np.maximum(rates, _LEAST_RATE if material.stated else 0.0)
    for session, was_set in material.stated.items():
        step = session - 1
        by_set, by_stay = (1.0, 0.0) if was_set else (1.0 - _NOT_SET, _NOT_SET)
        moved, follow = by_set * rates[step], by_set * follows[step]
        stayed = by_stay * (1.0 - rates[step])
        follows[step] = follow / (follow + (1.0 - follows[step]) * (moved + stayed))
        rates[step] = moved / (moved + stayed)
    return follows, rates


def _following(levels: Levels, moved_s: float, rate: float, to: Floats) -> Floats:
    """Return the steps of a clock that is set by as much as the zone moved, (k + 1, k + 1)."""
    size = len(to)
    steps = np.tile(to * rate, (size, 1))
    if len(levels):
        apart_s = np.abs(levels.to_utc_s[:, None] - moved_s - levels.to_utc_s[None, :])
        nearest = np.argmin(apart_s, axis=1)
        rows = np.arange(len(levels))
        near = apart_s[rows, nearest] <= AGREE_S
        steps[rows, np.where(near, nearest, size - 1)] += 1.0 - rate
    steps[-1, -1] += 1.0 - rate
    return steps


def _in_order(material: ClockMaterial, levels: Levels) -> NDArray[np.bool_]:
    """Return which steps keep sessions in the order they were taken, (n − 1, k, k)."""
    before_s = material.last_s[:-1, None] + levels.at(material.last_s[:-1])
    after_s = material.first_s[1:, None] + levels.at(material.first_s[1:])
    kept: NDArray[np.bool_] = after_s[:, None, :] - before_s[:, :, None] >= -_IN_ORDER_S
    return kept
