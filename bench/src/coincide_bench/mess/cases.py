"""The cases that were seen before there was a suite, each by its name and always the same.

They are made of real sets, so they are run where these are at hand. One that was seen is not
among them: a plan of a copied folder, undone there, is no matter of times.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model.times import HOUR_S, MINUTE_S, from_clock
from coincide_bench.mess.base import Base
from coincide_bench.mess.kinds import clocks, copies, folders, metadata, strangers
from coincide_bench.mess.kinds.kind import Make
from coincide_bench.mess.photos import (
    Case,
    MessPhoto,
    a_camera,
    a_phone,
    changed,
    shifted,
    start,
)
from coincide_bench.mess.run import Material, judge_case, open_base
from coincide_bench.suites.splits import make_rng
from coincide_bench.wholeplan.figures import Judged

SEED = 15
# of a camera's photos so many were taken before its battery died
N_BEFORE = 25
FAST_S = 450.0
STRETCHED_S = 76 * MINUTE_S


@dataclass(frozen=True)
class NamedCase:
    """A case by name, the event it is made of, and how."""

    name: str
    base: str
    make: Make


def battery_dies(base: Base, rng: np.random.Generator) -> Case:
    """Let 25 photos of a camera be right, and all later ones count from 1970."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    times_s = sorted(photo.at_s for photo in photos if photo.clock == clock)
    cut_s = (times_s[N_BEFORE - 1] + times_s[N_BEFORE]) / 2
    epoch_s = from_clock(1970, 1, 1, 0, 0, 0)
    return Case(tuple(clocks.reset_between(photos, clock, cut_s, np.inf, rng, epoch_s)))


def phone_set_fast(base: Base, rng: np.random.Generator) -> Case:
    """Set a phone 7 min 30 s fast by hand."""
    photos = start(base, rng, n_cameras=0)
    clock = a_phone(photos, rng)
    silent = changed(photos, clock, lambda photo: replace(photo, gps_s=None))
    return Case(tuple(shifted(silent, clock, FAST_S)))


