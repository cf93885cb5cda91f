"""The cases that were seen before there was a suite, each by its name and always the same.

They are made of real sets, so they are run where these are at hand. One that was seen is not
among them: a plan of a copied folder, undone there, is no matter of times.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from coincide.model.times import HOUR_S, MINUTE_S, from_clock
from coincide_bench.mess.event import Base
from coincide_bench.mess.kinds import KINDS
from coincide_bench.mess.photos import Case, MessPhoto
from coincide_bench.mess.run import Material, judge_case, open_base
from coincide_bench.mess.trouble import (
    Scene,
    Step,
    a_camera,
    a_phone,
    compose,
    each,
    every,
    exactly,
    folder_of,
    on,
    pin,
    reset,
    shift,
    start,
    with_,
)
from coincide_bench.suites.splits import make_rng
from coincide_bench.wholeplan.figures import Judged

SEED = 15
# of a camera's photos so many were taken before its battery died
N_BEFORE = 25
FAST_S = 450.0
STRETCHED_S = 76 * MINUTE_S
# one camera's photos of two days, dealt to people: everything is seen by several of them
DEALT = "jiuzhaigou_2016, dealt"


@dataclass(frozen=True)
class NamedCase:
    """A case by name, the event it is made of, and the steps that make it."""

    name: str
    base: str
    steps: tuple[Step, ...]

    def make(self, base: Base, rng: np.random.Generator) -> Case:
        """Write the trouble into its event."""
        return compose(self.steps, base, rng)


def _after_some(scene: Scene) -> Scene:
    """Let what follows begin behind the first photos of the clock."""
    times_s = sorted(photo.at_s for photo in scene.mine)
    return replace(scene, since_s=(times_s[N_BEFORE - 1] + times_s[N_BEFORE]) / 2)


def _two_cameras(scene: Scene) -> Scene:
    """Deal all photos to the two busiest cameras; choose the second."""
    _, (right, wrong) = _busiest(scene.photos, phone=False)
    gear = {photo.clock: photo.gear for photo in scene.photos}
    others = [clock for clock in gear if clock not in (right, wrong)]
    owner_of = {right: right, wrong: wrong}
    owner_of |= {clock: (wrong, right)[n % 2] for n, clock in enumerate(others)}
    photos = tuple(
        replace(photo, clock=owner, folder=owner, gear=gear[owner])
        for photo in scene.photos
        for owner in [owner_of[photo.clock]]
    )
    return replace(scene, photos=photos, clock=wrong, other=right)


def _numbered_as_put_back(scene: Scene) -> Scene:
    """Give the later half of the clock's photos the lower numbers: they look like stretches."""
    mine = sorted(scene.mine, key=lambda photo: photo.at_s)
    numbers = [(100 if 2 * n >= len(mine) else 600) + n for n in range(len(mine))]
    names = {id(photo): f"IMG_{number}.JPG" for photo, number in zip(mine, numbers, strict=True)}
    named = every(lambda photo, _scene: replace(photo, name=names.get(id(photo))))(scene)
    return replace(named, numbers={scene.other: 500})


def _two_phones(scene: Scene) -> Scene:
    """Keep the two busiest phones, without GPS times, and all cameras; choose the busier."""
    silent = every(with_(gps_s=None, zone_s=None))(scene)
    phones, (wrong, right) = _busiest(silent.photos, phone=True)
    cameras = (photo for photo in silent.photos if not photo.phone)
    return replace(silent, photos=(*phones, *cameras), clock=wrong, other=right)


def _busiest(
    photos: Sequence[MessPhoto], *, phone: bool
) -> tuple[list[MessPhoto], tuple[str, str]]:
    """Return the photos of the two clocks of most photos, and these, the busier one first."""
    counts = Counter(photo.clock for photo in photos if photo.phone is phone)
    (first, _), (second, _) = counts.most_common(2)
    return [photo for photo in photos if photo.clock in (first, second)], (first, second)


def _two_in_anothers_folder(scene: Scene) -> Scene:
    folder = folder_of(scene.photos, scene.other)
    moved = {id(photo) for photo in scene.mine[len(scene.mine) // 2 :][:2]}
    return every(
        lambda photo, _scene: replace(photo, folder=folder) if id(photo) in moved else photo
    )(scene)


def _tagged(clock: str, by_s: int, scene: Scene) -> Scene:
    photos = tuple(
        replace(photo, zone_s=((photo.truth or photo.shot.truth).zone_s or 0) + by_s)
        if photo.clock == clock
        else photo
        for photo in scene.photos
    )
    return replace(scene, photos=photos)


def _tagged_an_hour_apart(scene: Scene) -> Scene:
    return _tagged(scene.clock, int(HOUR_S), _tagged(scene.other, 0, scene))


def _kind(name: str) -> tuple[Step, ...]:
    return KINDS[name].steps


CASES: tuple[NamedCase, ...] = (
    NamedCase("battery dies: 25 photos right, the others from 1970 on", DEALT,
              (start(), on(a_camera), _after_some, reset(from_clock(1970, 1, 1, 0, 0, 0)), shift)),
    NamedCase("the first folder by name is the camera reset to 2006", DEALT,
              _kind("first-by-name-reset")),
    NamedCase("annapurna without its GPS tags", "annapurna_2017", _kind("no-gps")),
    NamedCase("one gallery whose times are all one second", DEALT, _kind("one-second")),
    NamedCase("people in nested folders", DEALT, _kind("nested-folders")),
    NamedCase("people in folders of days", DEALT, _kind("day-then-person")),
    NamedCase("15 of Anna's photos also in Ben's folder", DEALT, _kind("copies-of-another")),
    NamedCase("resized and edited copies in another's folder", DEALT, _kind("edited-copies")),
    NamedCase("a phone set 7 min 30 s fast by hand", "gt_places_2016",
              (start(n_cameras=0), on(a_phone), each(with_(gps_s=None)), exactly(FAST_S), shift)),
    NamedCase("phones whose pictures share nothing", "mongolia_2025",
              _kind("phones-share-nothing")),
    NamedCase("Google Takeout", "gt_places_2016", _kind("takeout")),
    NamedCase("a wrong pin", "california_2016",
              (start(), on(a_camera), exactly(HOUR_S), shift, pin(1.0))),
    NamedCase("two stretches of one camera that agree", DEALT,
              (start(n_cameras=9, n_phones=0), _two_cameras, exactly(STRETCHED_S), shift,
               _numbered_as_put_back)),
    NamedCase("two photos of a phone in another's folder", DEALT,
              (start(), _two_phones, exactly(HOUR_S), shift, _two_in_anothers_folder)),
    NamedCase("two phones, tagged an hour apart, no GPS", DEALT,
              (start(), _two_phones, _tagged_an_hour_apart, exactly(HOUR_S), shift)),
)  # fmt: skip


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
