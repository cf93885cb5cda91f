"""Tasks on a real Ray cluster of this machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from coincide.engine import Engine, open_engine
from coincide.errors import EngineError, ModelError, StoreError
from tests.cluster.conftest import RAY
from tests.cluster.nodes import ray_nodes
from tests.cluster.test_faults import pytestmark as pytestmark  # noqa: PLC0414


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in RAY.items():
            patch.setenv(name, value)
        with ray_nodes(2) as nodes, open_engine("ray", address=nodes.address) as opened:
            yield opened


def plus(shared: int, item: int) -> int:
    return shared + item


def fail(_: None, item: int) -> int:
    if item == 2:
        raise ModelError("no such network")
    return item


def fail_once(folder: Path, item: int) -> int:
    """Fail the first time in one way or another, as a lost node and a store do."""
    seen = folder / str(item)
    if not seen.exists():
        seen.touch()
        if item % 2:
            os._exit(1)
        raise StoreError("503")
    return item


def test_results_come_in_order(engine: Engine) -> None:
    done = list(engine.map(plus, 100, range(30)))
    assert [one.value for one in done] == list(range(100, 130))
    assert not engine.in_process
    assert {one.retries for one in done} == {0}


def test_tasks_whose_process_or_store_fails_are_begun_again(engine: Engine, tmp_path: Path) -> None:
    done = list(engine.map(fail_once, tmp_path, range(4)))
    assert [one.value for one in done] == [0, 1, 2, 3]
    assert {one.retries for one in done} == {1}


def test_our_own_errors_come_through(engine: Engine) -> None:
    with pytest.raises(ModelError, match=r"^no such network$"):
        list(engine.map(fail, None, range(5)))


def test_a_cluster_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def init(**_: object) -> None:
        raise ConnectionError("nobody")

    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", init)
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    told = r"No Ray cluster can be used at 127\.0\.0\.1:1: nobody\."
    with pytest.raises(EngineError, match=rf"^{told} .*export RAY_AUTH_MODE=token"):
        open_engine("ray", address="127.0.0.1:1")
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    with pytest.raises(EngineError, match=rf"^{told}$"):
        open_engine("ray", address="127.0.0.1:1")
