"""The arrays of the project, by their kind of number."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Indices = NDArray[np.int64]


def spans_of(rows: NDArray[np.bool_]) -> tuple[tuple[int, int], ...]:
    """Return the stretches of rows that hold, each as first and end.

    >>> spans_of(np.array([True, False, True, True]))
    ((0, 1), (2, 4))
    """
    edges = np.flatnonzero(np.diff(np.concatenate([[False], rows, [False]])))
    return tuple(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))
