"""Colours are compared between cameras: what cameras change must not count, the scene must."""

import numpy as np
import pytest
from PIL import Image

from coincide.features.colour import DIM, describe_colours
from coincide.features.images import Pixels

# sky over grass, a red house, a sea at dusk: colours by rows, top to bottom
MEADOW = ((120, 170, 230), (150, 190, 235), (90, 140, 50), (60, 110, 30))
HOUSE = ((200, 205, 210), (180, 50, 40), (160, 40, 35), (110, 100, 95))
DUSK = ((240, 150, 90), (200, 110, 110), (60, 60, 110), (30, 35, 70))


def picture(rows: tuple[tuple[int, int, int], ...], *, seed: int = 0, size: int = 224) -> Pixels:
    """A smooth scene with some texture."""
    coarse = np.repeat(np.array(rows, np.uint8)[:, None], 4, axis=1)
    smooth = Image.fromarray(coarse).resize((size, size), Image.Resampling.BICUBIC)
    noise = np.random.default_rng(seed).normal(0, 12, (size // 4, size // 4, 1))
    texture = np.kron(noise, np.ones((4, 4, 1)))
    return np.clip(np.asarray(smooth) + texture, 0, 255).astype(np.uint8)


def one(image: Pixels) -> np.ndarray:
    return describe_colours(image[None])[0]


def test_vectors_are_of_length_one() -> None:
    images = np.stack([picture(MEADOW), picture(DUSK), np.zeros((224, 224, 3), np.uint8)])
    vectors = describe_colours(images)
    assert vectors.shape == (3, DIM)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, rtol=1e-5)
    assert (vectors >= 0).all()


def test_a_photo_gives_the_same_bytes_in_any_company() -> None:
    images = np.stack([picture(rows, seed=n) for n, rows in enumerate((MEADOW, HOUSE, DUSK))])
    together = describe_colours(images)
    for number in range(3):
        assert describe_colours(images[number : number + 1]).tobytes() == (
            together[number].tobytes()
        )
    assert describe_colours(images[:0]).shape == (0, DIM)


CAMERAS = {
    "white balance": lambda image: image * (1.12, 1.0, 0.88),
    "exposure": lambda image: image * 0.8,
    "contrast": lambda image: (image - 118.0) * 0.85 + 118.0,
    "gamma": lambda image: (image / 255.0) ** 0.85 * 255.0,
    "saturation": lambda image: image + 0.25 * (image - image.mean(axis=2, keepdims=True)),
    "sharpness": lambda image: image + 0.5 * (image - np.roll(image, 1, axis=0)),
}


@pytest.mark.parametrize("change", CAMERAS)
@pytest.mark.parametrize("rows", [MEADOW, HOUSE, DUSK])
def test_another_camera_changes_less_than_another_scene(
    change: str, rows: tuple[tuple[int, int, int], ...]
) -> None:
    image = picture(rows)
    again = np.clip(CAMERAS[change](image.astype(np.float64)), 0, 255).astype(np.uint8)
    mine = one(image)
    strangers = [float(mine @ one(picture(other))) for other in {MEADOW, HOUSE, DUSK} - {rows}]
    assert float(mine @ one(again)) > 0.9
    assert float(mine @ one(again)) > max(strangers) + 0.1


def test_a_grey_photo_under_any_light_is_grey() -> None:
    ramp = np.linspace(40, 200, 224)[:, None, None] * np.ones((1, 224, 3))
    grey = one(ramp.astype(np.uint8))
    warm = one((ramp * (1.2, 1.0, 0.7)).astype(np.uint8))
    assert float(grey @ warm) > 0.95


@pytest.mark.parametrize("size", [20, 28, 100, 299])
def test_any_size_will_do(size: int) -> None:
    whole = one(picture(HOUSE, size=224))
    other = Image.fromarray(picture(HOUSE, size=224)).resize((size, size), Image.Resampling.BOX)
    assert float(whole @ one(np.asarray(other))) > 0.98
