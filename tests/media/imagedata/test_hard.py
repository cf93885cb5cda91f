"""Damaged and hostile files: a digest or ValueError, soon, and without much memory."""

import contextlib
import random
import struct
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from coincide.media.imagedata import image_digest
from tests.media.imagedata.made import NAMES, make
from tests.media_files import box

N_MUTATIONS = 80


def survives(path: Path) -> None:
    """Check that a file is hashed or refused within 2 s of work, whatever else is running."""
    start = time.process_time()
    with contextlib.suppress(ValueError):
        assert len(image_digest(path)) == 64
    assert time.process_time() - start < 2


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return bytes with some of them changed, mostly near the start, or a piece cut or doubled."""
    changed = bytearray(data)
    kind = rng.randrange(5)
    if kind == 0:
        return bytes(changed[: rng.randrange(len(changed))])
    if kind == 1:
        start = rng.randrange(len(changed))
        del changed[start : start + rng.randrange(1, 64)]
    elif kind == 2:
        start = rng.randrange(len(changed))
        changed[start:start] = changed[start : start + rng.randrange(1, 4096)]
    for _ in range(rng.randrange(1, 12)):
        place = int(len(changed) * rng.random() ** rng.choice((1, 4)))
        word = rng.choice((b"\0", b"\xff", b"\xff" * 4, b"\0" * 4, b"\0\0\0\1", rng.randbytes(2)))
        changed[place : place + len(word)] = word
    return bytes(changed)


@pytest.mark.parametrize("name", NAMES)
def test_mutated_files(tmp_path: Path, name: str) -> None:
    data = make(name, tmp_path).read_bytes()
    rng = random.Random(name)
    for number in range(N_MUTATIONS):
        path = tmp_path / f"{number}_{name}"
        path.write_bytes(mutated(data, rng))
        survives(path)


@pytest.mark.slow
def test_mutated_fixtures(tmp_path: Path, shared: Path) -> None:
    rng = random.Random(0)
    path = tmp_path / "mutated"
    for original in sorted((shared / "fixtures").glob("*/*")):
        data = original.read_bytes()
        for _ in range(40):
            path.write_bytes(mutated(data, rng))
            survives(path)


def tiff_that_comes_back() -> bytes:
    directory = struct.pack("<H", 1) + struct.pack("<HHII", 0x100, 4, 1, 9) + struct.pack("<I", 8)
    return b"II*\0\x08\0\0\0" + directory


def tiff_with_the_same_strip_a_million_times() -> bytes:
    n_strips = 1 << 18
    entries = [(0x111, 4, n_strips, 100), (0x117, 4, n_strips, 100 + 4 * n_strips)]
    rows = b"".join(struct.pack("<HHII", *entry) for entry in entries)
    head = b"II*\0\x08\0\0\0" + struct.pack("<H", 2) + rows + bytes(4)
    places, lengths = struct.pack("<I", 8) * n_strips, struct.pack("<I", 1 << 20) * n_strips
    return head.ljust(100, b"\0") + places + lengths


def tiff_with_pages_of_the_same_empty_strips() -> bytes:
    n_strips, n_pages = 1 << 16, 900
    data = bytearray(b"II*\0\x08\0\0\0")
    zeros = 8 + 30 * n_pages
    for page in range(n_pages):
        rows = struct.pack("<HHII", 0x111, 4, n_strips, zeros)
        rows += struct.pack("<HHII", 0x117, 4, n_strips, zeros)
        data += struct.pack("<H", 2) + rows + struct.pack("<I", 8 + 30 * (page + 1))
    return bytes(data) + bytes(4 * n_strips)


def tiff_of_directories_one_byte_apart() -> bytes:
    """Each directory is read from the middle of the one before."""
    rows = bytearray(b"II*\0\x08\0\0\0")
    for number in range(4000):
        rows += struct.pack("<HHHIII", 1, 0x14A, 4, 1, 8 + 18 * (number + 1), 0)
    return bytes(rows)


def tiff_with_endless_value() -> bytes:
    row = struct.pack("<HHII", 0x111, 12, 0xFFFFFFFF, 0xFFFFFFF0)
    return b"II*\0\x08\0\0\0" + struct.pack("<H", 1) + row + bytes(4)


def heif_with_pieces_that_take_no_room() -> bytes:
    items = struct.pack(">HHH", 1, 0, 0xFFFF) * 0x7FFF
    iloc = box(b"iloc", bytes(4) + b"\0\0" + struct.pack(">H", 0x7FFF) + items)
    infe = box(b"infe", b"\2\0\0\0" + struct.pack(">HH4s", 1, 0, b"hvc1") + b"\0")
    meta = bytes(4) + box(b"iinf", bytes(4) + b"\0\1" + infe) + iloc
    return box(b"ftyp", b"heic\0\0\0\0heic") + box(b"meta", meta)


def boxes_in_boxes() -> bytes:
    inner = b""
    for _ in range(20_000):
        inner = struct.pack(">I", 8 + len(inner)) + b"trak" + inner[:1000]
    return box(b"ftyp", b"isom\0\0\0\0") + box(b"mdat", b"") + box(b"moov", inner)


def a_million_empty_boxes() -> bytes:
    return box(b"ftyp", b"isom\0\0\0\0") + box(b"free", b"") * 1_000_000


def jpeg_of_markers() -> bytes:
    return b"\xff\xd8" + b"\xff\x01" * 1_000_000


def jpeg_of_padding() -> bytes:
    return b"\xff\xd8" + b"\xff" * 3_000_000


def png_of_empty_chunks() -> bytes:
    return b"\x89PNG\r\n\x1a\n" + (bytes(4) + b"IDAT" + bytes(4)) * 400_000


def webp_of_empty_chunks() -> bytes:
    chunks = b"WEBP" + (b"VP8 " + bytes(4)) * 400_000
    return b"RIFF" + struct.pack("<I", len(chunks)) + chunks


def raf_whose_blocks_lie_in_each_other() -> bytes:
    return b"FUJIFILMCCD-RAW ".ljust(0x54, b"\0") + struct.pack(">6I", 0, 4, 0, 0, 0, 0) + bytes(99)


@pytest.mark.parametrize(
    "bomb",
    [
        *(tiff_that_comes_back, tiff_with_the_same_strip_a_million_times),
        *(tiff_with_pages_of_the_same_empty_strips, tiff_with_endless_value),
        tiff_of_directories_one_byte_apart,
        *(heif_with_pieces_that_take_no_room, boxes_in_boxes, a_million_empty_boxes),
        *(jpeg_of_markers, jpeg_of_padding, png_of_empty_chunks, webp_of_empty_chunks),
        raf_whose_blocks_lie_in_each_other,
    ],
)
def test_a_file_made_to_hang_is_refused(tmp_path: Path, bomb: Callable[[], bytes]) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(bomb())
    start = time.process_time()
    with pytest.raises(ValueError, match=r"."):
        image_digest(path)
    assert time.process_time() - start < 2
