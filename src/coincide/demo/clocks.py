"""The ways a camera's clock is wrong."""

from collections.abc import Callable

import numpy as np

from coincide.model.times import DAY_S, HOUR_S, from_clock

# a dead battery sends the clock back to one of these
RESET_DATES_S = (
    from_clock(2000, 1, 1, 0, 0, 0),
    from_clock(1970, 1, 1, 0, 0, 0),
    from_clock(2006, 1, 1, 0, 0, 0),
)

ClockError = Callable[[np.random.Generator, float], float]


def _sign(rng: np.random.Generator) -> int:
    return int(rng.choice((-1, 1)))


def forgotten_hour(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock that missed the change to or from summer time."""
    del first_s
    return _sign(rng) * HOUR_S + float(rng.integers(-45, 46))


def wrong_zone(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock still set for a journey, several hours off."""
    del first_s
    return _sign(rng) * float(rng.integers(2, 10)) * HOUR_S + float(rng.integers(-20, 21))


def badly_set(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock that is minutes slow or fast."""
    del first_s
    return _sign(rng) * float(rng.integers(150, 2700))


def wrong_day(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock with the wrong date, and not quite the right time."""
    del first_s
    return _sign(rng) * float(rng.integers(1, 40)) * DAY_S + float(rng.integers(-900, 901))


def reset(rng: np.random.Generator, first_s: float) -> float:
    """Return the offset of a clock that began at some year's first midnight, before its photos."""
    started_s = float(rng.choice(RESET_DATES_S))
    ran_s = float(rng.integers(5 * 60, 30 * 3600))
    return round(first_s) - (started_s + ran_s)


# a phone asks the network for the time, and is at worst told the wrong zone or set by hand
PHONE_ERRORS: tuple[ClockError, ...] = (wrong_zone, badly_set, forgotten_hour)
CAMERA_ERRORS: tuple[ClockError, ...] = (forgotten_hour, reset, badly_set, wrong_day, wrong_zone)


def draw_offset_s(
    rng: np.random.Generator, *, phone: bool, nth_of_kind: int, first_s: float
) -> float:
    """Return offset_s of a wrong clock, in whole seconds.

    ``first_s`` is the event time of the gallery's first photo. Counting through
    the kinds with ``nth_of_kind`` keeps them varied in a small event.
    """
    errors = PHONE_ERRORS if phone else CAMERA_ERRORS
    return errors[nth_of_kind % len(errors)](rng, first_s)
