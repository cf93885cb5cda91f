"""The events that trouble is written into: real ones on true time, dealt ones, rendered ones."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from coincide.demo import DemoOptions, plan_event, render_event
from coincide.ingest import read_event
from coincide.model import Device, Photo
from coincide.model.devices import is_phone
from coincide.model.times import HOUR_S
from coincide_bench.mess.event import CAMERAS, PHONES, Base, Gear, Shot
from coincide_bench.suites.photosets import NETWORK_S
from coincide_bench.suites.realevents import EVENTS, RealEvent
from coincide_bench.suites.renders import renderer_digest
from coincide_bench.suites.splits import deal_photos, find_runs
from coincide_bench.suites.vectors import render_photo
from coincide_bench.suites.virtual_cameras import CAMERAS as VIRTUAL
from coincide_bench.wholeplan.words import Truth

# sets whose places lie in one zone, which no tag tells but any map
ZONES_S = {"california_2016": -7 * HOUR_S, "nubes_2021": -5 * HOUR_S}
# devices whose positions are where their photos were taken
POSITIONS = (
    *("lenovo_k6", "sony_hx60v", "iphone16pro", "iphone15pro"),
    *("iphone6_a_ios9.3.5", "iphone6_b_ios9.3.4"),
)
REAL_NAMES = (
    *("met_2017", "annapurna_2017", "mongolia_2025"),
    *("gt_places_2016", "nubes_2021", "california_2016"),
)
# one camera's photos, and the zone of the place
DEALT: Mapping[str, tuple[str, float]] = {
    "jiuzhaigou_2016": ("ipad_air", 8 * HOUR_S),
    "newyork_2021": ("nikon_d3200", -4 * HOUR_S),
    "mongolia_2025": ("iphone16pro", 8 * HOUR_S),
    "tasmania_2018": ("leica_m10", 10 * HOUR_S),
}
# people with phones and people with cameras, as they come to an event
DEALT_GEAR = (PHONES[0], CAMERAS[0], PHONES[3], CAMERAS[1], PHONES[1])
DEALT_CAMERAS = ("phone-vivid", "reflex", "phone-cool", "compact-warm", "tablet-dark")
ATTENDANCE = 0.7
RENDERED_ZONE_S = int(2 * HOUR_S)
RENDERED = DemoOptions(n_galleries=4, n_photos=72, n_phones=2)
MOST_PHOTOS, LEAST_OF_CLOCK = 150, 4


@cache
def real_base(folder: str, datasets: Path) -> Base:
    """Return a real event, put on true time by what is known of its clocks."""
    event = next(candidate for candidate in EVENTS if candidate.folder == folder)
    shots, gear = [], {}
    for gallery in read_event([datasets / folder]).galleries:
        known = [(photo, event.truth_of(gallery.name, photo)) for photo in gallery.photos]
        with_gps = sum(photo.gps_time_s is not None for photo in gallery.photos)
        zone_tags = any(photo.zone_s is not None for photo in gallery.photos)
        gear[gallery.name] = _gear(
            gallery.device, gps=2 * with_gps > len(gallery.photos), zone_tags=zone_tags
        )
        for photo, truth in known:
            if truth is not None:
                shots.append(_shot(photo, gallery.name, _zoned(truth, event), photo.file))
    return Base(folder, gear, _by_time(shots))


def _zoned(truth: Truth, event: RealEvent) -> Truth:
    # of some sets nobody knows the place; then any zone will do, since all its clocks are drawn
    return truth if event.zones else replace(truth, zone_s=int(ZONES_S.get(event.folder, 0.0)))


def _gear(device: Device, *, gps: bool, zone_tags: bool) -> Gear:
    phone = is_phone(device)
    naming = "counter" if device.make == "Apple" or not phone else "android"
    prefix = "DSC_" if (device.make or "").upper().startswith(("NIKON", "SONY")) else "IMG_"
    return Gear(
        *(device.make or "", device.model or "", phone, device.serial, device.software),
        *("android" if naming == "android" else "counter", prefix),
        zone_tags=zone_tags and phone,
        gps=gps,
    )


def _shot(photo: Photo, owner: str, truth: Truth, picture: Path) -> Shot:
    position = photo.position if owner in POSITIONS else None
    return Shot(picture, owner, truth, photo.scene_ev, position)


def _by_time(shots: Sequence[Shot]) -> tuple[Shot, ...]:
    return tuple(sorted(shots, key=lambda shot: (shot.truth.instant_s, shot.picture.name)))


def dealt_base(folder: str, datasets: Path, cache_folder: Path, rng: np.random.Generator) -> Base:
    """Return one camera's photos, dealt to people with devices of their own."""
    camera, zone_of_place_s = DEALT[folder]
    photos, zone_s = _one_camera(folder, camera, datasets), int(zone_of_place_s)
    size = min(len(photos), MOST_PHOTOS)
    first = int(rng.integers(len(photos) - size + 1))
    photos = photos[first : first + size]
    times_s = np.array([photo.camera_time_s for photo in photos])
    n_people = int(rng.integers(3, len(DEALT_GEAR) + 1))
    deal = deal_photos(find_runs(times_s), n_people, ATTENDANCE, rng)
    shots = [
        replace(
            _shot(photos[row], "", Truth(photos[row].camera_time_s, zone_s, NETWORK_S), Path()),
            owner=f"person{number}",
            picture=_as_taken_by(photos[row], DEALT_CAMERAS[number], cache_folder),
        )
        for number, rows in enumerate(deal.rows)
        for row in rows.tolist()
    ]
    gear = {f"person{number}": DEALT_GEAR[number] for number in range(len(deal.rows))}
    return Base(f"{folder}, dealt", gear, _by_time(shots))


