"""How simulated people live: when they are where, when they take photos, and how clocks are set.

All numbers here were fixed before any model of histories was run on them.
"""

from dataclasses import dataclass

import numpy as np

from coincide.library.history.zones import Zones
from coincide.model import Floats
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, PPM, from_clock

HOME = "Europe/Berlin"
FIRST_S = from_clock(2012, 1, 1, 0, 0, 0)
# degrees
HOME_DEG = (52.5, 13.4)
# hours east of home's winter time, and where that is: Lisbon, New York, Tokyo, Delhi
_JOURNEYS = ((-1.0, 38.7, -9.1), (-6.0, 40.7, -74.0), (8.0, 35.7, 139.7), (4.5, 28.6, 77.2))


@dataclass(frozen=True)
class LifeOptions:
    """How many years of how many people, and what they do."""

    years: int = 10
    people: int = 5
    cameras_each: int = 2
    # of camera sessions so many have another person with a phone beside them
    shared: float = 0.35
    # camera sessions a year at home, journeys a year and their days, each with one session
    at_home: float = 22.0
    journeys: float = 1.5
    journey_days: int = 8
    # outings a day on which a phone takes photos, and photos of each
    outings: float = 1.2
    # of camera moments so many are within minutes of a phone's
    beside_phone: float = 0.6
    # of the cameras' owners so many set them to summer time; the others nearly never do
    follow_summer: float = 0.4
    # years between two times that a camera is set for no reason that shows
    years_per_setting: float = 1.5
    # years between two resets, after which a camera is set by hand within some sessions
    years_per_reset: float = 6.0
    drift_ppm: float = 10.0


@dataclass(frozen=True)
class Person:
    """One person's journeys, (first, end, hours east, latitude, longitude), and phone photos."""

    name: str
    journeys: tuple[tuple[float, float, float, float, float], ...]
    phone_s: Floats

    def zone_s(self, utc_s: Floats) -> Floats:
        """Return the zone that a person is in."""
        zone_s = Zones(home=HOME).at(utc_s)
        for first_s, end_s, hours, *_ in self.journeys:
            away = (utc_s >= first_s) & (utc_s < end_s)
            zone_s = np.where(away, (1.0 + hours) * HOUR_S, zone_s)
        return zone_s

    def place(self, utc_s: Floats) -> tuple[Floats, Floats]:
        """Return where a person is, in degrees."""
        latitude = np.full(len(utc_s), HOME_DEG[0])
        longitude = np.full(len(utc_s), HOME_DEG[1])
        for first_s, end_s, _, north, east in self.journeys:
            away = (utc_s >= first_s) & (utc_s < end_s)
            latitude = np.where(away, north, latitude)
            longitude = np.where(away, east, longitude)
        return latitude, longitude


