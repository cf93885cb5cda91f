"""Clocks that were set wrong, set anew or lost their battery."""

from dataclasses import replace

import numpy as np

from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, from_clock, to_datetime
from coincide_bench.mess.base import Base
from coincide_bench.mess.kinds.kind import Kind, either, wrong_by_s
from coincide_bench.mess.photos import (
    Case,
    MessPhoto,
    a_camera,
    a_phone,
    changed,
    clocks,
    middle_s,
    shifted,
    start,
)

# where clocks begin again after they lost their battery
EPOCHS_S = tuple(from_clock(year, 1, 1, 0, 0, 0) for year in (1970, 1980, 2000, 2006, 2015))
YEAR_DAYS = 365


def hours_off(base: Base, rng: np.random.Generator) -> Case:
    """Leave a camera on the time of another zone."""
    photos = start(base, rng)
    by_s = wrong_by_s(rng, 2, 10, HOUR_S)
    return Case(tuple(shifted(photos, a_camera(photos, rng), by_s)))


def summer_time_missed(base: Base, rng: np.random.Generator) -> Case:
    """Leave a camera on winter or summer time."""
    photos = start(base, rng)
    return Case(tuple(shifted(photos, a_camera(photos, rng), either(rng) * HOUR_S)))


def minutes_off(base: Base, rng: np.random.Generator) -> Case:
    """Set a camera some minutes wrong."""
    photos = start(base, rng)
    by_s = wrong_by_s(rng, 3 * 60, 45 * 60)
    return Case(tuple(shifted(photos, a_camera(photos, rng), by_s)))


def hour_in_the_middle(base: Base, rng: np.random.Generator) -> Case:
    """Set a camera by hand in the middle, which was an hour off until then."""
    return _set_in_the_middle(base, rng, either(rng) * HOUR_S)


def zone_in_the_middle(base: Base, rng: np.random.Generator) -> Case:
    """Set a camera by hand in the middle, which was on another zone until then."""
    return _set_in_the_middle(base, rng, wrong_by_s(rng, 2, 10, HOUR_S))


def minutes_in_the_middle(base: Base, rng: np.random.Generator) -> Case:
    """Set a camera by hand in the middle, which was minutes off until then."""
    return _set_in_the_middle(base, rng, wrong_by_s(rng, 4, 40, MINUTE_S))


def _set_in_the_middle(base: Base, rng: np.random.Generator, by_s: float) -> Case:
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    return Case(tuple(shifted(photos, clock, by_s, until_s=middle_s(photos, clock, rng))))


def battery_died(base: Base, rng: np.random.Generator) -> Case:
    """Let a camera's battery die in the middle: its clock begins again at an epoch."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    cut_s = middle_s(photos, clock, rng)
    return Case(tuple(reset_between(photos, clock, cut_s, np.inf, rng)))


def reset_then_set_right(base: Base, rng: np.random.Generator) -> Case:
    """Let a camera begin at an epoch, and somebody set it right later."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    until_s = middle_s(photos, clock, rng)
    return Case(tuple(reset_between(photos, clock, -np.inf, until_s, rng)))


def reset_before(base: Base, rng: np.random.Generator) -> Case:
    """Let a camera begin at an epoch before the event, and nobody notice."""
    photos = start(base, rng)
    return Case(tuple(reset_between(photos, a_camera(photos, rng), -np.inf, np.inf, rng)))


def reset_between(
    photos: list[MessPhoto],
    clock: str,
    since_s: float,
    until_s: float,
    rng: np.random.Generator,
    epoch_s: float | None = None,
) -> list[MessPhoto]:
    """Return photos, one clock counted from an epoch on while it was between two instants."""
    mine = [p for p in photos if p.clock == clock and since_s <= p.at_s < until_s]
    first_s = min((photo.shown_s for photo in mine), default=0.0)
    began_s = float(rng.choice(EPOCHS_S)) if epoch_s is None else epoch_s
    ran_s = float(rng.integers(60, 6 * 3600))
    by_s = began_s + ran_s - first_s
    return shifted(photos, clock, by_s, since_s=since_s, until_s=until_s)


def am_for_pm(base: Base, rng: np.random.Generator) -> Case:
    """Set a camera to a.m. where it is p.m., or the other way round."""
    photos = start(base, rng)
    return Case(tuple(shifted(photos, a_camera(photos, rng), either(rng) * 12 * HOUR_S)))


