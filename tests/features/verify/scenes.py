"""Pictures of two places, seen from here and there."""

import numpy as np
from PIL import Image

# down to the right and a little turned, as from a step to the side
SHIFTED = (0.98, 0.05, 12.0, -0.05, 0.98, 20.0)


def scene(seed: int = 0, size: tuple[int, int] = (480, 360)) -> Image.Image:
    """Return a picture full of corners: blocks of many sizes over a soft ground."""
    rng = np.random.default_rng(seed)
    ground = rng.integers(60, 200, (6, 8), dtype=np.uint8)
    picture = np.asarray(Image.fromarray(ground).resize(size, Image.Resampling.BICUBIC)).copy()
    for _ in range(250):
        left, top = rng.integers(0, size[0]), rng.integers(0, size[1])
        width, height = rng.integers(4, 40, 2)
        picture[top : top + height, left : left + width] = rng.integers(0, 255)
    return Image.fromarray(picture)


def seen_from_aside(picture: Image.Image, seed: int = 1) -> Image.Image:
    """Return the same scene from a step aside, with noise and other tones."""
    moved = picture.transform(
        picture.size, Image.Transform.AFFINE, SHIFTED, Image.Resampling.BICUBIC
    )
    noise = np.random.default_rng(seed).normal(0, 4, (picture.height, picture.width))
    return Image.fromarray(np.clip(np.asarray(moved) * 0.9 + 8 + noise, 0, 255).astype(np.uint8))
