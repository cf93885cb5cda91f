import os
from collections.abc import Callable, Sequence
from multiprocessing.context import BaseContext

import pytest

from coincide.solver.large import processes
from coincide.solver.large.processes import (
    THREADS,
    _one_thread_each,
    counted,
    in_processes,
    in_turn,
)
from coincide.solver.options import ProcessOptions


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
        assert items.n_made <= done + 2 * ProcessOptions().tasks_ahead
    assert [value for value, _, _ in results] == [3 * n for n in range(9)]
    assert {pid for _, _, pid in results}.isdisjoint({os.getpid()})
    assert {threads for _, threads, _ in results} == {"1"}
    assert os.environ.get(THREADS) == before
    assert [r[0] for r in in_turn(multiply, 3, range(9))] == [value for value, _, _ in results]


def test_one_process_is_this_one() -> None:
    assert {pid for _, _, pid in in_processes(1)(multiply, 1, [1, 2])} == {os.getpid()}


def test_what_is_alone_needs_no_process() -> None:
    assert {pid for _, _, pid in in_processes(2)(multiply, 1, [1])} == {os.getpid()}
    assert list(in_processes(2)(multiply, 1, [])) == []


@pytest.mark.parametrize("n_cores", [1, None])
def test_there_is_a_process_for_each_core_that_is_known(
    n_cores: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: n_cores)
    found = list(in_processes()(multiply, 2, [1, 2]))
    assert [value for value, _, _ in found] == [2, 4]
    assert {pid for _, _, pid in found} == {os.getpid()}


class Promise:
    """Something that is done at once."""

    def __init__(self, value: object) -> None:
        self.value = value

    def result(self) -> object:
        return self.value


class Pool:
    """As many processes as are asked for, all of them this one."""

    n_workers = 0

    def __init__(self, n_workers: int, *, mp_context: BaseContext) -> None:
        assert mp_context.get_start_method() == "spawn"
        Pool.n_workers = n_workers

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def submit(self, task: Callable[..., object], *arguments: object) -> Promise:
        return Promise(task(*arguments))


@pytest.mark.parametrize("n_workers", [2, 3])
def test_two_are_made_ahead_for_each_process(
    n_workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "ProcessPoolExecutor", Pool)
    items, n_made = Made(9), list[int]()
    for value, _, _ in in_processes(n_workers)(multiply, 1, items):
        assert value == len(n_made)
        n_made.append(items.n_made)
    assert n_workers == Pool.n_workers
    assert n_made == [min(9, 2 * n_workers + done) for done in range(9)]


@pytest.mark.parametrize("before", [None, "7"])
def test_how_many_threads_there_are_is_as_it_was(
    before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even after a failure."""
    monkeypatch.delenv(THREADS, raising=False)
    if before is not None:
        monkeypatch.setenv(THREADS, before)
    with _one_thread_each():
        assert os.environ[THREADS] == "1"
    assert os.environ.get(THREADS) == before
    with pytest.raises(ValueError, match="stop"), _one_thread_each():
        raise ValueError("stop")
    assert os.environ.get(THREADS) == before


def test_a_failure_is_not_hidden() -> None:
    with pytest.raises(ValueError, match="item 0"):
        list(in_processes(2)(fail, 0, [0, 1]))


def test_what_is_done_is_counted() -> None:
    told: list[tuple[int, int]] = []
    run = counted(in_turn, lambda done, total: told.append((done, total)))
    assert len(list(run(multiply, 1, [5, 6, 7]))) == 3
    assert told == [(1, 3), (2, 3), (3, 3)]
