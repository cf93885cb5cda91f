import contextlib
import io
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coincide.media.video.boxes import MOST_BOXES, BoxFile
from coincide.media.video.tags import canon_tags, read_video_tags
from tests.media_files import box, movie_bytes

REAL = movie_bytes(
    3_797_668_800,
    user=box(b"\xa9xyz", b"\0\x12\0\0+52.5000+013.2600/") + box(b"FIRM", b"HD8.01"),
    inside=box(b"meta", box(b"hdlr", bytes(24)) + box(b"keys", bytes(8)) + box(b"ilst", b"")),
    behind=box(b"mdat", bytes(64)),
)


def boxes_of(data: bytes) -> BoxFile:
    return BoxFile(io.BytesIO(data))


def test_boxes_lie_one_behind_another() -> None:
    found = list(boxes_of(REAL).boxes())
    assert [one.kind for one in found] == [b"ftyp", b"moov", b"mdat"]
    assert found[-1].end == len(REAL)


def test_a_long_box_and_one_that_reaches_to_the_end() -> None:
    long = b"\0\0\0\1mdat" + (16 + 4).to_bytes(8, "big") + b"abcd"
    boxes = boxes_of(long + b"\0\0\0\0free" + b"rest")
    first, last = boxes.boxes()
    assert boxes.payload(first) == b"abcd"
    assert boxes.payload(last) == b"rest"


@pytest.mark.parametrize("size", [2, 7])
def test_a_box_that_is_shorter_than_its_header_ends_the_list(size: int) -> None:
    assert list(boxes_of(size.to_bytes(4, "big") + b"moov" + bytes(20)).boxes()) == []


def test_a_box_cannot_reach_beyond_what_holds_it() -> None:
    inner = (1 << 30).to_bytes(4, "big") + b"mvhd" + b"abcd"
    boxes = boxes_of(box(b"moov", inner) + box(b"free", b"other"))
    header = boxes.find(b"moov", b"mvhd")
    assert header is not None
    assert boxes.payload(header) == b"abcd"


def test_a_file_of_nothing_but_empty_boxes_is_soon_done() -> None:
    boxes = boxes_of(box(b"free", b"") * 200_000)
    started_s = time.process_time()
    assert len(list(boxes.boxes())) == MOST_BOXES
    assert boxes.find(b"moov") is None
    assert time.process_time() - started_s < 1


def test_what_is_read_into_memory_is_bounded() -> None:
    boxes = boxes_of(box(b"moov", bytes(5_000_000)))
    assert len(boxes.payload(next(boxes.boxes()))) == 1 << 20


def read(data: bytes) -> None:
    with contextlib.suppress(ValueError):
        read_video_tags(io.BytesIO(data))
    canon_tags(boxes_of(data))


@given(st.binary(max_size=2000))
@settings(max_examples=200, deadline=2000)
def test_no_bytes_upset_it(data: bytes) -> None:
    read(data)


@given(st.lists(st.tuples(st.integers(0, len(REAL) - 1), st.integers(0, 255)), max_size=20))
@settings(max_examples=400, deadline=2000)
def test_no_damage_upsets_it(damage: list[tuple[int, int]]) -> None:
    data = bytearray(REAL)
    for at, value in damage:
        data[at] = value
    read(bytes(data))


@pytest.mark.parametrize("end", range(0, len(REAL), 7))
def test_no_cut_upsets_it(end: int) -> None:
    read(REAL[:end])


@pytest.mark.parametrize("as_file", [False, True])
def test_a_length_beyond_any_file_ends_the_list(tmp_path: Path, as_file: bool) -> None:
    beyond = b"\0\0\0\1free" + b"\xff" * 8
    (tmp_path / "a.mp4").write_bytes(REAL + beyond)
    opened = (tmp_path / "a.mp4").open("rb") if as_file else io.BytesIO(REAL + beyond)
    with opened as file:
        assert [found.kind for found in BoxFile(file).boxes()] == [
            *(b"ftyp", b"moov", b"mdat", b"free")
        ]
        assert BoxFile(file).find(b"uuid") is None
