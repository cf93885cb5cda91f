"""Facts of geometry and statistics that the solver counts with: no options, nobody may choose."""

import numpy as np

from coincide.model import Floats

# the Earth's mean radius
EARTH_RADIUS_M = 6_371_008.8
# 90 % of a normal distribution lie within this many standard deviations
NORMAL_90 = 1.6449
# of numbers that are spread normally, one standard deviation beside the median's deviation
NORMAL_MAD = 1.4826
# 90 % of the probability lie between these shares of it
TAILS_90 = (0.05, 0.95)


def normal_density(value: Floats, sd_s: float | Floats) -> Floats:
    """Return the density of a normal distribution around 0."""
    density: Floats = np.exp(-((value / sd_s) ** 2) / 2) / (sd_s * np.sqrt(2 * np.pi))
    return density
