"""Photos on their way into files: what each will say, and what is true of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Literal

import numpy as np

from coincide.model import Position
from coincide.model.times import to_datetime
from coincide_bench.mess.event import CAMERAS, Base, Gear, Shot
from coincide_bench.wholeplan.truth import KnownFile, told_by_name
from coincide_bench.wholeplan.words import Told, Truth

# what was done to a picture before it got here
Recipe = Literal["as taken", "messenger", "resized", "edited"]

PEOPLE = (
    *("Anna", "Ben", "Clara", "David", "Emil", "Frieda", "Greta", "Henry", "Ines", "Jakob"),
    *("Karla", "Leon", "Mara", "Nils", "Olivia", "Paul", "Rosa", "Simon", "Tilda", "Viktor"),
)
# what a hand-set camera that counts as right is off by, and a phone
CAMERA_S, PHONE_S = 20, 1
# a fix is a second or two old, as a mean; one in ten is up to so many old
FIX_S, STALE_SHARE, STALE_S = 1.5, 0.1, 900.0
# a device that is replaced by a camera has at least so many photos
ENOUGH = 8


@dataclass(frozen=True)
class MessPhoto:
    """One file to be. ``clock``: the device that took it, whatever folders and tags say.

    ``told_s``: what its tags say, None for no time; ``shown_s``: what the device's clock showed,
    by which phones name their files. ``name``: None, as its device names it. ``copy_of``: the
    place in the list of the photo that it is a copy of.
    """

    shot: Shot
    clock: str
    folder: str
    gear: Gear
    truth: Truth | None
    told_s: float | None
    shown_s: float
    zone_s: int | None = None
    gps_s: float | None = None
    position: Position | None = None
    name: str | None = None
    recipe: Recipe = "as taken"
    copy_of: "MessPhoto | None" = None
    exif: bool = True
    software: str | None = None

    @property
    def phone(self) -> bool:
        """Whether a network sets its clock."""
        return self.gear.phone

    @property
    def at_s(self) -> float:
        """When it was really taken, as an instant."""
        return self.shot.truth.instant_s


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture that no camera took: a screenshot, a scan. ``told``: what its file says."""

    data: bytes
    truth: Truth | None
    told: Told | None


@dataclass(frozen=True)
class Case:
    """The files of an event in trouble: photos, and what else lies there by its path.

    ``pins``: what a person said of galleries by name, before the sync. ``numbers``: where the
    counters of devices begin, by clock.
    """

    photos: tuple[MessPhoto, ...]
    beside: Mapping[PurePosixPath, bytes] = field(default_factory=dict)
    pins: Mapping[str, float] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    drawn: Mapping[PurePosixPath, Drawn] = field(default_factory=dict)


def photos_of(
    base: Base, rng: np.random.Generator, n_cameras: int = 1, n_phones: int = 1
) -> list[MessPhoto]:
    """Return an event without trouble: everyone's photos in a folder of their own, clocks right.

    At least ``n_cameras`` clocks are set by hand, as far as ``n_phones`` are left.
    """
    gear = dressed(base, rng, n_cameras, n_phones)
    people = dict(zip(gear, rng.permutation(PEOPLE)[: len(gear)].tolist(), strict=True))
    photos = []
    for owner, device in gear.items():
        error_s = float(rng.integers(-PHONE_S, PHONE_S + 1))
        if not device.phone:
            error_s = float(rng.integers(-CAMERA_S, CAMERA_S + 1))
        for shot in (shot for shot in base.shots if shot.owner == owner):
            photos.append(_photo(shot, people[owner], device, error_s, rng))
    return photos


def dressed(base: Base, rng: np.random.Generator, n_cameras: int, n_phones: int) -> dict[str, Gear]:
    """Return the devices, some phones replaced by cameras until there are enough of these."""
    gear = dict(base.gear)
    n_shots = {owner: sum(shot.owner == owner for shot in base.shots) for owner in gear}
    others = [owner for owner in gear if gear[owner].phone and n_shots[owner] >= ENOUGH]
    missing = n_cameras - sum(not camera.phone for camera in gear.values())
    for number, owner in enumerate(rng.permutation(others)[: max(missing, 0)].tolist()):
        if sum(camera.phone for camera in gear.values()) > n_phones:
            gear[owner] = CAMERAS[-1 - number % len(CAMERAS)]
    return gear


def _photo(
    shot: Shot, person: str, gear: Gear, error_s: float, rng: np.random.Generator
) -> MessPhoto:
    truth = shot.truth
    stale = rng.random() < STALE_SHARE
    lag_s = float(rng.uniform(0.0, STALE_S) if stale else rng.exponential(FIX_S))
    shown_s = float(np.floor(truth.wall_s + error_s))
    return MessPhoto(
        shot=shot,
        clock=person,
        folder=person,
        gear=gear,
        truth=truth,
        told_s=shown_s,
        shown_s=shown_s,
        zone_s=truth.zone_s if gear.zone_tags else None,
        gps_s=truth.instant_s - lag_s if gear.gps else None,
        position=shot.position if gear.gps else None,
    )


# Names


def named(case: Case, rng: np.random.Generator) -> list[tuple[PurePosixPath, MessPhoto]]:
    """Return every photo with its path: as its device names it, no two alike."""
    counters = {
        clock: case.numbers.get(clock, int(rng.integers(100, 8000)))
        for clock in dict.fromkeys(photo.clock for photo in case.photos)
    }
    found: dict[PurePosixPath, MessPhoto] = {}
    for photo in sorted(case.photos, key=lambda one: one.at_s):
        name = photo.name
        if name is None and photo.copy_of is None:
            counters[photo.clock] = counters[photo.clock] % 9999 + 1
            name = device_name(photo, counters[photo.clock])
        elif name is None:
            name = next(p.name for p, other in found.items() if other is photo.copy_of)
        path = PurePosixPath(photo.folder) / name
        number = 1
        while path in found:
            path = path.with_name(f"{PurePosixPath(name).stem}_{number}{path.suffix}")
            number += 1
        found[path] = photo
    return list(found.items())


def device_name(photo: MessPhoto, number: int) -> str:
    """Return what a device calls its photo."""
    shown = to_datetime(photo.shown_s)
    clock = f"{shown.year:04d}{shown:%m%d_%H%M%S}"
    match photo.gear.naming:
        case "android":
            return f"IMG_{clock}.jpg"
        case "samsung":
            return f"{clock}.jpg"
        case "pixel":
            zone_s = (photo.truth or photo.shot.truth).zone_s or 0
            utc = to_datetime(photo.shown_s - zone_s)
            return f"PXL_{utc.year:04d}{utc:%m%d_%H%M%S}000.jpg"
        case "counter":
            return f"{photo.gear.prefix}{number:04d}.JPG"


def known(path: PurePosixPath, photo: MessPhoto, original: PurePosixPath | None) -> KnownFile:
    """Return what is known of a file."""
    name = told_by_name(path)
    zone_s = photo.zone_s if photo.phone else None
    told = name if photo.told_s is None else Told(photo.told_s, zone_s)
    gps_s = photo.gps_s if photo.exif else None
    return KnownFile(path, photo.clock, photo.truth, told, gps_s, name, original)
