import numpy as np
import pytest

from coincide.solver.evidence.ascending import Ascending
from coincide.solver.options import AscendingOptions


@pytest.mark.parametrize("each", [1, 3, 64])
@pytest.mark.parametrize("fraction", [0.0, 0.1, 1 / 3])
def test_times_are_found_where_a_search_finds_them(each: int, fraction: float) -> None:
    rng = np.random.default_rng(10_000)
    # an epoch's seconds in bursts, some of them twice
    times_s = np.sort(rng.choice(200, 60) ** 2 + 1.7e9 + fraction)
    ascending = Ascending(times_s, AscendingOptions(stretches_each=each))
    near_s = np.concatenate([times_s, np.nextafter(times_s, 0), np.nextafter(times_s, np.inf)])
    anywhere_s = rng.uniform(times_s[0] - 1e5, times_s[-1] + 1e5, 500)
    wanted_s = np.concatenate([near_s, anywhere_s, [-1e12, 1e12]]).reshape(2, -1)
    for side in ("left", "right"):
        found = ascending.find(wanted_s, side)
        np.testing.assert_array_equal(found, np.searchsorted(times_s, wanted_s, side=side))


def test_one_time_alone_has_a_before_and_a_behind() -> None:
    alone = Ascending(np.array([5.0]))
    assert alone.find(np.array([4.0, 5.0, 6.0]), "left").tolist() == [0, 0, 1]
    assert alone.find(np.array([4.0, 5.0, 6.0]), "right").tolist() == [0, 1, 1]
