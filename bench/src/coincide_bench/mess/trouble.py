"""Steps that trouble is composed of: each takes a scene and returns the scene after it.

A kind of trouble is a few steps, one after the other: everybody's clocks are right (``start``), a
clock is chosen (``on``), an error is drawn (``wrong``), and the clock shows it (``shift``).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from pathlib import PurePosixPath

import numpy as np

from coincide.model.times import DAY_S, HOUR_S, from_clock
from coincide_bench.mess.event import CAMERAS, PHONES, Base, Gear, Shot
from coincide_bench.mess.photos import Case, Drawn, MessPhoto, photos_of

# a clock that trouble comes to has at least so many photos
ENOUGH = 8
# where clocks begin again after they lost their battery
EPOCHS_S = tuple(from_clock(year, 1, 1, 0, 0, 0) for year in (1970, 1980, 2000, 2006, 2015))
N_GUESTS = 25
# a model that many have, and that writes no serial number
COMMON_MODEL = replace(PHONES[4], gps=False)


@dataclass(frozen=True)
class Scene:
    """An event on its way into trouble.

    ``clock``, ``other``: the clock that was chosen, and a second one. ``by_s``: the error that was
    drawn. ``since_s``, ``until_s``: the instants between which a clock shows it. All else as in
    :class:`coincide_bench.mess.photos.Case`.
    """

    base: Base
    rng: np.random.Generator
    photos: tuple[MessPhoto, ...] = ()
    clock: str = ""
    other: str = ""
    by_s: float = 0.0
    since_s: float = -np.inf
    until_s: float = np.inf
    beside: Mapping[PurePosixPath, bytes] = field(default_factory=dict)
    pins: Mapping[str, float] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    drawn: Mapping[PurePosixPath, Drawn] = field(default_factory=dict)

    @property
    def mine(self) -> list[MessPhoto]:
        """The photos of the chosen clock."""
        return of_clock(self.photos, self.clock)


Step = Callable[[Scene], Scene]
Choose = Callable[[Sequence[MessPhoto], np.random.Generator], str]
Change = Callable[[MessPhoto, Scene], MessPhoto]


def compose(steps: Iterable[Step], base: Base, rng: np.random.Generator) -> Case:
    """Take an event through all steps."""
    scene = reduce(lambda scene, step: step(scene), steps, Scene(base, rng))
    return Case(scene.photos, scene.beside, scene.pins, scene.numbers, scene.drawn)


def start(n_cameras: int = 1, n_phones: int = 1) -> Step:
    """Give everybody a folder of their own and a clock that is right."""
    return lambda scene: replace(
        scene, photos=tuple(photos_of(scene.base, scene.rng, n_cameras, n_phones))
    )


def cameras_only(scene: Scene) -> Scene:
    """Give everybody a camera."""
    return start(len(scene.base.gear), 0)(scene)


# Which clock


def clocks(photos: Iterable[MessPhoto], *, phone: bool | None = None) -> list[str]:
    """Return the clocks with enough photos, of phones or of cameras where that is asked."""
    held: dict[str, list[MessPhoto]] = {}
    for photo in photos:
        held.setdefault(photo.clock, []).append(photo)
    return [
        clock
        for clock, found in held.items()
        if len(found) >= ENOUGH and (phone is None or found[0].phone == phone)
    ]


def pick(choices: Sequence[str], rng: np.random.Generator) -> str:
    """Return one of some names."""
    return choices[int(rng.integers(len(choices)))]


def a_camera(photos: Sequence[MessPhoto], rng: np.random.Generator) -> str:
    """Return a clock that somebody set by hand; where there is none, any."""
    return pick(clocks(photos, phone=False) or clocks(photos) or [photos[0].clock], rng)


def a_phone(photos: Sequence[MessPhoto], rng: np.random.Generator) -> str:
    """Return a phone's clock; where there is none, any."""
    return pick(clocks(photos, phone=True) or clocks(photos) or [photos[0].clock], rng)


def any_clock(photos: Sequence[MessPhoto], rng: np.random.Generator) -> str:
    """Return the clock of anybody."""
    return pick(clocks(photos), rng)


