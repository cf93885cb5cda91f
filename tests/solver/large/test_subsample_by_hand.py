"""Who speaks, against the same done one photo after the other."""

from collections import defaultdict

import numpy as np
import pytest

from coincide.model import Floats, Neighbours
from coincide.solver.large.subsample import is_foreign, strengths, subsample


def spoken_slowly(times_s: Floats, strength: Floats, n_most: int, always: list[int]) -> list[int]:
    """Choose the strongest of each half minute, then the second of each, and so on."""
    n_photos = len(times_s)
    must = {*always, min(range(n_photos), key=times_s.item), max(range(n_photos), key=times_s.item)}
    bursts = defaultdict(list)
    for one in sorted(range(n_photos), key=strength.item, reverse=True):
        bursts[int((times_s[one] - min(times_s)) // 30.0)].append(one)
    turns = [(own.index(one), -strength[one], one) for own in bursts.values() for one in own]
    others = [one for _, _, one in sorted(turns) if one not in must]
    return sorted([*must, *others[: max(0, n_most - len(must))]])


@pytest.mark.parametrize("n_most", [1, 4, 10, 40])
@pytest.mark.parametrize("seed", range(5))
def test_the_strongest_of_each_burst_come_first(seed: int, n_most: int) -> None:
    rng = np.random.default_rng(seed)
    # whole seconds, in no order, so that some are just at the end of a burst
    times_s = rng.permutation(np.arange(0.0, 600.0, 5.0))[:60] + 1007.0
    strength = rng.permutation(60) / 60
    always = rng.choice(60, 3, replace=False)
    chosen = subsample(times_s, strength, n_most=n_most, burst_s=30.0, always=always)
    assert chosen.tolist() == spoken_slowly(times_s, strength, n_most, always.tolist())


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_strength_is_that_of_the_best_match(seed: int, inside: bool) -> None:
    rng = np.random.default_rng(seed)
    cluster = rng.integers(-1, 3, 12)
    rows = rng.integers(-1, 12, (12, 3)).astype(np.int32)
    alike = rng.random((12, 3)).astype(np.float32)
    expected = np.zeros(12)
    for (one, nth), other in np.ndenumerate(rows):
        if other < 0 or min(cluster[one], cluster[other]) < 0:
            continue
        if bool(cluster[one] == cluster[other]) is inside:
            for either in (one, other):
                expected[either] = max(float(expected[either]), float(alike[one, nth]))
    found = strengths(Neighbours(rows, alike, 0.1), cluster, inside=inside)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("inside", "outside", "foreign"),
    [
        (0.25, 0.5, True),
        # 0.5 is half as far above chance as 0.75 is
        (0.49, 0.75, True),
        (0.5, 0.75, False),
        (0.5, 0.76, True),
        (0.1, 0.2, False),
        (0.2, 0.1, False),
        (0.3, 0.25, False),
    ],
)
def test_half_as_much_above_chance_is_enough_to_be_at_home(
    inside: float, outside: float, foreign: bool
) -> None:
    assert is_foreign(np.array([inside]), np.array([outside]), 0.25).tolist() == [foreign]
