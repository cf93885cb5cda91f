from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from coincide.solver.large.cut import cut
from coincide.solver.options import LargeOptions

OPTIONS = LargeOptions()


def votes_of(groups: list[int], *, between: float = 0.02, seed: int = 0) -> sparse.csr_array:
    """Return votes that are many inside of groups and few between them."""
    rng = np.random.default_rng(seed)
    group = np.repeat(np.arange(len(groups)), groups)
    same = group[:, None] == group[None, :]
    votes = np.where(same, 1.0, between) * rng.uniform(0.5, 1.5, same.shape)
    votes = np.triu(votes, 1)
    return sparse.csr_array(votes + votes.T)


def test_groups_are_found_and_kept_apart() -> None:
    clusters = cut(votes_of([25, 20, 30, 12]), OPTIONS)
    assert clusters == (
        tuple(range(25)),
        tuple(range(25, 45)),
        tuple(range(45, 75)),
        tuple(range(75, 87)),
    )


def test_groups_with_much_in_common_are_one() -> None:
    assert len(cut(votes_of([15, 15], between=0.5), OPTIONS)) == 1
    assert len(cut(votes_of([15, 15], between=0.05), OPTIONS)) == 2


@pytest.mark.parametrize("seed", range(3))
def test_no_cluster_is_too_large_and_each_is_connected(seed: int) -> None:
    rng = np.random.default_rng(seed)
    # people along a road: everybody knows their neighbours, and there are no groups
    place = np.sort(rng.uniform(0, 300, 300))
    votes = np.exp(-np.abs(place[:, None] - place[None, :]) / 4)
    votes[votes < 0.01] = 0.0
    np.fill_diagonal(votes, 0.0)
    clusters = cut(sparse.csr_array(votes), replace(OPTIONS, cluster_size=32))
    assert sorted(one for members in clusters for one in members) == list(range(300))
    for members in clusters:
        assert len(members) <= LargeOptions().overfull * 32
        own = votes[np.ix_(members, members)]
        assert connected_components(own)[0] == 1
    assert np.mean([len(members) for members in clusters]) > 10


def test_who_is_alone_goes_where_it_has_most_in_common_and_else_stays_alone() -> None:
    votes = votes_of([20, 20, 1, 1], between=0.0).toarray()
    votes[40, 25] = votes[25, 40] = 0.1
    clusters = cut(sparse.csr_array(votes), OPTIONS)
    assert (41,) in clusters
    assert next(members for members in clusters if 40 in members) == (*range(20, 40), 40)
    assert all(len(members) >= LargeOptions().fewest for members in clusters if members != (41,))


def test_the_order_of_galleries_does_not_matter() -> None:
    votes = votes_of([20, 25, 15]).toarray()
    order = np.random.default_rng(1).permutation(60)
    shuffled = cut(sparse.csr_array(votes[np.ix_(order, order)]), OPTIONS)
    assert {frozenset(order[list(members)].tolist()) for members in shuffled} == {
        frozenset(members) for members in cut(sparse.csr_array(votes), OPTIONS)
    }
