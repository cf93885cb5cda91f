"""True time: the posterior of what event time is off by, by all clocks together.

Pictures place clocks against each other. A clock that is placed at ``off_s`` from where it would be
if event time were true, and if it were right itself, is wrong by e(t) = off_s + t where true time
is event time + t. How clocks are wrong depends on what they are, a mixture M(e) for each kind:

    P(t) ∝ Σ_H P(H) Π_clocks M(e(t) | H),

with H: "the group is on home time, h hours off", which explains clocks that are wrong alike.
Whose clock is right is P(|e(t)| small). Everything that decides who is believed follows from the
rates below.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

import numpy as np

from coincide.model import Floats
from coincide.model.offsets import AGREE_S
from coincide.model.times import DAY_S, HOUR_S
from coincide.solver.clocks.exact import RoughWord
from coincide.solver.clocks.sun import Daylight
from coincide.solver.units import normal_density

ClockKind = Literal["zoned phone", "phone", "camera"]


@dataclass(frozen=True, slots=True)
class ErrorRates:
    """How often clocks of a kind are wrong, and how; the rest are right, to ``sd_s``.

    ``hours``: on another zone's time; ``by_hand``: minutes off, exponentially rarer by
    ``by_hand_s``; ``day``: anything within a day; ``behind`` and ``ahead``: by up to 20 years.
    ``home``: on home time where the group is.
    """

    sd_s: float
    hours: float
    by_hand: float
    by_hand_s: float
    day: float
    behind: float
    ahead: float
    home: float

    @property
    def right(self) -> float:
        """How often such a clock is right."""
        return 1.0 - (self.hours + self.by_hand + self.day + self.behind + self.ahead)


# by hand, within what the few phones that GPS measures allow: their counts and the interval are in
# solver/parameters.py (`make fit`)
_PHONE = ErrorRates(
    sd_s=2.0,
    hours=0.0015,
    by_hand=0.006,
    by_hand_s=900.0,
    day=0.0005,
    behind=0.0002,
    ahead=0.0001,
    home=0.10,
)
# a phone that writes its zone follows the network's
_ZONED_PHONE = replace(_PHONE, hours=0.0008, home=0.01)
# set by a person: of the real sets' cameras six are on another zone's time, two were reset, and
# three are off by anything; of the others nothing tells
_CAMERA = ErrorRates(
    sd_s=45.0,
    hours=0.25,
    by_hand=0.15,
    by_hand_s=600.0,
    day=0.12,
    behind=0.09,
    ahead=0.03,
    home=0.85,
)
RATES: Mapping[ClockKind, ErrorRates] = MappingProxyType(
    {"zoned phone": _ZONED_PHONE, "phone": _PHONE, "camera": _CAMERA}
)
# GPS times that software wrote from the camera's own time and a recorded track, and rounded: those
# that follow it exactly are not taken for measured
_COMPUTED: Mapping[ClockKind, float] = MappingProxyType(
    {"zoned phone": 0.002, "phone": 0.002, "camera": 0.005}
)
# nobody minds an error of less
_NO_MATTER_S = 60.0
# files whose times say that they were written before they were, by a program or a wrong computer
_FILES_WRONG = 0.02
# a wrong word about a clock is wrong within a day; one in ten is of any other date in 20 years
_OTHER_DATE = 0.1 / (2 * 20 * 365.25)
# a group of travellers that all stay on home time
_HOME = 0.02
# a camera that its owner set by another clock of the event, right or wrong
_SET_BY_ANOTHER = 0.2
# half hours are zones, too, but of few people
_HALF_HOURS = 0.1
# no zone is further from another than this
_MOST_HOURS = 14
# by how much zones differ, either way
_ZONE_HOURS = np.arange(1, 2 * _MOST_HOURS + 1) / 2
# as far back as a clock is reset
_FAR_S = 20 * 365.25 * DAY_S
# pictures of one moment are seconds apart, so no clock is placed better
_LEAST_SD_S = 10.0
# where true time is looked for around what each clock shows: finer than clocks agree
_CLOSE_S = np.arange(-240.0, 241.0, 20.0)
# and in between the hours
_AROUND_S = np.arange(-1680.0, 1681.0, 240.0)
# around so many clocks that differ: an event has few times that anybody would believe
_MOST_CENTRES = 8


@dataclass(frozen=True, slots=True)
class PlacedClock:
    """A clock as pictures place it.

    ``off_s``: what it is wrong by if event time is true, ± ``sd_s``. ``doubt``: the probability
    that it is placed wrong, 0 where its place is certain. ``device``: clocks of one device count
    once. ``measured``: satellites or a person vouch for it, or exact times, which are right with
    probability ``vouched``, to ``told_sd_s``. ``earliest_s`` and ``latest_s``: the t between which
    its photos can be; ``written_s``: the t up to which they are older than their files. ``rough``:
    what is known of its error to minutes or hours.
    """

    gallery: str
    device: str
    kind: ClockKind
    off_s: float
    sd_s: float
    doubt: float = 0.0
    measured: bool = False
    vouched: float | None = None
    told_sd_s: float = 0.0
    earliest_s: float = -np.inf
    latest_s: float = np.inf
    written_s: float = np.inf
    rough: tuple[RoughWord, ...] = ()


@dataclass(frozen=True)
class TrueTime:
    """The posterior of t: mass at each of ``times_s``, the last of which is far from all clocks."""

    times_s: Floats
    mass: Floats

    def near(self, time_s: float) -> float:
        """Return the probability that true time is so far from event time, within tolerance."""
        return float(self.mass[np.abs(self.times_s - time_s) <= AGREE_S].sum())

    def right(self, clock: PlacedClock) -> float:
        """Return the probability that a clock is right."""
        return self.near(-clock.off_s)

    def harm(self, off_s: float, most_s: float = np.inf) -> float:
        """Return the probability that bringing a clock to event time makes it worse.

        ``off_s``: what it is wrong by if event time is true. ``most_s``: what is further off than
        that afterwards is no better for having been further off before.
        """
        after_s, before_s = np.abs(self.times_s), np.abs(self.times_s + off_s)
        worse = (after_s > before_s) & (after_s > _NO_MATTER_S)
        return float(self.mass[worse | (after_s > most_s)].sum())


def true_time(
    clocks: Sequence[PlacedClock],
    rates: Mapping[ClockKind, ErrorRates] = RATES,
    light: Daylight | None = None,
) -> TrueTime:
    """Return the posterior of what event time is off by; ``light``: photos of broad daylight."""
    clocks = sorted(clocks, key=lambda clock: (bool(clock.doubt), clock.kind == "camera"))
    times_s, width_s = _grid(clocks)
    errors_s = np.array([clock.off_s for clock in clocks])[:, None] + times_s
    plain, copies = _densities(clocks, errors_s, rates), _copies(clocks)
    by_group = [np.log(1 - _HOME) + _log_product(clocks, plain, copies)]
    hours = np.concatenate([-_ZONE_HOURS, _ZONE_HOURS])
    for hour, weight in zip(hours, _share_of_hours(hours), strict=True):
        at_home = _at_home(clocks, errors_s - hour * HOUR_S, plain, rates)
        by_group.append(np.log(_HOME * weight) + _log_product(clocks, at_home, copies))
    log_mass = np.logaddexp.reduce(np.stack(by_group), axis=0) + np.log(width_s)
    for clock in clocks:
        possible = (times_s >= clock.earliest_s) & (times_s <= clock.latest_s)
        possible[-1] = True
        with np.errstate(divide="ignore"):
            log_mass += np.log(np.where(possible, 1.0, clock.doubt))
    log_mass += _log_older(clocks, times_s) + _log_rough(clocks, times_s)
    if light is not None:
        log_mass += light.log_odds(times_s)
    if not np.isfinite(log_mass).any():
        return TrueTime(times_s, np.zeros(len(times_s)))
    mass = np.exp(log_mass - log_mass.max())
    return TrueTime(times_s, mass / mass.sum())


def _log_rough(clocks: Sequence[PlacedClock], times_s: Floats) -> Floats:
    """Return the log-likelihood of what is known of clocks roughly."""
    total = np.zeros(len(times_s))
    for clock in clocks:
        for word in clock.rough:
            error_s = clock.off_s + times_s
            near = normal_density(error_s - word.offset_s, np.hypot(word.sd_s, _sd_s(clock)))
            slip = np.where(np.abs(error_s - word.offset_s) <= DAY_S, 1.0, _OTHER_DATE)
            likely = (1 - word.weight) * slip + word.weight * DAY_S * near
            total += np.log((1 - clock.doubt) * likely + clock.doubt)
    return total


def _log_older(clocks: Sequence[PlacedClock], times_s: Floats) -> Floats:
    """Return the log-likelihood of photos being older than their files.

    Once for all clocks: one computer, whose clock may be wrong, wrote the files of several.
    """
    likely = np.ones(len(times_s))
    for clock in clocks:
        newer = times_s > clock.written_s
        likely[newer] = np.minimum(likely[newer], max(clock.doubt, _FILES_WRONG))
    total: Floats = np.log(likely)
    return total


def _log_product(
    clocks: Sequence[PlacedClock], density: Floats, copies: Sequence[tuple[float, float]]
) -> Floats:
    """Return the log-likelihood of all clocks together, (m,); ``copies``: see ``_copies``."""
    n_of_device = Counter(clock.device for clock in clocks)
    total = np.zeros(density.shape[1])
    for clock, own, (by_another, copied) in zip(clocks, density, copies, strict=True):
        mixed = (1 - by_another) * own + by_another * copied
        # a clock that is not placed says the same of every time
        placed = (1 - clock.doubt) * mixed + clock.doubt / (2 * DAY_S)
        # clocks of one device count together as one
        total += np.log(placed) / n_of_device[clock.device]
    return total


def _copies(clocks: Sequence[PlacedClock]) -> list[tuple[float, float]]:
    """Return how likely each clock was set by one before it, and how well that explains it."""
    return [_copied(clock, clocks[:number]) for number, clock in enumerate(clocks)]


def _copied(clock: PlacedClock, others: Sequence[PlacedClock]) -> tuple[float, float]:
    sure = [other for other in others if not other.doubt]
    if clock.kind != "camera" or not sure:
        return 0.0, 0.0
    apart_s = np.array([clock.off_s - other.off_s for other in sure])
    sd_s = np.array([np.hypot(_sd_s(clock), _sd_s(other)) for other in sure])
    return _SET_BY_ANOTHER, float(normal_density(apart_s, np.hypot(sd_s, _CAMERA.sd_s)).mean())


def _densities(
    clocks: Sequence[PlacedClock], errors_s: Floats, rates: Mapping[ClockKind, ErrorRates]
) -> Floats:
    """Return the density of each clock's error, by its kind: (n, m)."""
    return np.stack(
        [
            _density(clock, error_s, rates[clock.kind])
            for clock, error_s in zip(clocks, errors_s, strict=True)
        ]
    )


