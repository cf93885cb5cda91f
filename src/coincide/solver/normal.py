"""The normal distribution."""

import numpy as np

from coincide.model import Floats


def normal_density(value: Floats, sd_s: float | Floats) -> Floats:
    """Return the density of a normal distribution around 0."""
    density: Floats = np.exp(-((value / sd_s) ** 2) / 2) / (sd_s * np.sqrt(2 * np.pi))
    return density
