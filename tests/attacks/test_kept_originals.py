"""Kept originals: in the photo's own folder, never through a link, and sound to the byte."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coincide.app.cli.app import app
from coincide.errors import ChangedError, WriteError
from coincide.media.exiftool import find_exiftool
from coincide.writing.apply.step import ORIGINALS, Step, kept_path
from tests.attacks.forged import run, sha256_of
from tests.writing.apply.events import Event, make_event
from tests.writing.apply.trees import PLAN_ID, is_new, is_old, snapshot

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="symbolic links of POSIX")
needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")


@pytest.fixture(autouse=True)
def account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))


def own_copies(event: Event, folder: Path) -> Path:
    """Make a folder outside the event with the user's own copies of what would be replaced."""
    folder.mkdir()
    for step in replaced(event):
        shutil.copy2(step.target, folder / step.target.name)
    return folder


def replaced(event: Event) -> list[Step]:
    return [step for step in event.steps if step.before is not None]


@pytest.mark.parametrize("linked", ["originals", "plan", "file"])
def test_f05_kept_originals_through_a_link(tmp_path: Path, linked: str) -> None:
    event = make_event(tmp_path)
    outside = own_copies(event, tmp_path / "Pictures")
    for folder in {step.target.parent for step in replaced(event)}:
        originals = folder / ORIGINALS
        if linked == "originals":
            (outside / PLAN_ID).mkdir(exist_ok=True)
            originals.symlink_to(outside)
        else:
            originals.mkdir()
        if linked == "plan":
            (originals / PLAN_ID).symlink_to(outside)
    if linked == "file":
        for step in replaced(event):
            kept = kept_path(step, PLAN_ID)
            kept.parent.mkdir(exist_ok=True)
            kept.symlink_to(outside / step.target.name)
    before = snapshot(outside)
    inodes = {path: path.stat().st_ino for path in outside.iterdir()}
    report = event.apply()
    assert {failure.step.number for failure in report.failed} == {s.number for s in replaced(event)}
    assert all("symbolic link" in failure.reason for failure in report.failed)
    assert all(is_old(step) for step in replaced(event))
    event.undo()
    assert snapshot(outside) == before
    assert {path: path.stat().st_ino for path in outside.iterdir()} == inodes


def test_f05_a_link_put_there_after_apply_is_not_followed_by_undo(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    outside = own_copies(event, tmp_path / "Pictures")
    event.apply()
    folders = {step.target.parent for step in replaced(event)}
    for folder in folders:
        (folder / ORIGINALS / PLAN_ID).rename(folder / "moved away")
        (folder / ORIGINALS / PLAN_ID).symlink_to(outside)
    before = snapshot(outside)
    report = event.undo()
    assert {left.step.number for left in report.left} == {s.number for s in replaced(event)}
    assert all("symbolic link" in left.reason for left in report.left)
    assert all(is_new(step) for step in replaced(event))
    assert snapshot(outside) == before


def test_f05_an_empty_folder_behind_a_link_stays(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    outside = tmp_path / "outside"
    (outside / PLAN_ID).mkdir(parents=True)
    event.apply()
    for folder in {step.target.parent for step in replaced(event)}:
        shutil.rmtree(folder / ORIGINALS)
        (folder / ORIGINALS).symlink_to(outside)
    event.undo()
    assert (outside / PLAN_ID).is_dir()


def test_f05_a_kept_file_that_is_not_on_record_is_never_removed(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    planted = []
    for step in replaced(event):
        kept = kept_path(step, PLAN_ID)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(step.target, kept)
        planted.append((kept, kept.stat().st_ino))
    event.apply()
    assert all(kept.stat().st_ino == inode for kept, inode in planted)
    assert event.undo().left == ()
    assert all(is_old(step) for step in event.steps)


@needs_exiftool
def test_f05_the_command_line_writes_nothing_outside(trip: Path, tmp_path: Path) -> None:
    run("shift", "trip", "+1h", "--gallery", "ben", "--to", "file", "--out", "plan.json")
    outside = Path(shutil.copytree(trip / "ben", tmp_path / "Pictures"))
    (trip / "ben" / ORIGINALS).mkdir()
    (trip / "ben" / ORIGINALS / sha256_of(Path("plan.json"))[:12]).symlink_to(outside)
    before, photos = snapshot(outside), snapshot(trip / "ben")
    with pytest.raises(WriteError, match="2 files could not be written"):
        run("apply", "plan.json", "--yes")
    run("undo", "plan.json", "--yes")
    assert snapshot(outside) == before
    assert snapshot(trip / "ben") == photos


def damage(path: Path) -> None:
    """Change bytes as a failing disk does: the size and the time stay."""
    seen = path.stat()
    path.write_bytes(bytes(seen.st_size))
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def test_f15_a_damaged_original_is_not_brought_back(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.apply()
    step = replaced(event)[0]
    kept = kept_path(step, PLAN_ID)
    damage(kept)
    report = event.undo()
    assert [(left.step, left.kept) for left in report.left] == [(step, kept)]
    assert "damaged, so the corrected file is kept" in report.left[0].reason
    assert is_new(step)
    assert all(is_old(other) for other in event.steps if other != step)


@needs_exiftool
def test_f15_the_command_line_names_both_files(trip: Path) -> None:
    run("shift", "trip", "+1h", "--gallery", "ben", "--to", "file", "--out", "plan.json")
    run("apply", "plan.json", "--yes")
    photo = trip / "ben" / "IMG_0000.jpg"
    corrected = photo.read_bytes()
    (kept,) = trip.rglob(f"{ORIGINALS}/*/{photo.name}")
    damage(kept)
    done = CliRunner().invoke(app, ["undo", "plan.json", "--yes"])
    assert isinstance(done.exception, ChangedError)
    assert f"{photo}: its original was changed or is damaged" in done.output
    assert f"its original is {kept}" in done.output
    assert photo.read_bytes() == corrected
