"""Lists of pictures that say too little, or something that cannot be."""

import struct
from pathlib import Path

import pytest

from coincide.media.imagedata import image_digest, picture_spans
from tests.media_files import box

HELD = b"a picture"


def write_heif(path: Path, *, kind: bytes = b"hvc1", at: int = 0, n_bytes: int = len(HELD)) -> Path:
    """Write a file of one item, which lies in the box that holds small ones."""
    entry = box(b"infe", b"\2\0\0\0" + struct.pack(">HH4s", 1, 0, kind) + b"\0")
    place = struct.pack(">HHHHHII", 1, 1, 1, 0, 1, at, n_bytes)
    listed = box(b"iinf", bytes(4) + b"\0\1" + entry)
    places = box(b"iloc", b"\1\0\0\0\x44\0" + place)
    meta = box(b"meta", bytes(4) + listed + places + box(b"idat", HELD))
    path.write_bytes(box(b"ftyp", b"heic\0\0\0\0heic") + meta)
    return path


def test_a_picture_in_the_box_for_small_ones_is_found(tmp_path: Path) -> None:
    path = write_heif(tmp_path / "a.heic")
    data = path.read_bytes()
    assert HELD in [data[span.start : span.end] for span in picture_spans(path)]


def test_a_file_of_metadata_alone_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="without a picture"):
        image_digest(write_heif(tmp_path / "a.heic", kind=b"Exif"))


def test_a_picture_of_no_length_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="in an unsupported way"):
        image_digest(write_heif(tmp_path / "a.heic", n_bytes=0))


def test_a_picture_beyond_the_box_that_holds_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="extends beyond its box"):
        image_digest(write_heif(tmp_path / "a.heic", at=1))
