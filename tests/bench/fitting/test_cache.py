"""What takes long is made once."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from coincide_bench.fitting import cache as module
from coincide_bench.fitting.cache import kept


@pytest.fixture(autouse=True)
def _programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "programs", lambda: "as they are")


class Work:
    """Counts how often it is done."""

    times = 0

    def __call__(self) -> Any:
        self.times += 1
        return [["a", 0.1, float("nan")]]


def test_it_is_made_once_and_given_back_as_it_was(tmp_path: Path) -> None:
    work = Work()
    for _ in range(2):
        ((name, share, nothing),) = kept(tmp_path, ("splits", "10000"), work)
        assert (name, share) == ("a", 0.1)
        assert np.isnan(nothing)
    assert work.times == 1


def test_of_other_things_or_by_other_programs_it_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Work()
    kept(tmp_path, ("splits",), work)
    kept(tmp_path, ("walks",), work)
    monkeypatch.setattr(module, "programs", lambda: "changed")
    kept(tmp_path, ("splits",), work)
    assert work.times == 3


def test_what_is_damaged_is_made_again(tmp_path: Path) -> None:
    work = Work()
    kept(tmp_path, ("splits",), work)
    (path,) = (tmp_path / "fits").iterdir()
    path.write_text("[[", encoding="utf-8")
    kept(tmp_path, ("splits",), work)
    assert work.times == 2
    assert path.read_text(encoding="utf-8").startswith('[["a"')
