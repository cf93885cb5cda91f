"""What an answer about two photos says of their distance in time: P(answer | Δt), fitted.

The pairs were drawn by their distance, so what is fitted is the chance of each answer at a
distance, a smooth multinomial logistic curve over the logarithm of Δt. Read the other way, for a
given answer over all Δt, that is the likelihood of the answer. ``python -m
coincide_bench.answers.model`` prints both the curves and how well they foretell events left out.
"""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from coincide.model import Floats, Indices
from coincide_bench.answers.record import ANSWERS, Answered, read_record

# nearer than this all pairs are as near, further they are as far
_LEAST_S, _MOST_S = 3.0, 5 * 86400.0
# keeps the curves of rare answers from becoming steps
_RIDGE = 0.3
# so many answers are given carelessly, and say nothing: no curve reaches 0
CARELESS = 0.05
_DEGREE = 2
# the distances that are printed
_SHOWN_S = (3, 10, 30, 120, 300, 900, 3600, 4 * 3600, 86400, 3 * 86400)


@dataclass(frozen=True)
class AnswerModel:
    """Each answer's score as a polynomial of the logarithm of Δt: (answers, degree + 1)."""

    coefficients: Floats

    def log_chances(self, apart_s: Floats) -> Floats:
        """Return log P(answer | Δt) of each answer at each distance, (answers, n)."""
        scores = self.coefficients @ _powers(apart_s)
        chances = np.exp(scores - np.logaddexp.reduce(scores, axis=0))
        mixed: Floats = np.log((1 - CARELESS) * chances + CARELESS / len(ANSWERS))
        return mixed


@dataclass(frozen=True)
class Scores:
    """How well answers are foretold: mean log loss per answer of held-out events, and of others.

    ``flat``: by how often each answer is given at any distance.
    """

    held_out: float
    in_sample: float
    flat: float


def fit(pairs: Iterable[Answered]) -> AnswerModel:
    """Return the model under which the answers to pairs are likeliest, but for a ridge."""
    apart_s, chosen = _answers(pairs)
    powers, n = _powers(apart_s), len(ANSWERS)

    def loss(flat: Floats) -> float:
        model = AnswerModel(flat.reshape(n, -1))
        log_chances = model.log_chances(apart_s)
        ridge = _RIDGE * float((flat.reshape(n, -1)[:, 1:] ** 2).sum())
        return -float(log_chances[chosen, np.arange(len(chosen))].sum()) + ridge

    found = minimize(loss, np.zeros(n * len(powers)), method="L-BFGS-B")
    return AnswerModel(np.asarray(found.x).reshape(n, -1))


def scores(pairs: Sequence[Answered]) -> Scores:
    """Return log losses, each event foretold by all others."""
    held_out, flat = list[Floats](), list[Floats]()
    for event in sorted({pair.event for pair in pairs}):
        others = [pair for pair in pairs if pair.event != event]
        own = [pair for pair in pairs if pair.event == event]
        held_out.append(_losses(fit(others), own))
        counts = np.bincount(_answers(others)[1], minlength=len(ANSWERS)) + 0.5
        flat.append(-np.log(counts / counts.sum())[_answers(own)[1]])
    inside = _losses(fit(pairs), pairs)
    return Scores(*(float(np.concatenate(one).mean()) for one in (held_out, [inside], flat)))


def _losses(model: AnswerModel, pairs: Sequence[Answered]) -> Floats:
    apart_s, chosen = _answers(pairs)
    losses: Floats = -model.log_chances(apart_s)[chosen, np.arange(len(chosen))]
    return losses


def _answers(pairs: Iterable[Answered]) -> tuple[Floats, Indices]:
    """Return the distance and the answer's number of each answer of each pair."""
    rows = [(abs(pair.later_s), ANSWERS.index(one)) for pair in pairs for one in pair.answers]
    apart_s, chosen = np.array(rows, dtype=np.float64).T
    return apart_s, chosen.astype(np.int64)


def _powers(apart_s: Floats) -> Floats:
    scaled = np.log10(np.clip(apart_s, _LEAST_S, _MOST_S)) - np.log10(900.0)
    return np.stack([scaled**power for power in range(_DEGREE + 1)])


def main() -> None:
    """Print the chance of each answer by distance, and how well answers are foretold."""
    pairs = read_record()
    model, found = fit(pairs), scores(pairs)
    apart_s = np.array(_SHOWN_S)
    sys.stdout.write(f"{'apart, s':>10} " + " ".join(f"{answer:>9}" for answer in ANSWERS) + "\n")
    for column, chances in zip(apart_s, np.exp(model.log_chances(apart_s)).T, strict=True):
        sys.stdout.write(f"{column:10.0f} " + " ".join(f"{one:9.3f}" for one in chances) + "\n")
    sys.stdout.write(
        f"log loss of an answer: {found.held_out:.3f} on events left out, {found.in_sample:.3f} on "
        f"those fitted, {found.flat:.3f} by how often each answer is given\n"
    )


if __name__ == "__main__":
    main()