def error_density(error_s: Floats, rates: ErrorRates, sd_s: float = 0.0) -> Floats:
    """Return the density of how wrong clocks of a kind are; ``sd_s``: how well that is known."""
    right_sd_s, hand_s = float(np.hypot(rates.sd_s, sd_s)), rates.by_hand_s + sd_s

    def of_zone(off_s: Floats) -> Floats:
        """Return the density where the zone is known: right, or set by hand."""
        by_hand = rates.by_hand / (rates.right + rates.by_hand)
        wide: Floats = np.exp(-np.abs(off_s) / hand_s) / (2 * hand_s)
        return (1 - by_hand) * normal_density(off_s, right_sd_s) + by_hand * wide

    hours = np.round(2 * error_s / HOUR_S) / 2
    total = (rates.right + rates.by_hand) * of_zone(error_s)
    total += rates.hours * _share_of_hours(hours) * of_zone(error_s - hours * HOUR_S)
    total += rates.day * (np.abs(error_s) <= DAY_S) / (2 * DAY_S)
    # what has to be added to a clock that is behind is positive
    total += np.where(error_s > 0, rates.behind, rates.ahead) / _FAR_S
    return total


def _density(clock: PlacedClock, error_s: Floats, rates: ErrorRates) -> Floats:
    usual = error_density(error_s, rates, _sd_s(clock))
    own: Floats = (
        _vouched(clock) * normal_density(error_s, _told_sd_s(clock)) + (1 - _vouched(clock)) * usual
    )
    return own


