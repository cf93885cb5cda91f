"""The cases that were seen before there was a suite, each by its name and always the same.

They are made of real sets, so they are run where these are at hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from coincide.model.times import from_clock
from coincide_bench.mess.base import Base
from coincide_bench.mess.bases import real_base, thinned
from coincide_bench.mess.kinds import clocks, copies, folders, metadata, strangers
from coincide_bench.mess.kinds.kind import HOUR_S, Make
from coincide_bench.mess.photos import Case, a_camera, a_phone, changed, shifted, start
from coincide_bench.mess.run import Material, judge_case
from coincide_bench.suites.splits import make_rng
from coincide_bench.wholeplan.figures import Judged

SEED = 15
# of a camera's photos so many were taken before its battery died
N_BEFORE = 25
FAST_S = 450.0
MOST_PHOTOS = 200


@dataclass(frozen=True)
class NamedCase:
    """A case by name, the set it is made of, and how."""

    name: str
    folder: str
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


def gps_taken_away(base: Base, rng: np.random.Generator) -> Case:
    """Leave the Sony 15 min 5 s behind, as it was, and take all GPS tags away."""
    return strangers.no_gps_no_pairs(base, rng)


def pin_the_wrong_way(base: Base, rng: np.random.Generator) -> Case:
    """Say +1 h of a camera that needs −1 h."""
    photos = start(base, rng)
    clock = a_camera(photos, rng)
    wrong = shifted(photos, clock, HOUR_S)
    folder = next(photo.folder for photo in wrong if photo.clock == clock)
    return Case(tuple(wrong), pins={folder: HOUR_S})


CASES: tuple[NamedCase, ...] = (
    NamedCase("battery dies: 25 photos right, the others from 1970 on", "met_2017", battery_dies),
    NamedCase(
        "the first folder by name is the camera reset to 2006",
        "mongolia_2025",
        clocks.first_by_name_reset,
    ),
    NamedCase("annapurna without its GPS tags", "annapurna_2017", gps_taken_away),
    NamedCase("one gallery whose times are all one second", "met_2017", metadata.all_one_second),
    NamedCase("people in nested folders", "gt_places_2016", folders.nested_folders),
    NamedCase("people in folders of days", "gt_places_2016", folders.day_then_person),
    NamedCase(
        "15 of Anna's photos also in Ben's folder",
        "gt_places_2016",
        copies.copies_in_anothers_folder,
    ),
    NamedCase("resized and edited copies in another's folder", "met_2017", copies.edited_copies),
    NamedCase("a phone set 7 min 30 s fast by hand", "gt_places_2016", phone_set_fast),
    NamedCase(
        "phones whose pictures share nothing", "mongolia_2025", strangers.phones_share_nothing
    ),
    NamedCase("Google Takeout", "gt_places_2016", copies.takeout),
    NamedCase("a wrong pin", "california_2016", pin_the_wrong_way),
)


def run_cases(material: Material) -> Iterator[tuple[NamedCase, Judged]]:
    """Yield the cases whose sets are at hand, and what becomes of them."""
    if material.datasets is None:
        return
    for case in CASES:
        if (material.datasets / case.folder).is_dir():
            yield case, run_case(case, material.datasets, material.cache)


def run_case(case: NamedCase, datasets: Path, cache: Path) -> Judged:
    """Return what becomes of one case."""
    rng = make_rng(SEED, "case", case.name)
    base = thinned(real_base(case.folder, datasets), rng, MOST_PHOTOS)
    return judge_case(case.make(base, rng), cache, rng)
