"""A folder with a test that is always right, one that never is, and one that needs an order."""

import os
import subprocess
import sys
from pathlib import Path

from tools.flaky import differing

ROOT = Path(__file__).resolve().parents[2]
ORDERED = """
seen = []

def test_first():
    seen.append(1)

def test_second():
    assert seen
"""


def flaky(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.flaky", "--runs", "3", "--", str(folder)]
    plain = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # starts quicker
    return subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)


def test_a_test_that_needs_another_before_it_is_found(tmp_path: Path) -> None:
    (tmp_path / "test_ordered.py").write_text(ORDERED, encoding="utf-8")
    done = flaky(tmp_path)
    assert done.returncode == 1, done.stderr
    assert "test_ordered::test_second: " in done.stdout
    assert "1 of 2 tests differ or fail in 3 runs" in done.stdout


def test_what_always_agrees_is_fine_and_what_fails_or_is_missing_is_not() -> None:
    fine = {"a": "passed", "b": "skipped"}
    assert differing([fine, fine]) == {}
    assert differing([fine, {"a": "failure", "b": "skipped"}]) == {"a": ["passed", "failure"]}
    assert differing([{"a": "failure"}, {"a": "failure"}]) == {"a": ["failure", "failure"]}
    assert differing([fine, {"a": "passed"}]) == {"b": ["skipped", "missing"]}
