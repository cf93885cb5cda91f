from itertools import combinations

import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import minimum_spanning_tree

from coincide.model import Edge, GalleryGraph, Links
from coincide.solver.paper.graph import build_graph, spanning_forest, walk_tree
from tests.conftest import make_table

NO_LINKS = Links.joined([])


def test_links_are_grouped_by_pair_whichever_way_they_point() -> None:
    table = make_table([0.0, 1.0], [2.0, 3.0], [4.0])
    links = Links(np.array([0, 3, 4]), np.array([2, 1, 0]), np.array([0.9, 0.5, 0.7]))
    graph = build_graph(table, links)
    assert [(edge.a, edge.b, edge.weight) for edge in graph.edges] == [(0, 1, 0.7), (0, 2, 0.7)]
    first = graph.edges[0].links
    assert first.photo_a.tolist() == [0, 1]
    assert first.photo_b.tolist() == [2, 3]


def test_links_inside_a_gallery_make_no_edge() -> None:
    links = Links(np.array([0]), np.array([1]), np.array([1.0]))
    assert build_graph(make_table([0.0, 1.0], [2.0]), links).edges == ()


@pytest.mark.parametrize("seed", range(20))
def test_the_tree_has_the_weight_scipy_finds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = 9
    pairs = [pair for pair in combinations(range(n), 2) if rng.random() < 0.5]
    weights = rng.uniform(0.1, 0.9, len(pairs))
    graph = GalleryGraph(
        n, tuple(Edge(a, b, NO_LINKS, w) for (a, b), w in zip(pairs, weights, strict=True))
    )
    a, b = np.array(pairs).T
    oracle = minimum_spanning_tree(coo_array((1 - weights, (a, b)), shape=(n, n)))
    forest = spanning_forest(graph)
    assert len(forest) == oracle.nnz
    assert sum(1 - edge.weight for edge in forest) == pytest.approx(oracle.sum())


def test_the_walk_reaches_its_component_only_parents_first() -> None:
    edges = [Edge(a, b, NO_LINKS, 0.5) for a, b in [(0, 1), (1, 2), (3, 4)]]
    steps = walk_tree(spanning_forest(GalleryGraph(5, tuple(edges))), anchor=2)
    assert [(step.parent, step.child) for step in steps] == [(2, 1), (1, 0)]
