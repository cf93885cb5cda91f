"""From what the posterior says to how often it is right.

The knots are those of :mod:`coincide.solver.fitted`: how often galleries of development events
were right to within 300 s at each level of the posterior.
"""

import numpy as np

from coincide.solver.fitted import FOUND, POSTERIOR

__all__ = ["FOUND", "POSTERIOR", "calibrated", "log_odds_of"]


def log_odds_of(probability: float, least_doubt: float) -> float:
    """Return log-odds, within reason: nothing is nearer to 0 or 1 than ``least_doubt``."""
    clipped = float(np.clip(probability, least_doubt, 1 - least_doubt))
    return float(np.log(clipped / (1 - clipped)))


def calibrated(log_odds: float) -> float:
    """Return the probability that goes with a posterior's log-odds.

    >>> round(calibrated(0.0), 2)
    0.44
    """
    true_odds = float(np.interp(log_odds, POSTERIOR, FOUND))
    return 1 / (1 + float(np.exp(-true_odds)))
