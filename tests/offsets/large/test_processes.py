import os
from collections.abc import Sequence

import pytest

from coincide.offsets.large.processes import AHEAD, THREADS, counted, in_processes, in_turn


def multiply(factor: int, item: int) -> tuple[int, str | None, int]:
    return factor * item, os.environ.get(THREADS), os.getpid()


def fail(_shared: int, item: int) -> int:
    raise ValueError(f"item {item}")


class Made(Sequence[int]):
    """Numbers that say how many of them were made."""

    def __init__(self, n_items: int) -> None:
        self.n_items, self.n_made = n_items, 0

    def __len__(self) -> int:
        return self.n_items

    def __getitem__(self, nth: int) -> int:  # type: ignore[override]
        if nth >= self.n_items:
            raise IndexError
        self.n_made += 1
        return nth


def test_results_come_in_order_from_several_processes_of_one_thread() -> None:
    items, before = Made(9), os.environ.get(THREADS)
    results = []
    for done, result in enumerate(in_processes(2)(multiply, 3, items), start=1):
        results.append(result)
        # a bounded number is made ahead: together they would be the whole event
        assert items.n_made <= done + 2 * AHEAD
    assert [value for value, _, _ in results] == [3 * n for n in range(9)]
    assert {pid for _, _, pid in results}.isdisjoint({os.getpid()})
    assert {threads for _, threads, _ in results} == {"1"}
    assert os.environ.get(THREADS) == before
    assert [r[0] for r in in_turn(multiply, 3, range(9))] == [value for value, _, _ in results]


def test_one_process_is_this_one() -> None:
    assert {pid for _, _, pid in in_processes(1)(multiply, 1, [1, 2])} == {os.getpid()}


def test_a_failure_is_not_hidden() -> None:
    with pytest.raises(ValueError, match="item 0"):
        list(in_processes(2)(fail, 0, [0, 1]))


def test_what_is_done_is_counted() -> None:
    told: list[tuple[int, int]] = []
    run = counted(in_turn, lambda done, total: told.append((done, total)))
    assert len(list(run(multiply, 1, [5, 6, 7]))) == 3
    assert told == [(1, 3), (2, 3), (3, 3)]
