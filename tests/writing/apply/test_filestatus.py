"""Where each file stands."""

import sys
from pathlib import Path

import pytest

from coincide.writing.apply.filestatus import verify
from tests.writing.apply.driver import open_for_test
from tests.writing.apply.events import Event, make_event
from tests.writing.apply.trees import FailingMaker

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="attributes of Linux")


def states(event: Event) -> list[str]:
    path = event.folder / "plan.json.journal"
    with open_for_test(path, event.root, write=False) as journal:
        return [found.state for found in verify(journal, event.steps)]


def test_old_before_new_after_and_old_again(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    assert states(event) == ["old"] * 20
    event.apply()
    assert states(event) == ["new"] * 20
    event.undo()
    assert states(event) == ["old"] * 20


def test_each_file_is_told_apart(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    event.apply(FailingMaker(cannot={4, 5}))
    event.steps[0].target.write_bytes(b"edited")
    event.steps[1].target.unlink()
    event.steps[2].target.unlink()
    event.steps[5].target.write_bytes(b"someone's sidecar")
    found = ["changed", "missing", "missing", "new", "old", "changed"]
    assert states(event) == found + ["new"] * 14


class SameMaker(FailingMaker):
    """Makes the very bytes that are there."""

    def make(self, step, part) -> None:  # type: ignore[no-untyped-def]
        part.write_bytes(step.target.read_bytes() if step.before else b"new")


def test_new_contents_that_equal_the_old_are_new_until_undone(tmp_path: Path) -> None:
    event = make_event(tmp_path)
    before = event.steps[0].target.lstat()
    event.apply(SameMaker())
    assert states(event) == ["new"] * 20
    event.undo()
    after = event.steps[0].target.lstat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
