import hashlib
import io
import struct
from pathlib import Path

import pytest

from coincide.media.exiftool import find_exiftool
from coincide.media.records import read_file
from coincide.media.video import header as video_module
from coincide.media.video.boxes import BoxFile
from coincide.media.video.tags import canon_tags
from coincide.model.times import from_clock
from tests.media_files import box, movie_bytes, write_apple_mov, write_mp4

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
NOON = int(NOON_S - from_clock(1904, 1, 1, 0, 0, 0))
needs_exiftool = pytest.mark.skipif(find_exiftool() is None, reason="ExifTool is not installed")


def text_box(kind: bytes, text: bytes) -> bytes:
    return box(kind, struct.pack(">HH", len(text), 0x15C7) + text)


@needs_exiftool
def test_a_live_photos_film(tmp_path: Path) -> None:
    path = write_apple_mov(tmp_path / "IMG_1.MOV", "2024:05:04 14:00:00+02:00", content_id="AB-1")
    record = read_file(path)
    assert record.reason is None
    assert (record.recorded_time_s, record.zone_s) == (NOON_S + 7200, 7200)
    assert (record.time_from, record.clock) == ("video", "local")
    assert (record.make, record.model, record.software) == ("Apple", "iPhone 13", "17.1")
    assert (record.format, record.media, record.content_id) == ("MOV", "video", "AB-1")
    assert (record.width_px, record.height_px, record.duration_s) == (320, 240, 2.0)
    assert record.viewable
    assert record.key == hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_gopro_case(tmp_path: Path) -> None:
    path = tmp_path / "GX010001.MP4"
    path.write_bytes(movie_bytes(NOON, user=box(b"FIRM", b"HD8.01.02.50.00")))
    record = read_file(path)
    assert (record.recorded_time_s, record.zone_s, record.clock) == (NOON_S, None, "local")
    assert record.time_basis == "GoPro writes local time"


def test_place_of_an_android_film(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(movie_bytes(NOON, user=text_box(b"\xa9xyz", b"+52.5000-013.2600+034.0/")))
    record = read_file(path)
    assert (record.latitude_deg, record.longitude_deg) == (52.5, -13.26)


@pytest.mark.parametrize("text", [b"+5230.00+01315.00/", b"+00.0000+000.0000/", b"nowhere"])
def test_no_place_is_better_than_a_wrong_one(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(movie_bytes(NOON, user=text_box(b"\xa9xyz", text)))
    assert read_file(path).latitude_deg is None


def test_a_day_alone_is_no_time(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(movie_bytes(0, user=text_box(b"\xa9day", b"2024")))
    assert read_file(path).reason == "no creation time in its header"


def test_canons_own_tags_in_a_film(shared: Path, tmp_path: Path) -> None:
    raw = (shared / "fixtures" / "exiftool" / "CanonRaw.cr3").read_bytes()
    tags = canon_tags(BoxFile(io.BytesIO(raw)))
    assert tags is not None
    inside = tags[tags.index(b"moov") + 4 :]
    path = tmp_path / "MVI_0001.MP4"
    path.write_bytes(movie_bytes(NOON, inside=inside))
    record = read_file(path)
    assert record.recorded_time_s == from_clock(2018, 2, 21, 12, 8, 56.21)
    assert (record.zone_s, record.clock) == (0, "local")
    assert (record.model, record.serial) == ("Canon EOS M50", "613040000565")
    assert record.time_basis == "the camera's own tags"


def test_a_clock_that_was_reset_to_1970(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(movie_bytes(2_082_844_800 + 60))
    assert read_file(path).recorded_time_s == 60.0


def test_an_absurd_time(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(movie_bytes(2**40, long=True))
    record = read_file(path)
    assert record.reason == "absurd creation time in its header"
    assert record.recorded_time_s is None


def test_sound_without_a_picture(tmp_path: Path) -> None:
    data = movie_bytes(NOON).replace(b"vide", b"soun")
    (tmp_path / "a.mp4").write_bytes(data)
    assert read_file(tmp_path / "a.mp4").reason == "sound without a picture"


@pytest.mark.usefixtures("decode_here")
def test_a_video_is_never_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(movie_bytes(NOON))
    with path.open("ab") as file:  # a hole of 3 GB: more than a photo may have
        file.truncate(3 << 30)
    monkeypatch.setattr(video_module, "file_key", lambda _file: "0" * 64)
    assert read_file(path).recorded_time_s == NOON_S


@pytest.mark.usefixtures("decode_here")
def test_without_pyav_it_has_a_time_and_no_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_mp4(tmp_path / "a.mp4")
    monkeypatch.setattr(video_module, "has_av", lambda: False)
    record = read_file(path)
    assert record.recorded_time_s == NOON_S
    assert not record.viewable
    assert record.unviewable_reason == 'needs coincide[video]: pip install "coincide[video]"'
    assert record.lacks == ("av",)
