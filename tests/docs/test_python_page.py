"""docs/guide/python.md: every script is short, and runs as it is written on a small event."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from coincide.demo import DemoOptions
from coincide.project.plans.cameras import PATH_VARIABLE
from tests.conftest import CopyDemo

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "guide" / "python.md").read_text(encoding="utf-8")
SCRIPTS = dict(re.findall(r'(?ms)^```python title="([\w.]+)"\n(.*?)^```', PAGE))
MOST_LINES = 20
# what each is called with, and a line that it prints
CALLS = {
    "sidecars.py": (["party"], r"\d+ sidecars written|Nothing is written"),
    "together.py": (["party", "together"], r"(?m)^\d{4}-\d\d-\d\d_"),
    "compare.py": (["party", "paper"], r"(?m): [+-]\d+ s apart$"),
    "nightly.py": (["."], r'"event": "party", "offsets"'),
    "send.py": (["party", "party.html"], r"things were said"),
}


def test_there_is_one_for_each_journey() -> None:
    journeys = {path.stem for path in (ROOT / "docs" / "tutorials").glob("*.md")} - {"index"}
    assert len(SCRIPTS) == len(journeys) == len(CALLS)
    assert SCRIPTS.keys() == CALLS.keys()


@pytest.mark.parametrize("name", SCRIPTS)
def test_it_is_short_and_is_python(name: str) -> None:
    assert len(SCRIPTS[name].splitlines()) <= MOST_LINES
    compile(SCRIPTS[name], name, "exec")


@pytest.fixture(scope="module")
def folder(copy_demo: CopyDemo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("scripts")
    copy_demo(DemoOptions(n_galleries=3, n_photos=24), made / "party")
    return made


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_it_runs(name: str, folder: Path) -> None:
    arguments, printed = CALLS[name]
    command = [sys.executable, "-c", SCRIPTS[name], *arguments]
    known = {**os.environ, PATH_VARIABLE: str(folder / "cameras.json")}
    done = subprocess.run(
        command, cwd=folder, env=known, capture_output=True, text=True, check=False
    )
    assert re.search(printed, done.stdout + done.stderr), done.stderr
    assert "Traceback" not in done.stderr
