import struct
from pathlib import Path

import pytest

from coincide.media.imagedata import image_digest
from tests.photo_files import exif_bytes


def test_a_webp_of_tags_alone_is_refused(tmp_path: Path) -> None:
    exif = exif_bytes()
    chunk = b"EXIF" + struct.pack("<I", len(exif)) + exif + bytes(len(exif) % 2)
    path = tmp_path / "a.webp"
    path.write_bytes(b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk)
    with pytest.raises(ValueError, match="a WebP without a picture"):
        image_digest(path)
