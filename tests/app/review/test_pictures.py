"""Pictures hold pixels and nothing else, upright, and are made once."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from coincide.app.review import pictures
from coincide.app.review.pictures import PER_SHEET, TILE_PX, Pictures, photo_jpeg, sheet_digest
from coincide.model import Photo
from tests.photo_files import exif_bytes, gps_tags

SECRET = b"SERIAL-4711"


def write_photo(path: Path, colour: str, *, orientation: int | None = None) -> Photo:
    image = Image.new("RGB", (400, 200), colour)
    image.paste("white", (0, 0, 200, 200))
    exif = exif_bytes(serial=SECRET.decode(), gps=gps_tags(), orientation=orientation)
    image.save(path, exif=exif, comment=SECRET, icc_profile=SECRET)
    return Photo(path, path.name, 0.0, 0.0)


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Pictures]:
    made = Pictures(tmp_path)
    yield made
    made.close()


def opened(data: bytes | None) -> Image.Image:
    image = Image.open(io.BytesIO(data or b""))
    image.load()
    return image


def test_nothing_of_a_photo_but_its_pixels_leaves(tmp_path: Path, shown: Pictures) -> None:
    photo = write_photo(tmp_path / "a.jpg", "red")
    assert SECRET in photo.path.read_bytes()
    for data in (shown.sheet([photo]), shown.photo(photo, 256), photo_jpeg(photo.path, 640)):
        assert data
        assert SECRET not in data
        assert b"Exif" not in data
        assert not opened(data).getexif()


def test_photos_are_upright_and_never_enlarged(tmp_path: Path, shown: Pictures) -> None:
    photo = write_photo(tmp_path / "a.jpg", "red", orientation=6)
    assert opened(shown.photo(photo, 256)).size == (128, 256)
    assert opened(shown.photo(photo, 1280)).size == (200, 400)


def test_each_photo_has_its_place_on_the_sheet(tmp_path: Path, shown: Pictures) -> None:
    colours = {"red": (254, 0, 0), "lime": (0, 255, 1), "blue": (0, 0, 254)}
    photos = [write_photo(tmp_path / f"{name}.jpg", name) for name in colours] * 6
    sheet = opened(shown.sheet(photos))
    for number, expected in enumerate([*colours.values()] * 6):
        row, column = divmod(number, 16)
        at = (column * TILE_PX + TILE_PX - 8, row * TILE_PX + TILE_PX // 2)
        found = sheet.getpixel(at)
        assert isinstance(found, tuple)
        assert all(abs(a - b) < 12 for a, b in zip(found, expected, strict=True))


def test_a_small_sheet_is_the_same_at_half_the_size(tmp_path: Path, shown: Pictures) -> None:
    photos = [write_photo(tmp_path / f"{name}.jpg", name) for name in ("red", "lime", "blue")]
    large, small = opened(shown.sheet(photos)), opened(shown.sheet(photos, TILE_PX // 2))
    assert (large.size, small.size) == ((1024, 1024), (512, 512))
    apart = ImageChops.difference(large.reduce(2), small)
    assert max(ImageStat.Stat(apart).mean) < 1
    assert len(shown.sheet(photos, TILE_PX // 2)) < len(shown.sheet(photos))


@pytest.mark.usefixtures("decode_here")
def test_squares_are_kept_by_content_whatever_the_order(
    tmp_path: Path, shown: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = [write_photo(tmp_path / f"{n}.jpg", "red") for n in range(4)]
    first = shown.sheet(photos)

    def not_again(*_: object) -> None:
        raise AssertionError("decoded again")

    monkeypatch.setattr(pictures, "open_picture", not_again)
    assert shown.sheet(photos[::-1])
    again = Pictures(tmp_path)
    assert again.sheet(photos) == first
    again.close()
    assert sheet_digest(photos) != sheet_digest(photos[::-1])


def test_a_broken_photo_is_a_blank_square(tmp_path: Path, shown: Pictures) -> None:
    (tmp_path / "b.jpg").write_bytes(b"\xff\xd8\xff broken")
    broken = Photo(tmp_path / "b.jpg", "b", 0.0, 0.0)
    gone = Photo(tmp_path / "gone.jpg", "g", 0.0, 0.0)
    assert opened(shown.sheet([broken, gone])).getpixel((32, 32)) == (128, 128, 128)
    assert shown.photo(broken, 256) is None
    assert shown.photo(gone, 256) is None
    assert PER_SHEET == 256
