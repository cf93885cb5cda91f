"""What is made once for all workers is whole, and made once."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.once import made_once, name_of

ROOT = Path(__file__).resolve().parents[1]
MAKE = """
import os, sys, time
from pathlib import Path
from tests.once import made_once

def make(folder):
    time.sleep(0.2)
    folder.mkdir()
    (folder / str(os.getpid())).touch()

print(*[one.name for one in made_once(Path(sys.argv[1]), make).iterdir()])
"""


def test_of_several_processes_one_makes_it(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAKE, str(tmp_path / "shared" / "thing")]
    started = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(3)
    ]
    told = [process.communicate()[0] for process in started]
    assert len(set(told)) == 1
    assert int(told[0]) in [process.pid for process in started]


def test_what_was_broken_off_is_made_anew(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        folder.mkdir()
        (folder / "half").touch()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made_once(tmp_path / "thing", fail)
    made = made_once(tmp_path / "thing", lambda folder: folder.mkdir())
    assert list(made.iterdir()) == []
    assert made_once(tmp_path / "thing", fail) == made


def test_another_name_where_options_or_sources_are_others(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    source = tmp_path / "room" / "one.py"
    source.write_text("a = 1\n")
    named = name_of((1, 2), tmp_path)
    assert named == name_of((1, 2), tmp_path) != name_of((1, 3), tmp_path)
    source.write_text("a = 2\n")
    assert named != name_of((1, 2), tmp_path)
    assert name_of((1, 2), source) == name_of((1, 2), source.parent)
