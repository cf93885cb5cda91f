"""Zones that were crossed, and nights on which clocks change."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from coincide.model.times import DAY_S, HOUR_S
from coincide_bench.mess.base import Base
from coincide_bench.mess.kinds.kind import Kind, either, wrong_by_s
from coincide_bench.mess.photos import Case, MessPhoto, a_phone, shifted, start

NIGHT_HOUR = 2


def crossed_with_tags(base: Base, rng: np.random.Generator) -> Case:
    """Cross a zone: phones follow and write their zone, cameras stay on home time."""
    photos = [_tagging(photo, tags=True) for photo in start(base, rng)]
    return Case(tuple(moved_on(photos, _pause_s(photos), _hours_s(rng))))


def crossed_without_tags(base: Base, rng: np.random.Generator) -> Case:
    """Cross a zone: phones follow without writing so, cameras stay on home time."""
    photos = [_tagging(photo, tags=False) for photo in start(base, rng)]
    return Case(tuple(moved_on(photos, _pause_s(photos), _hours_s(rng))))


def summer_time_night(base: Base, rng: np.random.Generator) -> Case:
    """Let the event last over the night on which clocks change: phones do, cameras do not."""
    photos = start(base, rng)
    nights = sorted({photo.shot.truth.wall_s // DAY_S for photo in photos})[1:]
    night = float(rng.choice(nights)) * DAY_S + NIGHT_HOUR * HOUR_S
    zone_s = photos[0].shot.truth.zone_s or 0
    return Case(tuple(moved_on(photos, night - zone_s, either(rng) * HOUR_S)))


def group_on_home_time(base: Base, rng: np.random.Generator) -> Case:
    """Leave most of a group on home time; one phone is right."""
    photos = start(base, rng, n_cameras=2)
    right = a_phone(photos, rng)
    by_s = _hours_s(rng)
    for clock in dict.fromkeys(photo.clock for photo in photos):
        if clock != right:
            photos = shifted(photos, clock, by_s)
    return Case(tuple(photo if photo.clock == right else _offline(photo) for photo in photos))


def _offline(photo: MessPhoto) -> MessPhoto:
    """Return a photo of a phone that has neither network nor fix, and writes no zone."""
    gear = replace(photo.gear, naming="android") if photo.gear.naming == "pixel" else photo.gear
    return replace(photo, gear=gear, gps_s=None, position=None, zone_s=None)


def moved_on(photos: Sequence[MessPhoto], at_s: float, by_s: float) -> list[MessPhoto]:
    """Return photos of an event whose place changed its zone at an instant: phones followed."""
    return [_followed(photo, by_s) if photo.at_s >= at_s else photo for photo in photos]


def _followed(photo: MessPhoto, by_s: float) -> MessPhoto:
    if photo.truth is None:
        return photo
    zone_s = (photo.truth.zone_s or 0) + int(by_s)
    truth = replace(photo.truth, wall_s=photo.truth.wall_s + by_s, zone_s=zone_s)
    if not photo.phone:
        return replace(photo, truth=truth)
    told_s = None if photo.told_s is None else photo.told_s + by_s
    tag_s = None if photo.zone_s is None else zone_s
    return replace(photo, truth=truth, told_s=told_s, shown_s=photo.shown_s + by_s, zone_s=tag_s)


def _tagging(photo: MessPhoto, *, tags: bool) -> MessPhoto:
    zone_s = photo.shot.truth.zone_s if tags and photo.phone else None
    return replace(photo, zone_s=zone_s)


def _hours_s(rng: np.random.Generator) -> float:
    return wrong_by_s(rng, 1, 9, HOUR_S)


def _pause_s(photos: Sequence[MessPhoto]) -> float:
    """Return the instant in the middle of the longest pause that has photos on either side."""
    times_s = np.sort([photo.at_s for photo in photos])
    inner = np.arange(len(times_s) // 5, 4 * len(times_s) // 5)
    at = inner[int(np.argmax(times_s[inner + 1] - times_s[inner]))]
    return float((times_s[at] + times_s[at + 1]) / 2)


KINDS: tuple[Kind, ...] = (
    Kind("zones-tagged", "phones cross a zone and say so, cameras stay on home time",
         crossed_with_tags),
    Kind("zones-untagged", "phones cross a zone and do not say so, cameras stay on home time",
         crossed_without_tags),
    Kind("summer-time-night", "clocks change in a night of the event: phones do, cameras do not",
         summer_time_night, "several days"),
    Kind("group-on-home-time", "most clocks are wrong alike, one phone is right",
         group_on_home_time),
)  # fmt: skip
