"""Folders that do not say whose photos they hold, or say it in another way."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from coincide.model.times import HOUR_S, MINUTE_S, to_datetime
from coincide_bench.mess.base import PHONES, Base, Gear
from coincide_bench.mess.kinds.kind import Kind, either, wrong_by_s
from coincide_bench.mess.photos import Case, MessPhoto, clocks, shifted, start

# a model that many have, and that writes no serial number
MODEL = replace(PHONES[4], gps=False)


def nested_folders(base: Base, rng: np.random.Generator) -> Case:
    """Put guests' folders into one folder; they have phones of one model, one of them is off."""
    photos, guests = _same_model(start(base, rng), rng)
    photos = shifted(photos, guests[-1], either(rng) * HOUR_S)
    return Case(tuple(replace(photo, folder=_nested(photo, guests)) for photo in photos))


def _nested(photo: MessPhoto, guests: Sequence[str]) -> str:
    return f"Guests/{photo.folder}" if photo.clock in guests else f"Others/{photo.folder}"


def day_then_person(base: Base, rng: np.random.Generator) -> Case:
    """Put everyone's photos into folders of days, and in these by person; one phone is off."""
    photos, guests = _same_model(start(base, rng), rng)
    photos = shifted(photos, guests[-1], either(rng) * HOUR_S)
    return Case(tuple(replace(photo, folder=f"{_day(photo)}/{photo.folder}") for photo in photos))


def person_then_day(base: Base, rng: np.random.Generator) -> Case:
    """Put each person's photos into folders of days; one of them is off."""
    photos, guests = _same_model(start(base, rng), rng)
    photos = shifted(photos, guests[-1], wrong_by_s(rng, 5, 90, MINUTE_S))
    return Case(tuple(replace(photo, folder=f"{photo.folder}/{_day(photo)}") for photo in photos))


def _day(photo: MessPhoto) -> str:
    return f"{to_datetime(photo.shot.truth.wall_s):%Y-%m-%d}"


def two_phones_one_folder(base: Base, rng: np.random.Generator) -> Case:
    """Put the photos of two phones of one model into one folder; one of them is off."""
    photos, guests = _same_model(start(base, rng), rng)
    photos = shifted(photos, guests[-1], wrong_by_s(rng, 10, 200, MINUTE_S))
    folder = next(photo.folder for photo in photos if photo.clock == guests[0])
    return Case(
        tuple(replace(photo, folder=folder) if photo.clock in guests else photo for photo in photos)
    )


def all_in_one_folder(base: Base, rng: np.random.Generator) -> Case:
    """Put everyone's photos into one folder without any person's; one camera is off."""
    photos = start(base, rng)
    cameras = clocks(photos, phone=False) or clocks(photos)
    photos = shifted(photos, cameras[0], wrong_by_s(rng, 1, 9, HOUR_S))
    return Case(tuple(replace(photo, folder="") for photo in photos))


def _same_model(
    photos: list[MessPhoto], rng: np.random.Generator
) -> tuple[list[MessPhoto], list[str]]:
    """Return photos, two of the clocks phones of one model without a serial number."""
    guests = rng.permutation(clocks(photos))[:2].tolist()
    return [_as(photo, MODEL) if photo.clock in guests else photo for photo in photos], guests


def _as(photo: MessPhoto, gear: Gear) -> MessPhoto:
    return replace(photo, gear=gear, zone_s=None, gps_s=None, position=None)


KINDS: tuple[Kind, ...] = (
    Kind("nested-folders", "people's folders lie in others, two phones are of one model",
         nested_folders),
    Kind("day-then-person", "folders are days, and in these people", day_then_person),
    Kind("person-then-day", "folders are people, and in these days", person_then_day),
    Kind("two-phones-one-folder", "two phones of one model lie in one folder",
         two_phones_one_folder),
    Kind("all-in-one-folder", "all photos lie in one folder", all_in_one_folder),
)  # fmt: skip
