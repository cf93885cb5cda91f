"""Learn γ and δ from edges whose offset is known: convex maximum likelihood (eq. 9 and 10)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp

from coincide.model import Edge, Floats, PhotoTable
from coincide.solver.options import MrfOptions
from coincide.solver.paper.mrf import build_field, potential_sums

# no weight is larger: perfectly separable edges would drive it to infinity
_MOST_WEIGHT = 1e4


@dataclass(frozen=True)
class TrainingEdge:
    """h of every candidate, (Q, 2), and the row of the true one."""

    sums: Floats
    true: int


def training_edge(
    table: PhotoTable, edge: Edge, reference: int, true_offset_s: float
) -> TrainingEdge:
    """Return an edge with known relative offset (reference, other), ready to learn from."""
    field = build_field(table, edge, reference)
    true = int(np.argmin(np.abs(field.candidate_s - true_offset_s)))
    return TrainingEdge(potential_sums(field), true)


def learn_weights(edges: Sequence[TrainingEdge]) -> MrfOptions:
    """Return the γ, δ ≥ 0 under which the true candidates are likeliest.

    The negative log-likelihood Σ θ·h(x*) + ln Σ_x exp(−θ·h(x)) is convex in θ.
    """

    def loss_and_slope(theta: Floats) -> tuple[float, Floats]:
        loss, slope = 0.0, np.zeros(2)
        for edge in edges:
            scores = -edge.sums @ theta
            ln_z = logsumexp(scores)
            loss += float(ln_z - scores[edge.true])
            slope += edge.sums[edge.true] - np.exp(scores - ln_z) @ edge.sums
        return loss / len(edges), slope / len(edges)

    start, bounds = np.ones(2), [(0.0, _MOST_WEIGHT)] * 2
    optimum = minimize(loss_and_slope, start, jac=True, method="L-BFGS-B", bounds=bounds)
    if not optimum.success:
        raise ArithmeticError(f"the weights did not settle: {optimum.message}")
    return MrfOptions(gamma=float(optimum.x[0]), delta=float(optimum.x[1]))
