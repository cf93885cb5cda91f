"""Events that no honest sender makes: their files, their times, their size and their rights."""

import ctypes
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from coincide.errors import CoincideError, EventError
from coincide.ingest import read_event
from tests.attacks.forged import run
from tests.command import run_here
from tests.drawn import write_event
from tests.photo_files import write_photo

URLS = (
    *("http://127.0.0.1:9/photos", "https://evil.example/", "file:///etc", "s3://bucket/photos"),
    *("immich://photos.example.org/x", "ftp://evil.example/x", "memory://x", "//evil.example/x"),
)


def event_file(folder: Path, text: str) -> Path:
    path = folder / "event.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("url", URLS)
def test_an_event_file_names_folders_and_no_addresses(tmp_path: Path, url: str) -> None:
    write_photo(tmp_path / "ann" / "a.jpg")
    path = event_file(tmp_path, f'[[gallery]]\nname = "a"\npaths = ["ann", "{url}"]')
    with pytest.raises(EventError, match="does not exist"):
        read_event([path])


@pytest.mark.parametrize(
    "text",
    [
        '[[gallery]]\nname = "a"\npaths = ["a\\u0000b"]',
        '[[gallery]]\nname = "a"\npaths = ["\\u0000"]',
        '[[gallery]]\nname = "a"\npaths = ["~nobody-of-this-name/x"]',
        '[[gallery]]\nname = "a"\npaths = ["' + "x" * 5000 + '"]',
        '[[gallery]]\nname = "a"\npaths = ["' + "x/" * 5000 + '"]',
        '[[gallery]]\nname = "a"\npaths = ["../../../nowhere"]',
        '[[gallery]]\nname = "a"\npaths = ["/"]\nmethod = "x.py"',
        'method = "x.py"\n[[gallery]]\nname = "a"\npaths = ["ann"]',
        '[options]\nbackbone = "x.onnx"\n[[gallery]]\nname = "a"\npaths = ["ann"]',
        '__proto__ = 1\n[[gallery]]\nname = "a"\npaths = ["ann"]',
        "[[gallery]]\n" + "a.b.c.d.e.f.g.h = 1\n",
        "x = " + "{a = " * 3000 + "1" + "}" * 3000,
    ],
)
def test_odd_event_files_are_refused_in_words(tmp_path: Path, text: str) -> None:
    write_photo(tmp_path / "ann" / "a.jpg")
    path = event_file(tmp_path, text)
    with pytest.raises(EventError, match=r"event\.toml"):
        read_event([path])
    assert sorted(one.name for one in tmp_path.iterdir()) == ["ann", "event.toml"]


def test_a_way_upwards_reads_photos_and_writes_nothing_there(tmp_path: Path) -> None:
    """An event file may name any folder, which is told as a limit; it is only read."""
    other = write_event(tmp_path / "other", {"eve": 3}, seed=1)
    before = {path: path.stat().st_mtime_ns for path in (other, *other.rglob("*"))}
    folder = write_event(tmp_path / "party", {"ann": 3})
    path = event_file(
        folder,
        '[[gallery]]\nname = "ann"\npaths = ["ann"]\n'
        '[[gallery]]\nname = "eve"\npaths = ["../other/eve"]',
    )
    assert len(list(read_event([path]).photos)) == 6
    run_here("who", path)
    assert {one: one.stat().st_mtime_ns for one in (other, *other.rglob("*"))} == before


def obey_permissions() -> None:
    """Give up the administrator's rights to read and write what permissions close."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            if libc.prctl(24, capability, 0, 0, 0):  # PR_CAPBSET_DROP
                raise OSError(ctypes.get_errno(), "cannot give up rights")


def permitted(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run a command as somebody whom permissions stop."""
    return subprocess.run(
        [sys.executable, "-m", "coincide", *map(str, arguments)],
        preexec_fn=obey_permissions,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """An event of which a photo and a folder may not be read, and nothing may be written."""
    folder = write_event(tmp_path / "party", {"ann": 4, "bob": 4, "cyd": 2})
    (folder / "ann" / "IMG_0001.jpg").chmod(0)
    (folder / "cyd").chmod(0)
    for path in (folder / "ann", folder / "bob", folder):
        path.chmod(0o555)
    yield folder
    for path in (folder, folder / "ann", folder / "bob", folder / "cyd"):
        path.chmod(0o755)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="rights of Linux")
def test_what_may_not_be_read_or_written_is_told_in_words(closed: Path, tmp_path: Path) -> None:
    project, plan = tmp_path / "project", tmp_path / "plan.json"
    before = {path: path.read_bytes() for path in closed.rglob("bob/*.jpg")}
    beside = permitted("sync", closed, "--project", project, "--features", "pooled")
    assert (beside.returncode, "Traceback" in beside.stderr) == (0, False), beside.stderr
    assert "IMG_0001.jpg" in beside.stdout
    assert "cyd" in beside.stdout
    assert "permission" in beside.stdout.lower()
    here = permitted("sync", closed)  # the project's folder would be in it
    assert "Traceback" not in here.stderr
    assert here.returncode not in (0, 1), here.stdout + here.stderr
    made = permitted("shift", closed, "+1h", "--out", plan, "--project", project)
    assert made.returncode == 0, made.stderr
    applied = permitted("apply", plan, "--yes", "--in", closed)
    assert "Traceback" not in applied.stderr
    assert applied.returncode not in (0, 1)
    assert "permission" in (applied.stdout + applied.stderr).lower()
    assert {path: path.read_bytes() for path in before} == before
    assert {path.suffix for path in closed.rglob("*") if path.is_file()} == {".jpg"}


