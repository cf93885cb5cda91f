"""A file that is not what it was when it was opened, and tables that no memory should hold."""

from pathlib import Path

import pytest

from coincide.media.imagedata import image_digest
from coincide.media.imagedata.source import MOST_BYTES, ByteSpan, OpenedImage
from tests.media_files import box


def test_a_file_that_becomes_shorter_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    path.write_bytes(bytes(1000))
    with path.open("rb") as file:
        source = OpenedImage(file)
        path.write_bytes(bytes(600))
        assert source.read(0, 600) == bytes(600)
        with pytest.raises(ValueError, match="became shorter while it was read"):
            source.read(500, 200)
        with pytest.raises(ValueError, match="became shorter while it was read"):
            list(source.blocks(ByteSpan(500, 700)))


def test_a_table_larger_than_any_camera_writes_is_not_read(tmp_path: Path) -> None:
    n_table = 8 + MOST_BYTES + 1
    inside = bytes(4) + box(b"iinf", bytes(6)) + n_table.to_bytes(4, "big") + b"iloc"
    head = box(b"ftyp", b"heic\0\0\0\0heic")
    meta = (8 + len(inside) + MOST_BYTES + 1).to_bytes(4, "big") + b"meta" + inside
    path = tmp_path / "a.heic"
    with path.open("wb") as file:
        file.write(head + meta)
        file.truncate(file.tell() + MOST_BYTES + 1)  # a hole, which takes no room
    with pytest.raises(ValueError, match="larger than any camera writes"):
        image_digest(path)