def twelve_hour_face(base: Base, rng: np.random.Generator) -> Case:
    """Let a camera write the face of a 12-hour clock: no afternoon, 14:05 becomes 02:05."""
    photos = start(base, rng)

    def face(photo: MessPhoto) -> MessPhoto:
        shown = to_datetime(photo.shown_s)
        late_s = 12 * HOUR_S if shown.hour > 12 else 0.0
        return replace(photo, told_s=photo.shown_s - late_s, shown_s=photo.shown_s - late_s)

    return Case(tuple(changed(photos, a_camera(photos, rng), face)))


def day_month_swapped(base: Base, rng: np.random.Generator) -> Case:
    """Set a camera's date with day and month swapped; from then on it counts as ever."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    first = to_datetime(min(photo.shown_s for photo in photos if photo.clock == clock))
    # set some days before the event, on a day that is a month too
    before = next(
        (d for d in range(25) if (first.day - d) in range(1, 13) and first.day - d != first.month),
        first.day - 1,
    )
    day = first.day - before
    swapped_s = from_clock(first.year, day if day <= 12 else 1, min(first.month, 28), 0, 0, 0)
    meant_s = from_clock(first.year, first.month, day, 0, 0, 0)
    return Case(tuple(shifted(photos, clock, swapped_s - meant_s)))


def wrong_year(base: Base, rng: np.random.Generator) -> Case:
    """Set a camera's year one or two wrong."""
    photos = start(base, rng)
    by_s = wrong_by_s(rng, 1, 3, YEAR_DAYS * DAY_S)
    return Case(tuple(shifted(photos, a_camera(photos, rng), by_s)))


def phone_by_hand(base: Base, rng: np.random.Generator) -> Case:
    """Set a phone by hand, minutes fast, for whoever likes to be early."""
    photos = start(base, rng)
    by_s = float(rng.integers(4 * 60, 12 * 60))
    clock = a_phone(photos, rng)
    silent = changed(photos, clock, lambda photo: replace(photo, gps_s=None))
    return Case(tuple(shifted(silent, clock, by_s)))


def first_by_name_reset(base: Base, rng: np.random.Generator) -> Case:
    """Let all have cameras, and the first folder by name be of one that began again in 2006."""
    photos = start(base, rng, n_cameras=len(base.gear), n_phones=0)
    clock = a_camera(photos, rng)
    moved = reset_between(photos, clock, -np.inf, np.inf, rng, from_clock(2006, 1, 1, 0, 0, 0))
    return Case(tuple(changed(moved, clock, lambda photo: replace(photo, folder="Aaron"))))


def two_cameras_off(base: Base, rng: np.random.Generator) -> Case:
    """Set two cameras wrong, each in its own way."""
    photos = start(base, rng, n_cameras=2)
    for clock in (clocks(photos, phone=False) or [a_camera(photos, rng)])[:2]:
        photos = shifted(photos, clock, wrong_by_s(rng, 3 * 60, 8 * 3600))
    return Case(tuple(photos))


KINDS: tuple[Kind, ...] = (
    Kind("hours-off", "a camera is left on another zone's time", hours_off),
    Kind("summer-time", "a camera has missed the change to summer time", summer_time_missed),
    Kind("minutes-off", "a camera is set some minutes wrong", minutes_off),
    Kind("two-cameras-off", "two cameras are wrong, each in its own way", two_cameras_off),
    Kind("set-an-hour", "a camera an hour off is set right in the middle", hour_in_the_middle),
    Kind("set-a-zone", "a camera on another zone is set right in the middle", zone_in_the_middle),
    Kind("set-minutes", "a camera minutes off is set right in the middle", minutes_in_the_middle),
    Kind("battery-died", "a camera's clock begins again at an epoch in the middle", battery_died),
    Kind("reset-set-right", "a camera begins at an epoch and is set right later",
         reset_then_set_right),
    Kind("reset-before", "a camera began again at an epoch before the event", reset_before),
    Kind("am-for-pm", "a camera is twelve hours off: a.m. for p.m.", am_for_pm),
    Kind("twelve-hour-face", "a camera writes a 12-hour clock: it knows no afternoon",
         twelve_hour_face),
    Kind("day-month-swapped", "a camera's date has day and month swapped", day_month_swapped),
    Kind("wrong-year", "a camera's year is one or two wrong", wrong_year),
    Kind("phone-by-hand", "a phone is set minutes fast by hand", phone_by_hand),
    Kind("first-by-name-reset", "of cameras alone, the first by name is reset to 2006",
         first_by_name_reset),
)  # fmt: skip
