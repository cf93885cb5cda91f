"""Evidence of a closer look: what was found of some pairs of photos, and of no others."""

import numpy as np

from coincide.model import Floats, PhotoTable
from coincide.solver.evidence.form import VerifiedPairs
from coincide.solver.evidence.ratio import RatioTable


class VerifiedMeasure:
    """The log ratio of each pair that was looked at, NaN of all others."""

    kind = "geometry"

    def __init__(self, table: PhotoTable, verified: VerifiedPairs) -> None:
        self.table, self.verified = table, verified
        self._galleries = table.gallery_of(verified.pairs.ravel()).reshape(-1, 2)

    def block(self, a: int, b: int) -> Floats:
        """Return the log ratios of all pairs of two galleries: (n_a, n_b)."""
        rows_a, rows_b = self.table.rows(a), self.table.rows(b)
        block = np.full((rows_a.stop - rows_a.start, rows_b.stop - rows_b.start), np.nan)
        for one, other in ((0, 1), (1, 0)):
            here = (self._galleries[:, one] == a) & (self._galleries[:, other] == b)
            pairs = self.verified.pairs[here]
            block[pairs[:, one] - rows_a.start, pairs[:, other] - rows_b.start] = (
                self.verified.log_ratio[here]
            )
        return block


def verified_table(verified: VerifiedPairs, n_scales: int) -> RatioTable:
    """Return a table that gives back each log ratio as it was found, at every scale of time."""
    values = np.unique(verified.log_ratio)
    edges = (values[:-1] + values[1:]) / 2
    return RatioTable(edges, np.tile(np.append(values, 0.0), (n_scales, 1)))
