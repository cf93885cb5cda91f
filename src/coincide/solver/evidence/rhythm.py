"""Rhythm: people shoot when something happens, so cameras fall silent and burst together.

It needs no pictures. The photos of a gallery are drawn from how densely the others shoot at
the time, seen at several scales of time at once, or from anywhere at all.
"""

from collections.abc import Sequence

import numpy as np

from coincide.model import Floats, PhotoTable
from coincide.solver.evidence.form import Crowd


class RhythmEvidence:
    """How well a gallery's shots fall where the crowd shoots."""

    kind = "rhythm"

    def __init__(
        self, table: PhotoTable, weights: Floats, scales_s: Sequence[float], anywhere: float
    ) -> None:
        self.table, self.weights, self.anywhere = table, weights, anywhere
        self.scales_s = tuple(scales_s)

    def against(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
        """Return the log-odds of each offset; see ``form.Evidence``."""
        if not len(crowd.time_s) or not len(offsets_s):
            return np.zeros(len(offsets_s))
        rows = self.table.rows(gallery)
        own_s = self.table.camera_time_s[rows]
        spans_s = (own_s[-1] - own_s[0], crowd.time_s[-1] - crowd.time_s[0])
        # a little more than the two together: where they could lie with nothing in common
        range_s = sum(spans_s) + 600.0
        # photo by photo: offsets ascend, and what is looked up in order is found sooner
        times_s = own_s[:, None] + offsets_s[None, :]
        density = np.full(times_s.shape, self.anywhere / range_s)
        scales_s = [scale_s for scale_s in self.scales_s if scale_s < max(spans_s) / 2]
        if not scales_s:  # a moment has no rhythm
            return np.zeros(len(offsets_s))
        before = crowd.weight_before
        for scale_s in scales_s:
            after = np.searchsorted(crowd.time_s, times_s + scale_s, side="right")
            first = np.searchsorted(crowd.time_s, times_s - scale_s, side="left")
            share = (before[after] - before[first]) / before[-1]
            density += (1 - self.anywhere) / len(scales_s) * share / (2 * scale_s)
        found: Floats = np.ascontiguousarray(np.log(density * range_s).T) @ self.weights[rows]
        return found
