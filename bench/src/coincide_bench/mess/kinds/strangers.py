"""Galleries that do not belong, that share nothing, or that are hardly there."""

from dataclasses import replace

import numpy as np

from coincide.model.times import DAY_S, HOUR_S, MINUTE_S
from coincide_bench.mess.base import CAMERAS, Base, Shot
from coincide_bench.mess.kinds.kind import Kind, either, wrong_by_s
from coincide_bench.mess.photos import (
    Case,
    MessPhoto,
    a_camera,
    a_phone,
    changed,
    clocks,
    shifted,
    start,
)

N_GUESTS = 25


def stranger(base: Base, rng: np.random.Generator) -> Case:
    """Lay a folder of another event beside the others; one of the event's cameras is off."""
    photos = start(base, rng)
    by_s = wrong_by_s(rng, 1, 9, HOUR_S)
    wrong = shifted(photos, a_camera(photos, rng), by_s)
    return Case((*wrong, *_guests(base, photos[0], 0.0)))


def stranger_of_the_day(base: Base, rng: np.random.Generator) -> Case:
    """Lay a folder beside the others that somebody took elsewhere on the same day."""
    photos = start(base, rng)
    first_s = min(photo.shot.truth.wall_s for photo in photos)
    theirs_s = min(guest.truth.wall_s for guest in base.guests)
    by_s = first_s - theirs_s + float(rng.integers(0, int(3 * HOUR_S)))
    return Case((*photos, *_guests(base, photos[0], by_s)))


def _guests(base: Base, like: MessPhoto, by_s: float) -> list[MessPhoto]:
    """Return another event's photos, their clock right."""
    zone_s = like.shot.truth.zone_s
    found = []
    for guest in base.guests[:N_GUESTS]:
        truth = replace(guest.truth, wall_s=guest.truth.wall_s + by_s, zone_s=zone_s)
        shot = Shot(guest.picture, "stranger", truth, guest.scene_ev)
        told_s = float(np.floor(truth.wall_s))
        gear = replace(CAMERAS[4], serial="8BW09999")
        found.append(MessPhoto(shot, "Zoe", "Zoe", gear, truth, told_s, told_s))
    return found


def another_day(base: Base, rng: np.random.Generator) -> Case:
    """Let one camera have been at the same place on another day than all others."""
    photos = start(base, rng)
    days = sorted({photo.shot.truth.wall_s // DAY_S for photo in photos})
    clock = a_camera(photos, rng)
    mine = [photo for photo in photos if photo.clock == clock]
    held = {day: sum(p.shot.truth.wall_s // DAY_S == day for p in mine) for day in days}
    chosen = max(held, key=lambda day: held[day])
    return Case(
        tuple(
            photo
            for photo in photos
            if (photo.shot.truth.wall_s // DAY_S == chosen) == (photo.clock == clock)
        )
    )


def one_photo(base: Base, rng: np.random.Generator) -> Case:
    """Leave one photo of a camera, which is off; another camera is off, too."""
    photos = start(base, rng, n_cameras=2)
    cameras = clocks(photos, phone=False) or clocks(photos)
    lonely = cameras[-1]
    mine = [photo for photo in photos if photo.clock == lonely]
    kept = mine[int(rng.integers(len(mine)))]
    photos = [photo for photo in photos if photo.clock != lonely or photo is kept]
    for clock in cameras[:2]:
        photos = shifted(photos, clock, wrong_by_s(rng, 1, 9, HOUR_S))
    return Case(tuple(photos))


def camera_alone(base: Base, rng: np.random.Generator) -> Case:
    """Let a wrong camera never have been where the others were: nothing is seen by both."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    apart = _apart(photos, clock)
    return Case(tuple(shifted(apart, clock, wrong_by_s(rng, 5, 50, MINUTE_S))))


def phones_share_nothing(base: Base, rng: np.random.Generator) -> Case:
    """Let a phone never have been where the others were; all clocks are right."""
    photos = start(base, rng)
    return Case(tuple(_apart(photos, a_phone(photos, rng))))


def _apart(photos: list[MessPhoto], clock: str) -> list[MessPhoto]:
    """Return one clock's photos of the first half and the others' of the second."""
    half_s = float(np.median([photo.at_s for photo in photos if photo.clock == clock]))
    return [p for p in photos if (p.at_s <= half_s) == (p.clock == clock)]


def no_gps_no_pairs(base: Base, rng: np.random.Generator) -> Case:
    """Take every GPS tag and zone away from an event whose cameras are a quarter hour apart."""
    photos = start(base, rng)
    silent = [replace(photo, gps_s=None, position=None, zone_s=None) for photo in photos]
    clock = a_camera(silent, rng)
    return Case(tuple(shifted(silent, clock, -905.0)))


def wrong_pin(base: Base, rng: np.random.Generator) -> Case:
    """Let a person have said +1 h of a camera that needs −1 h."""
    return _pinned(base, rng, right=False)


def right_pin(base: Base, rng: np.random.Generator) -> Case:
    """Let a person have said what is so of a camera that is an hour off."""
    return _pinned(base, rng, right=True)


def _pinned(base: Base, rng: np.random.Generator, *, right: bool) -> Case:
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    off_s = either(rng) * HOUR_S
    wrong = shifted(photos, clock, off_s)
    folder = next(photo.folder for photo in wrong if photo.clock == clock)
    said_s = -off_s if right else off_s
    return Case(tuple(changed(wrong, clock, lambda one: one)), pins={folder: said_s})


KINDS: tuple[Kind, ...] = (
    Kind("stranger", "a folder of another event lies beside the others", stranger, "guests"),
    Kind("stranger-of-the-day", "a folder is of the same day and of another place",
         stranger_of_the_day, "guests"),
    Kind("another-day", "one camera was there on another day", another_day, "several days"),
    Kind("one-photo", "a gallery has one photo", one_photo),
    Kind("camera-alone", "a wrong camera shares no moment with anybody", camera_alone),
    Kind("phones-share-nothing", "a right phone shares no moment with anybody",
         phones_share_nothing),
    Kind("no-gps", "an event has lost its GPS tags; a camera is 15 minutes off", no_gps_no_pairs),
    Kind("wrong-pin", "a person said +1 h where −1 h is right", wrong_pin),
    Kind("right-pin", "a person said −1 h where −1 h is right", right_pin),
)  # fmt: skip
