"""``exact`` and ``coverage`` against their definitions carried out on the whole matrix."""

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coincide.model import Links, PhotoTable, Singles
from coincide.solver.links import find_links
from coincide.solver.links.similarity import similarity_tile
from coincide.solver.options import LinkApproach, LinkOptions
from tests.conftest import make_table


def random_event(seed: int, sizes: list[int], dim: int = 6) -> tuple[PhotoTable, Singles]:
    rng = np.random.default_rng(seed)
    table = make_table(*[sorted(rng.uniform(0, 1e4, size).tolist()) for size in sizes])
    return table, rng.normal(size=(sum(sizes), dim)).astype(np.float32)


def whole_matrix(vectors: Singles) -> np.ndarray:
    wide = vectors.astype(np.float64)
    return np.exp(-np.linalg.norm(wide[:, None] - wide[None], axis=2))


def as_set(links: Links) -> set[tuple[int, int]]:
    return set(zip(links.photo_a.tolist(), links.photo_b.tolist(), strict=True))


def naive_exact(table: PhotoTable, w: np.ndarray, enough: int) -> set[tuple[int, int]]:
    chosen = set()
    for a, b in combinations(range(table.n_galleries), 2):
        rows = product(*(range(table.starts[g], table.starts[g + 1]) for g in (a, b)))
        chosen |= set(sorted(rows, key=lambda pair: -w[pair])[:enough])
    return chosen


def naive_coverage(table: PhotoTable, w: np.ndarray, enough: int) -> set[tuple[int, int]]:
    n = table.n_photos
    gallery = table.gallery_of(np.arange(n))
    pairs = [p for p in combinations(range(n), 2) if gallery[p[0]] != gallery[p[1]]]
    n_pairs = table.n_galleries * (table.n_galleries - 1) // 2
    taken: dict[tuple[int, int], list[tuple[int, int]]] = {}
    closed: set[tuple[int, int]] = set()
    thresholds = [tenth / 10 for tenth in range(1, 11)]
    for i, j in sorted(pairs, key=lambda pair: -w[pair]):
        edge = (int(gallery[i]), int(gallery[j]))
        if edge in closed:
            continue
        taken.setdefault(edge, []).append((i, j))
        while thresholds and len(taken) / n_pairs >= thresholds[0] - 1e-12:
            thresholds.pop(0)
            closed |= {key for key, links in taken.items() if len(links) >= enough}
        if not thresholds and len(taken[edge]) >= enough:
            closed.add(edge)  # all are connected: each pair ends when it has enough
    return {link for links in taken.values() for link in links}


@pytest.mark.parametrize("tile", [3, 1000])
@pytest.mark.parametrize("seed", range(5))
def test_exact_keeps_the_best_of_every_pair(seed: int, tile: int) -> None:
    table, vectors = random_event(seed, [7, 12, 4, 9])
    links = find_links(table, [vectors], LinkOptions(alpha=0.2, tile=tile))
    assert as_set(links) == naive_exact(table, whole_matrix(vectors), enough=6)


@pytest.mark.parametrize("alpha", [0.02, 0.1, 0.3])
@pytest.mark.parametrize("seed", range(5))
def test_coverage_follows_its_definition(seed: int, alpha: float) -> None:
    table, vectors = random_event(seed, [7, 12, 4, 9, 8])
    vectors[:19] *= 0.3  # two galleries alike: they must be closed early
    links = find_links(table, [vectors], LinkOptions(approach="coverage", alpha=alpha, tile=5))
    enough = max(1, int(alpha * 40))
    assert as_set(links) == naive_coverage(table, whole_matrix(vectors), enough)


def test_exact_takes_all_pairs_where_there_are_too_few() -> None:
    table, vectors = random_event(0, [1, 2, 40])
    links = find_links(table, [vectors], LinkOptions(alpha=1.0))
    assert len(links) == 1 * 2 + 40 + 43  # the last pair has more than ⌊αN⌋ = 43


def test_fusion_is_the_mean_of_the_similarities() -> None:
    _, one = random_event(1, [5, 5])
    _, two = random_event(2, [5, 5], dim=3)
    fused = similarity_tile([one, two], slice(0, 5), slice(5, 10))
    expected = (whole_matrix(one) + whole_matrix(two))[:5, 5:] / 2
    np.testing.assert_allclose(fused, expected, rtol=1e-5)


def test_far_vectors_keep_their_order() -> None:
    """Raw classifier scores lie hundreds apart; exp of that is no single-precision number."""
    vectors = np.array([[0.0], [200.0], [250.0]], np.float32)
    links = find_links(make_table([0.0], [1.0, 2.0]), [vectors], LinkOptions(alpha=1.0))
    assert links.photo_b.tolist() == [1, 2]
    assert links.similarity[0] > links.similarity[1] > 0


@settings(max_examples=25)
@given(st.permutations(range(4)), st.sampled_from(["exact", "coverage"]))
def test_gallery_order_does_not_change_the_links(order: list[int], approach: str) -> None:
    sizes = [6, 9, 4, 7]
    table, vectors = random_event(3, sizes)
    rows = [np.arange(table.starts[g], table.starts[g + 1]) for g in range(4)]
    moved = np.concatenate([rows[g] for g in order])
    turned = make_table(*[table.camera_time_s[rows[g]].tolist() for g in order])
    options = LinkOptions(approach=approach)  # type: ignore[arg-type]
    before = find_links(table, [vectors], options)
    after = find_links(turned, [vectors[moved]], options)
    back = {frozenset((int(moved[i]), int(moved[j]))) for i, j in as_set(after)}
    assert back == {frozenset(pair) for pair in as_set(before)}


@pytest.mark.parametrize("approach", ["exact", "coverage"])
def test_progress_goes_up_to_all_pairs_and_changes_nothing(approach: LinkApproach) -> None:
    table, vectors = random_event(3, [5, 6, 4, 5])
    options = LinkOptions(approach=approach, alpha=0.2)
    told: list[tuple[int, int]] = []
    links = find_links(table, [vectors], options, progress=lambda *steps: told.append(steps))
    assert as_set(links) == as_set(find_links(table, [vectors], options))
    assert told == sorted(told)
    assert told[-1] == (6, 6)  # of four galleries
    assert len(set(told)) == len(told)
