"""Rhythm: people shoot when something happens, so cameras fall silent and burst together.

It needs no pictures. The photos of a gallery are drawn from how densely the others shoot at
the time, seen at several scales of time at once, or from anywhere at all.
"""

import numpy as np

from coincide.model import Floats, PhotoTable
from coincide.solver.evidence.form import Crowd
from coincide.solver.options import EvidenceOptions

# how far around a moment others' shots count for the rhythm: from a burst to half an hour
_RHYTHM_SCALES_S = (30.0, 120.0, 480.0, 1920.0)
# galleries may lie a little further apart than both together are long, with nothing in common
_RHYTHM_MARGIN_S = 600.0


class RhythmEvidence:
    """How well a gallery's shots fall where the crowd shoots."""

    kind = "rhythm"

    def __init__(self, table: PhotoTable, weights: Floats, options: EvidenceOptions) -> None:
        self.table, self.weights, self.options = table, weights, options

    def against(self, gallery: int, crowd: Crowd, offsets_s: Floats) -> Floats:
        """Return the log-odds of each offset; see ``form.Evidence``."""
        if not len(crowd.time_s) or not len(offsets_s):
            return np.zeros(len(offsets_s))
        rows, anywhere = self.table.rows(gallery), self.options.anywhere
        own_s = self.table.camera_time_s[rows]
        spans_s = (own_s[-1] - own_s[0], crowd.time_s[-1] - crowd.time_s[0])
        range_s = sum(spans_s) + _RHYTHM_MARGIN_S
        # photo by photo: offsets ascend, and what is looked up in order is found sooner
        times_s = own_s[:, None] + offsets_s[None, :]
        density = np.full(times_s.shape, anywhere / range_s)
        scales_s = [scale_s for scale_s in _RHYTHM_SCALES_S if scale_s < max(spans_s) / 2]
        if not scales_s:  # a moment has no rhythm
            return np.zeros(len(offsets_s))
        before, around_s = crowd.weight_before, np.array(scales_s)[:, None, None]
        share = before.take(crowd.ascending.find(times_s + around_s, "right"))
        share -= before.take(crowd.ascending.find(times_s - around_s, "left"))
        share /= before[-1]
        share *= (1 - anywhere) / len(scales_s)
        share /= 2 * around_s
        for of_scale in share:
            density += of_scale
        odds: Floats = np.ascontiguousarray(np.log(density * range_s).T) @ self.weights[rows]
        return odds
