"""From a photo's file to the small square of pixels a network sees."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from coincide.features.backbones import Preprocess
from coincide.media.isolated import isolated
from coincide.media.pictures import DECODE_ERRORS, open_picture

__all__ = ["DECODE_ERRORS", "Pixels", "decode", "small_pixels", "squared", "to_rgb"]

Pixels = NDArray[np.uint8]
# rows that are converted at a time, where that takes several copies of each pixel
_BAND_PX = 256


@isolated
def decode(path: Path, preprocess: Preprocess) -> Pixels:
    """Return the photo upright in RGB: (size_px, size_px, 3); of a video, a frame near its start.

    A JPEG is decoded straight to an eighth, quarter or half of its size
    (``draft``), whichever is still large enough; that is where the time goes.
    """
    size = preprocess.size_px
    return squared(open_picture(path, lambda image: image.draft("RGB", (size, size))), preprocess)


@isolated
def small_pixels(path: Path, long_side_px: int) -> Pixels:
    """Return the photo upright in RGB, (height, width, 3), no side above ``long_side_px``."""
    size = (long_side_px, long_side_px)
    image = to_rgb(open_picture(path, lambda opened: opened.draft("RGB", size)))
    image.thumbnail(size)
    return np.asarray(image, dtype=np.uint8)


def squared(image: Image.Image, preprocess: Preprocess) -> Pixels:
    """Return an upright image as the square that a network sees, (size_px, size_px, 3)."""
    size, upright = preprocess.size_px, to_rgb(image)
    if preprocess.resize == "crop":
        fitted = ImageOps.fit(upright, (size, size), Image.Resampling.BICUBIC)
    else:
        fitted = upright.resize((size, size), Image.Resampling.BICUBIC, reducing_gap=2.0)
    return np.asarray(fitted, dtype=np.uint8)


def to_rgb(image: Image.Image) -> Image.Image:
    """Return an image in RGB, whatever its mode; transparent parts become white."""
    if image.mode in ("I;16", "I;16B", "I;16L", "I", "F"):
        return _from_deep(image)
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        return _by_bands(image, _on_white)
    return image if image.mode == "RGB" else image.convert("RGB")


def _on_white(image: Image.Image) -> Image.Image:
    image = image.convert("RGBA")
    ground = Image.new("RGBA", image.size, "white")
    ground.alpha_composite(image)
    return ground.convert("RGB")


def _from_deep(image: Image.Image) -> Image.Image:
    """Scale 16- and 32-bit grey to 8 bits; Pillow's own conversion cuts off instead."""
    tops = [np.asarray(band, np.float64).max(initial=0.0) for _, band in _bands(image)]
    top = float(max(tops, default=0.0))
    scale = 255.0 / (65535.0 if 255 < top <= 65535 else max(top, 255.0))

    def scaled(band: Image.Image) -> Image.Image:
        levels = np.asarray(band, np.float64) * scale
        return Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8)).convert("RGB")

    return _by_bands(image, scaled)


def _by_bands(image: Image.Image, convert: Callable[[Image.Image], Image.Image]) -> Image.Image:
    """Return an image in RGB, converted piece by piece: copies of the whole would fill memory."""
    out = Image.new("RGB", image.size)
    for top, band in _bands(image):
        out.paste(convert(band), (0, top))
    return out


def _bands(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    for top in range(0, image.height, _BAND_PX):
        yield top, image.crop((0, top, image.width, min(top + _BAND_PX, image.height)))
