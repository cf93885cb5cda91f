"""Copies say when they were taken, for any other program; photos themselves stay as they are."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from coincide.media.exiftool import ExifTool, find_exiftool
from coincide.media.pictures import open_picture
from coincide.model.times import WallTime, from_clock
from coincide.writing.album import Form, Originals, Story, Wishes, write_story
from coincide.writing.album.originals import stripped_photo
from coincide.writing.album.taken import container_time, set_time
from tests.media_files import write_heic, write_mp4
from tests.photo_files import exif_bytes
from tests.writing.album.stories import SECRETS, files_in, picture, story, write_told

needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")
TAKEN = WallTime(from_clock(2024, 5, 4, 14, 0, 0), 7200)
TIMED = Wishes(times=True)


def quiet(_stage: str, _done: int, _total: int) -> None:
    pass


def told_by(path: Path) -> dict[str, Any]:
    """Return the times that ExifTool reads in a file."""
    tool = find_exiftool()
    assert tool is not None
    done = subprocess.run(
        [str(tool), "-j", "-G1", "-time:all", str(path)], capture_output=True, check=True
    )
    (found,) = json.loads(done.stdout)
    times: dict[str, Any] = found
    return times


@pytest.fixture
def event(tmp_path: Path) -> Story:
    """Photos whose cameras were set to 2006, and a film; one has no place in the event."""
    told = story(tmp_path / "event", film=True)
    for number, one in enumerate(told.shown):
        if one.length_s is None:
            time = f"2006:01:01 15:18:{30 + number}"
            exif = exif_bytes(time, digitised=time)
            picture(number).save(one.file, "JPEG", quality=90, exif=exif)
    shown = tuple(
        one if one.local_time_s is None else replace(one, zone_s=7200) for one in told.shown
    )
    return replace(told, shown=shown)


@needs_exiftool
@pytest.mark.parametrize("originals", [None, "stripped", "as-is"])
def test_copies_in_folders_say_the_time_of_the_album(
    event: Story, tmp_path: Path, originals: Originals | None
) -> None:
    before = {one.file: one.file.read_bytes() for one in event.shown}
    wishes = replace(TIMED, originals=originals)
    written = write_story(event, tmp_path / "copies", "folders", wishes, quiet)
    assert written.notes == ()
    copies = sorted((tmp_path / "copies").rglob("0*.jpg"))
    first, fourth, last = (told_by(copies[n]) for n in (0, 3, -1))
    assert first["ExifIFD:DateTimeOriginal"] == "2024:05:04 14:00:00"
    assert first["ExifIFD:CreateDate"] == "2024:05:04 14:00:00"
    assert first["ExifIFD:OffsetTimeOriginal"] == "+02:00"
    assert fourth["ExifIFD:DateTimeOriginal"] == "2024:05:04 15:00:03"
    assert copies[0].stat().st_mtime == TAKEN.time_s - 7200
    # what nobody knows is not told: nothing, or what its camera wrote
    known = last.get("ExifIFD:DateTimeOriginal")
    assert known == ("2006:01:01 15:18:36" if originals == "as-is" else None)
    assert {path: path.read_bytes() for path in before} == before


@needs_exiftool
@pytest.mark.parametrize("originals", ["stripped", "as-is"])
def test_originals_of_a_site_say_it_too_and_pictures_do_not(
    event: Story, tmp_path: Path, originals: Originals
) -> None:
    write_story(event, tmp_path / "album", "site", replace(TIMED, originals=originals), quiet)
    read = json.loads((tmp_path / "album" / "album.json").read_text(encoding="utf-8"))
    first = read["photos"][0]
    told = told_by(tmp_path / "album" / first["original"])
    assert told["ExifIFD:DateTimeOriginal"] == "2024:05:04 14:00:00"
    with Image.open(tmp_path / "album" / first["pictures"][-1]) as image:
        assert dict(image.getexif()) == {}


@needs_exiftool
def test_a_film_says_when_it_began_in_utc(event: Story, tmp_path: Path) -> None:
    write_story(event, tmp_path / "copies", "folders", TIMED, quiet)
    (film,) = (tmp_path / "copies").rglob("*.mp4")
    assert told_by(film)["QuickTime:CreateDate"] == "2024:05:04 13:01:40"
    write_story(event, tmp_path / "plain", "folders", Wishes(), quiet)
    (film,) = (tmp_path / "plain").rglob("*.mp4")
    assert told_by(film)["QuickTime:CreateDate"].startswith("0000")
    assert container_time(WallTime(TAKEN.time_s, None)) == "2024-05-04T14:00:00Z"


@pytest.mark.parametrize("form", ["folders", "site"])
def test_nothing_but_the_time_is_told_beside_the_picture(tmp_path: Path, form: Form) -> None:
    told = story(tmp_path / "event", film=True)
    wishes = Wishes(originals="stripped", times=True)
    write_story(told, tmp_path / "album", form, wishes, quiet)
    files = files_in(tmp_path / "album")
    everything = b"\n".join([*files.values(), *(name.encode() for name in files)])
    # the block that holds the time is the only one
    secrets = set(SECRETS) - {"Exif\0\0"}
    assert not [secret for secret in secrets if secret.encode() in everything]
    copies = list((tmp_path / "album").rglob("*.jpg"))
    assert copies
    for path in copies:
        with Image.open(path) as image:
            tags = image.getexif()
            assert set(tags) <= {0x0112, 0x8769}
            assert set(tags.get_ifd(0x8769)) <= {0x9000, 0x9003, 0x9004, 0x9011, 0x9012}


@pytest.mark.parametrize("turn", [1, 6])
def test_a_stripped_jpeg_keeps_its_pixels_and_its_turn_beside_its_time(
    tmp_path: Path, turn: int
) -> None:
    path = write_told(tmp_path / "a.jpg", 1, orientation=turn)
    (tmp_path / "b.jpg").write_bytes(stripped_photo(path, TAKEN))
    assert np.array_equal(open_picture(tmp_path / "b.jpg"), open_picture(path))
    with Image.open(tmp_path / "b.jpg") as image:
        tags = image.getexif()
        assert tags.get(0x0112, 1) == turn
        assert tags.get_ifd(0x8769)[0x9003] == "2024:05:04 14:00:00"


def test_what_is_drawn_anew_says_it_too(tmp_path: Path) -> None:
    write_heic(tmp_path / "a.heic")
    (tmp_path / "b.jpg").write_bytes(stripped_photo(tmp_path / "a.heic", TAKEN))
    with Image.open(tmp_path / "b.jpg") as image:
        assert image.getexif().get_ifd(0x8769)[0x9003] == "2024:05:04 14:00:00"


@needs_exiftool
def test_a_copy_that_cannot_be_told_is_as_its_photo_is(tmp_path: Path) -> None:
    photo, copy = tmp_path / "a.gif", tmp_path / "b.gif"
    picture(1).save(photo)
    shutil.copyfile(photo, copy)
    with ExifTool() as tool:
        assert "cannot be written" in set_time(tool, photo, copy, TAKEN)
    assert copy.read_bytes() == photo.read_bytes()


@needs_exiftool
def test_a_video_as_it_is_says_it_in_its_head(tmp_path: Path) -> None:
    write_mp4(tmp_path / "a.mp4", "2006-01-01T15:00:00")
    shutil.copyfile(tmp_path / "a.mp4", tmp_path / "b.mp4")
    with ExifTool() as tool:
        assert set_time(tool, tmp_path / "a.mp4", tmp_path / "b.mp4", TAKEN) == ""
    assert told_by(tmp_path / "b.mp4")["QuickTime:CreateDate"] == "2024:05:04 12:00:00"


def test_copies_that_keep_their_cameras_time_are_counted(
    event: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINCIDE_EXIFTOOL", str(tmp_path / "nowhere"))
    wishes = Wishes(originals="as-is", times=True)
    written = write_story(event, tmp_path / "copies", "folders", wishes, quiet)
    (note,) = written.notes
    assert note.startswith("6 copies keep the time that the camera wrote inside:")
    assert "ExifTool" in note
