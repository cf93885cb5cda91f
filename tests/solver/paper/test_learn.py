import numpy as np
import pytest

from coincide.model import Edge, Links
from coincide.solver.options import MrfOptions
from coincide.solver.paper.learn import TrainingEdge, learn_weights, training_edge
from coincide.solver.paper.mrf import build_field, potential_sums
from tests.conftest import make_table

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