def pin_the_wrong_way(base: Base, rng: np.random.Generator) -> Case:
    """Say +1 h of a camera that needs −1 h."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    wrong = shifted(photos, clock, HOUR_S)
    folder = next(photo.folder for photo in wrong if photo.clock == clock)
    return Case(tuple(wrong), pins={folder: HOUR_S})


def stretches_that_agree(base: Base, rng: np.random.Generator) -> Case:
    """Set one of two cameras 1 h 16 min wrong, and number its files so that they look put back.

    Its later half has the lower numbers: two stretches, which show the same time.
    """
    photos = start(base, rng, n_cameras=9, n_phones=0)
    _, (right, wrong) = _busiest(photos, phone=False)
    gear = {photo.clock: photo.gear for photo in photos}
    others = [clock for clock in gear if clock not in (right, wrong)]
    owner_of = {right: right, wrong: wrong}
    owner_of |= {clock: (wrong, right)[n % 2] for n, clock in enumerate(others)}
    owners = [owner_of[photo.clock] for photo in photos]
    photos = [
        replace(photo, clock=owner, folder=owner, gear=gear[owner])
        for photo, owner in zip(photos, owners, strict=True)
    ]
    photos = shifted(photos, wrong, STRETCHED_S)
    mine = sorted((photo for photo in photos if photo.clock == wrong), key=lambda one: one.at_s)
    numbers = [(100 if 2 * n >= len(mine) else 600) + n for n in range(len(mine))]
    names = {id(photo): f"IMG_{number}.JPG" for photo, number in zip(mine, numbers, strict=True)}
    return Case(
        tuple(replace(photo, name=names.get(id(photo))) for photo in photos), numbers={right: 500}
    )


def photos_in_anothers_folder(base: Base, rng: np.random.Generator) -> Case:
    """Set the phone of most photos an hour fast, and put two of its photos in another's folder."""
    photos, (wrong, right) = _two_phones(base, rng)
    photos = shifted(photos, wrong, HOUR_S)
    folder = next(photo.folder for photo in photos if photo.clock == right)
    mine = [photo for photo in photos if photo.clock == wrong]
    moved = {id(photo) for photo in mine[len(mine) // 2 :][:2]}
    return Case(tuple(replace(p, folder=folder) if id(p) in moved else p for p in photos))


def two_tagged_zones(base: Base, rng: np.random.Generator) -> Case:
    """Set the phone of most photos to a zone an hour east; both write their zones."""
    photos, (wrong, right) = _two_phones(base, rng)

    def tag(photo: MessPhoto, by_s: int) -> MessPhoto:
        return replace(photo, zone_s=((photo.truth or photo.shot.truth).zone_s or 0) + by_s)

    photos = changed(photos, right, lambda photo: tag(photo, 0))
    photos = changed(photos, wrong, lambda photo: tag(photo, int(HOUR_S)))
    return Case(tuple(shifted(photos, wrong, HOUR_S)))


def _two_phones(base: Base, rng: np.random.Generator) -> tuple[list[MessPhoto], tuple[str, str]]:
    """Return the photos of the two busiest phones without GPS times, and of all cameras."""
    photos = [replace(photo, gps_s=None, zone_s=None) for photo in start(base, rng)]
    phones, pair = _busiest(photos, phone=True)
    return [*phones, *(photo for photo in photos if not photo.phone)], pair


def _busiest(
    photos: Sequence[MessPhoto], *, phone: bool
) -> tuple[list[MessPhoto], tuple[str, str]]:
    """Return the photos of the two clocks of most photos, and these, the busier one first."""
    counts = Counter(photo.clock for photo in photos if photo.phone is phone)
    (first, _), (second, _) = counts.most_common(2)
    return [photo for photo in photos if photo.clock in (first, second)], (first, second)


# one camera's photos of two days, dealt to people: everything is seen by several of them
DEALT = "jiuzhaigou_2016, dealt"

CASES: tuple[NamedCase, ...] = (
    NamedCase("battery dies: 25 photos right, the others from 1970 on", DEALT, battery_dies),
    NamedCase(
        "the first folder by name is the camera reset to 2006", DEALT, clocks.first_by_name_reset
    ),
    NamedCase("annapurna without its GPS tags", "annapurna_2017", strangers.no_gps_no_pairs),
    NamedCase("one gallery whose times are all one second", DEALT, metadata.all_one_second),
    NamedCase("people in nested folders", DEALT, folders.nested_folders),
    NamedCase("people in folders of days", DEALT, folders.day_then_person),
    NamedCase("15 of Anna's photos also in Ben's folder", DEALT, copies.copies_in_anothers_folder),
    NamedCase("resized and edited copies in another's folder", DEALT, copies.edited_copies),
    NamedCase("a phone set 7 min 30 s fast by hand", "gt_places_2016", phone_set_fast),
    NamedCase(
        "phones whose pictures share nothing", "mongolia_2025", strangers.phones_share_nothing
    ),
    NamedCase("Google Takeout", "gt_places_2016", copies.takeout),
    NamedCase("a wrong pin", "california_2016", pin_the_wrong_way),
    NamedCase("two stretches of one camera that agree", DEALT, stretches_that_agree),
    NamedCase("two photos of a phone in another's folder", DEALT, photos_in_anothers_folder),
    NamedCase("two phones, tagged an hour apart, no GPS", DEALT, two_tagged_zones),
)


def run_cases(material: Material) -> Iterator[tuple[NamedCase, tuple[Judged, ...]]]:
    """Yield the cases whose sets are at hand, and what becomes of them."""
    for case in CASES:
        folder = case.base.removesuffix(", dealt")
        if material.datasets is not None and (material.datasets / folder).is_dir():
            yield case, run_case(case, material)


def run_case(case: NamedCase, material: Material) -> tuple[Judged, ...]:
    """Return what becomes of one case."""
    rng = make_rng(SEED, "case", case.name)
    return judge_case(case.make(open_base(case.base, material, rng), rng), material, rng)
