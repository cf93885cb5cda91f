"""Where times fall among others that ascend: what np.searchsorted finds, sooner."""

from typing import Literal

import numpy as np

from coincide.model import Floats, Indices
from coincide.solver.options import AscendingOptions


class Ascending:
    """Times in order, at least one, cut into stretches of one length.

    Most stretches are empty: whoever falls into one of these is known to be behind all before it.
    Only the others are looked for. Nothing is rounded: of two times the later one is never in an
    earlier stretch.
    """

    def __init__(self, times_s: Floats, options: AscendingOptions = AscendingOptions()) -> None:
        self.times_s = times_s
        span_s = max(float(times_s[-1] - times_s[0]), 1.0)
        n_stretches = options.stretches_each * len(times_s)
        self._per_s = n_stretches / span_s
        # one before the first time, one behind the last
        self._first, self._last = 1.0 - times_s[0] * self._per_s, n_stretches + 2
        taken = self._stretch(times_s)
        lengths = np.diff(taken, prepend=0, append=self._last + 1)
        self._before = np.repeat(np.arange(len(times_s) + 1), lengths)
        self._before[taken] = -1

    def find(self, wanted_s: Floats, side: Literal["left", "right"]) -> Indices:
        """Return how many times are before each one wanted; ``right``: those equal to it too."""
        before: Indices = self._before.take(self._stretch(wanted_s))
        unknown = np.flatnonzero(before < 0)
        if len(unknown):
            found = np.searchsorted(self.times_s, wanted_s.take(unknown), side=side)
            before.put(unknown, found)
        return before

    def _stretch(self, wanted_s: Floats) -> Indices:
        where = wanted_s * self._per_s
        where += self._first
        np.clip(where, 0.0, self._last, out=where)
        stretch: Indices = where.astype(np.intp)
        return stretch
