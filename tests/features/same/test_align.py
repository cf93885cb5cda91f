"""When one picture can be laid over another, and when it cannot."""

import numpy as np
import pytest
import scipy.ndimage

from coincide.features.same.align import refine
from coincide.model import Floats, Singles

N_PX = 48


def picture(seed: int = 1) -> Singles:
    rng = np.random.default_rng(seed)
    rough = scipy.ndimage.gaussian_filter(rng.normal(0, 1, (N_PX, N_PX)), 3)
    return np.asarray(100 + 400 * rough, np.float32)


def everywhere() -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    return np.ones((N_PX, N_PX), np.bool_)


def guess(right: float = 0.0, down: float = 0.0) -> Floats:
    matrix = np.eye(2, 3)
    matrix[:, 2] = right, down
    return matrix


def test_a_guess_that_is_a_little_off_is_brought_to_its_place() -> None:
    found = refine(picture(), picture(), everywhere(), guess(0.03, -0.02))
    assert found is not None
    np.testing.assert_allclose(found, np.eye(2, 3), atol=1e-3)


def test_a_change_of_light_moves_nothing() -> None:
    found = refine(picture() * np.float32(1.5) + np.float32(20), picture(), everywhere(), guess())
    assert found is not None
    np.testing.assert_allclose(found, np.eye(2, 3), atol=1e-3)


def test_of_hardly_any_pixels_nothing_is_told() -> None:
    few = np.zeros((N_PX, N_PX), np.bool_)
    few[:3, :3] = True
    assert refine(picture(), picture(), few, guess()) is None


def test_a_negative_is_no_copy() -> None:
    assert refine(200 - picture(), picture(), everywhere(), guess()) is None


@pytest.mark.parametrize("down", [0.45, -0.45])
def test_what_is_laid_almost_beside_the_picture_is_lost(down: float) -> None:
    """A slope goes on in the same way: it may be cut anywhere, and half of it is cut off."""
    slope = picture() / np.float32(50) + np.linspace(0, 200, N_PX, dtype=np.float32)[:, None]
    assert refine(slope, slope, everywhere(), guess(0.0, 0.0)) is not None
    assert refine(slope, slope, everywhere(), guess(0.0, down)) is None
