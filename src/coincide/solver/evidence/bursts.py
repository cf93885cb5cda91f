"""Bursts count once: ten photos of one second say hardly more than one."""

import numpy as np

from coincide.model import Floats, PhotoTable


def photo_weights(table: PhotoTable, burst_s: float) -> Floats:
    """Return what each photo counts, (N,): one over the photos of its camera around it.

    >>> table = PhotoTable(("a",), np.array([0, 3]), np.array([0.0, 5.0, 900.0]), np.zeros((3, 2)))
    >>> photo_weights(table, 60.0)
    array([0.5, 0.5, 1. ])
    """
    weights = np.zeros(table.n_photos)
    for gallery in range(table.n_galleries):
        times_s = table.camera_time_s[table.rows(gallery)]
        after = np.searchsorted(times_s, times_s + burst_s, side="right")
        before = np.searchsorted(times_s, times_s - burst_s, side="left")
        weights[table.rows(gallery)] = 1.0 / np.maximum(after - before, 1)
    return weights
