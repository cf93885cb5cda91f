"""The sensor: colours, contrast, vignette, blur and noise of one camera."""

from functools import lru_cache

import numpy as np
from PIL import Image, ImageChops, ImageEnhance, ImageFilter

from coincide.demo.cameras import Look
from coincide.model import Singles

MIDDLE = 118.0  # the grey that contrast leaves alone
NEUTRAL = 128  # no noise, in a picture of noise


def develop(
    picture: Image.Image, look: Look, rng: np.random.Generator, *, dark: float
) -> Image.Image:
    """Return a picture as a camera records it; ``dark`` is 0 by day and 1 at night."""
    # each photo is metered anew
    exposure = look.exposure * float(rng.normal(1.0, 0.03))
    curve = np.concatenate(
        [_curve(gain * exposure, look.contrast) for gain in (look.red, 1.0, look.blue)]
    )
    picture = ImageEnhance.Color(picture.point(curve.tolist())).enhance(look.saturation)
    if look.blur_px > 0.2:
        picture = picture.filter(ImageFilter.BoxBlur(look.blur_px))
    # more noise where the sensor had to amplify
    noise = _noise(rng, picture.size, look.noise * (1 + 1.4 * dark))
    picture = ImageChops.add(picture, noise, offset=-NEUTRAL)
    return ImageChops.multiply(picture, _vignette(picture.size, round(look.vignette, 2)))


def _curve(gain: float, contrast: float) -> Singles:
    levels = np.arange(256, dtype=np.float32) * gain
    return np.asarray(np.clip((levels - MIDDLE) * contrast + MIDDLE, 0, 255).round(), np.float32)


@lru_cache(maxsize=64)
def _vignette(size: tuple[int, int], strength: float) -> Image.Image:
    """Return what share of the light arrives at each pixel, white for all of it."""
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None]
    share = 1 - strength * ((x**2 + y**2) / 2) ** 1.5
    return _grey(np.asarray(255 * share, dtype=np.float32))


def _noise(rng: np.random.Generator, size: tuple[int, int], sigma: float) -> Image.Image:
    """Return noise around NEUTRAL: of every pixel's brightness, and of coarser colours."""
    width, height = size
    levels = rng.standard_normal((height, width), dtype=np.float32)
    levels *= sigma
    levels += NEUTRAL
    brightness = _grey(levels)
    # colour noise is coarser than the pixels, as a camera's processing leaves it
    coarse = rng.standard_normal((height // 4, width // 4, 3), dtype=np.float32)
    spots = Image.fromarray((NEUTRAL + 0.6 * sigma * coarse).round().astype(np.uint8))
    colours = spots.resize(size, Image.Resampling.BILINEAR)
    return ImageChops.add(brightness, colours, offset=-NEUTRAL)


def _grey(levels: Singles) -> Image.Image:
    return Image.fromarray(levels.round().astype(np.uint8)).convert("RGB")
