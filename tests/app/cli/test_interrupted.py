"""Commands that end early, by Ctrl-C, a full disk or a wrong name: all say so in words."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.photo_files import exif_bytes


def start(*arguments: object) -> subprocess.Popen[str]:
    """Start a command as a terminal does, where Ctrl-C is not ignored."""
    return subprocess.Popen(
        [sys.executable, "-m", "coincide", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )


def run(*arguments: object) -> tuple[int, str]:
    process = start(*arguments)
    _, errors = process.communicate(timeout=300)
    return process.returncode, " ".join(errors.split())


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_rendering_soon_and_says_so(tmp_path: Path) -> None:
    process = start("demo", tmp_path / "party", "--photos", 400, "--videos", 0)
    end_s = time.monotonic() + 120
    while not list(tmp_path.rglob("*.jpg")) and time.monotonic() < end_s:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.strip() == "coincide: stopped; finished work is kept."
    assert len(list(tmp_path.rglob("*.jpg"))) < 300


def test_a_review_of_nothing_starts_no_server(tmp_path: Path) -> None:
    code, errors = run("review", tmp_path / "nosuch", "--no-browser")
    assert code == 3
    assert errors == f"coincide: {tmp_path / 'nosuch'} does not exist: check the path."


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 9 MB with an event of 6 photos on it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    command = [mount or "", "-t", "tmpfs", "-o", "size=9m", "tmpfs", str(folder)]
    if mount is None or os.geteuid() != 0 or subprocess.run(command, check=False).returncode:
        pytest.skip("a disk can be mounted by root alone")
    try:
        _write_event(folder / "trip")
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _write_event(event: Path) -> None:
    noise = np.random.default_rng(0)
    for number, (name, hour) in enumerate([("anna", 14)] * 3 + [("ben", 15)] * 3):
        path = event / name / f"IMG_{number:04}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = Image.fromarray(noise.integers(0, 255, (800, 800, 3), np.uint8))
        picture.save(path, quality=90, exif=exif_bytes(f"2024:05:04 {hour}:0{number}:00"))


def fill(disk: Path, left: int) -> None:
    """Leave so many bytes of a disk free."""
    with (disk / "fill").open("wb") as file:
        file.write(bytes(shutil.disk_usage(disk).free - left))


@pytest.mark.slow
def test_a_full_disk_is_named(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(small_disk)
    before = {path: path.read_bytes() for path in small_disk.rglob("*.jpg")}
    assert run("sync", "trip")[0] == 0
    assert run("shift", "trip", "-1h", "--gallery", "ben", "--to", "file")[0] == 0
    fill(small_disk, 200_000)
    code, errors = run("apply", "trip", "--yes")
    assert code == 9
    assert "Stopped: the disk is full" in errors
    assert "Every file is intact" in errors
    code, errors = run("album", "trip", "--out", "album")
    assert (code, "Traceback" in errors) == (5, False)
    assert "the disk is full" in errors
    code, errors = run("report", "trip", "--out", "report.html")
    assert (code, "Traceback" in errors) == (5, False)
    assert "the disk is full" in errors
    assert {path: path.read_bytes() for path in before} == before
