"""``make flaky``: tests that need an order are found, and nothing else is in another order."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# passes only in the order in which it is written, one of 720
ORDERED = """
import pytest
seen = []

@pytest.mark.parametrize("number", range(6))
def test_comes_after_all_before_it(number):
    assert len(seen) == number
    seen.append(number)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_ordered.py").write_text(ORDERED, encoding="utf-8")
    return tmp_path


def flaky(tests: Path, *settings: str) -> subprocess.CompletedProcess[str]:
    installed = ["--old-file=.venv/.installed", f"BIN={Path(sys.executable).parent}"]
    command = ["make", "flaky", *installed, *settings, f"TESTS=-n 0 {tests}"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_tests_that_need_an_order_are_found(folder: Path) -> None:
    done = flaky(folder, "RUNS=2")
    assert done.returncode != 0
    assert "fail in the order of --randomly-seed: 1 2" in done.stdout
    assert "FAILED" in done.stdout


def test_what_always_passes_is_run_so_many_times(tmp_path: Path) -> None:
    (tmp_path / "test_fine.py").write_text("def test_fine(): pass\n", encoding="utf-8")
    done = flaky(tmp_path, "RUNS=2", "COUNT=3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("3 passed") == 2


def test_otherwise_tests_keep_their_order(folder: Path) -> None:
    settings = ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={folder}", "-p", "no:cacheprovider"]
    command = [sys.executable, "-m", "pytest", *settings, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 passed" in done.stdout
    assert "randomly-seed" not in done.stdout
