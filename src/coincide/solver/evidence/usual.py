"""What likeness says about nearness in events at large: where every event starts from.

The numbers are those of :mod:`coincide.solver.parameters`, which are made from development events:
dealt photos of several sets and simulated ones, each counted alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats
from coincide.solver import parameters


@dataclass(frozen=True)
class UsualTable:
    """Shares of pairs by bin of likeness: ``far`` (bins,), and ``log_ratio`` (scales, bins)."""

    edges: Floats
    scales_s: tuple[float, ...]
    far: Floats
    log_ratio: Floats

    def near(self, scale_s: float) -> Floats:
        """Return the shares of the pairs within a scale, that of the nearest scale known."""
        nearest = int(np.argmin(np.abs(np.log(np.array(self.scales_s) / scale_s))))
        share = self.far * np.exp(self.log_ratio[nearest])
        near: Floats = share / share.sum()
        return near


def flat(edges: Floats) -> UsualTable:
    """Return a table that says nothing: each bin as usual near as far."""
    n_bins = len(edges) + 1
    return UsualTable(edges, (1.0,), np.full(n_bins, 1.0 / n_bins), np.zeros((1, n_bins)))


LOOK = UsualTable(
    edges=np.array(parameters.LOOK_EDGES),
    scales_s=parameters.LOOK_SCALES_S,
    far=np.array(parameters.LOOK_FAR),
    log_ratio=np.array(parameters.LOOK_LOG_RATIO),
)

TABLES: Mapping[str, UsualTable] = {"look": LOOK}
