"""A package of its own, with a line that is tested, one that is only run, and one that is not."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "src/coincide/__init__.py": "",
    "src/coincide/clock.py": (
        "def ahead(a, b):\n    return a > b\n\n\n"
        "def both(a, b):\n    return a + b\n\n\n"
        "def unused(a, b):\n    return a * b\n\n\n"
        "def wait(n):\n    while n > 0:\n        n -= 1\n"
    ),
    "tests/test_clock.py": (
        "from coincide.clock import ahead, both, wait\n\n\n"
        "def test_ahead():\n    assert ahead(2, 1) is True and ahead(1, 1) is False\n\n\n"
        "def test_both():\n    both(1, 2)\n\n\n"
        "def test_wait():\n    wait(3)\n"
    ),
}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="mistakes are tried in forks")


def write(folder: Path, **more: str) -> None:
    for name, text in (FILES | more).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def mutate(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.mutate", "clock", "--out", "out.json", *options]
    return subprocess.run(
        command,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_what_no_test_notices_is_listed_and_can_be_tried_again(tmp_path: Path) -> None:
    write(tmp_path)
    done = mutate(tmp_path)
    assert done.returncode == 0, done.stderr
    tried = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["clock"]
    assert tried["not run"] == [
        "clock.py:10: `return a * b` → `return None`",
        "clock.py:10: `return a * b` → `return a / b`",
    ]
    assert "clock.py:6: `return a + b` → `return a - b`" in tried["survived"]
    assert "clock.py:2: `return a > b` → `return a >= b`" in tried["found"]
    # it would never end
    assert "clock.py:15: `n -= 1` → `n += 1`" in tried["found"]
    assert (tmp_path / "src/coincide/clock.py").read_text() == FILES["src/coincide/clock.py"]
    (tmp_path / "out.json").rename(tmp_path / "before.json")
    write(
        tmp_path,
        **{"tests/test_clock.py": FILES["tests/test_clock.py"] + "    assert both(1, 2) == 3\n"},
    )
    again = mutate(tmp_path, "--again", "before.json")
    tried_again = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["clock"]
    assert sum(map(len, tried_again.values())) == len(tried["survived"]) + len(tried["not run"])
    assert "clock.py:6: `return a + b` → `return a - b`" in tried_again["found"], again.stdout


def test_tests_that_fail_as_it_is_find_nothing(tmp_path: Path) -> None:
    write(tmp_path, **{"tests/test_clock.py": "def test_so():\n    assert False\n"})
    done = mutate(tmp_path)
    assert done.returncode != 0
    assert "run pytest tests/test_clock.py" in done.stderr
