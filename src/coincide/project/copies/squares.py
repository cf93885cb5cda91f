"""Compare two files pixel by pixel, as small grey squares."""

import logging
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from coincide.features.backbones import Preprocess
from coincide.features.images import DECODE_ERRORS, decode
from coincide.model import Floats, Place
from coincide.storage.objects import open_storage
from coincide.timeline.sameness import GIVEN_PX, Sameness, sameness

logger = logging.getLogger(__name__)

# a picture to compare pixel by pixel: the whole of it, squashed to a square
_SQUARE = Preprocess((0.0, 0.0, 0.0), (1.0, 1.0, 1.0), size_px=GIVEN_PX, resize="squash")
_LUMA = np.array([0.299, 0.587, 0.114])
# squares kept, of 74 kB each: photos that many others look like are decoded once
_N_SQUARES = 1024
# edges from which two whole pictures are one, and need not be tried as cut ones
_CLEARLY = 0.97

ReadSquare = Callable[[Place], Floats | None]


def compare_files() -> Callable[[Place, Place], Sameness | None]:
    """Return what compares two files, either as a cut of the other; each is decoded once."""
    read = lru_cache(_N_SQUARES)(read_square)

    def compare(one: Place, other: Place) -> Sameness | None:
        first = read(one)
        second = None if first is None else read(other)
        return None if first is None or second is None else closest(first, second)

    return compare


def closest(one: Floats, other: Floats) -> Sameness:
    """Return how much two grey squares are one picture, either of them perhaps cut."""
    whole = sameness(one, other)
    if whole.edges >= _CLEARLY:
        return whole
    cut = (sameness(one, other, cut=True), sameness(other, one, cut=True))
    return max((whole, *cut), key=lambda found: found.edges)


def read_square(path: Place) -> Floats | None:
    """Return a picture as a grey square; None, with a warning, where it cannot be decoded."""
    try:
        with open_storage(path).at_hand(path) as file:
            return grey(decode(file, _SQUARE))
    except DECODE_ERRORS as error:
        logger.warning("%s cannot be compared: %s", path, error or type(error).__name__)
        return None


def grey(square: np.typing.NDArray[np.uint8]) -> Floats:
    """Return a square of pixels without its colours."""
    found: Floats = square.astype(np.float64) @ _LUMA
    return found
