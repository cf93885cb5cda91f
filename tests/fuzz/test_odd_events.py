"""Whole events of odd names and odd files: read and planned, without a crash and without a wait."""

import json
import os
import random
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from coincide.ingest import read_event
from tests.fuzz.odd_events import build_odd_event
from tests.fuzz.run import CHECKOUT
from tests.photo_files import write_photo

# by the wall, on a machine that may be loaded; a pipe is waited for without end
_STUCK_S = 900.0


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "event"
    # pytest gives up on paths that are too long to be named, and on folders that are closed
    shutil.rmtree(tmp_path / "event", ignore_errors=True)
    subprocess.run(["rm", "-rf", tmp_path / "event"], check=False)


def ran(*args: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", *(os.fspath(argument) for argument in args)]
    return subprocess.run(
        command,
        cwd=CHECKOUT,
        capture_output=True,
        timeout=_STUCK_S,
        check=False,
        text=True,
        errors="replace",
    )


def check(folder: Path, seed: int, n_files: int) -> dict[str, int]:
    build_odd_event(folder, random.Random(seed), n_files)
    done = ran("tests.fuzz.odd_events", folder)
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, int] = json.loads(done.stdout)
    assert told["photos"] > 0
    assert told["skipped"] > 0
    assert told["sidecar"] > 0
    return told


@pytest.mark.parametrize("seed", range(2))
def test_an_odd_event_is_read_and_planned_in_every_way(folder: Path, seed: int) -> None:
    check(folder, seed, 30)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 20))
def test_more_odd_events(folder: Path, seed: int) -> None:
    check(folder, seed, 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.jpg.xmp", "a.xmp"])
@pytest.mark.parametrize("what", ["pipe", "device"])
def test_what_is_no_file_is_no_sidecar(folder: Path, name: str, what: str) -> None:
    for number in range(3):
        write_photo(folder / "anna" / f"{'abc'[number]}.jpg", f"2024:05:04 14:00:0{number}")
    if what == "pipe":
        os.mkfifo(folder / "anna" / name)
    else:
        (folder / "anna" / name).symlink_to("/dev/zero")
    done = ran("tests.fuzz.odd_events", folder)
    assert done.returncode == 0, done.stderr[-3000:]


def test_the_command_line_prints_odd_names(folder: Path, tmp_path: Path) -> None:
    build_odd_event(folder, random.Random(1), 40)
    plan = tmp_path / "plan.json"
    done = ran("coincide", "shift", folder, "+1h", "--out", plan, "--project", tmp_path / "project")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert plan.is_file()


def test_what_is_no_regular_file_is_listed(folder: Path) -> None:
    build_odd_event(folder, random.Random(0), 5)
    write_photo(folder / "anna" / "beside.jpg", "2024:05:04 12:00:00")
    os.mkfifo(folder / "anna" / "beside.xmp")
    event = read_event([folder])
    reasons = {left.path.name: left.reason for left in event.skipped}
    assert reasons["pipe.jpg"] == reasons["pipe.mp4"] == reasons["zero.jpg"] == "not a regular file"
    assert reasons["socket.jpg"] == "not a regular file"
    assert reasons["beside.xmp"] == "a sidecar that is not used: not a regular file"
    assert reasons["empty.jpg"] == "empty: zero bytes"
    assert stat.S_ISFIFO((folder / "anna" / "pipe.jpg").stat().st_mode)
