"""RAFs of Fujifilm's first cameras, whose JPEG begins where later ones have more places."""

import struct
from pathlib import Path

import pytest

from coincide.media.imagedata import image_digest
from tests.media.imagedata.made import make

SENSOR = b"what the sensor saw"
N_HEADER = 0x6C


def write_raf(path: Path, jpeg: bytes) -> Path:
    sensor_at = N_HEADER + len(jpeg)
    places = struct.pack(">6I", N_HEADER, len(jpeg), sensor_at, len(SENSOR), 0, 0)
    path.write_bytes(b"FUJIFILMCCD-RAW ".ljust(0x54, b"\0") + places + jpeg + SENSOR)
    return path


def test_tags_in_its_jpeg_are_not_taken_for_places(tmp_path: Path) -> None:
    plain, tagged = (make(name, tmp_path).read_bytes() for name in ("plain.jpg", "tagged.jpg"))
    expected = image_digest(write_raf(tmp_path / "a.raf", plain))
    assert image_digest(write_raf(tmp_path / "b.raf", tagged)) == expected
    other = make("progressive.jpg", tmp_path).read_bytes()
    assert image_digest(write_raf(tmp_path / "c.raf", other)) != expected


def test_one_that_ends_within_its_header_is_refused(tmp_path: Path) -> None:
    path = write_raf(tmp_path / "a.raf", b"")
    path.write_bytes(path.read_bytes()[: N_HEADER - 1])
    with pytest.raises(ValueError, match="cut short: a RAF without a picture"):
        image_digest(path)
