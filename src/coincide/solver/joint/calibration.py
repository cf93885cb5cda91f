"""From what the posterior says to how often it is right.

Made by ``python -m coincide_bench.confidence_fit`` on development seeds: how often galleries
were right to within 300 s at each level of the posterior.
"""

import numpy as np

# log-odds by the posterior, and by what turned out to be true
POSTERIOR = (-8.0, -2.5, -1.0, 0.0, 1.2, 2.7, 3.2, 3.8, 4.8, 8.0)
FOUND = (-6.0, -2.7, -1.1, -0.2, 0.9, 1.7, 2.4, 4.6, 5.6, 9.0)


def log_odds_of(probability: float, least_doubt: float) -> float:
    """Return log-odds, within reason: nothing is nearer to 0 or 1 than ``least_doubt``."""
    clipped = float(np.clip(probability, least_doubt, 1 - least_doubt))
    return float(np.log(clipped / (1 - clipped)))


def calibrated(log_odds: float) -> float:
    """Return the probability that goes with a posterior's log-odds.

    >>> round(calibrated(0.0), 2)
    0.45
    """
    true_odds = float(np.interp(log_odds, POSTERIOR, FOUND))
    return 1 / (1 + float(np.exp(-true_odds)))
