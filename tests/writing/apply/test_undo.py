"""Taking back: what we did and nothing else, until the tree is what it was."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.writing.apply.step import ORIGINALS, Step, kept_path, part_path
from coincide.writing.apply.undo import Left
from tests.writing.apply.events import make_event
from tests.writing.apply.trees import PLAN_ID, FailingMaker, is_new, is_old, litter, snapshot

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attributes of Linux")


def test_the_tree_is_what_it_was(tmp_path: Path) -> None:
    event = make_event(tmp_path, 60, odd=True)
    before = snapshot(event.root)
    event.apply()
    assert snapshot(event.root) != before
    report = event.undo()
    assert (report.undone, report.left) == (60, ())
    assert snapshot(event.root) == before


def test_a_second_undo_does_nothing_and_apply_works_again(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    before = snapshot(event.root)
    event.apply()
    event.undo()
    assert event.undo().undone == 0
    assert event.apply().done == 20
    assert event.undo().undone == 20
    assert snapshot(event.root) == before


def test_nothing_applied_nothing_undone(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    before = snapshot(event.root)
    assert event.undo().undone == 0
    assert snapshot(event.root) == before


def test_what_failed_or_was_not_reached_is_cleared_away(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    before = snapshot(event.root)
    asked = iter([False] * 9 + [True] * 9)
    event.apply(FailingMaker(cannot={0, 1}), stop=lambda: next(asked))
    event.undo()
    assert snapshot(event.root) == before


def test_a_file_changed_since_is_left_and_its_original_named(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.apply()
    event.steps[0].target.write_bytes(b"rated by someone")
    event.steps[1].target.write_bytes(b"and its sidecar")
    event.steps[2].target.unlink()
    event.steps[3].target.unlink()  # a sidecar: gone is what it was
    report = event.undo()
    kept = [kept_path(event.steps[number], PLAN_ID) for number in (0, 2)]
    changed = "it was changed after it was written"
    assert sorted(report.left, key=lambda left: left.step.number) == [
        Left(event.steps[0], changed, kept[0]),
        Left(event.steps[1], changed, None),
        Left(event.steps[2], "it is gone", kept[1]),
    ]
    assert event.steps[0].target.read_bytes() == b"rated by someone"
    assert all(path.read_bytes().startswith(b"old") for path in kept)
    assert all(is_old(step) for step in event.steps[3:])
    assert event.undo().left == tuple(report.left)


def test_a_lost_or_changed_original_is_not_put_back(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.apply()
    kept_path(event.steps[0], PLAN_ID).unlink()
    kept_path(event.steps[2], PLAN_ID).write_bytes(b"damaged")
    report = event.undo()
    assert {left.step.number for left in report.left} == {0, 2}
    assert all("original" in left.reason for left in report.left)
    assert is_new(event.steps[0])
    assert is_new(event.steps[2])


def test_a_change_of_the_same_size_and_time_is_seen(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.apply()
    target = event.steps[0].target
    seen = target.lstat()
    target.write_bytes(target.read_bytes().swapcase())
    os.utime(target, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert [left.step.number for left in event.undo().left] == [0]


def test_stopped_and_continued(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    before = snapshot(event.root)
    event.apply()
    asked = iter([False, False, True])
    report = event.undo(stop=lambda: next(asked))
    assert report.stopped
    assert report.undone == 8
    assert [is_new(step) for step in event.steps] == [True] * 12 + [False] * 8  # newest first
    assert event.undo().undone == 12
    assert snapshot(event.root) == before


def test_files_of_others_in_our_folders_stay(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.apply()
    mine = event.root / "sidecars" / "mine.txt"
    mine.write_text("mine")
    other = event.files[0].parent / ORIGINALS / "another-plan"
    other.mkdir()
    event.undo()
    assert mine.read_text() == "mine"
    assert other.is_dir()
    assert not (event.root / "sidecars" / "of").exists()
    assert not (other.parent / PLAN_ID).exists()


def test_leftovers_are_removed(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.apply()
    part_path(event.steps[0], PLAN_ID).write_bytes(b"half")
    event.undo()
    assert not litter(event.root)


def test_a_root_that_was_not_there_is_made_and_goes_again(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    output = tmp_path / "output" / "copies"
    steps = [Step(n, output, output / f"day {n}" / "a.jpg", None) for n in range(3)]
    copies = replace(event, steps=steps)
    before = snapshot(event.root)
    assert copies.apply().done == 3
    assert all(is_new(step) for step in steps)
    assert copies.undo().undone == 3
    assert not (tmp_path / "output").exists()
    assert snapshot(event.root) == before
