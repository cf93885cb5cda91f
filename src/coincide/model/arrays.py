"""The arrays of the project, by their kind of number."""

from dataclasses import dataclass

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


@dataclass(frozen=True)
class Track:
    """Points of one recorder, (n,) each: UTC, ascending, and places in degrees."""

    time_s: Floats
    latitude_deg: Floats
    longitude_deg: Floats
