"""Which folders are listed again."""

import os
import time
from pathlib import Path

import pytest

from coincide.errors import EventError
from coincide.library.scan.folders import changed_folders, files_in, roots_of
from tests.photo_files import write_photo


def make_old(*folders: Path) -> None:
    """Set the times of folders back to where nothing can change unseen."""
    for folder in folders:
        os.utime(folder, (time.time() - 100, time.time() - 100))


def test_only_a_folder_that_changed_is_listed(tmp_path: Path) -> None:
    write_photo(tmp_path / "Anna" / "a.jpg")
    write_photo(tmp_path / "Ben" / "2020" / "b.jpg")
    make_old(tmp_path, tmp_path / "Anna", tmp_path / "Ben", tmp_path / "Ben" / "2020")
    roots = roots_of([tmp_path])
    states, gone = changed_folders(roots, {})
    assert [state.folder.name for state in states] == [tmp_path.name, "Anna", "Ben", "2020"]
    assert all(state.settled for state in states)
    known = {state.folder: state.mtime_ns for state in states}
    assert changed_folders(roots, known) == ([], [])
    write_photo(tmp_path / "Ben" / "2020" / "c.jpg")
    changed, gone = changed_folders(roots, known)
    assert [state.folder.name for state in changed] == ["2020"]
    assert not changed[0].settled
    assert gone == []
    assert len(changed_folders(roots, known, again=True)[0]) == 4


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    write_photo(tmp_path / "Anna" / "a.jpg")
    roots = roots_of([tmp_path])
    known = {state.folder: state.mtime_ns for state in changed_folders(roots, {})[0]}
    (tmp_path / "Anna" / "a.jpg").unlink()
    (tmp_path / "Anna").rmdir()
    assert changed_folders(roots, known)[1] == [tmp_path / "Anna"]


def test_folders_given_one_by_one_are_people(tmp_path: Path) -> None:
    for name in ("Anna", "Ben"):
        (tmp_path / name / "2020").mkdir(parents=True)
    anna, ben = roots_of([tmp_path / "Anna", tmp_path / "Ben"])
    assert (anna.owner(tmp_path / "Anna" / "2020"), ben.owner(tmp_path / "Ben")) == ("Anna", "Ben")
    with pytest.raises(EventError):
        roots_of([tmp_path, tmp_path / "Anna"])


def test_links_and_hidden_files_are_passed_over(tmp_path: Path) -> None:
    write_photo(tmp_path / "a.jpg")
    (tmp_path / "b.jpg").symlink_to(tmp_path / "a.jpg")
    write_photo(tmp_path / ".c.jpg")
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert [file.name for file in files_in(tmp_path)] == ["a.jpg"]
    assert len(changed_folders(roots_of([tmp_path]), {})[0]) == 1
