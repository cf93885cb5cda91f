import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from coincide.model import Neighbours
from coincide.solver.large.subsample import is_foreign, strengths, subsample

NONE = np.zeros(0, np.int64)


def test_each_minute_speaks_once_before_any_speaks_twice() -> None:
    times_s = np.array([0.0, 5.0, 10.0, 100.0, 200.0, 205.0, 300.0])
    strength = np.array([0.1, 0.9, 0.8, 0.2, 0.5, 0.6, 0.0])
    chosen = subsample(times_s, strength, n_most=5, burst_s=60.0, always=NONE)
    # the first and the last in any case, then the strongest of each minute
    assert chosen.tolist() == [0, 1, 3, 5, 6]


def test_few_photos_all_speak() -> None:
    times_s = np.arange(5.0)
    assert subsample(times_s, np.zeros(5), n_most=5, burst_s=60.0, always=NONE).tolist() == [
        *range(5)
    ]


@settings(max_examples=50)
@given(st.integers(1, 80), st.integers(4, 40), st.integers(0, 2**32 - 1))
def test_as_many_speak_as_may_with_those_who_must(n_photos: int, n_most: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    times_s = np.sort(rng.uniform(0, 3600, n_photos))
    always = rng.choice(n_photos, min(2, n_photos), replace=False)
    chosen = subsample(times_s, rng.random(n_photos), n_most=n_most, burst_s=60.0, always=always)
    assert len(chosen) == min(n_photos, n_most)
    assert (np.diff(chosen) > 0).all()
    assert {0, n_photos - 1, *always.tolist()} <= set(chosen.tolist())


def test_strength_counts_matches_both_ways_inside_or_outside() -> None:
    neighbours = Neighbours(
        rows=np.array([[1, 2], [-1, -1], [-1, -1], [0, -1]], np.int32),
        similarity=np.array([[0.9, 0.6], [0, 0], [0, 0], [0.7, 0]], np.float32),
        floor=0.3,
    )
    cluster = np.array([0, 0, 1, -1])
    np.testing.assert_allclose(
        strengths(neighbours, cluster, inside=True), [0.9, 0.9, 0, 0], rtol=1e-6
    )
    # who is of no cluster is neither
    np.testing.assert_allclose(
        strengths(neighbours, cluster, inside=False), [0.6, 0, 0.6, 0], rtol=1e-6
    )


def test_photos_of_others_moments_are_foreign() -> None:
    inside = np.array([0.0, 0.45, 0.6, 0.0, 0.9])
    outside = np.array([0.7, 0.7, 0.7, 0.0, 0.0])
    # who is like nobody is a stranger to nobody
    assert is_foreign(inside, outside, 0.4).tolist() == [
        True,
        True,
        False,
        False,
        False,
    ]
