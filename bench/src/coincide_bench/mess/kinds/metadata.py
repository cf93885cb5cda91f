"""Tags that are missing, made up, or of another moment than the photo."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from coincide.model import Position
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S
from coincide_bench.mess.base import Base, Gear
from coincide_bench.mess.kinds.kind import Kind, wrong_by_s
from coincide_bench.mess.photos import (
    Case,
    MessPhoto,
    a_camera,
    a_phone,
    changed,
    clocks,
    pick,
    shifted,
    start,
)

EDITOR = "Adobe Photoshop Lightroom Classic 9.2 (Windows)"
# an export takes so long for each photo
EXPORT_S = 3.0
# the counter goes from 9999 to 0001 among the photos
LAST_NUMBER = 9999


def dates_without_times(base: Base, rng: np.random.Generator) -> Case:
    """Let a program have kept the dates of a camera's photos and lost their times."""
    photos = start(base, rng)
    return Case(tuple(changed(photos, a_camera(photos, rng), _told(lambda s: s - s % DAY_S))))


def all_one_second(base: Base, rng: np.random.Generator) -> Case:
    """Let a program have given all photos of a gallery the time of one of them."""
    photos = start(base, rng)
    clock = pick(clocks(photos), rng)
    at_s = float(rng.choice([photo.shown_s for photo in photos if photo.clock == clock]))
    return Case(tuple(changed(photos, clock, _told(lambda _: at_s))))


