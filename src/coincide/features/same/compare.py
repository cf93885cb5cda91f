"""Tell whether two pictures are one: smaller, compressed anew, cut, its light and colour changed.

The next photo of a burst can be as much like one as a copy is. What tells them apart is how they
lie over each other: a hand turns and moves, so that neither is a window of the other, and whoever
is in the picture moves, so that some parts fit worse than all others do. A copy's parts all fit
alike, whatever was done to it.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none
from numpy.typing import NDArray

from coincide.features.same.align import at_pixels, best_window, both_show, refine, sampled
from coincide.features.same.options import SameOptions
from coincide.features.same.square import COARSE_PX, Square, grey_square, square_from
from coincide.media.pictures import DECODE_ERRORS
from coincide.model import Floats, Place, Singles
from coincide.storage.objects import open_storage

_CORNERS = np.array([[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]])
# share of a part that must be there and neither black nor white
_LEAST_SEEN = 0.4
# tones that a curve of light is known at, and pixels that must have one
_TONES, _LEAST_OF_TONE = 32, 24
# nothing can be said of how far two pictures are apart that cannot be laid over each other
_FAR = 99.0
# as alike is one that was not cut: it need not be tried the other way round
_CLEARLY = 0.998


@dataclass(frozen=True, slots=True)
class Sameness:
    """How much two pictures are one: −1 to 1 by their grey values, and by their edges.

    ``apart``: how far they are from being one file's copies, as a share of what a copy may be.
    """

    grey: float
    edges: float
    apart: float

    @property
    def is_one(self) -> bool:
        """Whether they are one picture."""
        return self.apart <= 1.0


def sameness(one: Square, other: Square, options: SameOptions = SameOptions()) -> Sameness:
    """Return how much two pictures are one, either of them perhaps a window of the other."""
    original, copy, guess = one, other, best_window(other, one, options)
    if guess.alike < _CLEARLY:
        back = best_window(one, other, options)
        if back.alike > guess.alike:
            original, copy, guess = other, one, back
    nothing = Sameness(guess.alike, 0.0, _FAR)
    if guess.alike < options.least_rough:
        return nothing
    used = both_show(copy.rough, original.rough, guess.matrix, options)
    rough = refine(copy.rough, original.rough, used, guess.matrix)
    # of a picture that is nearly black too little may be seen so small
    rough = guess.matrix if rough is None else rough
    # by detail alone: a change of light would draw bright parts and dark ones apart
    used = both_show(copy.fine, original.fine, rough, options)
    matrix = refine(copy.detail, original.detail, used, rough)
    if matrix is None:
        return nothing
    found = _laid(copy.fine, original.fine, matrix, options)
    return nothing if found is None else replace(found, grey=guess.alike)


def _laid(
    copy: Singles, original: Singles, matrix: Floats, options: SameOptions
) -> Sameness | None:
    """Compare two pictures part by part, the one laid over the other."""
    parts = _parts(copy, original, matrix, options)
    if parts is None:
        return None
    k, limit = parts.k, options.per_k_px
    corners = _CORNERS @ matrix.T
    cut = float(np.abs(corners - _CORNERS[:, :2]).max())
    lost = 1.0 - matrix.diagonal()
    # neither whole nor cut by anybody: a lens or a photographer moved
    hardly = bool(((lost > options.whole) & (lost < options.least_cut)).any())
    turned = max(abs(matrix[0, 1]), abs(matrix[1, 0])) * options.side_px
    outside = max(0.0, -corners.min(), corners.max() - 1.0) * options.side_px
    apart = max(
        _FAR if hardly else 0.0,
        cut / (1.0 - options.least_left),
        turned / (options.turned_px + limit * k),
        outside / (options.outside_px + limit * k),
        parts.moved_px / (options.moved_px + limit * k),
        parts.odd / options.most_odd,
        k / options.most_k,
        parts.unlike / (options.unlike + 3.0 * k**2),
        (1.0 - parts.alike) / options.all_unlike,
    )
    return Sameness(0.0, parts.alike, float(apart))


@dataclass(frozen=True, slots=True)
class _Parts:
    """What all parts of two pictures say together; of ``moved_px``, ``odd``, ``unlike`` the most.

    k: how much of a part's detail differs, in the middle of all. alike: correlation of all detail.
    moved_px: how far a part has moved. odd: how much more it differs than k has it. unlike: one
    less its correlation.
    """

    k: float
    alike: float
    moved_px: float
    odd: float
    unlike: float


def _parts(copy: Singles, original: Singles, matrix: Floats, options: SameOptions) -> _Parts | None:
    laid = sampled(original, at_pixels(matrix, len(copy)), order=3)
    seen = both_show(copy, original, matrix, options)
    laid = _toned(laid, copy.astype(np.float64), seen)
    weight = seen.astype(np.float64)
    slope_y, slope_x = np.gradient(laid)
    details = _detail(copy.astype(np.float64), weight), _detail(laid, weight)
    layers = (weight, *details, weight * slope_x, weight * slope_y)
    there, wanted, found, x, y = (_cells(layer, options.part_px) for layer in layers)
    n_px = there.sum(axis=1)
    there_enough = n_px >= _LEAST_SEEN * options.part_px**2
    detail = np.sqrt(np.maximum(_sum(wanted, wanted), _sum(found, found)) / np.maximum(n_px, 1.0))
    used = there_enough & (detail >= options.least_detail)
    if used.sum() < options.least_parts:
        most = np.sort(np.where(there_enough, detail, 0.0))[-options.least_parts]
        used = there_enough & (detail >= most)
    if not used.any():
        return None
    return _said(wanted[used], found[used], x[used], y[used], n_px[used], options)


def _toned(laid: Floats, copy: Floats, seen: NDArray[np.bool_]) -> Floats:
    """Return a picture in the tones of another: an edit may have bent them by any curve.

    Where colours were burnt out, less is left of what the other shows; that has not moved.
    """
    tones = np.clip(laid[seen] * (_TONES / 256.0), 0, _TONES - 1).astype(np.int64)
    count = np.bincount(tones, minlength=_TONES)
    known = count >= _LEAST_OF_TONE
    if known.sum() < 2:
        return laid
    of_laid, of_copy = (
        np.bincount(tones, array[seen], minlength=_TONES)[known] / count[known]
        for array in (laid, copy)
    )
    curve = np.maximum.accumulate(of_copy)
    # beyond the tones that are known it goes on as it went on the whole
    slope = (curve[-1] - curve[0]) / (of_laid[-1] - of_laid[0])
    ends = of_laid[0] - 256.0, of_laid[-1] + 256.0
    bent = curve[0] - 256.0 * slope, curve[-1] + 256.0 * slope
    known_at = np.concatenate([ends[:1], of_laid, ends[1:]])
    bent_at = np.concatenate([bent[:1], curve, bent[1:]])
    return np.asarray(np.interp(laid, known_at, bent_at), np.float64)


def _said(
    wanted: Floats, found: Floats, x: Floats, y: Floats, n_px: Floats, options: SameOptions
) -> _Parts:
    power, product, own = _sum(found, found), _sum(wanted, found), _sum(wanted, wanted)
    gain = product / np.maximum(power, 1e-6)
    left = wanted - gain[:, None] * found
    differs, shows = np.sqrt(_sum(left, left) / n_px), np.sqrt(own / n_px)
    k = float(np.median(differs / np.maximum(shows, 1e-3)))
    alike = product / np.sqrt(np.maximum(own * power, 1e-6))
    whole = product.sum() / np.sqrt(max(float(own.sum() * power.sum()), 1e-6))
    odd = differs / np.sqrt(options.odd_levels**2 + (k * shows) ** 2)
    moved_px = _moved_px(left / np.maximum(gain, 1e-2)[:, None], x, y, n_px)
    return _Parts(
        *(k, float(whole), float(moved_px.max()), float(odd.max()), float(1.0 - alike.min()))
    )


def _moved_px(left: Floats, x: Floats, y: Floats, n_px: Floats) -> Floats:
    """Return how far each part has moved by what is left of it, and by its slopes."""
    across, down, both = _sum(x, x), _sum(y, y), _sum(x, y)
    # what has no slope to speak of has not moved
    steady = 0.02 * (across + down) + n_px
    by_x, by_y = _sum(x, left), _sum(y, left)
    scale = (across + steady) * (down + steady) - both**2
    move_x = ((down + steady) * by_x - both * by_y) / scale
    move_y = ((across + steady) * by_y - both * by_x) / scale
    return np.asarray(np.hypot(move_x, move_y))


def _detail(pixels: Floats, weight: Floats) -> Floats:
    """Return what a picture shows beside its surroundings, where it counts."""
    light = scipy.ndimage.gaussian_filter(pixels * weight, COARSE_PX, mode="nearest")
    counted = scipy.ndimage.gaussian_filter(weight, COARSE_PX, mode="nearest")
    return np.asarray((pixels - light / (counted + 1e-3)) * weight)


def _cells(pixels: Floats, side_px: int) -> Floats:
    """Return the parts of a picture, (n, side_px²)."""
    n = len(pixels) // side_px
    parts = pixels.reshape(n, side_px, n, side_px).swapaxes(1, 2)
    return parts.reshape(n * n, side_px * side_px)


def _sum(one: Floats, other: Floats) -> Floats:
    return np.asarray((one * other).sum(axis=1))


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
