"""A sharp, well-lit, large photo is worth more than one that is not."""

import numpy as np
from PIL import Image, ImageFilter

from coincide.album.options import QualityOptions
from coincide.album.quality import N_FIGURES, face_worth, quality_figures, worth
from coincide.model import Floats

PIXELS = 12e6


def picture() -> Image.Image:
    spots = np.random.default_rng(1).integers(40, 200, (96, 128, 3), dtype=np.uint8)
    return Image.fromarray(spots).resize((384, 288), Image.Resampling.NEAREST)


def judged(image: Image.Image, n_px: float = PIXELS) -> float:
    figures: Floats = quality_figures(np.asarray(image))[None]
    assert figures.shape == (1, N_FIGURES)
    return float(worth(figures, np.array([n_px]))[0])


def test_sharp_is_better_than_blurred() -> None:
    blurred = [judged(picture().filter(ImageFilter.GaussianBlur(px))) for px in (0, 1, 3)]
    assert blurred == sorted(blurred, reverse=True)
    assert blurred[0] - blurred[-1] > 0.1


def test_burnt_out_and_black_are_worse() -> None:
    bright = picture().point(lambda level: min(255, level * 2))
    dark = picture().point(lambda level: level // 10)
    assert judged(bright) < judged(picture())
    assert judged(dark) < judged(picture())


def test_blur_shows_however_high_the_edges_are() -> None:
    # the same thing photographed by a shaking hand, in harder light than a sharp one of mist
    mist = picture().point(lambda level: 100 + level // 5)
    shaken = picture().filter(ImageFilter.GaussianBlur(4)).point(lambda level: level * 3 - 240)
    blur = [quality_figures(np.asarray(image))[4] for image in (mist, shaken)]
    assert blur[0] < QualityOptions().blurred < blur[1]


def test_dull_and_grey_are_worse_than_colours() -> None:
    grey = picture().convert("L").convert("RGB")
    assert judged(grey) < judged(picture())
    assert judged(grey.point(lambda level: 105 + level // 10)) < judged(grey)


def test_of_copies_the_largest_is_best() -> None:
    assert judged(picture(), 2e6) < judged(picture()) <= 1.0


def test_a_tiny_picture_has_figures_too() -> None:
    assert np.isfinite(quality_figures(np.zeros((3, 5, 3), np.uint8))).all()


def test_several_faces_are_more_than_one_and_none_is_nothing() -> None:
    figures = np.array([[0, 0, 0], [1, 0.005, 0.005], [1, 0.03, 0.03], [4, 0.03, 0.1]])
    none, small, large, several = face_worth(figures.astype(np.float64))
    assert none == 0.0
    assert 0.0 < small < large < several <= 1.0
