"""Compare two files: each is decoded once, small."""

import logging
from collections.abc import Callable
from functools import lru_cache

from coincide.features.same.compare import Sameness, sameness
from coincide.features.same.options import SameOptions
from coincide.features.same.square import Square, grey_square, square_from
from coincide.media.pictures import DECODE_ERRORS
from coincide.model import Place
from coincide.storage.objects import open_storage

logger = logging.getLogger(__name__)

# squares kept, of 140 kB each: photos that many others look like are decoded once
_N_SQUARES = 512

# how much two files are one picture; None where one cannot be decoded
Compare = Callable[[Place, Place], Sameness | None]


def compare_files(options: SameOptions = SameOptions()) -> Compare:
    """Return what compares two files, either as a cut of the other; each is decoded once."""
    read = lru_cache(_N_SQUARES)(lambda path: read_square(path, options))

    def compare(one: Place, other: Place) -> Sameness | None:
        first = read(one)
        second = None if first is None else read(other)
        return None if first is None or second is None else sameness(first, second, options)

    return compare


def read_square(path: Place, options: SameOptions = SameOptions()) -> Square | None:
    """Return a picture as it is compared; None, with a warning, where it cannot be decoded."""
    try:
        with open_storage(path).at_hand(path) as file:
            return square_from(grey_square(file, options.side_px), options)
    except DECODE_ERRORS as error:
        logger.warning("%s cannot be compared: %s", path, error or type(error).__name__)
        return None
