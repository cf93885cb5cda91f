"""How usual pauses between photos are, learned from an event's own."""

from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, PhotoTable

# pauses are compared by the logarithm of their seconds, up to years, in bins of 0.1 …
_LENGTHS = np.arange(0.0, 18.0, 0.1)
# … smoothed by this: no event shows enough pauses to tell their lengths any finer
_SPREAD = 0.5
# until an event has shown more pauses than this, those of x seconds are taken as 1/x as usual
_AT_FIRST = 5.0


@dataclass(frozen=True)
class Pauses:
    """The density of pauses by their length; ``log_density`` at each of the bins, per second."""

    log_density: Floats

    def ratio(self, pauses_s: Floats, step_s: float) -> Floats:
        """Return how much likelier pauses are with a step in them than without, as logarithms.

        A clock was rather put back in what still looks like a long pause, and put forward in one
        that without the step is a short one.
        """
        return self._log_at(np.maximum(pauses_s + step_s, 0.0)) - self._log_at(pauses_s)

    def _log_at(self, pauses_s: Floats) -> Floats:
        logs: Floats = np.interp(np.log1p(pauses_s), _LENGTHS, self.log_density)
        return logs


def learn_pauses(table: PhotoTable) -> Pauses:
    """Return how usual pauses are between the photos of all galleries, as clocks showed them."""
    pauses_s = np.delete(np.diff(table.camera_time_s), table.starts[1:-1] - 1)
    return pauses_of(np.maximum(pauses_s, 0.0))  # a table may be a little out of order


def pauses_of(pauses_s: Floats) -> Pauses:
    """Return the density that some pauses show.

    >>> usual = pauses_of(np.full(50, 60.0))
    >>> bool(usual.ratio(np.array([60.0]), 3600.0)[0] < 0.0)
    True
    >>> bool(usual.ratio(np.array([3660.0]), -3600.0)[0] > 0.0)
    True
    """
    counted, _ = np.histogram(np.log1p(pauses_s), np.append(_LENGTHS, np.inf))
    usual = counted + _AT_FIRST / len(_LENGTHS)
    near = np.exp(-(((_LENGTHS[:, None] - _LENGTHS) / _SPREAD) ** 2) / 2)
    return Pauses(np.log(near @ usual) - _LENGTHS)
