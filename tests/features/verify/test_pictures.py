from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from coincide.features.verify.pictures import DECODE_ERRORS, read_grey
from tests.media_files import jpeg_bytes, scene, write_dng, write_mp4

TOP_LEFT_WHITE = np.zeros((120, 160), np.uint8)
TOP_LEFT_WHITE[:60, :80] = 255


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".tif", ".webp", ".heic"])
def test_formats_are_read_in_grey(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"photo{suffix}"
    Image.fromarray(TOP_LEFT_WHITE).convert("RGB").save(path)
    grey = read_grey(path, 800)
    assert (grey.shape, grey.dtype) == ((120, 160), np.uint8)
    assert grey[10, 10] > 240
    assert grey[110, 150] < 15


def test_large_photo_is_scaled_and_keeps_its_proportions(tmp_path: Path) -> None:
    Image.new("RGB", (3000, 2000), "grey").save(tmp_path / "large.jpg")
    assert read_grey(tmp_path / "large.jpg", 800).shape == (533, 800)


def test_photo_is_turned_upright(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned clockwise: what is stored at the left is on top
    Image.fromarray(TOP_LEFT_WHITE).save(tmp_path / "turned.jpg", exif=exif)
    grey = read_grey(tmp_path / "turned.jpg", 800)
    assert grey.shape == (160, 120)
    assert grey[10, 110] > 240  # top right
    assert grey[150, 10] < 15


def test_sixteen_bits_are_scaled_not_cut_off(tmp_path: Path) -> None:
    deep = np.repeat(np.arange(0, 65536, 256, dtype=np.uint16)[None], 100, axis=0)
    Image.fromarray(deep).save(tmp_path / "deep.png")
    grey = read_grey(tmp_path / "deep.png", 800)
    assert 120 < grey[50, 128] < 135


def test_damaged_file_raises_one_of_the_named_errors(tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_bytes(b"\xff\xd8\xff\xe0 no picture")
    with pytest.raises(DECODE_ERRORS):
        read_grey(tmp_path / "bad.jpg", 800)


def test_a_raw_preview_and_a_frame_are_upright_and_grey(tmp_path: Path) -> None:
    expected = np.asarray(scene((320, 240)).convert("L"), float)
    turned = scene((320, 240)).rotate(90, expand=True)  # to be turned clockwise
    paths = [
        write_dng(tmp_path / "a.dng", orientation=6, preview=jpeg_bytes(turned), size=(240, 320)),
        write_mp4(tmp_path / "a.mp4", picture=turned, rotation=270),
    ]
    for path in paths:
        assert np.abs(read_grey(path, 800) - expected).mean() < 6
