"""The field against a brute-force evaluation of the paper's objective, photo by photo."""

import math
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from coincide.model import Basis, Edge, Finding, FindingKind, Floats, Links, PhotoTable
from coincide.solver.options import MrfOptions
from coincide.solver.paper.mrf import (
    TrainingEdge,
    build_field,
    estimate_edge_mrf,
    learn_weights,
    max_sum,
    potential_sums,
    training_edge,
)
from tests.conftest import make_table

WEIGHTS = MrfOptions(gamma=0.7, delta=3.1)
EQUAL_OFFSETS = Finding(FindingKind.EQUAL_OFFSETS)


def random_edge(seed: int) -> tuple[PhotoTable, Edge]:
    """Two small galleries with random links; some photos without GPS, some times equal."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 7, 2)
    times = [np.sort(rng.integers(0, 40, size) * 60.0).tolist() for size in sizes]
    places = [[_place(rng) for _ in gallery] for gallery in times]
    table = make_table(*times, positions=places)
    n_links = int(rng.integers(1, sizes[0] * sizes[1] + 1))
    pairs = rng.permutation(sizes[0] * sizes[1])[:n_links]
    a, b = np.divmod(pairs, sizes[1])
    links = Links(a.astype(np.int64), (b + sizes[0]).astype(np.int64), rng.random(n_links))
    return table, Edge(0, 1, links, 0.5)


def _place(rng: np.random.Generator) -> tuple[float, float]:
    if rng.random() < 0.4:
        return (math.nan, math.nan)
    return (46 + rng.uniform(-0.01, 0.01), 11 + rng.uniform(-0.01, 0.01))


def great_circle_m(one: Floats, other: Floats) -> float:
    if np.isnan(one).any() or np.isnan(other).any():
        return 0.0
    (lat1, lon1), (lat2, lon2) = np.radians(one), np.radians(other)
    h = math.sin((lat2 - lat1) / 2) ** 2
    h += math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6_371_008.8 * math.asin(math.sqrt(h))


def brute_force(table: PhotoTable, edge: Edge, weights: MrfOptions) -> dict[float, float]:
    """The objective of every candidate, gallery 0 being the reference."""
    time = table.camera_time_s
    linked_a, linked_b = sorted(set(edge.links.photo_a)), sorted(set(edge.links.photo_b))
    pairs = list(zip(edge.links.photo_a, edge.links.photo_b, strict=True))
    candidates = sorted({float(time[i] - time[j]) for i, j in pairs})
    goes_with = {
        (m, j): min(linked_a, key=lambda i, m=m, j=j: (abs(time[j] + m - time[i]), i))
        for m in candidates
        for j in linked_b
    }

    def gap(m: float, j: int) -> float:
        return abs(float(time[j] + m - time[goes_with[m, j]]))

    def place(m: float, j: int) -> float:
        return great_circle_m(table.position_deg[goes_with[m, j]], table.position_deg[j])

    scores = dict.fromkeys(candidates, 0.0)
    for j in linked_b:
        largest = max(place(m, j) for m in candidates)
        for m in candidates:
            scores[m] -= weights.gamma * place(m, j) / largest if largest > 0 else 0.0
    for one, following in pairwise(linked_b):
        largest = max(gap(m, one) + gap(m, following) for m in candidates)
        for m in candidates:
            total = gap(m, one) + gap(m, following)
            scores[m] -= weights.delta * total / largest if largest > 0 else 0.0
    return scores


@pytest.mark.parametrize("seed", range(200))
def test_max_sum_agrees_with_brute_force(seed: int) -> None:
    table, edge = random_edge(seed)
    expected = brute_force(table, edge, WEIGHTS)
    field = build_field(table, edge, reference=0)
    assert field.candidate_s.tolist() == list(expected)
    scores = max_sum(field, WEIGHTS)
    np.testing.assert_allclose(scores, list(expected.values()), rtol=1e-6, atol=1e-6)
    sums = potential_sums(field)
    np.testing.assert_allclose(-sums @ [WEIGHTS.gamma, WEIGHTS.delta], scores, atol=1e-9)
    estimate = estimate_edge_mrf(table, edge, 0, WEIGHTS).estimate
    assert expected[estimate.offset_s] == pytest.approx(max(expected.values()), abs=1e-6)
    assert estimate.low_s <= estimate.offset_s <= estimate.high_s


def test_the_brute_force_cases_are_not_trivial() -> None:
    """The cases above must tell candidates apart by time and by place."""
    sums = [potential_sums(build_field(*random_edge(seed), reference=0)) for seed in range(200)]
    assert sum(np.ptp(h[:, 0]) > 0 for h in sums) > 100
    assert sum(np.ptp(h[:, 1]) > 0 for h in sums) > 100


def test_places_far_apart_count_by_the_way_around_the_earth() -> None:
    around = [[(0.0, 60.0), (0.0, 90.0), (0.0, 180.0)], [(0.0, 0.0)]]
    table = make_table([0.0, 3600.0, 7200.0], [0.0], positions=around)
    edge = Edge(0, 1, Links(np.arange(3), np.full(3, 3), np.ones(3)), 0.5)
    by_place, by_time = potential_sums(build_field(table, edge, reference=0)).T
    assert by_place == pytest.approx([1 / 3, 1 / 2, 1.0])
    assert by_time.tolist() == [0.0, 0.0, 0.0]


def test_overlap_in_time_finds_the_offset_among_false_links() -> None:
    moments = [0.0, 300.0, 1000.0, 4000.0, 4100.0, 9000.0]
    table = make_table(moments, [moment + 3600 for moment in moments])
    true = [(i, 6 + i) for i in range(6)]
    false = [(0, 11), (5, 6), (1, 9), (3, 7)]
    a, b = np.array(true + false).T
    edge = Edge(0, 1, Links(a, b, np.ones(len(a))), 0.5)
    assert estimate_edge_mrf(table, edge, 0).estimate.offset_s == -3600.0
    assert estimate_edge_mrf(table, edge, 1).estimate.offset_s == 3600.0


def test_an_estimate_says_why_not_to_trust_it() -> None:
    table = make_table([0.0, 5000.0], [100.0])
    edge = Edge(0, 1, Links(np.array([0, 1]), np.array([2, 2]), np.ones(2)), 0.5)
    findings = estimate_edge_mrf(table, edge, 0).findings
    assert Finding(FindingKind.FEW_LINKS, count=2) in findings
    assert findings[-1] == EQUAL_OFFSETS


def test_where_all_offsets_fit_alike_the_middle_one_is_taken_and_ninety_percent_told() -> None:
    table = make_table([60.0 * number for number in range(30)], [0.0])
    edge = Edge(0, 1, Links(np.arange(30), np.full(30, 30), np.ones(30)), 0.5)
    found = estimate_edge_mrf(table, edge, 0, MrfOptions(gamma=0.0, delta=0.0))
    estimate = found.estimate
    assert estimate.offset_s == 60.0 * 14  # of the two in the middle the first
    assert (estimate.low_s, estimate.high_s) == (60.0 * 1, 60.0 * 28)
    assert EQUAL_OFFSETS in found.findings
    assert estimate.probability is None


def test_the_interval_shrinks_to_the_offset_where_nothing_else_fits() -> None:
    moments = [0.0, 300.0, 1000.0, 4000.0]
    table = make_table(moments, moments)
    pairs = np.array([(one, 4 + other) for one in range(4) for other in range(4)]).T
    found = estimate_edge_mrf(table, Edge(0, 1, Links(*pairs, np.ones(16)), 0.5), 0)
    estimate = found.estimate
    assert (estimate.low_s, estimate.offset_s, estimate.high_s) == (0.0, 0.0, 0.0)
    assert estimate.basis == Basis("stated", text="6 of 16 links agree within 5 min")
    assert found.findings == ()


@pytest.mark.parametrize("seed", range(10))
def test_distances_count_by_their_share_of_the_largest_however_small(seed: int) -> None:
    table, edge = random_edge(seed)
    smaller = replace(table, camera_time_s=table.camera_time_s / 8192)  # exact in binary
    scores = max_sum(build_field(table, edge, reference=0), WEIGHTS)
    assert max_sum(build_field(smaller, edge, reference=0), WEIGHTS).tolist() == scores.tolist()


PLANTED = MrfOptions(gamma=1.5, delta=4.0)


def sampled_edge(rng: np.random.Generator) -> TrainingEdge:
    """An edge of random photos whose true candidate is drawn from the model itself."""
    times = [np.sort(rng.uniform(0, 20_000, 6)).tolist() for _ in range(2)]
    places = [[(46 + rng.normal(0, 0.01), 11 + rng.normal(0, 0.01)) for _ in g] for g in times]
    table = make_table(*times, positions=places)
    pairs = rng.permutation(36)[:8]
    edge = Edge(0, 1, Links(pairs // 6, pairs % 6 + 6, np.ones(8)), 0.5)
    sums = potential_sums(build_field(table, edge, reference=0))
    chance = np.exp(-sums @ [PLANTED.gamma, PLANTED.delta])
    return TrainingEdge(sums, int(rng.choice(len(sums), p=chance / chance.sum())))


# the error falls with the root of the number of edges
@pytest.mark.parametrize(
    ("n_edges", "error"), [(700, 0.27), pytest.param(5000, 0.1, marks=pytest.mark.slow)]
)
def test_planted_weights_come_back(n_edges: int, error: float) -> None:
    rng = np.random.default_rng(20)
    learned = learn_weights([sampled_edge(rng) for _ in range(n_edges)])
    assert learned.gamma == pytest.approx(PLANTED.gamma, rel=error)
    assert learned.delta == pytest.approx(PLANTED.delta, rel=error)


def test_the_true_candidate_is_the_one_nearest_to_the_truth() -> None:
    table = make_table([0.0, 100.0], [1000.0])
    edge = Edge(0, 1, Links(np.array([0, 1]), np.array([2, 2]), np.ones(2)), 0.5)
    assert training_edge(table, edge, 0, true_offset_s=-930.0).true == 1  # −900, not −1000
    assert training_edge(table, edge, 0, true_offset_s=-970.0).true == 0


def test_without_gps_the_place_weight_does_not_run_away() -> None:
    rng = np.random.default_rng(3)
    edges = [
        TrainingEdge(np.stack([np.zeros(5), rng.random(5)], axis=1), int(rng.integers(5)))
        for _ in range(200)
    ]
    learned = learn_weights(edges)
    assert learned.gamma == pytest.approx(1.0)  # nothing to learn from: where it started
    assert learned.delta < 1.0
