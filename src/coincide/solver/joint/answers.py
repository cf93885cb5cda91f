"""What an answer about two photos says of their distance in time.

P(answer | Δt) is fitted on a record of answers about pairs whose Δt is known
(``solver.fitted``): for each answer a score, a polynomial of log Δt, and their softmax. Read over
all Δt it is the likelihood of an answer. Whoever answers a question did not choose the two photos;
whoever names two photos chose them because they belong together, and is wrong less often.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.model import Floats
from coincide.model.explanation import Moment
from coincide.model.hints import AnswerKind
from coincide.model.times import DAY_S
from coincide.solver import parameters

# the answers of the record, the nearest first; the last says nothing
Answered = Literal["instant", "same", "about", "different", "other-day", "unclear"]
ANSWERED: tuple[Answered, ...] = ("instant", "same", "about", "different", "other-day", "unclear")
# so many answers are careless, and say nothing: no curve reaches 0
CARELESS = 0.05
# nearer than this all pairs are as near, further they are as far
_LEAST_S, _MOST_S = 3.0, 5 * DAY_S
# distances are counted from a quarter of an hour: the scores there are the constants
_UNIT_S = 900.0
# of the pairs that a person named so many are of another moment: slips, and look-alikes
WRONG_PAIRS = 0.02
# whoever says which of two photos was first: 17 of 17 such answers about pairs of 20 s to 6 h were
# right, which allows one in six wrong
_WRONG_ORDER = 0.05
# of photos nearer than this nobody sees which was first
_ORDER_SD_S = 60.0
# an answer is overruled where it is ten times less likely than at the distance that fits it best
_UNLIKELY = -float(np.log(10))
# the distances at which the mean over a day is taken
_DAY_GRID_S = np.concatenate([[0.0], np.geomspace(1.0, DAY_S / 2, 400)])
# and those at which an answer may fit best
_ANY_S = np.concatenate([-np.geomspace(1.0, _MOST_S, 200), np.geomspace(1.0, _MOST_S, 200)])


@dataclass(frozen=True, eq=False)
class AnswerModel:
    """Each answer's score as a polynomial of the logarithm of Δt: (answers, degree + 1)."""

    coefficients: Floats

    def log_chances(self, apart_s: Floats) -> Floats:
        """Return log P(answer | Δt) of each answer at each distance, (answers, n)."""
        chances = self.attentive(apart_s)
        mixed: Floats = np.log((1 - CARELESS) * chances + CARELESS / len(ANSWERED))
        return mixed

    def attentive(self, apart_s: Floats) -> Floats:
        """Return P(answer | Δt) of whoever is not careless, (answers, n)."""
        scores = self.coefficients @ self.powers(apart_s)
        chances: Floats = np.exp(scores - np.logaddexp.reduce(scores, axis=0))
        return chances

    def powers(self, apart_s: Floats) -> Floats:
        """Return the powers of the logarithm of distances, (degree + 1, n)."""
        scaled = np.log10(np.clip(apart_s, _LEAST_S, _MOST_S)) - np.log10(_UNIT_S)
        return np.stack([scaled**power for power in range(self.coefficients.shape[1])])


MODEL = AnswerModel(np.array(parameters.ANSWERS))
# the answers of the record that a person's covers: who says "different moments" leaves the day open
_COVERS: Mapping[Moment, tuple[Answered, ...]] = {
    "instant": ("instant",),
    "same": ("same",),
    "about": ("about",),
    "different": ("different", "other-day"),
    "other-day": ("other-day",),
}


def answer_chances(apart_s: Floats) -> Floats:
    """Return P(answer | Δt) of whoever is asked, (answers, n)."""
    chances: Floats = np.exp(MODEL.log_chances(apart_s))
    return chances


def answer_odds(kind: AnswerKind, later_s: Floats) -> Floats:
    """Return the log-odds of distances in time by one answer, against any distance in a day.

    ``later_s``: how much later the second photo was taken.
    """
    if kind.moment in ("before", "after"):
        sign = 1.0 if kind.moment == "before" else -1.0
        chance = _WRONG_ORDER + (1 - 2 * _WRONG_ORDER) * scipy.special.ndtr(
            sign * later_s / _ORDER_SD_S
        )
        odds: Floats = np.log(2 * chance)
        return odds
    if kind.moment == "unclear":
        return np.zeros(len(later_s))
    likelihood = _likelihood(kind.moment, np.abs(later_s))
    if kind.named and is_near(kind.moment):
        density = likelihood / mean_over_day(kind.moment)
        named: Floats = np.log(WRONG_PAIRS + (1 - WRONG_PAIRS) * density)
        return named
    asked: Floats = np.log(_mixed(kind.moment, likelihood) / elsewhere(kind.moment))
    return asked


def is_overruled(kind: AnswerKind, later_s: float) -> bool:
    """Tell whether an answer is unlikely of two photos so far apart."""
    here, anywhere = (
        float(np.max(answer_odds(AnswerKind(kind.moment), tried_s)))
        for tried_s in (np.array([later_s]), _ANY_S)
    )
    return here < anywhere + _UNLIKELY


def is_near(moment: Moment) -> bool:
    """Tell whether an answer proposes an offset: that the two photos are near in time."""
    return moment in ("instant", "same", "about")


def _likelihood(moment: Moment, apart_s: Floats) -> Floats:
    """Return P(answer | Δt) of whoever is not careless."""
    covered = [ANSWERED.index(literal) for literal in _COVERS[moment]]
    total: Floats = MODEL.attentive(apart_s)[covered].sum(axis=0)
    return total


def _mixed(moment: Moment, likelihood: Floats) -> Floats:
    """Return P(answer | Δt) of anybody, careless or not."""
    least = CARELESS / len(ANSWERED) * len(_COVERS[moment])
    return (1 - CARELESS) * likelihood + least


@cache
def mean_over_day(moment: Moment) -> float:
    """Return the mean of P(answer | Δt) over a day, half of it either way."""
    likelihood = _likelihood(moment, _DAY_GRID_S)
    return float(np.trapezoid(likelihood, _DAY_GRID_S) / _DAY_GRID_S[-1])


@cache
def elsewhere(moment: Moment) -> float:
    """Return P(answer) of photos that have nothing to do with each other, careless or not.

    That is at any distance in a day, or days apart, whichever makes the answer likelier.
    """
    far = _likelihood(moment, np.array([_MOST_S]))
    return float(_mixed(moment, np.maximum(far, mean_over_day(moment)))[0])
