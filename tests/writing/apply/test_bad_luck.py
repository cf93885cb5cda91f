"""Bad luck: full and read-only disks, dying tools, missing rights; all whole, and a clear word."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.errors import BusyError, ExifToolError, PlanError, WriteError
from coincide.writing.apply import disk
from coincide.writing.apply.step import Step, kept_path, part_path
from tests.writing.apply.events import Event, make_event, parts
from tests.writing.apply.trees import (
    PLAN_ID,
    FailingMaker,
    TextMaker,
    is_new,
    is_old,
    new_bytes,
    snapshot,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="mounts and limits of Linux")


def assert_all_old(event: Event) -> None:
    assert all(is_old(step) for step in event.steps)
    assert not parts(event)


class DyingTool(TextMaker):
    def make(self, step: Step, part: Path) -> None:
        if step.number == 6:
            part.with_name(part.name + "_exiftool_tmp").write_bytes(b"half")
            raise ExifToolError("ExifTool died")
        super().make(step, part)


def test_a_tool_that_dies_stops_the_run_and_leaves_nothing_half_written(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    with pytest.raises(ExifToolError, match="died"):
        event.apply(DyingTool())
    assert [is_new(step) for step in event.steps] == [True] * 4 + [False] * 16
    assert all(is_old(step) for step in event.steps[4:])
    assert not parts(event)
    assert event.apply().done == 16


def test_leftovers_of_a_killed_run_are_removed_but_nothing_that_only_looks_like_them(
    tmp_path: Path,
) -> None:
    event = make_event(tmp_path)
    event.apply(FailingMaker(cannot={0}))
    part = part_path(event.steps[0], PLAN_ID)
    part.write_bytes(b"half")
    part.with_name(part.name + "_exiftool_tmp").write_bytes(b"half")
    foreign = part.with_name(part.name.replace(PLAN_ID, "another-plan"))
    foreign.write_bytes(b"of another plan")
    event.apply()
    assert parts(event) == [foreign]


def test_two_applies_at_once(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    with event.journal(), pytest.raises(BusyError):
        event.apply()
    assert_all_old(event)


def test_a_step_outside_its_root_is_refused(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    (tmp_path / "outside").mkdir()
    (event.root / "out").symlink_to(tmp_path / "outside")
    escape = replace(event.steps[1], target=event.root / "out" / "a.xmp")
    with pytest.raises(PlanError, match="leads out"):
        event.apply(steps=[escape])
    assert not list((tmp_path / "outside").iterdir())


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MB that holds an event's tree."""
    place = tmp_path / "small"
    place.mkdir()
    mount(["-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)])
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def mount(arguments: list[str]) -> None:
    if os.getuid() != 0:
        pytest.skip("only root may mount a disk")
    if subprocess.run(["mount", *arguments], check=False, capture_output=True).returncode:
        pytest.skip("this system does not let us mount a disk")


class BigMaker(TextMaker):
    def make(self, step: Step, part: Path) -> None:
        disk.write_new(part, new_bytes(step.number) + b"\0" * 100_000)

    def check(self, step: Step, part: Path) -> list[str]:
        return []


def test_a_full_disk_stops_the_run_with_every_file_whole(small_disk: Path) -> None:
    event = make_event(small_disk)
    before = snapshot(event.root)
    with pytest.raises(WriteError, match=r"disk is full.*coincide apply.*coincide undo"):
        event.apply(BigMaker())
    assert not parts(event)
    contents = [step.target.read_bytes() for step in event.steps if step.target.exists()]
    assert all(data.startswith((b"old", b"new")) for data in contents)
    assert all(len(data) > 100_000 for data in contents if data.startswith(b"new"))
    event.undo()
    assert snapshot(event.root) == before
    assert event.apply().done == 20


def test_a_disk_too_full_for_the_journal_changes_nothing(small_disk: Path) -> None:
    event = make_event(small_disk)
    with pytest.raises(OSError, match="No space"):
        (small_disk / "ballast").write_bytes(b"\0" * 2_000_000)
    with pytest.raises(WriteError, match=r"[Nn]o.* changed"):
        event.apply()
    assert_all_old(event)
    (small_disk / "ballast").unlink()
    assert event.apply().done == 20


def test_a_file_larger_than_the_system_permits_fails_alone(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    try:
        report = event.apply(BigMaker(), batch=64)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert {failure.reason for failure in report.failed} == {"the file is too large for this disk"}
    assert len(report.failed) == 20
    assert_all_old(event)


def test_a_read_only_disk_stops_the_run(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    folder = str(event.files[1].parent)
    mount(["--bind", folder, folder])
    try:
        mount(["-o", "remount,bind,ro", folder])
        with pytest.raises(WriteError, match="read-only"):
            event.apply()
        assert_all_old(event)
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
    assert event.apply().done == 20


def test_a_folder_without_permission_fails_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(tmp_path)
    closed = event.files[1].parent
    if os.getuid() == 0:  # whom permissions do not stop: a fault that cannot be made otherwise
        refuse_writing(monkeypatch, closed)
    else:
        closed.chmod(0o555)
    report = event.apply()
    closed.chmod(0o755)
    assert report.failed
    assert {failure.step.target.parent for failure in report.failed} == {closed}
    assert {failure.reason for failure in report.failed} == {"no permission"}
    assert all(is_old(failure.step) for failure in report.failed)
    assert not parts(event)


def refuse_writing(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    real = os.open

    def refusing(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT and Path(path).parent == folder:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", refusing)


def test_a_file_the_system_will_not_replace_fails_alone(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    target = event.steps[2].target
    if subprocess.run(["chattr", "+i", target], check=False, capture_output=True).returncode:
        pytest.skip("files cannot be made immutable here (chattr)")
    try:
        report = event.apply()
    finally:
        subprocess.run(["chattr", "-i", target], check=True)
    assert [failure.step.number for failure in report.failed] == [2]
    assert is_old(event.steps[2])
    assert not parts(event)
    assert not kept_path(event.steps[2], PLAN_ID).exists()
