from pathlib import Path

import pytest

from coincide.errors import EventError
from coincide.ingest.listing import scan_listed
from coincide.ingest.people import scan_folder
from coincide.ingest.scan import scan_folders
from coincide.model import place_of

NAMES = (
    *("ann/1.jpg", "ann/deep/2.jpg", "bob/3.jpg", "DCIM/100CANON/4.jpg", "5.jpg"),
    *(".hidden/6.jpg", "ann/.7.jpg", "@eaDir/8.jpg", "bob/Thumbs.db", "101APPLE/9.jpg"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        path = tmp_path / "party" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path / "party"


def test_one_root_is_parted_as_a_folder_is(folder: Path) -> None:
    listed = scan_listed([folder], [folder / name for name in reversed(NAMES)])
    walked = scan_folder(folder)
    assert listed == walked
    assert [source.name for source in listed.sources] == ["ann", "ann/deep", "bob", "party"]


def test_several_roots_are_parted_as_folders_are(folder: Path) -> None:
    roots = [folder / "bob", folder / "ann"]
    inside = [folder / name for name in NAMES if name.startswith(("ann/", "bob/"))]
    assert scan_listed(roots, inside) == scan_folders(roots)


def test_urls_are_parted_as_folders_are(folder: Path) -> None:
    url = place_of("s3://bucket/party")
    listed, walked = scan_listed([url], [url / name for name in NAMES]), scan_folder(folder)
    assert (listed.name, listed.roots) == (walked.name, (url,))
    assert [
        (one.name, one.loose, [path.relative_to(url).as_posix() for path in one.files])
        for one in listed.sources
    ] == [
        (one.name, one.loose, [path.relative_to(folder).as_posix() for path in one.files])
        for one in walked.sources
    ]


def test_a_root_inside_another_is_told(folder: Path) -> None:
    with pytest.raises(EventError, match="is inside"):
        scan_listed([folder, folder / "ann"], [])
