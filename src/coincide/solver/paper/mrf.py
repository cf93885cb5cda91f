"""The paper's Markov random field: which of the links' time differences is the offset.

The states are the candidate offsets ΔT_m, the time differences of the edge's
links. Under ΔT_m every linked photo y_k of the gallery goes with x_k, the
linked photo of the reference that is nearest in time once ΔT_m is added; so
all hidden nodes share one state, and messages are vectors over m.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import logsumexp

from coincide.model import Edge, Estimate, Finding, FindingKind, Floats, Indices, PhotoTable
from coincide.solver.options import AgreementOptions, MrfOptions
from coincide.solver.paper.edge import EdgeEstimate, agreement, linked_photos
from coincide.solver.units import EARTH_RADIUS_M, TAILS_90


@dataclass(frozen=True)
class Field:
    """One edge's random field. Times ascend; positions are on the unit sphere, NaN unknown.

    candidate_s: (Q,) offsets; time_s: (n,) linked photos to place; reference_s:
    (r,) linked photos of the reference; position: (n, 3); reference_position: (r, 3).
    """

    candidate_s: Floats
    time_s: Floats
    reference_s: Floats
    position: Floats
    reference_position: Floats


def estimate_edge_mrf(
    table: PhotoTable,
    edge: Edge,
    reference: int,
    options: MrfOptions = MrfOptions(),
    trust: AgreementOptions = AgreementOptions(),
) -> EdgeEstimate:
    """Return the relative offset (reference, other) that maximises p(x | y) (eq. 2 and 3).

    The interval comes from the field's own posterior over its candidates. It
    is not calibrated, so no probability is stated.
    """
    linked = linked_photos(table, edge, reference)
    field = build_field(table, edge, reference)
    scores = max_sum(field, options)
    best = _best_candidate(field, scores)
    offset_s = float(field.candidate_s[best])
    posterior = np.exp(scores - scores.max())
    mass = np.cumsum(posterior / posterior.sum())
    low, high = np.searchsorted(mass, TAILS_90)
    links = agreement(linked, offset_s, trust)
    findings = links.findings
    if np.sum(scores == scores.max()) > 1:
        findings = (*findings, Finding(FindingKind.EQUAL_OFFSETS))
    estimate = Estimate(
        offset_s=offset_s,
        low_s=min(float(field.candidate_s[low]), offset_s),
        high_s=max(float(field.candidate_s[high]), offset_s),
        basis=links.basis,
    )
    return EdgeEstimate(estimate, findings)


def _best_candidate(field: Field, scores: Floats) -> int:
    """Return the best state; of equals the one nearest to the middle of all candidates."""
    equals = np.flatnonzero(scores == scores.max())
    middle = np.median(field.candidate_s)
    return int(equals[np.argmin(np.abs(field.candidate_s[equals] - middle))])


def build_field(table: PhotoTable, edge: Edge, reference: int) -> Field:
    """Return the field of an edge: only linked photos take part (section III-E)."""
    linked = linked_photos(table, edge, reference)
    other, left = np.unique(linked.other), np.unique(linked.reference)
    return Field(
        candidate_s=np.unique(linked.difference_s),
        time_s=table.camera_time_s[other],
        reference_s=table.camera_time_s[left],
        position=_on_sphere(table.position_deg[other]),
        reference_position=_on_sphere(table.position_deg[left]),
    )


def max_sum(field: Field, options: MrfOptions = MrfOptions()) -> Floats:
    """Return ln p(x | y) + ln Z of every candidate: (Q,), by max-sum (eq. 12 and 13).

    Messages run from y_1 to the root x_N. For each state of x_i there is one
    state of x_{i−1} that is coherent with it, so no maximum is taken on the way.
    """
    message = np.zeros(len(field.candidate_s))
    for time_term, place_term in _terms(field):
        message = message - options.delta * time_term  # μ ψ→x: ln ψ of eq. 8
        message = message - options.gamma * place_term  # + μ φ→x: ln φ of eq. 6
    return message


def potential_sums(field: Field) -> Floats:
    """Return h_1 (place) and h_2 (time) of every candidate, eq. 10: (Q, 2)."""
    sums = np.zeros((len(field.candidate_s), 2))
    for time_term, place_term in _terms(field):
        sums += np.stack([place_term, time_term], axis=1)
    return sums


def _terms(field: Field) -> Iterator[tuple[Floats, Floats]]:
    """Yield for each photo y_k, over all candidates, its two normalised distances.

    First D_T(x_{k−1}, x_k) of eq. 7, zero for the first photo; then D_G(x_k, y_k) of eq. 5.
    """
    gap_before: Floats | None = None
    for photo in range(len(field.time_s)):
        nearest, gap = _nearest(field, photo)
        time_term = np.zeros_like(gap) if gap_before is None else _normalised(gap_before + gap)
        yield time_term, _normalised(_place_distance(field, photo, nearest))
        gap_before = gap


def _normalised(distance: Floats) -> Floats:
    """Divide by the largest over the candidates; nothing to tell apart means 0."""
    largest = distance.max()
    return distance / largest if largest > 0 else np.zeros_like(distance)


def _nearest(field: Field, photo: int) -> tuple[Indices, Floats]:
    """Return for photo y_k under each candidate the nearest reference row, and its time gap."""
    moved = field.time_s[photo] + field.candidate_s
    after = np.clip(np.searchsorted(field.reference_s, moved), 0, len(field.reference_s) - 1)
    before = np.maximum(after - 1, 0)
    before = np.searchsorted(field.reference_s, field.reference_s[before])  # first of equals
    gap_after = np.abs(field.reference_s[after] - moved)
    gap_before = np.abs(moved - field.reference_s[before])
    earlier = gap_before <= gap_after  # a tie goes to the earlier photo
    return np.where(earlier, before, after), np.where(earlier, gap_before, gap_after)


def _place_distance(field: Field, photo: int, nearest: Indices) -> Floats:
    """Return D_G(x_k, y_k) in metres for every candidate; 0 where a position is unknown."""
    chord = np.linalg.norm(field.reference_position[nearest] - field.position[photo], axis=1)
    distance = 2 * EARTH_RADIUS_M * np.arcsin(np.minimum(chord / 2, 1.0))
    return np.where(np.isnan(distance), 0.0, distance)


def _on_sphere(position_deg: Floats) -> Floats:
    """Return points on the unit sphere, eq. 4: (n, 3), NaN where the position is unknown."""
    latitude, longitude = np.radians(position_deg).T
    return np.stack(
        [
            np.cos(latitude) * np.cos(longitude),
            np.cos(latitude) * np.sin(longitude),
            np.sin(latitude),
        ],
        axis=1,
    )


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
