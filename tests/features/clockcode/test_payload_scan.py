"""Codes in pictures of all kinds, and pictures that have none."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("zxingcpp", reason="without coincide[clock]")

from coincide.features.clockcode import ClockCode, payload, reading_of
from coincide.features.clockcode.payload import clock_codes, codes_in
from coincide.media.isolated import in_process
from tests.clock_files import clock_picture, write_clock
from tests.photo_files import exif_bytes, write_photo

CODES = [ClockCode(1_790_000_000.3, 0.1, 7200), ClockCode(1_790_000_000.0, 1.0, 7200)]


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.webp", "a.tiff"])
def test_codes_are_read_in_photos_of_every_format(tmp_path: Path, name: str) -> None:
    found = clock_codes(write_clock(tmp_path / name, CODES))
    assert sorted(one.code.length_s for one in found) == [0.1, 1.0]
    reading = reading_of(found)
    assert reading is not None
    assert reading.utc_s == pytest.approx(1_790_000_000.35)


def test_a_code_lies_where_it_is_in_the_upright_picture(tmp_path: Path) -> None:
    exif = exif_bytes(orientation=6)
    (one,) = clock_codes(write_clock(tmp_path / "a.jpg", CODES[:1], exif=exif))
    across, down = np.array(one.corners).T
    # turned, a picture of 800 by 600 is 600 wide, and the code 150
    assert across.min() == pytest.approx(0.375, abs=0.02)
    assert across.max() == pytest.approx(0.625, abs=0.02)
    assert down.min() == pytest.approx(0.406, abs=0.02)


@pytest.mark.parametrize("module_px", [8, 40])
def test_codes_of_a_fiftieth_and_of_most_of_a_large_photo_are_read(
    tmp_path: Path, module_px: int
) -> None:
    size = (4000, 3000) if module_px > 10 else (6000, 4000)
    path = write_clock(tmp_path / "a.jpg", CODES[:1], size=size, module_px=module_px)
    assert [one.code for one in clock_codes(path)] == CODES[:1]


@pytest.mark.parametrize("turn", [30, 90, 180, 215])
def test_a_camera_may_be_held_as_it_likes(turn: int) -> None:
    picture = clock_picture([CODES[0].text]).convert("L").rotate(turn, fillcolor=128)
    assert [one.code for one in codes_in(np.asarray(picture))] == CODES[:1]


def test_codes_that_are_not_ours_say_nothing() -> None:
    texts = ["HTTPS://EXAMPLE.ORG", "COINCIDE:1:88174E8:1:-19:GK4C"]
    assert codes_in(np.asarray(clock_picture(texts).convert("L"))) == ()


def test_a_wall_of_codes_gives_no_more_than_there_is_use_for() -> None:
    rows = [np.hstack([np.asarray(clock_picture([ClockCode(1_790_000_000.0 + 6 * row + one, 0.1, 0)
            .text], size=(150, 150), module_px=4).convert("L")) for one in range(6)])
            for row in range(6)]  # fmt: skip
    assert len(codes_in(np.vstack(rows))) == 16


def test_small_pictures_are_looked_at_in_double_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shapes: list[tuple[int, ...]] = []
    monkeypatch.setattr(payload, "codes_in", lambda grey: shapes.append(grey.shape) or ())
    for size in ((640, 480), (2400, 1600)):
        with in_process():
            clock_codes(write_photo(tmp_path / "a.jpg", size=size))
    assert shapes == [(480, 640), (960, 1280), (1600, 2400)]


def test_a_photo_without_a_clock_has_no_codes(tmp_path: Path) -> None:
    assert clock_codes(write_photo(tmp_path / "a.jpg", size=(640, 480))) == ()


def test_deep_and_transparent_pictures_are_read(tmp_path: Path) -> None:
    grey = np.asarray(clock_picture([CODES[0].text]).convert("L"), np.uint16) * 257
    Image.fromarray(grey).save(tmp_path / "deep.png")
    clock_picture([CODES[0].text]).convert("RGBA").save(tmp_path / "clear.png")
    for name in ("deep.png", "clear.png"):
        assert [one.code for one in clock_codes(tmp_path / name)] == CODES[:1]


def test_what_is_no_picture_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8\xff\xe0 no more")
    with pytest.raises(OSError, match=r".+"):
        clock_codes(tmp_path / "a.jpg")
