import numpy as np
import pytest
from PIL import Image

from coincide.model import Floats
from coincide.timeline.sameness import GIVEN_PX, sameness


def picture(seed: int = 0, n_px: int = 240) -> Floats:
    """Return a picture with something in it at every scale."""
    rng = np.random.default_rng(seed)
    whole = np.zeros((n_px, n_px))
    for cells in (3, 6, 12, 24):
        noise = Image.fromarray(rng.normal(128, 400 / cells, (cells, cells)).astype(np.float32))
        whole += np.asarray(noise.resize((n_px, n_px), Image.Resampling.BICUBIC), np.float64)
    return whole


def square(pixels: Floats) -> Floats:
    image = Image.fromarray(pixels.astype(np.float32))
    resized = image.resize((GIVEN_PX, GIVEN_PX), Image.Resampling.BOX)
    return np.asarray(resized, dtype=np.float64)


def test_a_picture_is_itself_whatever_its_brightness() -> None:
    one = square(picture())
    found = sameness(0.5 * one + 20, one)
    assert found.grey == pytest.approx(1.0)
    assert found.edges == pytest.approx(1.0)


def test_two_pictures_are_not_one() -> None:
    for cut in (False, True):
        found = sameness(square(picture(1)), square(picture(2)), cut=cut)
        assert found.edges < 0.5


@pytest.mark.parametrize("window", [(10, 230, 6, 220), (0, 212, 20, 240), (12, 228, 12, 228)])
def test_a_cut_copy_is_found_as_a_window(window: tuple[int, int, int, int]) -> None:
    whole = picture()
    top, bottom, left, right = window
    copy, original = square(whole[top:bottom, left:right]), square(whole)
    assert sameness(copy, original).edges < 0.9
    found = sameness(copy, original, cut=True)
    assert found.grey > 0.99
    assert found.edges > 0.97


def test_something_that_moved_shows_in_the_edges() -> None:
    here, there = picture(), picture()
    here[60:160, 40:100] += 200
    there[60:160, 120:180] += 200
    found = sameness(square(here), square(there), cut=True)
    assert found.edges < 0.88


def test_flat_pictures_are_like_nothing() -> None:
    flat = np.full((GIVEN_PX, GIVEN_PX), 128.0)
    assert sameness(flat, flat).grey == 0.0
    assert sameness(flat, square(picture()), cut=True).edges == 0.0


@pytest.mark.parametrize("turned", [False, True])
def test_edges_count_all_over_the_picture_in_both_directions(turned: bool) -> None:
    def striped(phase: float) -> Floats:
        """Stripes on one half, across or down."""
        whole, stripes = picture(), np.sign(np.sin(np.arange(240) / 10 + phase))
        whole[:, 120:] += 60 * stripes[:, None]
        return square(whole.T if turned else whole)

    found = sameness(striped(0.0), striped(np.pi / 2))
    assert found.grey > 0.8
    assert found.edges < 0.6
