"""The order of one clock's photos."""

import numpy as np

from coincide.library.order import in_order
from coincide.model.times import DAY_S

NONE = np.full(60, np.nan)


def test_the_bodys_count_orders_what_a_reset_clock_shows() -> None:
    shown = np.concatenate([np.arange(40.0) * DAY_S + 4000 * DAY_S, np.arange(20.0) * DAY_S])
    shots = np.arange(60.0) + 700
    mixed = np.random.default_rng(1).permutation(60)
    found = mixed[in_order(shown[mixed], NONE, shots[mixed])]
    assert found.tolist() == list(range(60))


def test_a_reset_block_goes_where_its_file_numbers_go_on() -> None:
    true = np.arange(60.0)
    shown = 4000 * DAY_S + true * DAY_S
    shown[25:35] -= 3900 * DAY_S
    number = (9980 + true) % 10_000
    by_time = np.argsort(shown)
    found = by_time[in_order(shown[by_time], number[by_time], NONE)]
    assert found.tolist() == list(range(60))


def test_without_numbers_time_is_all_there_is() -> None:
    shown = np.array([3.0, 1.0, 2.0])
    none = np.full(3, np.nan)
    assert in_order(shown, none, none).tolist() == [1, 2, 0]


def test_a_block_that_fits_twice_stays() -> None:
    true = np.arange(60.0)
    shown = 4000 * DAY_S + true * DAY_S
    shown[25:35] -= 3900 * DAY_S
    number = true.copy()
    number[40:] = np.delete(np.arange(20, 50), np.arange(5, 15))  # the counter of another card
    by_time = np.argsort(shown)
    found = by_time[in_order(shown[by_time], number[by_time], NONE)]
    assert shown[found].tolist() == sorted(shown)
