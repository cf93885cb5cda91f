"""What speaks for a clock's offset in one session: each a bounded likelihood over ``to_utc_s``.

``to_utc_s`` is what must be added to what the clock showed to read UTC. A likelihood is relative to
that of an offset about which the witness knows nothing, so that 0 in logarithms is "no idea".
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, Protocol

import numpy as np

from coincide.model import Floats
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S
from coincide.solver.clocks.sun import Daylight
from coincide.solver.units import normal_density

WitnessKind = Literal["GPS", "answer", "occasion", "phone", "file", "sun"]
# of the occasions that a matcher is sure of so many are look-alikes a whole number of hours away:
# the solver believes that clocks are zones apart, and so does whoever looks for candidates
_BY_HOURS = 0.03
# whole hours that clocks are apart, less often the more
_HOURS_S = np.concatenate([np.arange(-12.0, 0.0), np.arange(1.0, 13.0)]) * HOUR_S
_HOUR_SHARES = (1.0 / np.abs(_HOURS_S)) / (1.0 / np.abs(_HOURS_S)).sum()
# a clock that is right shows its zone's time to within so much
_HOUR_SD_S = MINUTE_S
# files of programs that set their times, or of a computer whose clock was wrong
_FILES_WRONG = 0.02
# who carries a phone and a camera takes a photo with one within so long of one with the other
_BESIDE_S = 20 * MINUTE_S
# of a camera's moments so many are of such a kind; the others have nothing to do with the phone
_BESIDE = 0.5
# the most that the rhythm of two devices of one person says: of one outing, however many moments
_BESIDE_NATS = 2.5
# who takes the phone at noon and the camera at night does so on many days: sessions err together
_HABIT = 0.3
# moments of one outing that count as independent of each other
_MOMENTS = 3
# moments further apart than this are two
_MOMENT_S = 15 * MINUTE_S
# offsets that the rhythm is compared with: all zones
_OTHERS_S = np.arange(-14.0, 14.25, 0.5) * HOUR_S
# every hour of a day
_DAY_S = np.arange(24.0) * HOUR_S


class Witness(Protocol):
    """One witness of one session."""

    @property
    def kind(self) -> WitnessKind:
        """What it is."""

    @property
    def occasion(self) -> str:
        """Of what it is a witness: witnesses of one occasion count as one."""

    @property
    def unknown(self) -> float:
        """How likely an offset makes it that is none of those tried, in logarithms."""

    def log_likelihood(self, to_utc_s: Floats, sd_s: Floats | float = 0.0) -> Floats:
        """Return how likely each offset makes it, in logarithms; ``sd_s``: how well each is known.

        Minutes do not matter to those that tell hours.
        """


@dataclass(frozen=True, slots=True)
class Reading:
    """The offset was measured: ``to_utc_s`` ± ``sd_s`` with probability ``weight``."""

    kind: WitnessKind
    occasion: str
    to_utc_s: float
    sd_s: float
    weight: float

    @property
    def unknown(self) -> float:
        """It is wrong then."""
        return float(np.log1p(-self.weight))

    def log_likelihood(self, to_utc_s: Floats, sd_s: Floats | float = 0.0) -> Floats:
        """Return log((1 − w) + w · day · N(offset)), N with its copies at whole hours."""
        apart_s = to_utc_s - self.to_utc_s
        both_sd_s = np.hypot(self.sd_s, sd_s)
        near = normal_density(apart_s, both_sd_s)
        if self.kind == "occasion":
            look_alike = _by_hours(apart_s, np.hypot(both_sd_s, _HOUR_SD_S))
            near = (1.0 - _BY_HOURS) * near + _BY_HOURS * look_alike
        found: Floats = np.log1p(self.weight * (DAY_S * near - 1.0))
        return found


def _by_hours(apart_s: Floats, sd_s: Floats | float) -> Floats:
    """Return the density of occasions that are others of the same look, whole hours away."""
    each = normal_density(apart_s[..., None] - _HOURS_S, np.asarray(sd_s)[..., None])
    found: Floats = (each * _HOUR_SHARES).sum(axis=-1)
    return found


@dataclass(frozen=True, slots=True)
class FileTime:
    """A photo is older than its file: the offset is at most ``most_s``."""

    most_s: float
    occasion: str
    kind: WitnessKind = "file"

    @property
    def unknown(self) -> float:
        """A clock that shows anything is behind more often than ahead, so this says nothing."""
        return 0.0

    def log_likelihood(self, to_utc_s: Floats, sd_s: Floats | float = 0.0) -> Floats:
        """Return 0 up to the bound, and beyond it how often files are wrong."""
        found: Floats = np.where(to_utc_s > self.most_s, np.log(_FILES_WRONG), 0.0)
        return found


@dataclass(frozen=True, slots=True)
class Sun:
    """Photos of broad daylight, by what the clock showed: the sun was up."""

    light: Daylight
    occasion: str
    kind: WitnessKind = "sun"

    @property
    def unknown(self) -> float:
        """By any time of the day."""
        return _mean(self.log_likelihood(_DAY_S))

    def log_likelihood(self, to_utc_s: Floats, sd_s: Floats | float = 0.0) -> Floats:
        """Return what the heights of the sun say."""
        return self.light.log_odds(to_utc_s)


@dataclass(frozen=True)
class BesidePhone:
    """The moments of a session beside the photos of the phone that its owner carries.

    ``moments_s``: by what the clock showed. ``phone_s``: UTC, ascending. ``usual_s``: an offset
    that is right within hours, around which others are compared.
    """

    moments_s: Floats
    phone_s: Floats
    usual_s: float
    occasion: str
    kind: WitnessKind = "phone"

    @property
    def unknown(self) -> float:
        """By any zone."""
        return _mean(self.log_likelihood(self.usual_s + _OTHERS_S))

    def log_likelihood(self, to_utc_s: Floats, sd_s: Floats | float = 0.0) -> Floats:
        """Return how much more often phone and camera take turns at once than at other offsets.

        Bounded to either side. Of a phone that was not used within all zones of it, 0.
        """
        ratio = self._near(to_utc_s) / np.maximum(self._usual[:, None], 1e-9)
        logs = np.log1p(_BESIDE * (np.minimum(ratio, 1e9) - 1.0))
        known = self._usual > 0.0
        if not known.any():
            return np.zeros(len(to_utc_s))
        total = logs[known].mean(axis=0) * min(int(known.sum()), _MOMENTS)
        found: Floats = _HABIT * np.clip(total, -_BESIDE_NATS, _BESIDE_NATS)
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
        near: Floats = np.exp(-apart_s / _BESIDE_S)
        return np.where(apart_s > DAY_S, 0.0, near)


def _mean(logs: Floats) -> float:
    """Return the logarithm of the mean of what is given as logarithms."""
    return float(np.logaddexp.reduce(logs) - np.log(len(logs)))


def moments_of(time_s: Floats) -> Floats:
    """Return when the moments of a session begin: what is taken at once is one.

    >>> moments_of(np.array([0.0, 60.0, 2000.0])).tolist()
    [0.0, 2000.0]
    """
    ordered = np.sort(time_s)
    apart = np.diff(ordered, prepend=-np.inf) > _MOMENT_S
    found: Floats = ordered[apart]
    return found
