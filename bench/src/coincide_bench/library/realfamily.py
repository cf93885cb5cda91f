"""Families of real photos: each camera of the photo sets is somebody's, and its truth is known.

Files are written anew with the tags that are meant: everybody lives in one zone and nobody's
position is told, so that nothing but pictures and rhythm tells one place from another.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np

from coincide.errors import EventError
from coincide.features.backbones import open_backbone
from coincide.features.options import EmbedOptions
from coincide.ingest import read_event
from coincide.media.contenthash import file_key
from coincide.model import Event, Gallery, Photo
from coincide.model.devices import is_phone
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, from_clock
from coincide.project.read.features import (
    chosen_taps,
    colour_key,
    embed_missing,
    feature_key,
)
from coincide.storage.store import Store
from coincide_bench.mess.event import CAMERAS, PHONES, Gear, Shot
from coincide_bench.mess.files import exif_of, with_exif
from coincide_bench.mess.photos import MessPhoto
from coincide_bench.suites.realevents import EVENTS
from coincide_bench.wholeplan.words import Truth

logger = logging.getLogger(__name__)

Material = Literal["tune", "report"]
# sets as one family of strangers, or as people who were at the same occasions
FamilyKind = Literal["negative", "positive"]

# a zone without summer time, so that a day moves by whole days
HOME, ZONE_S = "Africa/Lagos", int(HOUR_S)
# strangers are moved to begin within so many days of each other
FIRST_S, _DAYS = from_clock(2019, 6, 3, 0, 0, 0), 14
# somebody shows the same places so many days before
_DOUBLE_DAYS = 3
# days and photos of them that two people's look-alikes are made of
_LEAST_DAYS, _LEAST_OF_DAY = 2, 4
# of strangers' cameras so many are off, by whole hours or by minutes
_OFF = 0.5
# nothing is known of the clocks of these sets, and for strangers nothing need be
_STRANGERS = (
    *("camtrapr_2009", "jiuzhaigou_2016", "newyork_2021", "odm_seneca_2013"),
    "tasmania_2018",
)
# sets that are only reported on
REPORTED = (
    *("annapurna_2017", "studytrip_2018", "travelblog_2011", "yulefest_2022"),
    "gt_places_2016",
)
# sets with several cameras whose truth is known well enough for an occasion
_SHARED = (
    *("california_2016", "met_2017", "nubes_2021", "mongolia_2025", "europe_2019"),
    *("party_2007", "precamp_2007", "photowalk_2024"),
)


@dataclass(frozen=True)
class Body:
    """One person's photos by one device; ``walls_s``: what a right clock showed, photo by photo.

    ``source`` is the set that they are of, ``double``: these are another's of other days.
    """

    owner: str
    source: str
    photos: tuple[Photo, ...]
    walls_s: tuple[float, ...]
    phone: bool
    off_s: float = 0.0
    double: bool = False

    @property
    def folder(self) -> str:
        """The folder of its owner."""
        return self.owner.replace("/", "_").replace("·", "_")

    @property
    def due_s(self) -> float:
        """What is added to what the clock shows to read UTC; of a phone in UTC, nothing."""
        return 0.0 if self.phone else self.off_s - ZONE_S


def sources_of(kind: FamilyKind, material: Material) -> tuple[str, ...]:
    """Return the sets that families of a kind are made of."""
    if kind == "positive":
        return _SHARED if material == "tune" else REPORTED
    return tuple(sorted({*_SHARED, *_STRANGERS, *(REPORTED if material == "report" else ())}))


def strangers(datasets: Path, sources: Sequence[str], rng: np.random.Generator) -> Iterator[Body]:
    """Yield all cameras of some sets in the same weeks, none with another: an occasion is false.

    Half of those with several days are two people's, who show the same places on other days.
    """
    for source in sources:
        for name, photos in _cameras(datasets, source).items():
            days = _days_of(photos)
            parts = [photos]
            if len(days) >= _LEAST_DAYS and rng.uniform() < 0.5:
                parts = [_joined(days[::2]), _joined(days[1::2])]
            first_day = FIRST_S + rng.integers(_DAYS) * DAY_S
            for number, part in enumerate(parts):
                later_s = first_day - np.floor(part[0].camera_time_s / DAY_S) * DAY_S
                walls = tuple(photo.camera_time_s + later_s for photo in part)
                phone = bool(rng.uniform() < 0.5)
                off_s = 0.0 if phone else _error_s(rng)
                owner = f"{source} {name} {number}"
                yield Body(owner, source, part, walls, phone, off_s, double=number > 0)


def shared_family(
    datasets: Path, sources: Sequence[str], rng: np.random.Generator
) -> Iterator[Body]:
    """Yield the cameras of sets at their true times, and doubles of the first of each.

    The first clock is a phone's that is right; of the others every second is a camera's at least,
    off by what it really was and an error that is planted.
    """
    for source in sources:
        event = next(one for one in EVENTS if one.folder == source)
        found = _cameras(datasets, source)
        for number, clock in enumerate(one for one in event.clocks if one.camera in found):
            every = found[clock.camera]
            known = [(photo, event.truth_of(clock.camera, photo)) for photo in every]
            kept = [(photo, truth.wall_s) for photo, truth in known if truth is not None]
            photos, walls = (tuple(column) for column in zip(*kept, strict=True))
            phone = number % 2 == 0 and (number == 0 or is_phone(photos[0].device))
            off_s = 0.0 if phone else clock.offset_s + _error_s(rng)
            yield Body(f"{source} {clock.camera}", source, photos, walls, phone, off_s)
            if number == 0:
                yield from _double(source, photos, walls, rng)


def _double(
    source: str, photos: Sequence[Photo], walls: Sequence[float], rng: np.random.Generator
) -> Iterator[Body]:
    """Yield somebody who shows each day's places some days before, where the other was out, too.

    So far away that no clock is taken for right by that much.
    """
    days = np.floor(np.array(walls) / DAY_S)
    rows = np.flatnonzero(np.isin(days - _DOUBLE_DAYS, days)).tolist()
    if len(rows) < _LEAST_OF_DAY:
        return
    moved = tuple(walls[row] - _DOUBLE_DAYS * DAY_S for row in rows)
    kept = tuple(photos[row] for row in rows)
    yield Body(f"{source} double", source, kept, moved, False, _error_s(rng), double=True)


def _error_s(rng: np.random.Generator) -> float:
    """Return by how much a camera is off: not at all, by whole hours, or by minutes."""
    if rng.uniform() >= _OFF:
        return 0.0
    hours = float(rng.choice([-6.0, -2.0, -1.0, 1.0, 2.0, 6.0])) * HOUR_S
    return hours if rng.uniform() < 0.5 else hours + float(np.round(rng.normal(0, 20 * MINUTE_S)))


def _cameras(datasets: Path, source: str) -> Mapping[str, tuple[Photo, ...]]:
    """Return the photos of each camera of a set, in its order; none of a set that is not here."""
    try:
        event = read_event([datasets / source])
    except EventError:
        logger.warning("The photo set %s is not at hand and is left out.", source)
        return {}
    return {
        gallery.name: tuple(one for one in gallery.photos if one.file.suffix.lower() != ".png")
        for gallery in event.galleries
        if len(gallery.photos) >= _LEAST_OF_DAY
    }


def _days_of(photos: Sequence[Photo]) -> list[list[Photo]]:
    """Return the photos of each day that has enough, by what the clock showed."""
    days = dict[float, list[Photo]]()
    for photo in photos:
        days.setdefault(float(np.floor(photo.camera_time_s / DAY_S)), []).append(photo)
    return [days[day] for day in sorted(days) if len(days[day]) >= _LEAST_OF_DAY]


def _joined(days: Sequence[Sequence[Photo]]) -> tuple[Photo, ...]:
    return tuple(photo for day in days for photo in day)


def write_bodies(bodies: Sequence[Body], folder: Path) -> dict[Path, Photo]:
    """Write everybody's photos, a folder each; return which photo each file shows."""
    written = dict[Path, Photo]()
    for number, body in enumerate(bodies):
        gear = _gear(body, number)
        where = folder / body.folder
        where.mkdir(parents=True, exist_ok=True)
        for row, (photo, wall_s) in enumerate(zip(body.photos, body.walls_s, strict=True)):
            path = where / f"{gear.prefix}{row:04d}.jpg"
            data = photo.file.read_bytes()
            path.write_bytes(with_exif(data, exif_of(_retagged(photo, wall_s, body, gear), data)))
            written[path] = photo
    return written


