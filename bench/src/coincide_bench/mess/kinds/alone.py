"""Cameras without a phone among them: how they differ is seen, which is right is not."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from coincide.model.times import DAY_S, HOUR_S, MINUTE_S
from coincide_bench.mess.base import Base
from coincide_bench.mess.kinds.clocks import YEAR_DAYS, reset_between
from coincide_bench.mess.kinds.kind import Kind, wrong_by_s
from coincide_bench.mess.photos import (
    Case,
    MessPhoto,
    changed,
    clocks,
    middle_s,
    pick,
    shifted,
    start,
)

# an event has so many cameras at most, those of most photos
N_CAMERAS = 3
N_COPIES = 6

Photos = list[MessPhoto]
Trouble = Callable[[Photos, str, np.random.Generator], Photos]


def cameras_alone(base: Base, rng: np.random.Generator) -> Case:
    """Let all have cameras, one of them right; split the photos of one device, or leave them."""
    photos = _cameras(base, rng)
    owners = clocks(photos)
    right = pick(owners, rng)
    for clock in owners:
        if clock != right:
            photos = TROUBLES[int(rng.integers(len(TROUBLES)))](photos, clock, rng)
    split = SPLITS[int(rng.integers(len(SPLITS)))]
    return Case(tuple(split(photos, pick(owners, rng), rng)))


def _cameras(base: Base, rng: np.random.Generator) -> Photos:
    """Return the photos of the busiest owners, all of them with cameras that are right."""
    photos = start(base, rng, n_cameras=len(base.gear), n_phones=0)
    mine = [photo for photo in photos if not photo.phone]
    counts = {clock: sum(photo.clock == clock for photo in mine) for clock in clocks(mine)}
    busiest = sorted(counts, key=lambda clock: -counts[clock])[:N_CAMERAS]
    return [photo for photo in mine if photo.clock in busiest]


def _reset(photos: Photos, clock: str, rng: np.random.Generator) -> Photos:
    return reset_between(photos, clock, -np.inf, np.inf, rng)


def _by(least: int, below: int, unit_s: float) -> Trouble:
    def shift(photos: Photos, clock: str, rng: np.random.Generator) -> Photos:
        return shifted(photos, clock, wrong_by_s(rng, least, below, unit_s))

    return shift


def _as_one(photos: Photos, _clock: str, _rng: np.random.Generator) -> Photos:
    return photos


def _in_folders(photos: Photos, clock: str, rng: np.random.Generator) -> Photos:
    """Put a third of a device's photos, without serial numbers, into a further folder."""

    def move(photo: MessPhoto) -> MessPhoto:
        folder = f"{photo.folder} 2" if rng.random() < 1 / 3 else photo.folder
        return replace(photo, folder=folder, gear=replace(photo.gear, serial=None))

    return changed(photos, clock, move)


def _with_copies(photos: Photos, clock: str, rng: np.random.Generator) -> Photos:
    """Put copies of some of a device's photos into another person's folder."""
    photos = changed(photos, clock, lambda one: replace(one, gear=replace(one.gear, serial=None)))
    mine = [photo for photo in photos if photo.clock == clock]
    others = [photo.folder for photo in photos if photo.clock != clock]
    picked = rng.permutation(len(mine))[:N_COPIES].tolist()
    copies = [replace(mine[at], folder=others[0], copy_of=mine[at]) for at in picked]
    return [*photos, *copies]


def _in_stretches(photos: Photos, clock: str, rng: np.random.Generator) -> Photos:
    """Put a device's clock back by hours in the middle: what follows is a stretch of its own."""
    back_s = -float(rng.integers(1, 4)) * HOUR_S
    return shifted(photos, clock, back_s, since_s=middle_s(photos, clock, rng))


TROUBLES: tuple[Trouble, ...] = (
    _reset,
    _by(1, 4, YEAR_DAYS * DAY_S),
    _by(20, 300, DAY_S),
    _by(1, 10, HOUR_S),
    _by(3, 50, MINUTE_S),
)
SPLITS: tuple[Trouble, ...] = (_as_one, _in_folders, _with_copies, _in_stretches)

KINDS: tuple[Kind, ...] = (
    Kind("cameras-alone", "of cameras alone one is right, and a device may lie in several parts",
         cameras_alone),
)  # fmt: skip
