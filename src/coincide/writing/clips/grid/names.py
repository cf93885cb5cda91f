"""A camera's name as a small plate in its corner of the film."""

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Luma = NDArray[np.uint8]
# of a cell's shorter side, and never smaller than can be read
_SHARE, _LEAST_PX = 0.05, 14
# what knows more letters than Pillow's own, where it is installed
_FONTS = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "Arial.ttf", "Helvetica.ttc")
# studio range: black and white of a film
_BLACK, _WHITE = 16, 235


@cache
def _font(size_px: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    for name in _FONTS:
        try:
            return ImageFont.truetype(name, size_px)
        except OSError:
            continue
    return ImageFont.load_default(size_px)


def name_plate(name: str, width: int, height: int) -> Luma:
    """Return a name in white on black as brightness, even to either side, no wider than its cell.

    A name that does not fit ends in dots.
    """
    size_px = max(round(_SHARE * min(width, height)), _LEAST_PX)
    font, pad = _font(size_px), size_px // 3
    text = name
    while len(text) > 1 and font.getlength(text) + 2 * pad > width:
        text = text.removesuffix("…")[:-1] + "…"
    shown_width = min(int(font.getlength(text)) + 2 * pad, width) // 2 * 2
    shown_height = min(size_px + 2 * pad, height) // 2 * 2
    plate = Image.new("L", (max(shown_width, 2), max(shown_height, 2)), _BLACK)
    ImageDraw.Draw(plate).text((pad, pad // 2), text, fill=_WHITE, font=font)
    return np.asarray(plate)
