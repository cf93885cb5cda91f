"""Packages that add something, as the command line meets them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.added_packages import write_package
from tests.drawn import write_event


def run(site: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", "-m", "coincide", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    write_package(site, "add-broken", "method", "mine", "import no_such_module_anywhere")
    write_package(site, "add-clash", "method", "joint", "raise SystemExit('gone')")
    return write_package(site, "add-net", "backbone", "net.onnx", "make = print")


def test_without_any_there_are_none(tmp_path: Path) -> None:
    done = run(tmp_path, "plugins")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "No installed package adds a backbone, a method or a photo server.\n"


def test_help_names_what_is_found_and_imports_nothing(broken: Path) -> None:
    done = run(broken, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert "From other packages, methods: joint, mine." in done.stdout


def test_what_cannot_be_used_is_listed_with_its_package(broken: Path) -> None:
    done = run(broken, "plugins")
    assert done.returncode == 13
    assert "Traceback" not in done.stderr
    for package in ("add-broken", "add-clash", "add-net"):
        assert f"the package {package} " in done.stderr
        assert package in done.stdout
    assert "the name is one of Coincide's own" in done.stderr
    assert "No module named 'no_such_module_anywhere'" in done.stderr


def test_only_who_asks_for_a_broken_package_hears_of_it(broken: Path, tmp_path: Path) -> None:
    event = write_event(tmp_path / "party", {"ann": 6, "bob": 6})
    done = run(broken, "sync", event, "--method", "mine")
    assert done.returncode == 13
    assert "the package add-broken cannot be imported" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (event / ".coincide").exists()
    done = run(broken, "sync", event, "--method", "joint")
    assert (done.returncode, done.stderr) == (0, "")
    done = run(broken, "bench", "run", "simulated", "--method", "mine")
    assert done.returncode == 13
    assert "the package add-broken cannot be imported" in done.stderr


def test_unknown_methods_and_options_of_others_are_refused(broken: Path, tmp_path: Path) -> None:
    done = run(broken, "sync", tmp_path, "--method", "magic")
    assert done.returncode == 2
    assert (
        "no method 'magic'; there are: joint, paper, median, mine, or the path of a .py"
        in done.stderr
    )
    done = run(broken, "sync", tmp_path, "--method", "mine", "--gamma", "1")
    assert done.returncode == 2
    assert "need --method paper or median" in done.stderr


@pytest.mark.parametrize(("code", "exit_code"), [("def solve(p):\n    1 / 0\n", 13), (None, 2)])
def test_a_file_that_fails_or_is_not_there_is_named(
    tmp_path: Path, code: str | None, exit_code: int
) -> None:
    method = tmp_path / "failing.py"
    if code is not None:
        method.write_text(code, encoding="utf-8")
    event = write_event(tmp_path / "party", {"ann": 6, "bob": 6})
    done = run(tmp_path, "sync", event, "--method", method)
    assert done.returncode == exit_code
    assert "Traceback" not in done.stderr
    said = " ".join(done.stderr.split())
    assert (f"{method}:2" if code else f"There is no file {method}") in said
    # by the processes of a benchmark as well
    done = run(
        *(tmp_path, "bench", "run", "simulated", "--n-seeds", "1", "--workers", "2"),
        *("--cache", tmp_path / "cache", "--method", method),
    )
    assert done.returncode == exit_code
    assert (f"{method}:2" if code else f"There is no file {method}") in " ".join(
        done.stderr.split()
    )
