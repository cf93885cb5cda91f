"""How clocks are set: where to, by the error model that single events use, and how often."""

from dataclasses import dataclass

import numpy as np

from coincide.library.history.levels import Levels
from coincide.library.history.material import ClockMaterial
from coincide.model import Floats
from coincide.model.offsets import AGREE_S
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks.truetime import RATES, ClockKind, error_density

# days between two times that somebody sets a camera for no reason that shows; phones are set by
# the network, unless somebody switches that off
_DAYS_PER_SETTING = {"camera": 400.0, "phone": 4000.0, "zoned phone": 10000.0}
# of owners so many set a camera by an hour at the change of summer time
_FOLLOWS_SUMMER = 0.5
# a zone that is another by so much is summer time, unless somebody travelled
_SUMMER_S = HOUR_S
# a clock that shows an earlier time than before was set
_WENT_BACK = 0.99
# photos are in order as far as offsets are exact
_IN_ORDER_S = AGREE_S
# the share of the clocks that show something else than any level of theirs
_ELSEWHERE = 1e-3


@dataclass(frozen=True)
class Settings:
    """What a clock does, as probabilities, its last state being "anything else".

    ``begins`` (k + 1,): where it is at first. ``moves`` (n − 1, k + 1, k + 1): from where to where
    it is set before each session but the first.
    """

    begins: Floats
    moves: Floats


def settings_of(material: ClockMaterial, levels: Levels) -> Settings:
    """Return how likely each level is at first, and each step between two sessions."""
    to = [_set_to(material, levels, session) for session in range(len(material))]
    size = len(levels) + 1
    moves = np.zeros((len(material) - 1, size, size))
    for session in range(1, len(material)):
        moves[session - 1] = _moves(material, levels, session, to[session])
    return Settings(to[0], moves)


def _set_to(material: ClockMaterial, levels: Levels, session: int) -> Floats:
    """Return where a clock is that was set before a session, (k + 1,): shares of 1."""
    zone_s = material.zone_s[session]
    offsets_s = levels.at(material.first_s[session : session + 1])[0]
    if np.isnan(zone_s):
        each = np.full(len(levels), (1.0 - _ELSEWHERE) / max(len(levels), 1))
    else:
        density = error_density(offsets_s + zone_s, RATES[material.kind])
        each = density * 2 * AGREE_S
    total = float(each.sum())
    if total > 1.0 - _ELSEWHERE:
        each *= (1.0 - _ELSEWHERE) / total
    return np.append(each, 1.0 - float(each.sum()))


def _moves(material: ClockMaterial, levels: Levels, session: int, to: Floats) -> Floats:
    """Return the probability of each step before a session, (k + 1, k + 1)."""
    pause_s = float(material.first_s[session] - material.last_s[session - 1])
    back = pause_s < -_IN_ORDER_S
    days = abs(pause_s) / DAY_S
    rate = _WENT_BACK if back else 1.0 - float(np.exp(-days / _DAYS_PER_SETTING[material.kind]))
    size = len(to)
    steps = rate * np.tile(to, (size, 1)) + (1.0 - rate) * np.eye(size)
    moved_s = float(material.zone_s[session] - material.zone_s[session - 1])
    if np.isfinite(moved_s) and moved_s:
        follows = _follows(material.kind, moved_s)
        steps = follows * _following(levels, moved_s, rate, to) + (1.0 - follows) * steps
    return np.where(_in_order(material, levels, session), steps, 0.0)


def _follows(kind: ClockKind, moved_s: float) -> float:
    """Return how often a clock of a kind follows its owner to another zone."""
    if kind == "camera" and abs(moved_s) == _SUMMER_S:
        return _FOLLOWS_SUMMER
    return 1.0 - RATES[kind].home


def _following(levels: Levels, moved_s: float, rate: float, to: Floats) -> Floats:
    """Return the steps of a clock that is set by as much as the zone moved, (k + 1, k + 1)."""
    size = len(to)
    steps = np.tile(to * rate, (size, 1))
    apart_s = np.abs(levels.to_utc_s[:, None] - moved_s - levels.to_utc_s[None, :])
    for row in range(len(levels)):
        nearest = int(np.argmin(apart_s[row]))
        target = nearest if apart_s[row, nearest] <= AGREE_S else size - 1
        steps[row, target] += 1.0 - rate
    steps[-1, -1] += 1.0 - rate
    return steps


def _in_order(material: ClockMaterial, levels: Levels, session: int) -> Floats:
    """Return which steps keep sessions in the order they were taken; unknown offsets all do."""
    before_s = material.last_s[session - 1] + levels.at(material.last_s[session - 1 : session])[0]
    after_s = material.first_s[session] + levels.at(material.first_s[session : session + 1])[0]
    size = len(levels) + 1
    kept = np.ones((size, size), dtype=bool)
    kept[:-1, :-1] = after_s[None, :] - before_s[:, None] >= -_IN_ORDER_S
    return kept
