"""How much of a photo another picture shows just so, once it is laid over it.

Points tell that two pictures are of one place. Who stands where, which is what changes from one
moment to the next, is told by the picture itself, cell by cell.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from coincide.features.verify.features import LocalFeatures, VerifyOptions, local_features
from coincide.features.verify.match import homography
from coincide.features.verify.pictures import Grey, load_opencv
from coincide.model import Floats

# as small as still shows a person as some cells
_LONG_SIDE_PX = 192
_CELL_PX = 8
# cells flatter than this, in levels of grey, show nothing
_LEAST_SPREAD = 4.0


@dataclass(frozen=True)
class Picture:
    """A picture as it is compared: its local features, and itself made small.

    ``scale``: by how much the small one is smaller.
    """

    features: LocalFeatures
    small: Grey
    scale: float


def picture_of(grey: Grey, options: VerifyOptions = VerifyOptions()) -> Picture:
    """Return a picture ready to be compared."""
    scale = min(1.0, _LONG_SIDE_PX / max(grey.shape))
    size = max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale))
    cv2 = load_opencv()
    small = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    return Picture(local_features(grey, options), small, scale)


def agreement(asked: Picture, seen: Picture, options: VerifyOptions = VerifyOptions()) -> float:
    """Return how much of a photo another picture shows just so: 0 to 1.

    The mean correlation of its cells, 0 where the other does not reach.
    """
    matrix = homography(seen.features, asked.features, options)
    if matrix is None:
        return 0.0
    to_small, from_small = (np.diag([s, s, 1.0]) for s in (asked.scale, 1.0 / seen.scale))
    laid, covered = _laid(seen.small, to_small @ matrix @ from_small, asked.small.shape)
    return _alike(asked.small, laid, covered)


def _laid(picture: Grey, matrix: Floats, shape: tuple[int, ...]) -> tuple[Grey, Grey]:
    cv2: Any = load_opencv()
    size = shape[1], shape[0]
    laid = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_AREA)
    covered = cv2.warpPerspective(np.full_like(picture, 255), matrix, size, flags=cv2.INTER_NEAREST)
    return laid, covered


def _alike(asked: Grey, laid: Grey, covered: Grey) -> float:
    one, other = _cells(asked), _cells(laid)
    inside = (_cells(covered) == 255.0).all(axis=1)
    one, other = (cells - cells.mean(axis=1, keepdims=True) for cells in (one, other))
    spread_one, spread_other = one.std(axis=1), other.std(axis=1)
    shows = spread_one >= _LEAST_SPREAD
    if not shows.any():
        return 0.0
    product = (one * other).mean(axis=1)
    alike = product / np.maximum(spread_one * spread_other, _LEAST_SPREAD)
    return float(np.where(inside, np.clip(alike, 0.0, 1.0), 0.0)[shows].mean())


def _cells(picture: Grey) -> Floats:
    """Return the cells of a picture, (n, pixels); what is left at its edges is left out."""
    rows, columns = (length // _CELL_PX for length in picture.shape)
    cut = picture[: rows * _CELL_PX, : columns * _CELL_PX].astype(np.float64)
    cells = cut.reshape(rows, _CELL_PX, columns, _CELL_PX).swapaxes(1, 2)
    return cells.reshape(rows * columns, -1)
