import threading
import time

import pytest

from coincide.engine import LocalEngine, open_engine
from coincide.errors import UsageError


def plus(shared: int, item: int) -> int:
    time.sleep(0.01 * (item % 3))
    return shared + item


def test_results_come_in_the_order_of_items() -> None:
    with open_engine() as engine:
        done = list(engine.map(plus, 100, range(20)))
    assert [one.value for one in done] == list(range(100, 120))
    assert all(one.retries == 0 and one.cpu_s >= 0.0 for one in done)


def test_falsy_items_and_none_at_all() -> None:
    engine = LocalEngine(2)
    assert [one.value for one in engine.map(plus, 0, [0, 0, 1])] == [0, 0, 1]
    assert list(engine.map(plus, 0, [])) == []


def test_only_a_bounded_number_is_under_way() -> None:
    started: list[int] = []

    def task(_: None, item: int) -> int:
        started.append(item)
        return item

    results = LocalEngine(2).map(task, None, range(100))
    assert next(results).value == 0
    time.sleep(0.1)
    assert len(started) <= 5
    results.close()  # type: ignore[attr-defined]


def test_tasks_run_side_by_side() -> None:
    both = threading.Barrier(2, timeout=10)

    def task(_: None, item: int) -> int:
        both.wait()
        return item

    assert [one.value for one in LocalEngine(2).map(task, None, range(2))] == [0, 1]


def test_a_failure_ends_it() -> None:
    def task(_: None, item: int) -> int:
        if item == 3:
            raise ValueError("three")
        return item

    results = LocalEngine(1).map(task, None, range(100))
    assert [next(results).value for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="three"):
        next(results)


def test_an_address_is_for_clusters() -> None:
    with pytest.raises(UsageError, match="--engine ray"):
        open_engine("local", address="x:1")
