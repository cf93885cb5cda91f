"""``make mutate``: mutmut works with the pytest that is installed, on folders that are there."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
SUMS = "def add(a, b):\n    return a + b\n\n\ndef seconds(minutes):\n    return minutes * 60\n"
TESTS = """
from little.sums import add, seconds

def test_add():
    assert add(1, 2) == 3

def test_seconds():
    assert seconds(0) == 0
"""
PROJECT = f"""
[tool.mutmut]
source_paths = ["src"]
pytest_add_cli_args = {SETTINGS["pytest_add_cli_args"]}
"""


def mutmut(folder: Path, *arguments: str) -> str:
    plain = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "mutmut", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=plain, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_what_tests_look_at_is_found_and_what_they_only_run_survives(tmp_path: Path) -> None:
    for name, text in {
        "pyproject.toml": PROJECT,
        "src/little/__init__.py": "",
        "src/little/sums.py": SUMS,
        "tests/test_sums.py": TESTS,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    mutmut(tmp_path, "run", "--max-children", "1", "*")
    listed = mutmut(tmp_path, "results", "--all", "true")
    became = dict(re.findall(r"little\.sums\.x_(\w+)__mutmut_\d+: (\w+)", listed))
    assert became["add"] == "killed"
    assert became["seconds"] == "survived"  # 0 minutes are 0 seconds by any factor


def test_all_that_is_mutated_and_tested_is_there() -> None:
    for pattern in SETTINGS["only_mutate"]:
        assert list(ROOT.glob(pattern)), pattern
    for path in (*SETTINGS["also_copy"], *SETTINGS["pytest_add_cli_args_test_selection"]):
        assert (ROOT / path).is_dir(), path