def test_three_hundred_galleries_are_read(tmp_path: Path) -> None:
    for number in range(300):
        write_photo(
            tmp_path / "fair" / f"visitor {number}" / "a.jpg",
            f"2024:05:04 {10 + number // 60}:{number % 60:02d}:00",
            model=f"M{number}",
        )
    start_s = time.process_time()
    event = read_event([tmp_path / "fair"])
    assert len(event.galleries) == 300
    assert time.process_time() - start_s < 20
    done = run_here("who", tmp_path / "fair")
    assert done.returncode == 0
    assert len(done.stdout) < 200_000


@pytest.mark.slow
@pytest.mark.parametrize("n_photos", [2_500, 10_000])
def test_thousands_of_equal_photos_are_read_and_planned(n_photos: int, tmp_path: Path) -> None:
    """Equal bytes, so that each is a copy of each: nothing is done for every pair."""
    first = write_photo(tmp_path / "fair" / "ann" / "0.jpg")
    for number in range(1, n_photos):
        shutil.copyfile(first, first.with_name(f"{number}.jpg"))
    write_photo(tmp_path / "fair" / "bob" / "0.jpg", "2024:05:04 15:00:00", model="Other")
    start_s = time.process_time()
    event = read_event([tmp_path / "fair"])
    assert [gallery.name for gallery in event.galleries] == ["ann", "bob"]
    done = run_here("shift", tmp_path / "fair", "+1h", "--out", tmp_path / "plan.json")
    assert done.returncode == 0, done.stderr
    plan = json.loads((tmp_path / "plan.json").read_text("utf-8"))
    assert len(plan["files"]) == n_photos + 1
    assert time.process_time() - start_s < 0.01 * n_photos


TIMES = (
    *("0000:00:00 00:00:00", "0001:01:01 00:00:00", "1601:01:01 00:00:00", "1904:01:01 00:00:00"),
    *("1969:12:31 23:59:59", "2100:01:01 00:00:00", "9999:12:31 23:59:59", "2024:02:30 12:00:00"),
    *("2024:13:01 12:00:00", "2024:00:01 12:00:00", "2024:05:32 12:00:00", "2024:05:04 24:00:00"),
    *(
        "2024:05:04 12:60:00",
        "2024:05:04 12:00:60",
        "2024:05:04",
        "12:00:00",
        "    :  :     :  :  ",
    ),
    *("-001:01:01 00:00:00", "2024:05:04 12:00:00 and more", "yesterday", "99999:01:01 00:00:00"),
    *("\u0662024:05:04 12:00:00", "2024:05:04T12", "1e3", "=2024:05:04 12:00:00"),
)


def test_odd_times_are_told_or_left_out(tmp_path: Path) -> None:
    """No photo moves to a day that no clock shows, and none is lost from what is listed."""
    for number, text in enumerate(TIMES):
        time_text = text.encode("ascii", "replace").decode()
        write_photo(tmp_path / "ann" / f"odd{number:02d}.jpg", time_text)
    write_photo(tmp_path / "ann" / "honest.jpg")
    event = read_event([tmp_path])
    used = {photo.path.name: photo.recorded_time_s for photo in event.photos}
    listed = {one.path.name for one in (*event.skipped, *event.timeless)}
    assert len(used) + len(listed) == len(TIMES) + 1
    assert "honest.jpg" in used
    assert all(0 <= time_s < 4_102_444_800 for time_s in used.values())
    assert len(listed) >= len(TIMES) - 3  # a few are read to the second they begin with


@pytest.mark.parametrize("zone", ["+99:99", "+15:00", "-24:00", "Z" * 40])
def test_odd_zones_are_none(tmp_path: Path, zone: str) -> None:
    write_photo(tmp_path / "ann" / "a.jpg", zone=zone)
    (photo,) = read_event([tmp_path]).photos
    assert photo.zone_s is None


@pytest.mark.parametrize(
    "shift",
    [
        *("+999999999999999999d", "-800000d", "+1e308s", "+infs", "+nans", "+9" * 50),
        *("--", "+1h;touch pwned", "$(id)", "+0s"),
    ],
)
def test_odd_shifts_are_refused_and_plan_nothing(trip: Path, shift: str) -> None:
    with pytest.raises((CoincideError, AssertionError)):
        run("shift", "trip", shift, "--out", "plan.json")
    assert not (trip.parent / "plan.json").exists()
    assert not (trip.parent / "pwned").exists()
