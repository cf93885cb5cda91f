"""The colours of a photo as one short vector, made to be compared between cameras.

A soft histogram over hue, saturation and light. Cameras disagree about white (so the mean
colour is made grey), about how vivid colours are (so saturation is taken half-way to the
same mean) and about brightness and contrast (so light is the rank among the photo's own
cells, which no tone curve changes). Square roots turn the histogram into a vector of length
one, whose dot product with another is their Bhattacharyya coefficient: 1 for equal shares,
0 for none in common.
"""

import numpy as np
from numpy.typing import NDArray

from coincide.model import Singles

# raise whenever the vectors that come out change: stored ones are then computed anew
RECIPE = 1

# a photo is seen as so many cells each way: finer says no more of its colours, and costs more
CELLS = 28
# bins; of the lowest saturation there is one for all hues, because grey has none
HUES, SATURATIONS, LIGHTS = 10, 3, 4
DIM = (1 + HUES * (SATURATIONS - 1)) * LIGHTS

# on the 0 to 255 scale, added to a cell's sum: in the dark hue and saturation are noise
_DARK = 24.0
# what the mean saturation is drawn to, and the least it is taken for: fog is not made vivid
_MEAN_SATURATION, _LEAST_SATURATION = 0.08, 0.01
# of the square root of saturation, which spreads the many pale colours: the last bin's middle
_VIVID = 0.65


def describe_colours(pixels: NDArray[np.uint8]) -> Singles:
    """Return the colours of RGB images (n, height, width, 3) as vectors of length one, (n, DIM)."""
    means = _cell_means(pixels)
    n, n_cells = len(means), means.shape[1] * means.shape[2]
    cells = _made_grey(means).reshape(n, n_cells, 3)
    hues, saturations = _colour_weights(cells)
    vivid = hues[..., :, None] * saturations[..., None, 1:]
    vivid = vivid.reshape(n, n_cells, HUES * (SATURATIONS - 1))
    colours = np.concatenate([saturations[..., :1], vivid], axis=2)
    lights = _soft_bins(_ranks(cells.sum(axis=2)) * (LIGHTS - 1), LIGHTS)
    shares: Singles = colours.swapaxes(1, 2) @ lights / n_cells
    return np.sqrt(shares.reshape(n, DIM))


def _cell_means(pixels: NDArray[np.uint8]) -> Singles:
    """Return the mean colour of each cell, (n, CELLS, CELLS, 3); fewer of a smaller image."""
    means = pixels.astype(np.float32)
    for axis in (1, 2):
        size = pixels.shape[axis]
        n_cells = min(CELLS, size)
        starts = np.arange(n_cells) * size // n_cells
        widths = np.diff(starts, append=size).astype(np.float32)
        sums = np.add.reduceat(means, starts, axis=axis)
        means = sums / np.expand_dims(widths, [0, *({1, 2, 3} - {axis})])
    return means


def _made_grey(cells: Singles) -> Singles:
    """Return the cells with the channels scaled so that their mean is grey."""
    mean = cells.mean(axis=(1, 2), keepdims=True)
    # a channel that is black everywhere stays so
    balanced: Singles = cells * (mean.mean(axis=3, keepdims=True) / np.maximum(mean, 1.0))
    return balanced


def _colour_weights(cells: Singles) -> tuple[Singles, Singles]:
    """Return how far each cell (n, cells, 3) belongs to each hue and to each saturation."""
    red, green, blue = cells[..., 0], cells[..., 1], cells[..., 2]
    # the plane across the grey axis
    across, along = (red - green) / np.sqrt(2.0), (red + green - 2.0 * blue) / np.sqrt(6.0)
    hue = np.arctan2(along, across) * (HUES / (2.0 * np.pi))
    saturation = np.hypot(along, across) / (cells.sum(axis=2) + _DARK)
    mean = np.maximum(saturation.mean(axis=1, keepdims=True), _LEAST_SATURATION)
    saturation = np.sqrt(saturation * np.sqrt(_MEAN_SATURATION / mean)) / _VIVID
    return (
        _soft_bins(hue, HUES, around=True),
        _soft_bins(saturation * (SATURATIONS - 1), SATURATIONS),
    )


def _ranks(values: Singles) -> Singles:
    """Return the rank of each value in its row, from 0 to 1.

    >>> _ranks(np.array([[30.0, 10.0, 20.0]], np.float32)).tolist()
    [[1.0, 0.0, 0.5]]
    """
    ranks = values.argsort(axis=1, kind="stable").argsort(axis=1)
    return ranks.astype(np.float32) / np.float32(max(values.shape[1] - 1, 1))


def _soft_bins(places: Singles, n_bins: int, *, around: bool = False) -> Singles:
    """Return the weight of every bin at some places, shared between the two nearest middles.

    Bin b has its middle at b; what lies outside goes to the end bins, or goes around.

    >>> _soft_bins(np.array([0.25, 9.0], np.float32), 3).tolist()
    [[0.75, 0.25, 0.0], [0.0, 0.0, 1.0]]
    >>> _soft_bins(np.array([-0.25], np.float32), 3, around=True).tolist()
    [[0.75, 0.0, 0.25]]
    """
    middles = np.arange(n_bins, dtype=np.float32)
    if around:
        distance = np.abs((places % n_bins)[..., None] - middles)
        distance = np.minimum(distance, n_bins - distance)
    else:
        distance = np.abs(np.clip(places, 0, n_bins - 1)[..., None] - middles)
    weights: Singles = np.maximum(0.0, 1.0 - distance).astype(np.float32)
    return weights
