"""From a photo's file to the small grey picture that features are looked for in."""

from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from coincide.errors import ModelError
from coincide.media.isolated import isolated
from coincide.media.pictures import DECODE_ERRORS, open_picture

__all__ = ["DECODE_ERRORS", "Grey", "grey_of", "read_grey"]

Grey = NDArray[np.uint8]

_DEEP_MODES = ("I;16", "I;16B", "I;16L", "I", "F")


@isolated
def read_grey(path: Path, long_side_px: int) -> Grey:
    """Return the photo upright in grey, (height, width), no side above ``long_side_px``.

    A JPEG is decoded without its colours, straight to the smallest eighth, quarter or half
    of its size that is large enough. A smaller photo stays as it is: enlarging adds nothing.
    """
    return grey_of(
        open_picture(path, lambda image: image.draft("L", _fitted(image.size, long_side_px))),
        long_side_px,
    )


def grey_of(image: Image.Image, long_side_px: int) -> Grey:
    """Return an upright image in grey, (height, width), no side above ``long_side_px``."""
    grey = _to_grey(image)
    if max(grey.size) > long_side_px:
        size = _fitted(grey.size, long_side_px)
        grey = grey.resize(size, Image.Resampling.BICUBIC, reducing_gap=2.0)
    return np.asarray(grey, dtype=np.uint8)


def _fitted(size: tuple[int, int], long_side_px: int) -> tuple[int, int]:
    scale = min(1.0, long_side_px / max(size))
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))


def _to_grey(image: Image.Image) -> Image.Image:
    if image.mode not in _DEEP_MODES:
        return image.convert("L")
    # Pillow would cut 16 and 32 bits off at 255 instead of scaling them
    levels = np.asarray(image, dtype=np.float64)
    top = max(float(levels.max(initial=0.0)), 255.0)
    return Image.fromarray(np.clip(levels * (255.0 / top), 0, 255).astype(np.uint8))


def load_opencv() -> ModuleType:
    """Return the cv2 module, or say how to get it."""
    try:
        import cv2
    except ImportError as error:
        raise ModelError(
            f"Verifying links needs OpenCV ({error}). Install it: pip install 'coincide[verify]'."
        ) from error
    return cv2