@cache
def _one_camera(folder: str, camera: str, datasets: Path) -> tuple[Photo, ...]:
    galleries = {gallery.name: gallery for gallery in read_event([datasets / folder]).galleries}
    return galleries[camera].photos


def _as_taken_by(photo: Photo, camera: str, cache_folder: Path) -> Path:
    """Return the picture as another camera would have taken it, drawn once."""
    folder = cache_folder / "pictures"
    path = folder / f"{photo.key}-{camera}.jpg"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        virtual = next(candidate for candidate in VIRTUAL if candidate.name == camera)
        with tempfile.TemporaryDirectory(dir=folder) as beside:
            (made,) = render_photo(photo, cameras=[virtual], folder=Path(beside))
            made.file.replace(path)
    return path


def rendered_base(seed: int, cache_folder: Path, options: DemoOptions = RENDERED) -> Base:
    """Return a demo event on true time, with devices that programs know."""
    chosen = replace(options, seed=seed)
    folder = rendered_folder(chosen, cache_folder)
    by_path = {photo.path: photo for photo in read_event([folder]).photos}
    plan = plan_event(chosen)
    gear: dict[str, Gear] = {}
    shots = []
    for gallery in plan.galleries:
        kind = PHONES if gallery.camera.phone else CAMERAS
        n_before = sum(other.phone == gallery.camera.phone for other in gear.values())
        gear[gallery.name] = kind[n_before % len(kind)]
        for shot in gallery.shots:
            path = folder / gallery.name / shot.file_name
            truth = Truth(shot.event_time_s, RENDERED_ZONE_S, NETWORK_S)
            ev = by_path[path].scene_ev
            shots.append(Shot(path, gallery.name, truth, ev, shot.position))
    return Base(f"rendered {seed}", gear, _by_time(shots))


def rendered_folder(options: DemoOptions, cache_folder: Path) -> Path:
    """Return the folder of a demo event, rendering it once; nobody may write to it."""
    what = f"{options} {renderer_digest()}"
    folder = cache_folder / "demo" / hashlib.sha256(what.encode()).hexdigest()[:16]
    if not folder.exists():
        beside = folder.with_name(f"{folder.name}.{os.getpid()}")
        render_event(beside, options)
        try:
            beside.rename(folder)
        except OSError:  # another process was faster
            shutil.rmtree(beside)
    return folder.resolve()


def thinned(base: Base, rng: np.random.Generator, most: int = MOST_PHOTOS) -> Base:
    """Return a stretch of an event that is no larger than people's are; tiny clocks are gone."""
    size = min(len(base.shots), most)
    # cameras must overlap there: of a few stretches the one with the most clocks
    starts = rng.integers(len(base.shots) - size + 1, size=8).tolist()
    stretches = [base.shots[start : start + size] for start in starts]
    kept = max((list(_without_tiny(stretch)) for stretch in stretches), key=_n_clocks)
    owners = {shot.owner for shot in kept}
    gear = {owner: base.gear[owner] for owner in sorted(owners)}
    return replace(base, gear=gear, shots=tuple(kept))


def _without_tiny(shots: Sequence[Shot]) -> Iterator[Shot]:
    owners = [shot.owner for shot in shots]
    yield from (shot for shot in shots if owners.count(shot.owner) >= LEAST_OF_CLOCK)


def _n_clocks(shots: Sequence[Shot]) -> tuple[int, int]:
    owners = [shot.owner for shot in shots]
    return len(set(owners)), min((owners.count(owner) for owner in set(owners)), default=0)
