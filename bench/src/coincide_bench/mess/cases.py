"""The cases that were seen before there was a suite, each by its name and always the same.

They are made of real sets, so they are run where these are at hand. One that was seen is not
among them: a plan of a copied folder, undone there, is no matter of times.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from coincide.model.times import HOUR_S, from_clock
from coincide_bench.mess.base import Base
from coincide_bench.mess.kinds import clocks, copies, folders, metadata, strangers
from coincide_bench.mess.kinds.kind import Make
from coincide_bench.mess.photos import Case, a_camera, a_phone, changed, shifted, start
from coincide_bench.mess.run import Material, judge_case, open_base
from coincide_bench.suites.splits import make_rng
from coincide_bench.wholeplan.figures import Judged

SEED = 15
# of a camera's photos so many were taken before its battery died
N_BEFORE = 25
FAST_S = 450.0


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
)


def run_cases(material: Material) -> Iterator[tuple[NamedCase, Judged]]:
    """Yield the cases whose sets are at hand, and what becomes of them."""
    for case in CASES:
        folder = case.base.removesuffix(", dealt")
        if material.datasets is not None and (material.datasets / folder).is_dir():
            yield case, run_case(case, material)


def run_case(case: NamedCase, material: Material) -> Judged:
    """Return what becomes of one case."""
    rng = make_rng(SEED, "case", case.name)
    return judge_case(case.make(open_base(case.base, material, rng), rng), material, rng)