def draw_person(name: str, options: LifeOptions, rng: np.random.Generator) -> Person:
    """Return a person's life."""
    span_s = options.years * 365.25 * DAY_S
    journeys = []
    for _ in range(rng.poisson(options.journeys * options.years)):
        hours, north, east = _JOURNEYS[rng.integers(len(_JOURNEYS))]
        first_s = FIRST_S + rng.uniform(0, span_s)
        journeys.append((first_s, first_s + options.journey_days * DAY_S, hours, north, east))
    n = rng.poisson(options.outings * options.years * 365.25)
    outings = np.sort(FIRST_S + rng.uniform(0, span_s, n) // DAY_S * DAY_S + _hours_of_day(n, rng))
    person = Person(name, tuple(sorted(journeys)), outings)
    # the hours of the day are those of the place
    local = outings - person.zone_s(outings)
    photos = np.repeat(local, rng.integers(1, 5, n))
    photos = np.sort(photos + rng.exponential(4 * MINUTE_S, len(photos)))
    return Person(name, person.journeys, np.round(photos))


def _hours_of_day(n: int, rng: np.random.Generator) -> Floats:
    """Return when on a day photos are taken: from nine to twenty-three, most at four."""
    hours: Floats = (9.0 + 14.0 * rng.beta(2.0, 2.0, n)) * HOUR_S
    return hours


@dataclass(frozen=True)
class CameraLife:
    """What one camera did: photos by UTC, and what is due to read UTC, (n,) each, in order.

    ``sessions`` (n,): the number of each photo's session.
    """

    utc_s: Floats
    to_utc_s: Floats
    sessions: Floats


def draw_camera(person: Person, options: LifeOptions, rng: np.random.Generator) -> CameraLife:
    """Return a camera's years: its sessions at home and away, and how its clock was set."""
    starts = _session_starts(person, options, rng)
    photos, numbers = list[Floats](), list[Floats]()
    for number, start_s in enumerate(starts):
        n = int(np.clip(np.round(rng.lognormal(2.8, 0.8)), 2, 200))
        moments = start_s + np.sort(rng.uniform(0, 3 * HOUR_S, 1 + n // 8))
        beside = rng.uniform(size=len(moments)) < options.beside_phone
        nearest = person.phone_s[
            np.minimum(np.searchsorted(person.phone_s, moments), len(person.phone_s) - 1)
        ]
        near = np.abs(nearest - moments) < 3 * HOUR_S
        moments = np.where(
            beside & near, nearest + rng.normal(0, 5 * MINUTE_S, len(moments)), moments
        )
        times = np.repeat(moments, int(np.ceil(n / len(moments))))[:n]
        photos.append(np.sort(np.round(times + rng.exponential(3 * MINUTE_S, n))))
        numbers.append(np.full(n, float(number)))
    utc_s, sessions = np.concatenate(photos), np.concatenate(numbers)
    rows = sessions.astype(np.int64)
    to_utc_s, set_s = (column[rows] for column in _clock(person, starts, options, rng))
    drift = rng.normal(0, options.drift_ppm) * PPM
    return CameraLife(utc_s, to_utc_s - drift * (utc_s - set_s), sessions)


def _session_starts(person: Person, options: LifeOptions, rng: np.random.Generator) -> Floats:
    span_s = options.years * 365.25 * DAY_S
    days = np.unique(
        rng.integers(0, int(span_s / DAY_S), rng.poisson(options.at_home * options.years))
    )
    away = [
        first_s + day * DAY_S
        for first_s, _, *_ in person.journeys
        for day in range(options.journey_days)
    ]
    starts = np.concatenate([FIRST_S + days * DAY_S, np.array(away)])
    starts = np.sort(np.floor(starts / DAY_S) * DAY_S + _hours_of_day(len(starts), rng))
    starts = starts - person.zone_s(starts)
    return starts[np.diff(starts, prepend=-np.inf) > 12 * HOUR_S]


def _clock(
    person: Person, starts: Floats, options: LifeOptions, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return what must be added to read UTC in each session, without drift, and since when."""
    zones = person.zone_s(starts)
    follows = 0.9 if rng.uniform() < options.follow_summer else 0.05
    found, offset_s = np.zeros(len(starts)), -float(zones[0]) + _set_error_s(rng)
    since, set_s = np.zeros(len(starts)), float(starts[0])
    for i in range(len(starts)):
        before_s = offset_s
        if i:
            years = (starts[i] - starts[i - 1]) / (365.25 * DAY_S)
            moved_s = float(zones[i] - zones[i - 1])
            share = follows if abs(moved_s) == HOUR_S else 0.1
            if moved_s and rng.uniform() < share:
                offset_s -= moved_s
            if rng.uniform() < years / options.years_per_setting:
                offset_s = -float(zones[i]) + _set_error_s(rng)
            if rng.uniform() < years / options.years_per_reset:
                offset_s = float(np.round(starts[i] - from_clock(2008, 1, 1, 0, 0, 0)))
            elif offset_s > 300 * DAY_S and rng.uniform() < 0.5:
                offset_s = -float(zones[i]) + _set_error_s(rng)
        if abs(offset_s - before_s) not in (0.0, HOUR_S):  # an hour is set without the minutes
            set_s = float(starts[i])
        found[i], since[i] = offset_s, set_s
    return found, since


def _set_error_s(rng: np.random.Generator) -> float:
    """Return by how much a clock is off that somebody just set, by hand."""
    kind = rng.uniform()
    if kind < 0.6:
        return float(np.round(rng.normal(0, 30.0)))
    if kind < 0.85:
        return float(np.round(rng.laplace(0, 5 * MINUTE_S)))
    if kind < 0.97:
        return float(rng.choice([-2.0, -1.0, 1.0, 2.0]) * HOUR_S + np.round(rng.normal(0, 30.0)))
    return float(rng.choice([-1.0, 1.0]) * DAY_S)