def _at_home(
    clocks: Sequence[PlacedClock],
    errors_s: Floats,
    plain: Floats,
    rates: Mapping[ClockKind, ErrorRates],
) -> Floats:
    """Return the same where the group is on home time, which ``errors_s`` are told against."""
    home = np.array([(1 - _vouched(clock)) * rates[clock.kind].home for clock in clocks])[:, None]
    sd_s = np.array([np.hypot(rates[clock.kind].sd_s, _sd_s(clock)) for clock in clocks])[:, None]
    mixed: Floats = home * normal_density(errors_s, sd_s) + (1 - home) * plain
    return mixed


def _share_of_hours(hours: Floats) -> Floats:
    """Return how many of the clocks on another zone's time are on one so many hours away."""
    total = 2 * float(_commonness(_ZONE_HOURS).sum())
    there = (hours != 0) & (np.abs(hours) <= _MOST_HOURS)
    shares: Floats = np.where(there, _commonness(hours), 0.0) / total
    return shares


def _commonness(hours: Floats) -> Floats:
    whole: Floats = np.where(hours == np.round(hours), 1.0, _HALF_HOURS)
    return whole / np.maximum(np.abs(hours), 1.0)


def _grid(clocks: Sequence[PlacedClock]) -> tuple[Floats, Floats]:
    """Return where true time is looked for, and how much each of these stands for.

    That is around what each clock shows, and whole hours from that; the last is far from all.
    """
    surest = sorted(clocks, key=lambda one: (-_rank(one), one.gallery))
    centres = list[float]()
    for clock in surest:
        shown_s = [clock.off_s, *(clock.off_s - word.offset_s for word in clock.rough)]
        for one_s in shown_s:
            if all(abs(one_s - other_s) > AGREE_S / 2 for other_s in centres):
                centres.append(one_s)
    hours_s = np.arange(-_MOST_HOURS, _MOST_HOURS + 1) * HOUR_S
    around_s = np.unique(np.concatenate([_CLOSE_S, _AROUND_S]))
    centres_s = -np.array(centres[:_MOST_CENTRES])
    times_s = np.unique(
        np.round((centres_s[:, None, None] + hours_s[:, None] + around_s).ravel(), 1)
    )
    width_s = np.minimum(np.gradient(times_s), np.max(np.diff(_AROUND_S)))
    far_s = times_s[-1] + _FAR_S
    return np.append(times_s, far_s), np.append(width_s, _FAR_S)


def _rank(clock: PlacedClock) -> float:
    return RATES[clock.kind].right * (1 - clock.doubt) + clock.measured


def _vouched(clock: PlacedClock) -> float:
    if not clock.measured:
        return 0.0
    return 1 - _COMPUTED[clock.kind] if clock.vouched is None else clock.vouched


def _told_sd_s(clock: PlacedClock) -> float:
    """Return how far off a measured clock may be: seconds do not matter beside its place."""
    told_s = clock.told_sd_s if clock.told_sd_s > _LEAST_SD_S else 0.0
    return float(np.hypot(_sd_s(clock), told_s))


def _sd_s(clock: PlacedClock) -> float:
    return max(clock.sd_s, _LEAST_SD_S)
