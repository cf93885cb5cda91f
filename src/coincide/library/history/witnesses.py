"""What speaks for a clock's offset in one session: each a bounded likelihood over ``to_utc_s``.

``to_utc_s`` is what must be added to what the clock showed to read UTC. A likelihood is relative to
that of an offset about which the witness knows nothing, so that 0 in logarithms is "no idea".
"""

from dataclasses import dataclass
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
        return mean_log(self.log_likelihood(_DAY_S))

    def log_likelihood(self, to_utc_s: Floats, sd_s: Floats | float = 0.0) -> Floats:
        """Return what the heights of the sun say."""
        return self.light.log_odds(to_utc_s)


def mean_log(logs: Floats) -> float:
    """Return the logarithm of the mean of what is given as logarithms."""
    return float(np.logaddexp.reduce(logs) - np.log(len(logs)))
