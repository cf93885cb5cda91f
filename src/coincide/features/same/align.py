"""Lay one picture over another: first as one of many windows, then to a hundredth of a pixel.

What takes points of the one to points of the other is affine, (2, 3), in shares of a side. A copy
has a window, neither turned nor sheared; what is found is free to be both, since that tells two
shots of a hand apart.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none
from numpy.typing import NDArray

from coincide.features.same.options import SameOptions
from coincide.features.same.square import Square, window_shares
from coincide.model import Floats, Singles

# how many sizes of cuts are tried for a first guess; one more place for each that is smaller
_CUTS = 4
# pixels a side of the first guess
_GUESS_PX = 16
# steps at most, and pixels below which the next step is not worth its time
_STEPS, _LAST_STEP_PX = 6, 0.03
# no window is as far from the whole picture as this; beyond, the search has lost its way
_LOST = 0.4
_LEAST_GAIN = 0.05
# of fewer pixels nothing can be said
_LEAST_PX = 200

Window = tuple[float, float]  # from and to, as shares of a side


@dataclass(frozen=True)
class Rough:
    """The window of a picture that another is most like, across and down, and how much it is."""

    alike: float
    across: Window
    down: Window

    @property
    def matrix(self) -> Floats:
        """What takes points of the other to points of the picture."""
        (left, right), (top, bottom) = self.across, self.down
        return np.array([[right - left, 0.0, left], [0.0, bottom - top, top]])


def best_window(copy: Square, original: Square, options: SameOptions) -> Rough:
    """Return the window of the original that is most like a copy."""
    windows, shares = _windows(options.least_left, options.rough_px)
    wanted = _unit(np.asarray(shares[0] @ copy.rough @ shares[0].T, np.float32))
    bands = shares @ original.rough
    seen = np.asarray(bands[:, None] @ shares[None].transpose(0, 1, 3, 2), np.float32)
    alike = (_unit(seen) * wanted).sum(axis=(-1, -2))
    down, across = divmod(int(alike.argmax()), len(windows))
    return Rough(float(alike[down, across]), windows[across], windows[down])


@lru_cache(4)
def _windows(least_left: float, n_given: int) -> tuple[list[Window], Singles]:
    lefts = np.linspace(1.0, least_left, _CUTS + 1)[1:].tolist()
    windows = [(0.0, 1.0)] + [
        (shift * (1.0 - left), shift * (1.0 - left) + left)
        for number, left in enumerate(lefts, start=2)
        for shift in np.linspace(0.0, 1.0, number).tolist()
    ]
    return windows, np.stack([window_shares(window, _GUESS_PX, n_given) for window in windows])


def _unit(squares: Singles) -> Singles:
    about = squares - squares.mean(axis=(-1, -2), keepdims=True)
    length = np.linalg.norm(about, axis=(-1, -2), keepdims=True)
    unit: Singles = about / np.maximum(length, 1e-3)
    return unit


def both_show(
    copy: Singles, original: Singles, matrix: Floats, options: SameOptions
) -> NDArray[np.bool_]:
    """Tell which pixels of a copy both pictures show, and neither as black or white."""
    at = at_pixels(matrix, len(copy))
    shown = inside(at, len(copy))
    for array in (copy.astype(np.float64), sampled(original, at, order=1)):
        shown &= (array > options.dark) & (array < options.bright)
    return np.asarray(scipy.ndimage.binary_erosion(shown, iterations=2), np.bool_)


def refine(
    copy: Singles, original: Singles, used: NDArray[np.bool_], matrix: Floats
) -> Floats | None:
    """Return what lays a copy over its original best, from a guess; None where nothing does.

    Gauss–Newton on the pixels that are used, with a gain and a level of their own: light may have
    changed.
    """
    n_px = len(copy)
    counted = used.ravel()
    if counted.sum() < _LEAST_PX:
        return None
    across, down = (array.ravel()[counted] for array in grid(n_px))
    wanted = copy.ravel()[counted].astype(np.float64)
    for _ in range(_STEPS):
        laid = sampled(original, at_pixels(matrix, n_px), order=1)
        slope_y, slope_x = (n_px * slope.ravel()[counted] for slope in np.gradient(laid))
        step = _step(wanted, laid.ravel()[counted], slope_x, slope_y, across, down)
        if step is None:
            return None
        matrix = matrix + step
        if np.abs(matrix - np.eye(2, 3)).max() > _LOST:
            return None
        if np.abs(step).max() * n_px < _LAST_STEP_PX:
            break
    return matrix


def _step(
    wanted: Floats, seen: Floats, x: Floats, y: Floats, across: Floats, down: Floats
) -> Floats | None:
    level = np.ones(len(x))
    moves = np.stack([x * across, x * down, x, y * across, y * down, y, seen, level])
    squares = moves @ moves.T
    squares[np.diag_indices(len(squares))] += 1e-6 * (squares.diagonal() + 1.0)
    found = np.linalg.solve(squares, moves @ wanted)
    gain = float(found[-2])
    step = np.asarray(found[:6], np.float64).reshape(2, 3)
    return None if gain < _LEAST_GAIN else step / gain


@lru_cache(4)
def grid(n_px: int) -> tuple[Floats, Floats]:
    """Return the middles of all pixels, across and down, as shares of a side: (n_px, n_px)."""
    middles = (np.arange(n_px) + 0.5) / n_px
    across, down = np.meshgrid(middles, middles)
    return across, down


def at_pixels(matrix: Floats, n_px: int) -> Floats:
    """Return where each pixel lies in the other picture, down and across in pixels."""
    across, down = grid(n_px)
    x, y = (row[0] * across + row[1] * down + row[2] for row in matrix)
    return np.stack([y, x]) * n_px - 0.5


def inside(at: Floats, n_px: int) -> NDArray[np.bool_]:
    """Tell which places lie in a picture, but for a hair."""
    down, across = (at > -0.5) & (at < n_px - 0.5)
    return np.asarray(down & across)


def sampled(pixels: Singles, at: Floats, *, order: Literal[1, 3]) -> Floats:
    """Return a picture at places that lie between its pixels: by lines, or by cubic curves."""
    found = scipy.ndimage.map_coordinates(pixels, at, order=order, mode="nearest")
    return np.asarray(found, np.float64)
