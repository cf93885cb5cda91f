import numpy as np
import pytest

from coincide.solver.evidence import make_crowd
from coincide.solver.evidence.form import Ascending, EvidenceInputs
from coincide.solver.options import AscendingOptions
from tests.conftest import make_table

TABLE = make_table([0.0, 100.0, 200.0], [50.0, 150.0], [7.0])
WEIGHTS = np.array([1.0, 0.5, 0.25, 2.0, 3.0, 9.0])


def test_a_crowd_is_on_one_clock_in_order_with_its_weights() -> None:
    crowd = make_crowd(TABLE, WEIGHTS, [1, 0], np.array([0.0, 100.0, 5.0]))
    assert crowd.galleries == (1, 0)
    # one after the other: 150, 250, then 0, 100, 200
    assert crowd.time_s.tolist() == [0.0, 100.0, 150.0, 200.0, 250.0]
    assert crowd.order.tolist() == [2, 3, 0, 4, 1]
    assert crowd.weight.tolist() == [1.0, 0.5, 2.0, 0.25, 3.0]
    assert crowd.weight_before.tolist() == [0.0, 1.0, 1.5, 3.5, 3.75, 6.75]


def test_photos_of_one_time_stay_in_the_order_of_their_galleries() -> None:
    crowd = make_crowd(TABLE, WEIGHTS, [0, 1], np.array([50.0, 0.0, 0.0]))
    assert crowd.order.tolist() == [0, 3, 1, 4, 2]


def test_a_crowd_of_nobody_has_no_photos() -> None:
    crowd = make_crowd(TABLE, WEIGHTS, [], np.zeros(3))
    assert (len(crowd.order), len(crowd.time_s), crowd.weight_before.tolist()) == (0, 0, [0.0])


def test_nothing_is_rejected_unless_it_is_said() -> None:
    assert EvidenceInputs(TABLE, {}).rejected.shape == (0, 2)


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
