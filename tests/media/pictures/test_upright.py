import io
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from coincide.media.pictures import DECODE_ERRORS, open_picture
from coincide.media.pictures.raw import read_preview
from coincide.media.records import read_file
from tests.media_files import jpeg_bytes, scene, write_dng, write_heic, write_mp4
from tests.photo_files import exif_bytes

UPRIGHT = scene((320, 240))


def is_upright(image: Image.Image) -> bool:
    """Tell whether the red mark is at the upper left and the lower half is the darker one."""
    red, green, _ = image.convert("RGB").getpixel((10, 10))
    grey = np.asarray(image.convert("L"), float)
    half = image.height // 2
    return red > 180 and green < 80 and grey[:half].mean() > grey[half:].mean()


def as_the_sensor_saw_it(orientation: int) -> Image.Image:
    """Return the scene turned so that the Orientation tag's value makes it upright."""
    back = {1: None, 3: Image.Transpose.ROTATE_180, 6: Image.Transpose.ROTATE_90}
    turn = (back | {8: Image.Transpose.ROTATE_270})[orientation]
    return UPRIGHT if turn is None else UPRIGHT.transpose(turn)


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_raw_preview_is_turned_by_the_raws_tag(tmp_path: Path, orientation: int) -> None:
    seen = as_the_sensor_saw_it(orientation)
    preview = jpeg_bytes(seen)
    path = write_dng(tmp_path / "a.dng", orientation=orientation, preview=preview, size=seen.size)
    picture = open_picture(path)
    assert picture.size == UPRIGHT.size
    assert is_upright(picture)


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_raw_preview_is_turned_once_by_its_own_tag(tmp_path: Path, orientation: int) -> None:
    seen = as_the_sensor_saw_it(orientation)
    preview = jpeg_bytes(seen, exif_bytes(orientation=orientation))
    path = write_dng(tmp_path / "a.dng", orientation=orientation, preview=preview, size=seen.size)
    assert is_upright(open_picture(path))


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_preview_without_compression_is_turned_as_well(tmp_path: Path, orientation: int) -> None:
    seen = as_the_sensor_saw_it(orientation)
    path = write_dng(tmp_path / "a.dng", orientation=orientation, preview=seen, size=seen.size)
    picture = open_picture(path)
    assert picture.size == UPRIGHT.size
    assert is_upright(picture)


def test_a_grey_preview_is_shown_as_it_is(tmp_path: Path) -> None:
    grey = UPRIGHT.convert("L")
    path = write_dng(tmp_path / "a.dng", preview=grey, size=grey.size)
    assert read_file(path).viewable
    picture = open_picture(path)
    assert picture.mode == "RGB"
    assert picture.tobytes() == grey.convert("RGB").tobytes()


@pytest.mark.parametrize("orientation", [6, 8])
def test_a_preview_that_was_turned_already_is_left_so(tmp_path: Path, orientation: int) -> None:
    preview = jpeg_bytes(UPRIGHT, exif_bytes())  # an EXIF block that says nothing of turns
    path = write_dng(tmp_path / "a.dng", orientation=orientation, preview=preview, size=(240, 320))
    assert is_upright(open_picture(path))


def test_a_dng_by_another_name_is_still_one(tmp_path: Path) -> None:
    path = write_dng(tmp_path / "a.tif", preview=jpeg_bytes(UPRIGHT))
    assert is_upright(open_picture(path))


def test_a_large_preview_is_decoded_to_a_fraction(tmp_path: Path) -> None:
    preview = jpeg_bytes(scene((1600, 1200)))
    path = write_dng(tmp_path / "a.dng", preview=preview)
    assert open_picture(path).size == (1600, 1200)
    drafted = open_picture(path, lambda image: image.draft("RGB", (200, 200)))
    assert drafted.size == (400, 300)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("suffix", [".mp4", ".mov"])
def test_a_frame_is_upright(tmp_path: Path, rotation: int, suffix: str) -> None:
    path = write_mp4(
        tmp_path / f"a{suffix}", rotation=rotation, picture=UPRIGHT.rotate(-rotation, expand=True)
    )
    picture = open_picture(path)
    assert picture.size == UPRIGHT.size
    assert is_upright(picture)


def test_a_heic_is_upright(tmp_path: Path) -> None:
    assert is_upright(open_picture(write_heic(tmp_path / "a.heic")))


@pytest.mark.parametrize("name", ["a.dng", "a.cr2", "a.nef", "a.mp4", "a.mov", "a.avi", "a.mkv"])
@pytest.mark.parametrize("data", [b"", b"garbage" * 50, b"II*\0" + bytes(100)])
def test_what_shows_nothing_raises_what_is_expected(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(DECODE_ERRORS):
        open_picture(tmp_path / name)


def test_a_raw_without_preview_says_so(tmp_path: Path) -> None:
    path = write_dng(tmp_path / "a.dng", with_preview=False)
    with pytest.raises(ValueError, match="no preview inside"):
        open_picture(path)


def test_a_playlist_is_not_taken_for_a_video(tmp_path: Path) -> None:
    secret = write_mp4(tmp_path / "secret.mp4")
    playlist = f"#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:2,\n{secret}\n#EXT-X-ENDLIST\n"
    (tmp_path / "a.mp4").write_text(playlist)
    with pytest.raises(ValueError, match="cannot be decoded"):
        open_picture(tmp_path / "a.mp4")


@pytest.mark.parametrize("package", ["rawpy", "av"])
def test_a_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    path = tmp_path / {"rawpy": "a.dng", "av": "a.mp4"}[package]
    path.write_bytes(b"II*\0" if package == "rawpy" else b"\0\0\0\x18ftypisom")
    extra = {"rawpy": "raw", "av": "video"}[package]
    with pytest.raises(ValueError, match=rf'pip install "coincide\[{extra}\]"'):
        open_picture(path)


def test_previews_of_real_cameras_are_found(shared: Path) -> None:
    # stubs: their pixels are cut off, their previews are whole
    for name in ("FujiFilm.raf", "Panasonic.rw2", "SigmaDP2.x3f"):
        preview = read_preview(shared / "fixtures" / "exiftool" / name)
        with Image.open(io.BytesIO(preview.jpeg or b"")) as image:
            assert min(image.size) >= 8
