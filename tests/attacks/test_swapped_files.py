"""Files of an event that are swapped for others while the review app shows it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from coincide.app.review.pictures import RealPaths
from coincide.project import Project
from tests.app.review.conftest import Live, serving
from tests.drawn import write_event
from tests.media_files import write_mp4

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes of POSIX")

SECRET = b"the secret that is nobody's business\n"


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    folder = write_event(tmp_path / "home" / "party", {"ann": 5, "bob": 6})
    write_mp4(folder / "ann" / "VID_20240504_140100.mp4", "2024-05-04T14:01:00")
    Project.at(folder).sync()
    (tmp_path / "secret.txt").write_bytes(SECRET)
    with serving([folder.parent], [folder]) as opened:
        yield opened


def clip_row(live: Live) -> int:
    return next(
        row
        for row, photo in enumerate(live.running.session.opened.solution.event.photos)
        if photo.clip is not None
    )


def row_of(live: Live, name: str) -> int:
    photos = live.running.session.opened.solution.event.photos
    return next(row for row, photo in enumerate(photos) if photo.path.name == name)


def test_f23_a_clip_that_became_a_link_is_not_served(live: Live, tmp_path: Path) -> None:
    address = f"/api/clip/{clip_row(live)}"
    clip = live.folder / "ann" / "VID_20240504_140100.mp4"
    whole = clip.read_bytes()
    assert live.client.get(address).content == whole
    part = live.client.get(address, headers={"Range": "bytes=100-199"})
    assert (part.status_code, part.content) == (206, whole[100:200])
    assert live.client.head(address).status_code in (200, 405)
    clip.unlink()
    for target in (tmp_path / "secret.txt", write_mp4(tmp_path / "other.mp4", seed=5)):
        clip.symlink_to(target)
        answer = live.client.get(address)
        assert answer.status_code == 404
        assert SECRET not in answer.content
        clip.unlink()
    os.mkfifo(clip)
    assert live.client.get(address).status_code == 404
    clip.unlink()
    clip.write_bytes(whole)
    assert live.client.get(address).content == whole


def test_f23_nor_is_one_whose_folder_became_a_link(live: Live, tmp_path: Path) -> None:
    address = f"/api/clip/{clip_row(live)}"
    (tmp_path / "other").mkdir()
    write_mp4(tmp_path / "other" / "VID_20240504_140100.mp4", seed=5)
    (live.folder / "ann").rename(tmp_path / "ann")
    (live.folder / "ann").symlink_to(tmp_path / "other")
    assert live.client.get(address).status_code == 404


def test_f23_no_descriptor_is_left_open(live: Live) -> None:
    address = f"/api/clip/{clip_row(live)}"
    live.client.get(address)
    before = len([*Path("/dev/fd").iterdir()])
    for headers in ({}, {"Range": "bytes=5-9"}, {"Range": "bytes=999999999-"}, {"Range": "x"}):
        live.client.get(address, headers=headers)
    assert len([*Path("/dev/fd").iterdir()]) <= before + 2


def test_f23_a_photo_that_became_a_link_to_another_photo_is_not_shown(
    live: Live, tmp_path: Path
) -> None:
    private = write_event(tmp_path / "private", {"eve": 3}) / "eve" / "IMG_0001.jpg"
    photo = live.folder / "ann" / "IMG_0003.jpg"
    row = row_of(live, photo.name)
    photo.unlink()
    photo.symlink_to(private)
    assert live.client.get(f"/api/photo/{row}/1280").status_code == 404
    assert live.client.get("/api/sprite/0").status_code == 200  # grey where it was
    keys = [photo.key for photo in live.running.session.opened.solution.event.photos]
    assert keys[row] not in live.running.session.opened.pictures._load(keys)


def test_f23_links_that_were_there_when_the_event_was_opened_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real.mp4").write_bytes(b"film")
    (tmp_path / "link.mp4").symlink_to(tmp_path / "real.mp4")
    paths = RealPaths()
    paths.note([tmp_path / "link.mp4", tmp_path / "real.mp4"])
    for name in ("link.mp4", "real.mp4"):
        descriptor = paths.open(tmp_path / name)
        assert descriptor is not None
        assert os.read(descriptor, 9) == b"film"
        os.close(descriptor)
    assert paths.open(tmp_path / "never-noted.mp4") is None
    (tmp_path / "secret").write_bytes(SECRET)
    (tmp_path / "link.mp4").unlink()
    (tmp_path / "link.mp4").symlink_to(tmp_path / "secret")
    paths.note([tmp_path / "link.mp4"])  # what was noted first counts
    assert paths.open(tmp_path / "link.mp4") is None
