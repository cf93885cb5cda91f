"""The rhythm of a camera and the phone that its owner carries: they are used at the same outings.

A habit looks the same: who takes the phone at noon and the camera at night does so on many days.
So how much the rhythm counts is learned for each clock, at sessions whose offset other witnesses
tell: there the rhythm either prefers that offset to others whole hours away, or it does not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from coincide.library.history.witnesses import Reading, Witness, WitnessKind, mean_log
from coincide.model import Floats
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S

# who carries a phone and a camera takes a photo with one within so long of one with the other
_BESIDE_S = 5 * MINUTE_S
# and it tells hours: minutes that a level is off by, or levels are apart, do not matter
_FLAT_S = 5 * MINUTE_S
# of a camera's moments so many are of such a kind; the others have nothing to do with the phone
_BESIDE = 0.1
# the most that the rhythm of two devices of one person says: of one outing, however many moments
_BESIDE_NATS = 3.0
# moments further apart than this are two
_MOMENT_S = 15 * MINUTE_S
# offsets that the rhythm is compared with: all zones, finer than outings are long
_OTHERS_S = np.arange(-14.0, 14.01, 0.1) * HOUR_S
# a phone that is used less often around a moment tells nothing of it
_LEAST_USED = 1e-3
# how much of what the rhythm says counts, and how likely that is before anything is known: most
# often a part, since sessions of one owner err together
_COUNTS = np.array([0.0, 0.3, 1.0])
_COUNTS_PRIOR = np.array([0.1, 0.8, 0.1])
# what it counts where nothing was learned
USUAL = 0.3
# errors that are common, against which it is tried where the offset is known; the first is none
_TRIED_S = np.array([0.0, 1, -1, 2, -2, 3, -3, 4.5, -4.5, 6, -6, 8, -8]) * HOUR_S


@dataclass(frozen=True)
class BesidePhone:
    """The moments of a session beside the photos of the phone that its owner carries.

    ``moments_s``: by what the clock showed. ``phone_s``: UTC, ascending. ``usual_s``: an offset
    that is right within hours, around which others are compared. ``counts``: how much of it does.
    """

    moments_s: Floats
    phone_s: Floats
    usual_s: float
    occasion: str
    counts: float = USUAL
    kind: WitnessKind = "phone"

    @property
    def unknown(self) -> float:
        """By any zone."""
        return mean_log(self.log_likelihood(self.usual_s + _OTHERS_S))

    def log_likelihood(self, to_utc_s: Floats, sd_s: Floats | float = 0.0) -> Floats:
        """Return how much more often phone and camera take turns at once than at other offsets.

        Bounded to either side. Of a phone that was not used within all zones of it, 0.
        """
        return self.counts * self.whole(to_utc_s)

    def whole(self, to_utc_s: Floats) -> Floats:
        """Return the same if moments had nothing in common but the phone."""
        known = self._usual > _LEAST_USED
        if not known.any():
            return np.zeros(len(to_utc_s))
        ratio = self._near(to_utc_s)[known] / self._usual[known, None]
        total = np.log1p(_BESIDE * (ratio - 1.0)).sum(axis=0)
        found: Floats = np.clip(total, -_BESIDE_NATS, _BESIDE_NATS)
        return found

    @cached_property
    def _usual(self) -> Floats:
        """How near the phone is on average over all zones, (moments,)."""
        usual: Floats = self._near(self.usual_s + _OTHERS_S).mean(axis=1)
        return usual

    def _near(self, to_utc_s: Floats) -> Floats:
        """Return how near each moment is to a photo of the phone, 0 to 1: (moments, offsets)."""
        if len(self.phone_s) == 0:
            return np.zeros((len(self.moments_s), len(to_utc_s)))
        times_s = self.moments_s[:, None] + to_utc_s
        after = np.searchsorted(self.phone_s, times_s)
        last = len(self.phone_s) - 1
        apart_s = np.minimum(
            np.abs(times_s - self.phone_s[np.minimum(after, last)]),
            np.abs(times_s - self.phone_s[np.maximum(after - 1, 0)]),
        )
        near: Floats = np.exp(-np.maximum(apart_s - _FLAT_S, 0.0) / _BESIDE_S)
        return np.where(apart_s > DAY_S, 0.0, near)


def moments_of(time_s: Floats) -> Floats:
    """Return when the moments of a session begin: what is taken at once is one.

    >>> moments_of(np.array([0.0, 60.0, 2000.0])).tolist()
    [0.0, 2000.0]
    """
    ordered = np.sort(time_s)
    apart = np.diff(ordered, prepend=-np.inf) > _MOMENT_S
    found: Floats = ordered[apart]
    return found


def with_rhythm(witnesses: Sequence[Witness], counts: float) -> tuple[Witness, ...]:
    """Return the witnesses of a session with how much the rhythm of its clock counts."""
    return tuple(
        replace(witness, counts=counts) if isinstance(witness, BesidePhone) else witness
        for witness in witnesses
    )


def learned_weight(sessions: Sequence[Sequence[Witness]]) -> float:
    """Return how much the rhythm counts by the sessions whose offset readings tell."""
    logs = np.log(_COUNTS_PRIOR)
    for several in sessions:
        beside = next((one for one in several if isinstance(one, BesidePhone)), None)
        for reading in several if beside is not None else ():
            if isinstance(reading, Reading) and beside is not None:
                says = _COUNTS[:, None] * beside.whole(reading.to_utc_s + _TRIED_S)
                prefers = says[:, 0] - np.array([mean_log(row) for row in says])
                logs = logs + np.log1p(reading.weight * np.expm1(prefers))
    mass = np.exp(logs - logs.max())
    return float((mass * _COUNTS).sum() / mass.sum())
