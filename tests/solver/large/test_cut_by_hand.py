"""How an event is cut, against the same done slowly, and against numbers that are known."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy import sparse

from coincide.model import Floats
from coincide.solver.large.cut import _ties, cut
from coincide.solver.options import LargeOptions

FEWEST = 4


def cut_slowly(shares: Floats, size: int, loose: float) -> tuple[tuple[int, ...], ...]:
    """Put together the two clusters with most in common on average, as long as any two may be."""
    clusters = {one: [one] for one in range(len(shares))}
    holds = dict.fromkeys(clusters, np.inf)

    def between(a: int, b: int) -> Floats:
        return shares[np.ix_(clusters[a], clusters[b])]

    def may_be_one(a: int, b: int) -> bool:
        sizes = len(clusters[a]), len(clusters[b])
        if not between(a, b).any() or sum(sizes) > size:
            return False
        weakest = loose * min(holds[a], holds[b])
        return min(sizes) < FEWEST or bool(between(a, b).mean() >= weakest)

    def merge(a: int, b: int) -> None:
        holds[a] = min(holds[a], holds.pop(b), float(between(a, b).mean()))
        clusters[a] += clusters.pop(b)

    while found := [pair for pair in combinations(sorted(clusters), 2) if may_be_one(*pair)]:
        merge(*max(found, key=lambda pair: between(*pair).mean()))
    for one in sorted(one for one in clusters if len(clusters[one]) < FEWEST):
        if one not in clusters or len(clusters[one]) >= FEWEST:
            continue
        others = [
            other
            for other in sorted(clusters)
            if other != one
            if between(other, one).any()
            if len(clusters[other]) + len(clusters[one]) <= round(1.25 * size)
        ]
        if others:
            merge(max(others, key=lambda other: between(other, one).sum()), one)
    return tuple(sorted(tuple(sorted(members)) for members in clusters.values()))


def random_votes(n_galleries: int, rng: np.random.Generator) -> Floats:
    """Return votes of a few groups, with some of no use: between many, and of one for itself."""
    group = rng.integers(0, 4, n_galleries)
    same = group[:, None] == group[None, :]
    there = rng.random(same.shape) < np.where(same, 0.6, 0.1)
    votes = np.triu(np.where(there, rng.uniform(0.1, 10.0, same.shape), 0.0))
    return np.asarray(votes + votes.T)


@pytest.mark.parametrize("seed", range(15))
def test_clusters_are_those_that_are_found_slowly(seed: int) -> None:
    rng = np.random.default_rng(seed)
    votes = random_votes(18, rng)
    size, loose = int(rng.integers(4, 11)), float(rng.choice([0.15, 0.6, 0.9]))
    total = votes.sum(axis=1)
    shares = votes / np.sqrt(np.outer(total, total).clip(1e-9))
    np.fill_diagonal(shares, 0.0)
    options = replace(LargeOptions(), cluster_size=size, loose=loose)
    assert cut(sparse.csr_array(votes), options) == cut_slowly(shares, size, loose)


def test_ties_are_shares_of_what_both_have() -> None:
    votes = np.zeros((3, 3))
    votes[0, 1] = votes[1, 0] = 3.0
    votes[1, 2] = votes[2, 1] = 9.0
    ties = _ties(sparse.csr_array(votes))
    # of 3, 12 and 9 votes in all
    assert ties[0] == {1: pytest.approx(3 / 6)}
    assert ties[1] == {0: pytest.approx(3 / 6), 2: pytest.approx(9 / np.sqrt(12 * 9))}
    assert ties[2] == {1: pytest.approx(9 / np.sqrt(12 * 9))}


def test_who_has_something_in_common_with_all_is_looked_at_with_thirty_two() -> None:
    """The others have enough among themselves, or they would ask for it."""
    votes = np.full((34, 34), 10.0)
    votes[33] = votes[:, 33] = np.linspace(1.0, 0.9, 34)
    np.fill_diagonal(votes, 0.0)
    ties = _ties(sparse.csr_array(votes))
    assert sorted(ties[33]) == [*range(32)]
    assert sorted(ties[32]) == [*range(32)]


def two_groups(between: float, size: int) -> Floats:
    votes = np.full((2 * size, 2 * size), between)
    votes[:size, :size] = votes[size:, size:] = 8.0
    np.fill_diagonal(votes, 0.0)
    return votes


def test_what_has_just_the_least_in_common_is_still_put_together() -> None:
    """Of 32 votes that each gallery has, 8 are for each of its own, 2 for each other."""
    votes = sparse.csr_array(two_groups(2.0, 4))
    assert len(cut(votes, LargeOptions(loose=0.25))) == 1
    assert len(cut(votes, LargeOptions(loose=0.26))) == 2


def test_clusters_are_held_against_the_one_that_is_held_together_least() -> None:
    """Shares of 8/26 hold the first, 2/8 the second; between them are 0.5 of √(26·8)."""
    votes = two_groups(0.5, 4)
    votes[4:, 4:] /= 4.0
    # 0.139 of the second, but 0.113 of the first
    assert len(cut(sparse.csr_array(votes), LargeOptions(loose=0.12))) == 1
    assert len(cut(sparse.csr_array(votes), LargeOptions(loose=0.13))) == 1
    assert len(cut(sparse.csr_array(votes), LargeOptions(loose=0.15))) == 2


def test_three_are_too_few_to_be_kept_apart() -> None:
    assert len(cut(sparse.csr_array(two_groups(0.5, 3)), LargeOptions(loose=0.9))) == 1
    assert len(cut(sparse.csr_array(two_groups(0.5, 4)), LargeOptions(loose=0.9))) == 2


def test_a_cluster_may_be_just_full() -> None:
    votes = sparse.csr_array(two_groups(2.0, 4))
    assert len(cut(votes, LargeOptions(cluster_size=8))) == 1
    assert len(cut(votes, LargeOptions(cluster_size=7))) == 2


@pytest.mark.parametrize(("n_alone", "n_taken"), [(1, 1), (2, 2), (3, 2)])
def test_a_quarter_more_than_full_is_taken_in(n_alone: int, n_taken: int) -> None:
    """Eight are full, ten are too many more: who comes then stays alone."""
    votes = np.zeros((8 + n_alone, 8 + n_alone))
    votes[:8, :8] = 8.0 - 8.0 * np.eye(8)
    for one in range(8, 8 + n_alone):
        votes[0, one] = votes[one, 0] = 0.1
    clusters = cut(sparse.csr_array(votes), LargeOptions(cluster_size=8))
    assert clusters[0] == tuple(range(8 + n_taken))
    assert clusters[1:] == tuple((one,) for one in range(8 + n_taken, 8 + n_alone))


def test_four_are_a_cluster_of_their_own() -> None:
    """And are not given away, whatever room there is elsewhere."""
    votes = sparse.csr_array(two_groups(0.1, 4))
    assert cut(votes, LargeOptions(cluster_size=7)) == ((0, 1, 2, 3), (4, 5, 6, 7))


def test_small_ones_that_were_given_to_each_other_are_a_cluster() -> None:
    """Three are full, and four are not too many: two and two stay, and have no room for more."""
    votes = np.zeros((6, 6))
    for a, b, common in ((0, 1, 9.0), (2, 3, 9.0), (4, 5, 9.0), (1, 2, 4.0), (3, 4, 1.0)):
        votes[a, b] = votes[b, a] = common
    options = LargeOptions(cluster_size=3)
    assert cut(sparse.csr_array(votes), options) == ((0, 1, 2, 3), (4, 5))


def test_who_is_a_cluster_by_what_was_given_to_it_is_not_given_away() -> None:
    """The first goes to the six after it. The last six have more in common with number seven."""
    votes = np.zeros((14, 14))
    for six in (slice(1, 7), slice(8, 14)):
        votes[six, six] = 9.0 - 9.0 * np.eye(6)
    for a, b, common in ((0, 1, 1.0), (6, 7, 0.1), (7, 8, 1.0)):
        votes[a, b] = votes[b, a] = common
    options = LargeOptions(cluster_size=6, fewest=7)
    assert cut(sparse.csr_array(votes), options) == (tuple(range(7)), tuple(range(7, 14)))
