from pathlib import Path

import pytest

from coincide.media.kinds import HEAD_BYTES, Kind, kind_of, named_as_media
from tests.photo_files import FORMATS, exif_bytes, image_bytes


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a", "a.txt", "a.mp4"])
def test_the_bytes_decide_and_not_the_name(format_: str, name: str) -> None:
    head = image_bytes(format_, exif_bytes())[:HEAD_BYTES]
    assert kind_of(Path(name), head) == Kind(format=format_)


@pytest.mark.parametrize(
    ("name", "head", "reason"),
    [
        ("a.gif", b"GIF89a", "GIF"),
        ("a.jpg", b"BM\x00\x00", "BMP"),
        ("a.jpg", b"", "zero bytes"),
        ("a.heic", b"Dear all", "not a photo, though its name ends in .heic"),
        ("a.thm", b"\xff\xd8\xff\xe0", "thumbnail"),
        ("GL010001.LRV", b"\x00\x00\x00\x14ftypmp41", "small copy"),
        ("a.nef", b"", "zero bytes"),
        ("a.mp4", b"", "zero bytes"),
        ("a.jpg_original", b"\xff\xd8\xff\xe0", "backup"),
    ],
)
def test_what_is_no_photo_is_named(name: str, head: bytes, reason: str) -> None:
    kind = kind_of(Path(name), head)
    assert kind.format is None
    assert reason in (kind.reason or "")


@pytest.mark.parametrize(
    ("name", "head", "format_"),
    [
        ("a.nef", b"MM\x00*\x00\x00\x00\x08", "NEF"),
        ("a.tif", b"MM\x00*\x00\x00\x00\x08", "TIFF"),
        ("a.tif", b"II*\x00\x10\x00\x00\x00CR\x02\x00", "CR2"),
        ("a.jpg", b"FUJIFILMCCD-RAW 0201", "RAF"),
        ("a.cr3", b"\x00\x00\x00\x18ftypcrx \x00\x00\x00\x01crx isom", "CR3"),
        ("a.arw", b"garbage", "ARW"),
        ("a.arw", b"\xff\xd8\xff\xe0", "JPEG"),
        ("a.mp4", b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00", "MP4"),
        ("a.jpg", b"\x00\x00\x00\x14ftypqt  ", "MOV"),
        ("a.mov", b"\x00\x00\x00\x08wide", "MOV"),
        ("a.mp4", b"\x00\x00\x00\x1cftyp3gp4", "3GP"),
        ("a.mts", b"whatever", "MTS"),
        ("a.avi", b"RIFF\x00\x10\x00\x00AVI ", "AVI"),
        ("a.webm", b"\x1aE\xdf\xa3", "MKV"),
    ],
)
def test_raw_photos_and_videos(name: str, head: bytes, format_: str) -> None:
    assert kind_of(Path(name), head) == Kind(format=format_)


@pytest.mark.parametrize("name", ["film", "film.txt", "sound.m4a"])
def test_the_boxes_of_a_video_alone_make_no_video(name: str) -> None:
    assert kind_of(Path(name), b"\x00\x00\x00\x18ftypisom\x00\x00\x02\x00") == Kind()


@pytest.mark.parametrize("name", ["a.xmp", "a.json", "a.aae", "README", "sound.m4a", "a.txt"])
def test_other_files_are_passed_over(name: str) -> None:
    assert kind_of(Path(name), b"\x00\x00\x00\x18ftypM4A ") == Kind()
    assert not named_as_media(Path(name))