def first_camera(photos: Sequence[MessPhoto], _rng: np.random.Generator) -> str:
    """Return the first clock that somebody set by hand; where there is none, the first."""
    return (clocks(photos, phone=False) or clocks(photos))[0]


def on(choose: Choose) -> Step:
    """Choose a clock."""
    return lambda scene: replace(scene, clock=choose(scene.photos, scene.rng))


def of_clock(photos: Iterable[MessPhoto], clock: str) -> list[MessPhoto]:
    """Return the photos of one clock."""
    return [photo for photo in photos if photo.clock == clock]


def folder_of(photos: Iterable[MessPhoto], clock: str) -> str:
    """Return the folder of a clock's first photo."""
    return next(photo.folder for photo in photos if photo.clock == clock)


# By how much


def either(unit_s: float) -> Step:
    """Draw an error of one unit, either way."""
    return lambda scene: replace(scene, by_s=float(_sign(scene.rng) * unit_s))


def wrong(least: int, below: int, unit_s: float = 1.0) -> Step:
    """Draw an error of whole units, either way."""
    return lambda scene: replace(
        scene, by_s=_sign(scene.rng) * float(scene.rng.integers(least, below)) * unit_s
    )


def ahead(least: int, below: int, unit_s: float = 1.0) -> Step:
    """Draw an error of whole units by which a clock is fast."""
    return lambda scene: replace(scene, by_s=float(scene.rng.integers(least, below)) * unit_s)


def exactly(by_s: float) -> Step:
    """Set the error."""
    return lambda scene: replace(scene, by_s=by_s)


def _sign(rng: np.random.Generator) -> int:
    return int(rng.choice((-1, 1)))


# While


def after_middle(scene: Scene) -> Scene:
    """Let what follows be of the time after a pause in the middle of the clock's photos."""
    return replace(scene, since_s=_middle_s(scene))


def before_middle(scene: Scene) -> Scene:
    """Let what follows be of the time before such a pause."""
    return replace(scene, until_s=_middle_s(scene))


