"""How well a photo came out: by its sharpness, its exposure, its colours and its size.

Faces are asked for apart, where a network for them is at hand; open eyes are not looked for.
"""

from typing import Any

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.album.options import QualityOptions
from coincide.model import Floats

Pixels = np.ndarray[Any, np.dtype[np.uint8]]
Plane = np.ndarray[Any, np.dtype[np.float32]]

# what the store keeps them under: another recipe, another name
RECIPE = "quality-2"
# columns: how sharp, in levels of grey; shares of pixels that are black, and white; the middle;
# how blurred, 0 to 1; contrast, in levels; how colourful, in levels
N_FIGURES = 7
_CELLS = 8
_BLACK, _WHITE = 8, 247
_MIDDLE = 118.0
# how bright a colour looks
_GREY = np.array([0.299, 0.587, 0.114], np.float32)
# pixels over which a picture is blurred once more to see whether it was blurred already
_BLURRED_PX = 9
# how much of the mean colour, beside its spread, makes a picture colourful
_MEAN_COLOUR = 0.3


def quality_figures(pixels: Pixels) -> Floats:
    """Return what is kept of a small picture in RGB, (height, width, 3): (N_FIGURES,).

    Sharp is what its sharpest parts are: the background may be out of focus.
    """
    colours = pixels.astype(np.float32)
    levels: Plane = colours @ _GREY
    edges = np.abs(scipy.ndimage.laplace(levels, mode="nearest"))
    down, across = (np.array_split(np.arange(length), _CELLS) for length in levels.shape)
    cells = [edges[np.ix_(rows, columns)] for rows in down for columns in across]
    parts = [float(np.sqrt(np.mean(cell**2))) for cell in cells if cell.size]
    return np.array(
        [
            np.quantile(parts, 0.9),
            np.mean(levels <= _BLACK),
            np.mean(levels >= _WHITE),
            np.median(levels),
            (_blur(levels, 0) + _blur(levels, 1)) / 2,
            levels.std(),
            _colourfulness(colours),
        ]
    )


def _blur(levels: Plane, axis: int) -> float:
    """Return how little of its edges a picture loses when it is blurred: of a blurred one, most.

    Unlike the height of edges, that does not depend on what is shown.
    """
    again = scipy.ndimage.uniform_filter1d(levels, _BLURRED_PX, axis=axis)
    before, after = (np.abs(np.diff(plane, axis=axis)) for plane in (levels, again))
    total = float(before.sum())
    return 1.0 if total <= 0.0 else 1.0 - float(np.maximum(before - after, 0.0).sum()) / total


def _colourfulness(colours: Plane) -> float:
    """Return how far colours are spread between red and green, and between yellow and blue."""
    red, green, blue = (colours[..., band] for band in range(3))
    redder, yellower = red - green, (red + green) / 2 - blue
    spread = np.hypot(redder.std(), yellower.std())
    return float(spread + _MEAN_COLOUR * np.hypot(redder.mean(), yellower.mean()))


def worth(figures: Floats, n_px: Floats, options: QualityOptions = QualityOptions()) -> Floats:
    """Return how well photos came out, 0 to 1, from their figures (N, 7) and sizes (N,)."""
    clear = np.clip(
        (options.blurred - figures[:, 4]) / (options.blurred - options.not_blurred), 0.0, 1.0
    )
    sharp = figures[:, 0] / (figures[:, 0] + options.sharp_levels) * clear
    cut = np.clip((figures[:, 1] + figures[:, 2]) / options.most_cut, 0.0, 1.0)
    off = np.clip(np.abs(figures[:, 3] - _MIDDLE) / _MIDDLE, 0.0, 1.0)
    flat = 1.0 - np.clip(figures[:, 5] / options.contrast_levels, 0.0, 1.0)
    light = 1.0 - (cut + off + flat) / 3
    colour = figures[:, 6] / (figures[:, 6] + options.colour_levels)
    size = np.clip(np.log2(np.maximum(n_px, 1.0) / options.small_px) / options.doublings, 0.0, 1.0)
    whole: Floats = (
        options.sharp_weight * sharp
        + options.exposed_weight * light
        + options.colour_weight * colour
        + options.size_weight * size
    )
    return whole


def face_worth(figures: Floats, options: QualityOptions = QualityOptions()) -> Floats:
    """Return how well faces are seen, 0 to 1, from how many there are and their shares (N, 3).

    Several are more than one, and one that fills the picture is no more than one that is large.
    """
    many = 1.0 - np.exp(-figures[:, 0] / options.some_faces)
    large = np.clip(figures[:, 1] / options.large_face, 0.0, 1.0)
    seen: Floats = np.where(figures[:, 0] > 0, (many + large) / 2, 0.0)
    return seen
