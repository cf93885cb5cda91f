import sys
from pathlib import Path

import pytest

from coincide.errors import PluginError, UsageError
from coincide.plugins import Added, choose_added, find_added, names_with_added
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
        ("add-number", "make = 7", "is not a function: add_number:make"),
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
