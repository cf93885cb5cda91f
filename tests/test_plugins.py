import pickle
import sys
from pathlib import Path

import pytest

from coincide.errors import PluginError, UsageError
from coincide.plugins import (
    Added,
    added_in_file,
    choose_added,
    find_added,
    is_python_file,
    names_with_added,
)
from tests.added_packages import write_package


def added_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, code: str) -> Added:
    monkeypatch.syspath_prepend(write_package(tmp_path, package, "method", "mine", code))
    found = choose_added("method", "mine")
    assert found is not None
    return found


def test_what_is_found_is_named_and_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = added_by(tmp_path, monkeypatch, "add-quiet", "def make(x): return x")
    assert (added.name, added.package) == ("mine", "add-quiet")
    assert "add_quiet" not in sys.modules
    assert choose_added("backbone", "mine") is None
    assert names_with_added("method", ("joint", "paper")) == "joint, paper, mine"
    assert added.call(added.load(), 3) == 3


def test_two_packages_of_one_name_are_both_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("add-one", "add-two"):
        write_package(tmp_path, package, "method", "mine", "make = print")
    monkeypatch.syspath_prepend(tmp_path)
    assert [added.package for added in find_added("method")] == ["add-one", "add-two"]
    with pytest.raises(PluginError, match="several packages: add-one and add-two"):
        choose_added("method", "mine")


@pytest.mark.parametrize(
    ("package", "code", "says"),
    [
        ("add-missing", "import no_such_module_anywhere", "ModuleNotFoundError: No module named"),
        ("add-syntax", "def make(:", "SyntaxError"),
        ("add-nothing", "other = 1", "AttributeError"),
        ("add-exit", "raise SystemExit(0)", r"SystemExit: 0, at .*add_exit\.py:1"),
        ("add-number", "make = 7", "lacks its function add_number:make"),
    ],
)
def test_what_cannot_be_imported_names_its_package_and_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str, code: str, says: str
) -> None:
    added = added_by(tmp_path, monkeypatch, package, code)
    with pytest.raises(PluginError, match=says) as caught:
        added.load()
    assert f"The method 'mine' of the package {package} " in str(caught.value)
    assert str(caught.value).endswith(f"pip uninstall {package}")
    assert "\n" not in str(caught.value)


def test_what_a_package_raises_is_told_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = "def make(x):\n    return 1 / x\n"
    added = added_by(tmp_path, monkeypatch, "add-failing", code)
    with pytest.raises(PluginError, match=r"ZeroDivisionError: .*add_failing\.py:2\)") as caught:
        added.call(added.load(), 0)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_what_a_package_tells_the_user_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = (
        "from coincide.errors import UsageError\ndef make(x): raise UsageError('Say it louder.')\n"
    )
    added = added_by(tmp_path, monkeypatch, "add-telling", code)
    with pytest.raises(UsageError, match=r"^Say it louder\.$"):
        added.call(added.load(), 0)


def in_file(folder: Path, code: str) -> Added:
    path = folder / "mine.py"
    path.write_text(code, encoding="utf-8")
    return added_in_file("method", path, "make")


def test_a_file_is_run_when_it_is_loaded_and_anew_when_it_has_changed(tmp_path: Path) -> None:
    code = "from dataclasses import dataclass\n@dataclass\nclass Two:\n    x: int\n"
    added = in_file(tmp_path, "from __future__ import annotations\n" + code + "make = Two\n")
    assert (added.name, added.full_name) == ("mine.py", "mine.py")
    first = added.load()
    made = added.call(first, 2)
    assert pickle.loads(pickle.dumps(made)) == made
    assert added.load() is first  # what a file makes at its start is made once
    in_file(tmp_path, "def make(x): return x + 1\n")
    assert added.call(added.load(), 2) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.py"]


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import no_such_module_anywhere", r"No module named .*mine\.py:1\)"),
        ("x = 1\ndef make(:", r"SyntaxError: invalid syntax \(mine\.py, line 2\)\)\."),
        ("x = 1\nraise SystemExit(0)", r"SystemExit: 0, at .*mine\.py:2"),
        ("other = 1", "lacks its function make"),
        ("make = 7", "lacks its function make"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_line(
    tmp_path: Path, code: str, says: str
) -> None:
    with pytest.raises(PluginError, match=says) as caught:
        in_file(tmp_path, code).load()
    assert str(caught.value).startswith(f"The method in {tmp_path / 'mine.py'} ")
    assert str(caught.value).endswith(". Fix that file.")
    with pytest.raises(PluginError, match=says):  # nor does it seem loaded afterwards
        in_file(tmp_path, code).load()


def test_a_failure_is_told_with_the_line_of_the_file_and_not_of_what_it_calls(
    tmp_path: Path,
) -> None:
    added = in_file(tmp_path, "import statistics\ndef make(x):\n    return statistics.mean(x)\n")
    with pytest.raises(PluginError, match=r"StatisticsError: .*mine\.py:3\)\. Fix that file"):
        added.call(added.load(), [])


def test_files_are_told_from_names(tmp_path: Path) -> None:
    assert is_python_file("my/method.py")
    assert not is_python_file("votes")
    with pytest.raises(UsageError, match=r"no file .*mine\.py with a method"):
        added_in_file("method", tmp_path / "mine.py", "make")
