"""From a photo's file to the small square of pixels a network sees."""

import struct
from pathlib import Path

import numpy as np
import pillow_heif
from numpy.typing import NDArray
from PIL import ExifTags, Image, ImageOps

from coincide.embed.backbones import Preprocess

Pixels = NDArray[np.uint8]

pillow_heif.register_heif_opener()

# what Pillow and its codecs raise for files that are damaged or too large
DECODE_ERRORS = (
    *(SyntaxError, OSError, EOFError, ValueError, OverflowError, RuntimeError, LookupError),
    *(TypeError, struct.error, MemoryError, Image.DecompressionBombError),
)


# how to undo each value of the Orientation tag; 1 is upright
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def decode(path: Path, preprocess: Preprocess) -> Pixels:
    """Return the photo upright in RGB: (size_px, size_px, 3).

    A JPEG is decoded straight to an eighth, quarter or half of its size
    (``draft``), whichever is still large enough; that is where the time goes.
    """
    size = preprocess.size_px
    with Image.open(path) as image:
        image.draft("RGB", (size, size))
        image.load()  # the first frame, where there are several
        # after loading: TIFF and HEIC are turned by their decoders, which then drop the tag
        turn = _TURNS.get(_orientation(image))
        upright = _to_rgb(image)
    if turn is not None:
        upright = upright.transpose(turn)
    if preprocess.resize == "crop":
        squared = ImageOps.fit(upright, (size, size), Image.Resampling.BICUBIC)
    else:
        squared = upright.resize((size, size), Image.Resampling.BICUBIC, reducing_gap=2.0)
    return np.asarray(squared, dtype=np.uint8)


def _orientation(image: Image.Image) -> int:
    """Return the Orientation tag; a photo whose tags are damaged still has its pixels."""
    try:
        return int(image.getexif().get(ExifTags.Base.Orientation, 1))
    except (SyntaxError, ValueError, TypeError, KeyError, OSError, struct.error):
        return 1


def _to_rgb(image: Image.Image) -> Image.Image:
    if image.mode in ("I;16", "I;16B", "I;16L", "I", "F"):
        return _from_deep(image)
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        image = image.convert("RGBA")
        ground = Image.new("RGBA", image.size, "white")
        ground.alpha_composite(image)
        return ground.convert("RGB")
    return image.convert("RGB")


def _from_deep(image: Image.Image) -> Image.Image:
    """Scale 16- and 32-bit grey to 8 bits; Pillow's own conversion cuts off instead."""
    grey = np.asarray(image, dtype=np.float64)
    top = grey.max(initial=0.0)
    scaled = grey * (255.0 / (65535.0 if 255 < top <= 65535 else max(top, 255.0)))
    return Image.fromarray(np.clip(scaled, 0, 255).astype(np.uint8)).convert("RGB")
