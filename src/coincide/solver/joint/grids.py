"""Grids of shifts around zero, each as how far either way, and in what steps."""

from functools import cache

import numpy as np

from coincide.model import Floats

# grids of shifts around zero, each as (how far either way, in what steps)
Steps = tuple[tuple[float, float], ...]


@cache
def grid(steps: Steps) -> Floats:
    """Return a grid, ascending; nobody may change it.

    ``steps``: how far either way, and in what steps, of each grid that it is made of.

    >>> grid(((4.0, 2.0), (20.0, 10.0))).tolist()
    [-20.0, -10.0, -4.0, -2.0, 0.0, 2.0, 4.0, 10.0, 20.0]
    """
    parts = [np.arange(-reach, reach + 1.0, step) for reach, step in steps]
    points = np.unique(np.concatenate(parts))
    points.setflags(write=False)
    return points


@cache
def widths(steps: Steps) -> Floats:
    """Return how wide a stretch each point of a grid stands for; nobody may change it."""
    stretches: Floats = np.gradient(grid(steps))
    stretches.setflags(write=False)
    return stretches
