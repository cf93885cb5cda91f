from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from coincide.features.backbones import Preprocess
from coincide.features.images import DECODE_ERRORS, decode
from tests.media_files import jpeg_bytes, scene, write_dng, write_heic, write_mp4

SMALL = Preprocess(mean=(0.0, 0.0, 0.0), std=(1.0, 1.0, 1.0), size_px=64)


def quarters(width: int = 320, height: int = 240) -> Image.Image:
    """Red, green over blue, white: every turn looks different."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, : width // 2] = (255, 0, 0)
    pixels[: height // 2, width // 2 :] = (0, 255, 0)
    pixels[height // 2 :, : width // 2] = (0, 0, 255)
    pixels[height // 2 :, width // 2 :] = (255, 255, 255)
    return Image.fromarray(pixels)


def corners(pixels: np.ndarray) -> list[tuple[int, ...]]:
    spots = [pixels[8, 8], pixels[8, 56], pixels[56, 8], pixels[56, 56]]
    return [tuple(round(value / 255) for value in spot) for spot in spots]


UPRIGHT = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@pytest.mark.parametrize("orientation", STORED)
@pytest.mark.parametrize("suffix", [".jpg", ".tif", ".png", ".webp"])
def test_every_orientation_is_turned_upright(tmp_path: Path, orientation: int, suffix: str) -> None:
    stored = quarters()
    turn = STORED[orientation]
    if turn is not None:
        stored = stored.transpose(turn)
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / f"photo{suffix}"
    stored.save(path, exif=exif)
    assert corners(decode(path, SMALL)) == UPRIGHT


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".tif", ".webp", ".heic", ".avif"])
def test_every_format_decodes(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"photo{suffix}"
    quarters().save(path)
    pixels = decode(path, SMALL)
    assert pixels.shape == (64, 64, 3)
    assert pixels.dtype == np.uint8
    assert corners(pixels) == UPRIGHT


@pytest.mark.parametrize("mode", ["L", "P", "RGBA", "LA", "CMYK", "1"])
def test_every_mode_becomes_rgb(tmp_path: Path, mode: str) -> None:
    path = tmp_path / ("photo.tif" if mode == "CMYK" else "photo.png")
    quarters().convert(mode).save(path)
    pixels = decode(path, SMALL)
    assert pixels.shape == (64, 64, 3)
    assert corners(pixels)[3] == (1, 1, 1)


def test_sixteen_bits_are_scaled_not_cut_off(tmp_path: Path) -> None:
    ramp = np.tile(np.linspace(0, 65535, 256), (256, 1)).astype(np.uint16)
    path = tmp_path / "deep.png"
    Image.fromarray(ramp).save(path)
    row = decode(path, SMALL)[32, :, 0].astype(int)
    assert row[0] < 8
    assert 118 <= row[32] <= 138
    assert row[-1] > 247


def test_transparency_lies_on_white(tmp_path: Path) -> None:
    path = tmp_path / "clear.png"
    Image.new("RGBA", (100, 100), (0, 0, 0, 0)).save(path)
    assert decode(path, SMALL).min() == 255


def test_an_animation_shows_its_first_frame(tmp_path: Path) -> None:
    path = tmp_path / "moving.webp"
    frames = [Image.new("RGB", (80, 80), colour) for colour in ("red", "blue")]
    frames[0].save(path, save_all=True, append_images=frames[1:], lossless=True)
    assert decode(path, SMALL)[32, 32].tolist() == [255, 0, 0]


def test_crop_keeps_the_proportions(tmp_path: Path) -> None:
    wide = Image.new("RGB", (300, 100), "blue")
    wide.paste("red", (100, 0, 200, 100))
    path = tmp_path / "wide.png"
    wide.save(path)
    crop = Preprocess(mean=(0, 0, 0), std=(1, 1, 1), size_px=64, resize="crop")
    assert decode(path, crop)[32, 4].tolist() == [255, 0, 0]
    assert decode(path, SMALL)[32, 4].tolist() == [0, 0, 255]


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
@pytest.mark.parametrize("suffix", [".jpg", ".png", ".tif", ".webp", ".heic", ".avif"])
def test_damaged_bytes_raise_nothing_else_than_is_caught(tmp_path: Path, suffix: str) -> None:
    rng = np.random.default_rng(0)
    path = tmp_path / f"photo{suffix}"
    quarters(96, 64).save(path)
    whole = path.read_bytes()
    n_failed = 0
    for _ in range(60):
        data = np.frombuffer(whole, np.uint8).copy()
        data[rng.integers(0, len(data), 6)] = rng.integers(0, 256, 6)
        path.write_bytes(data.tobytes())
        try:
            decode(path, SMALL)
        except DECODE_ERRORS:
            n_failed += 1
    assert n_failed > 0


def test_a_truncated_photo_raises_what_the_embed_stage_catches(tmp_path: Path) -> None:
    path = tmp_path / "cut.jpg"
    noise = np.random.default_rng(0).integers(0, 255, (300, 300, 3), dtype=np.uint8)
    Image.fromarray(noise).save(path)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(DECODE_ERRORS):
        decode(path, SMALL)


@pytest.mark.parametrize("name", ["a.dng", "a.mp4", "a.mov", "a.heic"])
def test_raw_photos_and_videos_show_what_a_photo_shows(tmp_path: Path, name: str) -> None:
    picture = scene((320, 240))
    picture.save(tmp_path / "a.png")
    if name.endswith("dng"):
        write_dng(tmp_path / name, preview=jpeg_bytes(picture))
    elif name.endswith("heic"):
        write_heic(tmp_path / name)
    else:
        write_mp4(tmp_path / name, picture=picture)
    seen = decode(tmp_path / name, SMALL).astype(float)
    expected = decode(tmp_path / "a.png", SMALL).astype(float)
    assert seen.shape == (SMALL.size_px, SMALL.size_px, 3)
    assert np.abs(seen - expected).mean() < 6
