"""From a picture to the small grey square that it is compared by."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none
from numpy.typing import NDArray
from PIL import Image

from coincide.features.same.options import SameOptions
from coincide.features.verify.pictures import grey_of
from coincide.media.isolated import isolated
from coincide.media.pictures import open_picture
from coincide.model import Singles

# so much larger than the square is a JPEG decoded: an eighth of a pixel at its edge would be
# taken for a picture that was cut
DRAFT = 4
# half a pixel or so: what is finer than this is the camera's or the coder's
_SOFT_PX = 0.7
# what is coarser than this is light, not detail
COARSE_PX = 3.0


@dataclass(frozen=True)
class Square:
    """A picture squashed to a square in grey: (side_px, side_px), and rough: (rough_px, rough_px).

    ``detail``: what it shows beside its surroundings, whatever its light.

    Squashed, so that one that was cut is a window of the other whatever its shape.
    """

    fine: Singles
    detail: Singles
    rough: Singles


def square_of(image: Image.Image, options: SameOptions = SameOptions()) -> Square:
    """Return an upright picture as it is compared."""
    return square_from(_squashed(image, options.side_px), options)


@isolated
def grey_square(path: Path, side_px: int) -> NDArray[np.uint8]:
    """Return the picture of a file squashed to a square in grey, (side_px, side_px)."""
    side = DRAFT * side_px
    return _squashed(open_picture(path, lambda image: image.draft("L", (side, side))), side_px)


def _squashed(image: Image.Image, side_px: int) -> NDArray[np.uint8]:
    grey = Image.fromarray(grey_of(image, max(image.size)))
    small = grey.resize((side_px, side_px), Image.Resampling.BICUBIC, reducing_gap=3.0)
    return np.asarray(small)


def square_from(grey: NDArray[np.uint8], options: SameOptions = SameOptions()) -> Square:
    """Return a grey square of pixels as it is compared."""
    pixels = grey.astype(np.float32)
    fine: Singles = scipy.ndimage.gaussian_filter(pixels, _SOFT_PX, mode="nearest")
    shares = window_shares((0.0, 1.0), options.rough_px, options.side_px)
    detail = fine - scipy.ndimage.gaussian_filter(fine, COARSE_PX, mode="nearest")
    return Square(fine, detail, np.asarray(shares @ pixels @ shares.T, np.float32))


@lru_cache(256)
def window_shares(window: tuple[float, float], n_seen: int, n_given: int) -> Singles:
    """Return what share of each pixel of a window every given one has, (n_seen, n_given)."""
    ends = np.linspace(window[0], window[1], n_seen + 1) * n_given
    given = np.arange(n_given)
    covered = np.minimum(ends[1:, None], given + 1) - np.maximum(ends[:-1, None], given)
    shares: Singles = (np.clip(covered, 0.0, None) / (ends[1] - ends[0])).astype(np.float32)
    return shares
