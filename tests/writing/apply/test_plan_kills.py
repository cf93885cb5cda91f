"""The command itself, killed at any moment, on photos of several formats, in both modes."""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from coincide.media.exiftool import find_exiftool
from coincide.model import Device, Event, Gallery, Photo
from coincide.model.times import from_clock
from coincide.timeline import build_timeline
from coincide.writing.apply.filereader import read_file_times
from coincide.writing.choices import Target
from coincide.writing.plan import Files, PlanOptions, build_plan, plan_json
from tests.media_files import write_dng, write_heic, write_mp4
from tests.photo_files import exif_bytes, image_bytes
from tests.writing.apply.samples import sha256_of
from tests.writing.apply.trees import litter, snapshot
from tests.writing.plan.events import told

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="kills and attributes of Linux"),
    pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed"),
]
RECORDED_S = from_clock(2024, 5, 4, 14, 0, 0)
SUFFIXES = (".jpg", ".heic", ".dng", ".mp4")


def write_samples(folder: Path) -> list[Path]:
    """Write one small file of each format, all taken at one time."""
    folder.mkdir()
    exif = exif_bytes("2024:05:04 14:00:00", digitised="2024:05:04 14:00:00")
    (folder / "a.jpg").write_bytes(image_bytes("JPEG", exif))
    write_heic(folder / "a.heic", zone=None, size=(64, 48))
    write_dng(folder / "a.dng", size=(64, 48))
    write_mp4(folder / "a.mp4", "2024-05-04T14:00:00", duration_s=0.5, size=(64, 48))
    return [folder / f"a{suffix}" for suffix in SUFFIXES]


def write_plan(folder: Path, n_files: int, to: Target) -> tuple[Path, Path]:
    """Write a tree of files and a plan that moves them by an hour."""
    samples, root = write_samples(folder / "samples"), folder / "event"
    photos = []
    for number in range(n_files):
        source = samples[number % len(samples)]
        path = root / f"folder {number % 10}" / f"IMG_{number:05d}{source.suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.read_bytes())
        photos.append(
            Photo(path, sha256_of(path), RECORDED_S, RECORDED_S, Device("Canon", "EOS", "1"))
        )
    anchor = Gallery("anchor", (Photo(root / "none.jpg", "0" * 64, RECORDED_S, RECORDED_S),))
    event = Event("event", (Gallery("all", tuple(photos)), anchor))
    offsets = told(event, "anchor", all=-3600.0)
    files = Files([root], read_file_times)
    plan = build_plan(event, offsets, build_timeline(event, offsets), files, PlanOptions(to))
    assert len(plan.files) == n_files
    path = folder / "plan.json"
    path.write_text(plan_json(plan))
    return root, path


def start(verb: str, plan: Path, root: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "coincide", verb, str(plan), "--yes", "--in", str(root)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def finish(verb: str, plan: Path, root: Path) -> None:
    _, error = (process := start(verb, plan, root)).communicate()
    assert process.returncode == 0, error.decode()


def kill_often(verb: str, plan: Path, root: Path, n_kills: int) -> list[dict[Path, str]]:
    """Kill it again and again when its journal has grown by some; return what was there then."""
    random, journal = Random(n_kills), plan.with_name("plan.json.journal")
    n_bytes = 150 * len(list(root.rglob("*.*")))  # about what the whole of it says
    seen = []
    for _ in range(n_kills):
        process = start(verb, plan, root)
        before = journal.stat().st_size if journal.exists() else 0
        wanted = before + random.uniform(0, 2 * n_bytes / n_kills)
        while process.poll() is None and (not journal.exists() or journal.stat().st_size < wanted):
            time.sleep(0.002)
        time.sleep(random.uniform(0, 0.05))
        ended = process.poll() is not None
        process.kill()
        process.communicate()
        assert process.returncode in (0, -signal.SIGKILL)
        seen.append(contents(root))
        if ended:
            break
    return seen


def contents(root: Path) -> dict[Path, str]:
    hidden = (path for path in root.rglob("*") if not path.name.startswith("."))
    return {
        path: sha256_of(path)
        for path in hidden
        if path.is_file() and ".coincide-originals" not in path.parts
    }


def assert_each_is(
    seen: Sequence[dict[Path, str]], old: dict[Path, str], new: dict[Path, str]
) -> None:
    for moment in seen:
        for path in old.keys() | new.keys() | moment.keys():
            assert moment.get(path) in (old.get(path), new.get(path)), path


def assert_survives(folder: Path, to: Target, *, n_files: int, n_kills: int) -> int:
    root, plan = write_plan(folder, n_files, to)
    before, old = snapshot(root), contents(root)
    killed = kill_often("apply", plan, root, n_kills)
    finish("apply", plan, root)
    new = contents(root)
    assert len([path for path in new if new[path] != old.get(path)]) == n_files
    assert_each_is(killed, old, new)
    assert_each_is(kill_often("undo", plan, root, max(n_kills // 3, 2)), old, new)
    finish("undo", plan, root)
    assert not litter(root)
    after = snapshot(root)
    assert {
        name for name in before.keys() | after.keys() if after.get(name) != before.get(name)
    } == set()
    return len(killed)


@pytest.mark.slow
@pytest.mark.parametrize("to", ["sidecar", "file"])
def test_killed_in_the_middle(tmp_path: Path, to: Target) -> None:
    assert assert_survives(tmp_path, to, n_files=200, n_kills=8) >= 4


@pytest.mark.heavy
@pytest.mark.parametrize("to", ["sidecar", "file"])
def test_ten_thousand_files_killed_thirty_times(tmp_path: Path, to: Target) -> None:
    assert assert_survives(tmp_path, to, n_files=10_000, n_kills=30) >= 20


def test_both_modes_and_back(tmp_path: Path) -> None:
    root, plan = write_plan(tmp_path, 8, "file")
    before = contents(root)
    finish("apply", plan, root)
    for path in contents(root):
        tag = "QuickTime:CreateDate" if path.suffix == ".mp4" else "EXIF:DateTimeOriginal"
        assert read_file_times(path)[tag] == "2024:05:04 13:00:00"
    finish("undo", plan, root)
    assert contents(root) == before
