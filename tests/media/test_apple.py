import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.media.apple import content_id_of
from coincide.media.records import read_file

HEAD = b"Apple iOS\0\0\1MM"


def note(*entries: tuple[int, int, int, int], text: bytes = b"") -> bytes:
    rows = b"".join(struct.pack(">HHII", *entry) for entry in entries)
    return HEAD + struct.pack(">H", len(entries)) + rows + text


@pytest.mark.parametrize(
    ("name", "content_id"),
    [
        ("heic_IMG_5195.HEIC", "570F1469-09C7-4E50-9875-05F21D5BD166"),
        ("heic_mobile_iphone_13_pro_max.HEIC", None),  # no live photo
    ],
)
def test_real_photos(shared: Path, name: str, content_id: str | None) -> None:
    assert read_file(shared / "fixtures" / "exif-samples" / name).content_id == content_id


def test_an_identifier() -> None:
    at = len(HEAD) + 2 + 24
    entries = ((0x0001, 9, 1, 14), (0x0011, 2, 6, at))
    assert content_id_of(note(*entries, text=b"AB-12\0")) == "AB-12"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        HEAD,
        note((0x0011, 2, 37, 1 << 31)),
        note((0x0011, 4, 37, 30), text=b"not text at all" * 3),
        note((0x0011, 2, 20, 30), text=b"\xff\xfe" * 20),
        HEAD + b"\xff\xff",
    ],
)
def test_damaged_notes_have_none(data: bytes) -> None:
    assert content_id_of(data) is None


@given(st.binary(max_size=300))
def test_no_bytes_upset_it(data: bytes) -> None:
    content_id_of(HEAD + data)