def export_dates(base: Base, rng: np.random.Generator) -> Case:
    """Let an editor have exported a camera's photos with the date of the export."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    mine = [photo for photo in photos if photo.clock == clock]
    began_s = max(photo.shown_s for photo in photos) + float(rng.integers(1, 40)) * DAY_S
    exported = [
        replace(
            photo,
            told_s=began_s + EXPORT_S * number,
            software=EDITOR,
            name=f"{photo.clock}-{number + 1}.jpg",
            gps_s=None,
        )
        for number, photo in enumerate(sorted(mine, key=lambda photo: photo.at_s))
    ]
    return Case((*(photo for photo in photos if photo.clock != clock), *exported))


def exported_beside_originals(base: Base, rng: np.random.Generator) -> Case:
    """Let an editor have exported some photos with the export's date, originals still there."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    mine = sorted((p for p in photos if p.clock == clock), key=lambda photo: photo.at_s)
    began_s = max(photo.shown_s for photo in photos) + float(rng.integers(1, 40)) * DAY_S
    chosen = sorted(rng.permutation(len(mine))[: max(3, len(mine) // 3)].tolist())
    exported = [
        replace(
            mine[index],
            clock=f"{clock}, exported",
            told_s=began_s + EXPORT_S * number,
            software=EDITOR,
            folder=f"{mine[index].folder}/export",
            name=f"best-{number + 1}.jpg",
            recipe="edited",
            copy_of=mine[index],
            gps_s=None,
        )
        for number, index in enumerate(chosen)
    ]
    return Case((*photos, *exported))


def stale_gps(base: Base, rng: np.random.Generator) -> Case:
    """Let a phone repeat one fix for hours, while a camera beside it is off."""
    photos = _off(start(base, rng), rng)
    clock = a_phone(photos, rng)
    first_s = min(photo.at_s for photo in photos if photo.clock == clock)
    fix_s = first_s - float(rng.integers(60, 4 * 3600))
    stale = changed(photos, clock, lambda photo: replace(photo, gps_s=fix_s))
    return Case(tuple(stale))


def copied_gps(base: Base, rng: np.random.Generator) -> Case:
    """Let a program have computed a wrong camera's GPS times from its own clock."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    wrong = shifted(photos, clock, wrong_by_s(rng, 2, 9, HOUR_S))

    def compute(photo: MessPhoto) -> MessPhoto:
        return replace(photo, gps_s=photo.shown_s - (photo.shot.truth.zone_s or 0))

    return Case(tuple(changed(wrong, clock, compute)))


def invented_gps(base: Base, rng: np.random.Generator) -> Case:
    """Let somebody have put a camera's photos on a map by hand: one place, at one time."""
    photos = _off(start(base, rng), rng)
    clock = a_camera(photos, rng)
    pinned_s = max(photo.at_s for photo in photos) + float(rng.integers(1, 30)) * DAY_S
    number = iter(range(len(photos)))

    def invent(photo: MessPhoto) -> MessPhoto:
        step_s = float(next(number))
        return replace(photo, gps_s=pinned_s + step_s, position=Position(48.2082, 16.3738))

    return Case(tuple(changed(photos, clock, invent)))


def numbers_roll_over(base: Base, rng: np.random.Generator) -> Case:
    """Let a camera's numbers go from 9999 to 0001 in the middle; its clock is hours off."""
    photos = _off(start(base, rng), rng)
    clock = a_camera(photos, rng)
    n_photos = sum(photo.clock == clock for photo in photos)
    first = LAST_NUMBER - int(rng.integers(n_photos // 4, max(3 * n_photos // 4, 2)))
    return Case(tuple(photos), numbers={clock: first})


def numbers_roll_over_right(base: Base, rng: np.random.Generator) -> Case:
    """Let a camera's numbers go from 9999 to 0001 in the middle, and every clock be right."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    n_photos = sum(photo.clock == clock for photo in photos)
    return Case(tuple(photos), numbers={clock: LAST_NUMBER - n_photos // 2})


def no_tags_at_all(base: Base, rng: np.random.Generator) -> Case:
    """Let a camera's photos have lost every tag but the time, which is minutes off."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    wrong = shifted(photos, clock, wrong_by_s(rng, 5, 50, MINUTE_S))
    bare = changed(wrong, clock, lambda photo: replace(photo, gear=_bare(photo), software=None))
    return Case(tuple(bare))


def _bare(photo: MessPhoto) -> Gear:
    return replace(photo.gear, make="", model="", serial=None, software=None)


def nothing_wrong(base: Base, rng: np.random.Generator) -> Case:
    """Let nothing be wrong: every clock is right."""
    return Case(tuple(start(base, rng)))


def _off(photos: list[MessPhoto], rng: np.random.Generator) -> list[MessPhoto]:
    by_s = wrong_by_s(rng, 1, 9, HOUR_S)
    return shifted(photos, a_camera(photos, rng), by_s)


def _told(change: Callable[[float], float]) -> Callable[[MessPhoto], MessPhoto]:
    """Return what changes the time in a photo's tags, not what its clock showed."""

    def apply(photo: MessPhoto) -> MessPhoto:
        return replace(photo, told_s=change(photo.shown_s), gps_s=None)

    return apply


KINDS: tuple[Kind, ...] = (
    Kind("nothing-wrong", "every clock is right", nothing_wrong),
    Kind("dates-without-times", "a gallery's photos have dates and no times", dates_without_times),
    Kind("one-second", "all photos of a gallery say one and the same time", all_one_second),
    Kind("export-date", "an editor gave a camera's photos the export's date", export_dates),
    Kind("exports-beside", "exports with the export's date lie beside their originals",
         exported_beside_originals),
    Kind("stale-gps", "a phone repeats one GPS fix for hours", stale_gps),
    Kind("copied-gps", "a wrong camera's GPS times were computed from its clock", copied_gps),
    Kind("invented-gps", "a camera's photos were put on a map by hand", invented_gps),
    Kind("numbers-roll-over", "a wrong camera's numbers begin again at 0001", numbers_roll_over),
    Kind("numbers-roll-over-right", "a right camera's numbers begin again at 0001",
         numbers_roll_over_right),
    Kind("no-device-tags", "a camera's photos name no device, and are minutes off",
         no_tags_at_all),
)  # fmt: skip
