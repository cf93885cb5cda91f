"""What an answer about two photos says of their distance in time: P(answer | Δt), fitted.

The pairs were drawn by their distance, so what is fitted is the chance of each answer at a
distance, a smooth multinomial logistic curve over the logarithm of Δt. Read the other way, for a
given answer over all Δt, that is the likelihood of the answer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from coincide.model import Floats, Indices
from coincide.solver.joint.answers import ANSWERED, AnswerModel
from coincide_bench.answers.record import AnsweredPair

# keeps the curves of rare answers from becoming steps
_RIDGE = 0.3
_DEGREE = 2


@dataclass(frozen=True)
class Scores:
    """How well answers are foretold: mean log loss per answer of held-out events, and of others.

    ``flat``: by how often each answer is given at any distance.
    """

    held_out: float
    in_sample: float
    flat: float


def fit(pairs: Iterable[AnsweredPair]) -> AnswerModel:
    """Return the model under which the answers to pairs are likeliest, but for a ridge."""
    apart_s, chosen = answers_of(pairs)
    shape = len(ANSWERED), _DEGREE + 1

    def loss(flat: Floats) -> float:
        model = AnswerModel(flat.reshape(shape))
        log_chances = model.log_chances(apart_s)
        ridge = _RIDGE * float((model.coefficients[:, 1:] ** 2).sum())
        return -float(log_chances[chosen, np.arange(len(chosen))].sum()) + ridge

    found = minimize(loss, np.zeros(np.prod(shape)), method="L-BFGS-B")
    return AnswerModel(np.asarray(found.x).reshape(shape))


def scores(pairs: Sequence[AnsweredPair]) -> Scores:
    """Return log losses, each event foretold by all others."""
    held_out, flat = list[Floats](), list[Floats]()
    for event in sorted({pair.event for pair in pairs}):
        others = [pair for pair in pairs if pair.event != event]
        own = [pair for pair in pairs if pair.event == event]
        held_out.append(_losses(fit(others), own))
        counts = np.bincount(answers_of(others)[1], minlength=len(ANSWERED)) + 0.5
        flat.append(-np.log(counts / counts.sum())[answers_of(own)[1]])
    inside = _losses(fit(pairs), pairs)
    return Scores(*(float(np.concatenate(values).mean()) for values in (held_out, [inside], flat)))


def _losses(model: AnswerModel, pairs: Sequence[AnsweredPair]) -> Floats:
    apart_s, chosen = answers_of(pairs)
    losses: Floats = -model.log_chances(apart_s)[chosen, np.arange(len(chosen))]
    return losses


def answers_of(pairs: Iterable[AnsweredPair]) -> tuple[Floats, Indices]:
    """Return the distance and the answer's number of each answer of each pair."""
    rows = [
        (abs(pair.later_s), ANSWERED.index(answer)) for pair in pairs for answer in pair.answers
    ]
    apart_s, chosen = np.array(rows, dtype=np.float64).T
    return apart_s, chosen.astype(np.int64)