def embed_written(written: Mapping[Path, Photo], store: Path, cache: Path) -> None:
    """Give a library the vectors of files with new tags: those of the very same pictures.

    They are computed once, and kept in ``cache``.
    """
    backbone, options = open_backbone(EmbedOptions().backbone), EmbedOptions()
    taps = chosen_taps(backbone, None)
    features = [colour_key(backbone.preprocess), *(feature_key(backbone, tap) for tap in taps)]
    photos = {photo.key: photo for photo in written.values()}
    with Store(cache) as kept, Store(store) as fresh:
        event = Event("pictures", (Gallery("pictures", tuple(photos.values())),))
        embed_missing(event, backbone, taps, kept, options, lambda *_: None)
        known = {
            path: photo.key
            for path, photo in written.items()
            if not _is_missing(kept, features, photo)
        }
        keys = [_key_of(path) for path in known]
        for feature in features:
            vectors = kept.load_vectors(feature, list(known.values()))
            for first in range(0, len(keys), options.shard):
                some = slice(first, first + options.shard)
                fresh.save_vectors(feature, keys[some], vectors[some])


def _is_missing(store: Store, features: Sequence[str], photo: Photo) -> bool:
    return any(store.missing(feature, [photo.key]) for feature in features)


def _key_of(path: Path) -> str:
    with path.open("rb") as file:
        return file_key(file)


def _gear(body: Body, number: int) -> Gear:
    if body.phone:
        return PHONES[0]
    return replace(CAMERAS[number % len(CAMERAS)], serial=f"77{number:04d}")


def _retagged(photo: Photo, wall_s: float, body: Body, gear: Gear) -> MessPhoto:
    shown_s = float(np.round(wall_s - body.off_s))
    truth = Truth(wall_s, ZONE_S)
    shot = Shot(photo.file, body.owner, truth, photo.scene_ev)
    zone_s, gps_s = (ZONE_S, float(np.floor(wall_s)) - ZONE_S) if body.phone else (None, None)
    return MessPhoto(
        shot, body.owner, body.owner, gear, truth, shown_s, shown_s, zone_s=zone_s, gps_s=gps_s
    )
