"""What a number of inliers says about time, in nats.

Inliers show the same place. That it is also the same moment is likely at an event, where
people move on together, and uncertain wherever they come back: so the evidence is bounded.

The table is data, made by ``python -m coincide_bench.fitting.inliers DATASETS_DIR`` from three
sets of real photos (a valley, a city, a journey), each dealt to five pseudo-galleries with
virtual cameras. Only links count, since links are what is verified: each photo's three most
similar in every other gallery, by pooled cosine. Near: within 300 s. Other: more than 1800 s
apart. Every set weighs the same. With q and p the shares of near and of other links in a
bin, half a link added to each bin of each set,

    log ratio = log q / ((1 − ε) p + ε q),    ε = REVISITED,

made monotone. ε is the share of links at another time that show the same place again, as
photos of one moment do: no number of inliers gives odds above 1 / ε. The three photographers
went on and on, so their photos cannot tell it. A fourth set can, an aerial survey that flies
over the same fields again: there inliers speak for another time rather than for the same.
With each of the four as likely as the others, ε = 0.24, rounded up to a quarter.
"""

from dataclasses import dataclass

import numpy as np

from coincide.model import Floats

REVISITED = 0.25


@dataclass(frozen=True)
class InlierTable:
    """Log ratios by number of inliers: ``log_ratio[i]`` from ``least[i]`` inliers on."""

    least: tuple[int, ...]
    log_ratio: tuple[float, ...]


FITTED = InlierTable(
    least=(0, 8, 9, 10, 11, 12, 15, 25),
    log_ratio=(-0.24, 0.052, 0.16, 0.191, 0.459, 1.113, 1.367, 1.377),
)


def inlier_log_ratio(n_inliers: Floats, table: InlierTable = FITTED) -> Floats:
    """Return log p(n | within 300 s) / p(n | same event, another time), in nats.

    Monotone, and between the table's ends. Where n is NaN nothing was seen: 0.

    >>> inlier_log_ratio(np.array([np.nan]))
    array([0.])
    """
    steps = np.searchsorted(table.least, np.nan_to_num(n_inliers), side="right") - 1
    ratios = np.array(table.log_ratio)[np.maximum(steps, 0)]
    return np.where(np.isnan(n_inliers), 0.0, ratios)
