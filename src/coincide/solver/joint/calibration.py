"""From what the posterior says to how often it is right.

Made by ``python -m coincide_bench.confidence_fit`` on development seeds: how often galleries
were right to within 300 s at each level of the posterior.
"""

import numpy as np

# log-odds by the posterior, and by what turned out to be true
POSTERIOR = (-8.0, -1.2, -0.4, 0.3, 0.8, 1.3, 2.2, 2.7, 3.4, 4.8, 5.2, 6.0, 8.0)
FOUND = (-6.0, -2.5, -0.6, 0.0, 0.5, 1.0, 1.4, 2.1, 2.5, 2.8, 4.6, 5.6, 9.0)


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
