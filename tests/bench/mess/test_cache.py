"""A case is run once by the same programs."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from coincide_bench.mess import cache as module
from coincide_bench.mess.cache import kept


@dataclass(frozen=True)
class Found:
    photos: int


class Work:
    """Counts how often it is done."""

    times = 0

    def __call__(self) -> Found | None:
        self.times += 1
        return Found(self.times)


def test_a_case_is_run_once_and_again_by_other_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Work()
    monkeypatch.setattr(module, "programs", lambda: "as they are")
    assert kept(tmp_path, ("mess", "hours-off", 1), work) == Found(1)
    assert kept(tmp_path, ("mess", "hours-off", 1), work) == Found(1)
    assert kept(tmp_path, ("mess", "hours-off", 2), work) == Found(2)
    monkeypatch.setattr(module, "programs", lambda: "changed")
    assert kept(tmp_path, ("mess", "hours-off", 1), work) == Found(3)


def test_what_is_damaged_is_run_again_and_nothing_is_a_result_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "programs", lambda: "as they are")
    assert kept(tmp_path, ("mess",), lambda: None) is None
    work = Work()
    assert kept(tmp_path, ("mess",), work) is None  # type: ignore[func-returns-value]
    assert work.times == 0
    (path,) = (tmp_path / "cases").iterdir()
    path.write_bytes(path.read_bytes()[:3])
    assert kept(tmp_path, ("mess",), work) == Found(1)
