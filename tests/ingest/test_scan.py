import os
import sys
from pathlib import Path

import pytest

from coincide.errors import EventError
from coincide.ingest.people import scan_folder
from coincide.ingest.scan import scan_folders, walk


def touch(*paths: Path) -> None:
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def test_each_sub_folder_is_a_person_and_the_rest_one_more(tmp_path: Path) -> None:
    event = tmp_path / "party"
    touch(event / "anna" / "DCIM" / "100CANON" / "1.jpg", event / "ben" / "2.jpg", event / "3.jpg")
    scan = scan_folder(event)
    assert [(s.name, s.loose, len(s.files)) for s in scan.sources] == [
        ("anna", False, 1),
        ("ben", False, 1),
        ("party", True, 1),
    ]


def test_the_folders_of_a_card_and_of_a_day_are_no_people(tmp_path: Path) -> None:
    touch(tmp_path / "100CANON" / "1.jpg", tmp_path / "101CANON" / "2.jpg")
    touch(tmp_path / "DCIM" / "202405__" / "3.jpg", tmp_path / "20240504" / "4.jpg")
    scan = scan_folder(tmp_path)
    assert [(s.name, len(s.files)) for s in scan.sources] == [(tmp_path.name, 4)]


def test_system_files_are_ignored(tmp_path: Path) -> None:
    for name in ("@eaDir", "__MACOSX", ".coincide", ".Trash-1000", "lost+found"):
        touch(tmp_path / "anna" / name / "a.jpg")
    touch(tmp_path / "anna" / "Thumbs.db", tmp_path / "anna" / "._a.jpg", tmp_path / ".b.jpg")
    touch(tmp_path / "anna" / "a.jpg")
    scan = scan_folder(tmp_path)
    assert [s.files for s in scan.sources] == [(tmp_path / "anna" / "a.jpg",)]


def test_links_are_followed_but_not_in_circles(tmp_path: Path) -> None:
    event, archive = tmp_path / "event", tmp_path / "archive"
    touch(event / "ben" / "b.jpg", archive / "a.jpg", archive / "deep" / "c.jpg")
    (event / "anna").symlink_to(archive)
    (archive / "deep" / "back").symlink_to(archive)
    (event / "ben" / "up").symlink_to(event)
    (event / "ben" / "self").symlink_to(event / "ben" / "self")
    scan = scan_folder(event)
    files = {s.name: [path.relative_to(event).as_posix() for path in s.files] for s in scan.sources}
    assert files == {
        "anna": ["anna/a.jpg"],
        "anna/deep": ["anna/deep/c.jpg"],
        "ben": ["ben/b.jpg", "ben/self"],
    }


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_names_that_are_no_text_are_listed(tmp_path: Path) -> None:
    touch(tmp_path / "anna" / "good.jpg")
    bad = os.fsencode(tmp_path / "anna") + b"/M\xfcller.jpg"
    Path(os.fsdecode(bad)).touch()
    files, skipped = walk(tmp_path / "anna", within=[tmp_path])
    assert files == (tmp_path / "anna" / "good.jpg",)
    assert [(s.path.name, s.reason) for s in skipped] == [
        ("M\ufffdller.jpg", "its path is not valid Unicode: rename it")
    ]


def test_a_very_deep_folder_is_walked(tmp_path: Path) -> None:
    here = tmp_path
    for _ in range(sys.getrecursionlimit() + 100):
        here = here / "d"
        here.mkdir()
    (here / "a.jpg").touch()
    try:
        assert walk(tmp_path, within=[tmp_path])[0] == (here / "a.jpg",)
    finally:
        # what clears up after tests is recursive itself
        (here / "a.jpg").unlink()
        while here != tmp_path:
            here.rmdir()
            here = here.parent


def test_several_folders_are_named_apart(tmp_path: Path) -> None:
    touch(tmp_path / "anna" / "photos" / "1.jpg", tmp_path / "ben" / "photos" / "2.jpg")
    folders = [tmp_path / "ben" / "photos", tmp_path / "anna" / "photos"]
    scan = scan_folders(folders)
    assert [source.name for source in scan.sources] == ["anna/photos", "ben/photos"]
    assert scan.name == tmp_path.name
    assert scan == scan_folders(folders[::-1])


def test_a_folder_inside_another_is_refused(tmp_path: Path) -> None:
    touch(tmp_path / "anna" / "photos" / "1.jpg")
    with pytest.raises(EventError, match="is inside"):
        scan_folders([tmp_path / "anna", tmp_path / "anna" / "photos"])


def test_missing_folders_and_files_are_refused(tmp_path: Path) -> None:
    touch(tmp_path / "a.jpg")
    with pytest.raises(EventError, match="does not exist: check the path"):
        scan_folder(tmp_path / "nowhere")
    with pytest.raises(EventError, match="is not a folder"):
        scan_folder(tmp_path / "a.jpg")
