"""A copy is one picture with its original whatever was done to it; the next shot is another."""

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from coincide.features.same import Sameness, SameOptions, Square, sameness, square_of
from coincide.features.same.align import best_window
from coincide.features.same.compare import compare_files
from tests.features.same.bursts import burst_of
from tests.features.same.edits import EDITS

SIZE = (480, 360)


def picture(seed: int = 0) -> Image.Image:
    """Return a picture with something in it at every scale."""
    rng = np.random.default_rng(seed)
    whole = np.zeros((SIZE[1], SIZE[0], 3), np.float32)
    for cells in (3, 6, 12, 24, 48):
        noise = rng.normal(0, 120 / cells**0.5, (cells, cells, 3)).astype(np.float32)
        for band in range(3):
            grown = Image.fromarray(noise[..., band]).resize(SIZE, Image.Resampling.BICUBIC)
            whole[..., band] += np.asarray(grown)
    return Image.fromarray(np.clip(128 + whole, 8, 245).astype(np.uint8))


def square(image: Image.Image, quality: int = 90) -> Square:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    with Image.open(file) as read:
        return square_of(read)


def compared(one: Image.Image, other: Image.Image) -> Sameness:
    return sameness(square(one), square(other))


@pytest.mark.parametrize("kind", EDITS)
def test_a_copy_is_one_picture_with_its_original(kind: str) -> None:
    for seed in range(2):
        copy = EDITS[kind](picture(seed), np.random.default_rng(seed))
        found = sameness(square(picture(seed), 92), square(copy.image, copy.quality))
        assert found.is_one, found


def test_neither_has_to_be_the_original() -> None:
    copy = picture().crop((10, 20, 450, 350))
    assert compared(copy, picture()).is_one
    assert compared(picture(), copy).is_one


def test_the_next_of_a_burst_is_another_picture() -> None:
    for seed in range(10):
        one, other = burst_of(picture(seed), np.random.default_rng(seed))
        assert not compared(one, other).is_one


@pytest.mark.parametrize("turn_deg", [0.4, -0.7])
def test_a_hand_turns_and_a_copy_does_not(turn_deg: float) -> None:
    def inner(image: Image.Image) -> Image.Image:
        return image.crop((20, 20, SIZE[0] - 20, SIZE[1] - 20))

    turned = picture().rotate(turn_deg, Image.Resampling.BICUBIC)
    assert compared(inner(picture()), inner(picture())).is_one
    assert not compared(inner(picture()), inner(turned)).is_one


def test_what_reaches_beyond_is_no_cut() -> None:
    one, other = (picture().crop((left, 0, left + 440, 360)) for left in (10, 16))
    assert not compared(one, other).is_one


def test_two_pictures_are_not_one() -> None:
    found = compared(picture(1), picture(2))
    assert not found.is_one
    assert found.edges < 0.5


def test_flat_pictures_are_like_nothing() -> None:
    flat = Image.new("RGB", SIZE, (128, 128, 128))
    assert not compared(flat, flat).is_one
    assert not compared(flat, picture()).is_one
    assert not compared(Image.new("RGB", SIZE), Image.new("RGB", SIZE)).is_one


def test_the_window_of_a_cut_is_found() -> None:
    cut = picture().crop((0, 36, 432, 360))
    found = best_window(square(cut), square(picture()), SameOptions())
    assert found.across == pytest.approx((0.0, 0.9), abs=0.03)
    assert found.down == pytest.approx((0.1, 1.0), abs=0.03)


def test_brighter_is_the_same_picture() -> None:
    assert compared(picture(), ImageEnhance.Brightness(picture()).enhance(1.15)).is_one


def test_files_are_compared_and_what_is_broken_is_not(tmp_path: Path) -> None:
    one, other, broken = (tmp_path / f"{name}.jpg" for name in ("one", "other", "broken"))
    picture().save(one)
    picture().resize((240, 180)).save(other)
    broken.write_bytes(b"no picture")
    compare = compare_files()
    found = compare(one, other)
    assert found is not None
    assert found.is_one
    assert compare(one, broken) is None
    assert compare(broken, one) is None