def _middle_s(scene: Scene) -> float:
    """Return an instant in one of the longest pauses in the middle of the clock's photos."""
    times_s = np.sort([photo.at_s for photo in scene.mine])
    inner = np.arange(len(times_s) // 4, max(3 * len(times_s) // 4, len(times_s) // 4 + 1))
    gaps_s = times_s[inner + 1] - times_s[inner]
    at = inner[int(scene.rng.choice(np.argsort(gaps_s)[-3:]))]
    return float((times_s[at] + times_s[at + 1]) / 2)


# What a clock shows


def each(change: Change) -> Step:
    """Change every photo of the chosen clock."""
    return lambda scene: replace(
        scene,
        photos=tuple(
            change(photo, scene) if photo.clock == scene.clock else photo for photo in scene.photos
        ),
    )


def every(change: Change) -> Step:
    """Change every photo."""
    return lambda scene: replace(
        scene, photos=tuple(change(photo, scene) for photo in scene.photos)
    )


def with_(**fields: object) -> Change:
    """Return what sets fields of a photo."""
    return lambda photo, _scene: replace(photo, **fields)  # type: ignore[arg-type]


def shifted(photo: MessPhoto, scene: Scene) -> MessPhoto:
    """Return a photo whose clock was off by the error, while it was in that time."""
    if not scene.since_s <= photo.at_s < scene.until_s:
        return photo
    told_s = None if photo.told_s is None else photo.told_s + scene.by_s
    return replace(photo, told_s=told_s, shown_s=photo.shown_s + scene.by_s)


shift: Step = each(shifted)


def shift_others(scene: Scene) -> Scene:
    """Let all clocks but the chosen one be off by the error."""
    return every(
        lambda photo, scene: photo if photo.clock == scene.clock else shifted(photo, scene)
    )(scene)


def reset(epoch_s: float | None = None) -> Step:
    """Err as a clock that counts from an epoch on; None: one of those that clocks begin at."""

    def step(scene: Scene) -> Scene:
        inside = (p for p in scene.mine if scene.since_s <= p.at_s < scene.until_s)
        first_s = min((photo.shown_s for photo in inside), default=0.0)
        began_s = float(scene.rng.choice(EPOCHS_S)) if epoch_s is None else epoch_s
        ran_s = float(scene.rng.integers(60, 6 * 3600))
        return replace(scene, by_s=began_s + ran_s - first_s)

    return step


def told(time_s: Callable[[float], float]) -> Change:
    """Return what changes the time in a photo's tags, not what its clock showed."""
    return lambda photo, _scene: replace(photo, told_s=time_s(photo.shown_s), gps_s=None)


def follow(scene: Scene) -> Scene:
    """Change the zone of the place from an instant on: phones follow, cameras do not."""
    return every(lambda photo, scene: _followed(photo, scene.by_s, scene.since_s))(scene)


def _followed(photo: MessPhoto, by_s: float, since_s: float) -> MessPhoto:
    if photo.truth is None or photo.at_s < since_s:
        return photo
    zone_s = (photo.truth.zone_s or 0) + int(by_s)
    truth = replace(photo.truth, wall_s=photo.truth.wall_s + by_s, zone_s=zone_s)
    if not photo.phone:
        return replace(photo, truth=truth)
    told_s = None if photo.told_s is None else photo.told_s + by_s
    tag_s = None if photo.zone_s is None else zone_s
    return replace(photo, truth=truth, told_s=told_s, shown_s=photo.shown_s + by_s, zone_s=tag_s)


# Whose, and where


def same_model(scene: Scene) -> Scene:
    """Give two clocks phones of one model without a serial number; choose the second."""
    pair = scene.rng.permutation(clocks(scene.photos))[:2].tolist()
    photos = tuple(
        replace(photo, gear=COMMON_MODEL, zone_s=None, gps_s=None, position=None)
        if photo.clock in pair
        else photo
        for photo in scene.photos
    )
    return replace(scene, photos=photos, clock=pair[-1], other=pair[0])


def as_model(photo: MessPhoto, gear: Gear) -> MessPhoto:
    """Return a photo as if another device of that model had taken it."""
    zone_s = photo.shot.truth.zone_s if gear.zone_tags else None
    return replace(photo, gear=gear, zone_s=zone_s, gps_s=None)


def apart(scene: Scene) -> Scene:
    """Keep one clock's photos of the first half and the others' of the second."""
    half_s = float(np.median([photo.at_s for photo in scene.mine]))
    kept = (p for p in scene.photos if (p.at_s <= half_s) == (p.clock == scene.clock))
    return replace(scene, photos=tuple(kept))


def guests(scene: Scene) -> Scene:
    """Add photos of another event, shifted by the error, their clock right."""
    zone_s = scene.photos[0].shot.truth.zone_s
    found = []
    for guest in scene.base.guests[:N_GUESTS]:
        truth = replace(guest.truth, wall_s=guest.truth.wall_s + scene.by_s, zone_s=zone_s)
        shot = Shot(guest.picture, "stranger", truth, guest.scene_ev)
        told_s = float(np.floor(truth.wall_s))
        gear = replace(CAMERAS[4], serial="8BW09999")
        found.append(MessPhoto(shot, "Zoe", "Zoe", gear, truth, told_s, told_s))
    return replace(scene, photos=(*scene.photos, *found))


def pin(factor: float) -> Step:
    """Let a person say the error, times a factor, of the clock's folder."""
    return lambda scene: replace(
        scene, pins={folder_of(scene.photos, scene.clock): factor * scene.by_s}
    )


def some(photos: Sequence[MessPhoto], n_most: int, rng: np.random.Generator) -> list[MessPhoto]:
    """Return a few photos in their order."""
    return [photos[index] for index in sorted(rng.permutation(len(photos))[:n_most].tolist())]


def day_of(photo: MessPhoto) -> float:
    """Return the day of a photo, on a clock on the wall, since 1970."""
    return photo.shot.truth.wall_s // DAY_S


# an error that many cases have beside their own trouble: a camera that is hours off
CAMERA_HOURS_OFF: tuple[Step, ...] = (wrong(1, 9, HOUR_S), on(a_camera), shift)
# and one that may be minutes
CAMERA_OFF: tuple[Step, ...] = (wrong(5 * 60, 9 * 3600), on(a_camera), shift)
