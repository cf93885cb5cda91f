"""The shape of a sound as it is drawn: how loud it is from beginning to end, in a few letters."""

import numpy as np
from numpy.typing import NDArray

# columns of a shape: as many as a bar on a screen has room for
N_COLUMNS = 160
# one letter for each column, from silent to loudest
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def sound_shape(samples: NDArray[np.float32], n_columns: int = N_COLUMNS) -> str:
    """Return a sound as so many letters, each how loud a stretch is; empty of no sound.

    What is told is the amplitude, beside the loudest.

    >>> sound_shape(np.array([0, 0, 1, 1], np.float32), 2)
    'A_'
    """
    if not len(samples):
        return ""
    edges = np.linspace(0, len(samples), n_columns + 1).astype(np.int64)
    total = np.concatenate([[0.0], np.cumsum(samples.astype(np.float64) ** 2)])
    power = (total[edges[1:]] - total[edges[:-1]]) / np.maximum(np.diff(edges), 1)
    if power.max() <= 0.0:
        return LETTERS[0] * n_columns
    level = np.sqrt(np.maximum(power, 0.0) / power.max())
    return "".join(LETTERS[one] for one in np.rint(level * (len(LETTERS) - 1)).astype(int).tolist())
