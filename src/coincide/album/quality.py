"""How well a photo came out: by its sharpness, its exposure and its size.

Faces are asked for apart, where a network for them is at hand; open eyes are not looked for.
"""

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.album.options import QualityOptions
from coincide.features.verify.pictures import Grey
from coincide.model import Floats

# what the store keeps them under: another recipe, another name
RECIPE = "quality-1"
# columns: how sharp, in levels of grey; shares of pixels that are black, and white; the middle
N_FIGURES = 4
_CELLS = 8
_BLACK, _WHITE = 8, 247
_MIDDLE = 118.0


def quality_figures(grey: Grey) -> Floats:
    """Return what is kept of a small grey picture, (N_FIGURES,).

    Sharp is what its sharpest parts are: the background may be out of focus.
    """
    levels = grey.astype(np.float32)
    edges = np.abs(scipy.ndimage.laplace(levels, mode="nearest"))
    down, across = (np.array_split(np.arange(length), _CELLS) for length in grey.shape)
    cells = [edges[np.ix_(rows, columns)] for rows in down for columns in across]
    parts = [float(np.sqrt(np.mean(cell**2))) for cell in cells if cell.size]
    return np.array(
        [
            np.quantile(parts, 0.9),
            np.mean(grey <= _BLACK),
            np.mean(grey >= _WHITE),
            np.median(grey),
        ]
    )


def worth(figures: Floats, n_px: Floats, options: QualityOptions = QualityOptions()) -> Floats:
    """Return how well photos came out, 0 to 1, from their figures (N, 4) and sizes (N,)."""
    sharp = figures[:, 0] / (figures[:, 0] + options.sharp_levels)
    cut = np.clip((figures[:, 1] + figures[:, 2]) / options.most_cut, 0.0, 1.0)
    off = np.clip(np.abs(figures[:, 3] - _MIDDLE) / _MIDDLE, 0.0, 1.0)
    light = 1.0 - (cut + off) / 2
    size = np.clip(np.log2(np.maximum(n_px, 1.0) / options.small_px) / options.doublings, 0.0, 1.0)
    whole: Floats = (
        options.sharp_weight * sharp + options.exposed_weight * light + options.size_weight * size
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
