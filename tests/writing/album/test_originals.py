"""Originals to hand on: the same pixels, and only what is needed to see them upright."""

from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image, ImageCms

from coincide.media.pictures import open_picture
from coincide.writing.album.films import write_film
from coincide.writing.album.originals import stripped_photo
from coincide.writing.album.pictures import in_srgb, upright, views_of
from tests.media_files import write_dng, write_heic, write_mp4
from tests.writing.album.stories import picture, write_film_told, write_told


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_a_jpeg_keeps_its_very_pixels_and_its_turn(tmp_path: Path, orientation: int) -> None:
    path = write_told(tmp_path / "a.jpg", 1, orientation=orientation, size=(120, 80))
    data = stripped_photo(path)
    (tmp_path / "b.jpg").write_bytes(data)
    assert np.array_equal(open_picture(tmp_path / "b.jpg"), open_picture(path))
    with Image.open(tmp_path / "b.jpg") as image:
        assert dict(image.getexif()) == ({} if orientation == 1 else {0x0112: orientation})
    assert len(data) < path.stat().st_size
    assert b"trailing" not in data


def test_a_progressive_jpeg_keeps_all_its_scans(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    picture(3, (300, 200)).save(path, progressive=True, comment="beside")
    (tmp_path / "b.jpg").write_bytes(stripped_photo(path))
    assert np.array_equal(open_picture(tmp_path / "b.jpg"), open_picture(path))
    assert b"beside" not in (tmp_path / "b.jpg").read_bytes()


def test_a_profile_of_every_screen_is_not_kept(tmp_path: Path) -> None:
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    path = tmp_path / "a.jpg"
    picture(3, (64, 48)).save(path, icc_profile=srgb, quality=95)
    assert b"ICC_PROFILE" in path.read_bytes()
    assert b"ICC_PROFILE" not in stripped_photo(path)


def test_colours_of_another_profile_become_those_of_every_screen() -> None:
    """A profile that swaps red and blue, made of sRGB's own by exchanging two of its columns."""
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    image = Image.new("RGB", (4, 4), (250, 20, 20))
    image.info["icc_profile"] = (
        srgb.replace(b"rXYZ", b"tmp!")
        .replace(b"bXYZ", b"rXYZ")
        .replace(b"tmp!", b"bXYZ")
        .replace("sRGB".encode("utf-16-be"), "Swap".encode("utf-16-be"))
        .replace(b"sRGB", b"Swap")
    )
    red, _, blue = in_srgb(image).getpixel((0, 0))  # type: ignore[misc]
    assert (red < 60, blue > 200) == (True, True)


@pytest.mark.parametrize("kind", ["heic", "dng", "png", "cut"])
def test_what_is_no_jpeg_becomes_one(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{kind}"
    if kind == "heic":
        write_heic(path)
    elif kind == "dng":
        write_dng(path)
    elif kind == "png":
        picture(1, (60, 40)).save(path, pnginfo=None)
    else:
        whole = write_told(tmp_path / "whole.jpg", 1, size=(640, 480)).read_bytes()
        path.write_bytes(whole[: len(whole) - 60])  # no end: the decoder minds, too
        with pytest.raises(OSError, match="truncated"):
            stripped_photo(path)
        return
    data = stripped_photo(path)
    assert data[:3] == b"\xff\xd8\xff"
    assert b"Exif" not in data


def test_pictures_are_upright_in_a_few_sizes(tmp_path: Path) -> None:
    path = write_told(tmp_path / "a.jpg", 1, orientation=6, size=(2400, 1200))
    views = views_of(path)
    sizes = []
    for number, data in enumerate(views.webp):
        (tmp_path / f"{number}.webp").write_bytes(data)
        with Image.open(tmp_path / f"{number}.webp") as image:
            sizes.append(image.size)
    assert sizes == [(200, 400), (400, 800), (800, 1600)]
    assert (views.width_px, views.height_px) == (800, 1600)
    assert len(views.colours) == 8
    small = write_told(tmp_path / "b.jpg", 1, size=(300, 200))
    assert len(views_of(small).webp) == 1
    assert upright(small, 1600).size == (300, 200)


def test_a_film_keeps_its_pictures_and_its_turn(tmp_path: Path) -> None:
    source = write_film_told(tmp_path / "a.mp4")
    write_film(source, tmp_path / "b.mp4")
    assert frames(tmp_path / "b.mp4") == frames(source)
    write_mp4(tmp_path / "c.mp4", rotation=90)  # in a code that browsers do not play
    write_film(tmp_path / "c.mp4", tmp_path / "d.mp4")
    with av.open(str(tmp_path / "d.mp4")) as film:
        assert film.streams.video[0].codec_context.name == "h264"
        assert next(film.decode(video=0)).rotation == 90


def frames(path: Path) -> list[bytes]:
    with av.open(str(path)) as film:
        return [frame.to_ndarray(format="rgb24").tobytes() for frame in film.decode(video=0)]


def test_what_is_no_film_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(b"\0\0\0\x20ftypisom" + b"\0" * 40)
    with pytest.raises(ValueError, match="cannot be decoded"):
        write_film(tmp_path / "a.mp4", tmp_path / "b.mp4")
