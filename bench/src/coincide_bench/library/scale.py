"""What scanning and solving a large library costs, on generated files and generated records."""

import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from PIL import Image

from coincide.library.keptclocks import load_kept_clocks
from coincide.library.kepthistories import kept_histories
from coincide.library.photos import Clock
from coincide.library.scan.bodies import BodyKey
from coincide.library.scan.folders import roots_of
from coincide.library.scan.store import LibraryStore, PhotoRow
from coincide.library.scan.tags import scan_library
from coincide.library.solve import solve_library
from coincide.media.isolated.task import the_pool
from coincide.model import Device, Floats
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, from_clock, to_datetime
from coincide_bench.library.lives import LifeOptions, draw_camera, draw_person
from coincide_bench.memory import PeakMemory

_FIRST_S = from_clock(2012, 1, 1, 12, 0, 0)
# photos in one folder, as of an outing
_IN_FOLDER = 100
# photos of the night that is added
NIGHT = 300
_MAKE, _MODEL, _PHOTO, _GPS, _TAKEN = 0x010F, 0x0110, 0x8769, 0x8825, 0x9003
_SERIAL, _EXPOSURE, _F_NUMBER, _ISO, _ZONE = 0xA431, 0x829A, 0x829D, 0x8827, 0x9011
# rows of one change of the store
_ROWS = 10_000


@dataclass(frozen=True)
class ScaleFigures:
    """Seconds of processor time and gigabytes, of one measurement."""

    photos: int
    cpu_s: float
    seconds: float
    peak_gb: float


def write_library(folder: Path, n_photos: int) -> None:
    """Write small photos with the tags of cameras and phones, a hundred to a folder."""
    pixels = Image.new("RGB", (40, 30), (90, 120, 60))
    for number in range(n_photos):
        where = folder / f"Person {number % 5}" / f"{number // 5 // _IN_FOLDER:04d}"
        if number // 5 % _IN_FOLDER == 0:
            where.mkdir(parents=True, exist_ok=True)
        pixels.save(where / f"IMG_{number:06d}.jpg", exif=_exif(number))


def _exif(number: int) -> bytes:
    exif, phone = Image.Exif(), number % 2 == 0
    exif.update({_MAKE: "Apple" if phone else "NIKON", _MODEL: "iPhone 12" if phone else "D90"})
    moment = to_datetime(_FIRST_S + number * 45 * MINUTE_S)
    photo = exif.get_ifd(_PHOTO)
    photo.update({_TAKEN: moment.strftime("%Y:%m:%d %H:%M:%S"), _EXPOSURE: 0.01, _F_NUMBER: 8.0})
    photo.update({_ISO: 100, **({_ZONE: "+01:00"} if phone else {_SERIAL: f"{number % 5}"})})
    if phone:
        clock = (moment.hour, moment.minute, float(moment.second))
        place = {1: "N", 2: (52, 30, 0), 3: "E", 4: (13, 15, 0), 7: clock}
        exif.get_ifd(_GPS).update({**place, 29: moment.strftime("%Y:%m:%d")})
    return exif.tobytes()


def measure_scan(folder: Path, store: Path) -> ScaleFigures:
    """Return what a scan costs: of this process and of the workers that read the files."""
    began_s, cpu_s = time.monotonic(), _cpu_s()
    with PeakMemory() as memory, LibraryStore(store) as opened:
        found = scan_library(opened, roots_of([folder]))
        used_s = _cpu_s() - cpu_s
    return ScaleFigures(found.n_read, used_s, time.monotonic() - began_s, memory.peak_gb)


def _cpu_s() -> float:
    """Return processor time of this process, of those that ended, and of its workers."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    total = time.process_time() + ended.ru_utime + ended.ru_stime
    for pid in the_pool().pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / 100
    return total


def write_records(store: LibraryStore, n_photos: int, rng: np.random.Generator) -> None:
    """Record so many photos of families, as a scan would have."""
    n_written, family = 0, 0
    while n_written < n_photos:
        for rows in _family_rows(family, n_photos - n_written, rng):
            with store.transaction():
                store.put_photos(rows)
                store.put_devices({row.body: _device(row.body) for row in rows})
            n_written += len(rows)
        family += 1


def _device(body: str) -> Device:
    key = BodyKey.parse(body)
    return Device(key.make, key.model, key.serial or None)


def _family_rows(family: int, most: int, rng: np.random.Generator) -> Iterator[list[PhotoRow]]:
    """Yield rows of one person of ten years: a phone and two cameras."""
    options = LifeOptions(outings=8.0, at_home=90.0)
    person = draw_person(f"Person {family}", options, rng)
    zone_s = person.zone_s(person.phone_s)
    phone = _rows(person.name, "iPhone 12", person.phone_s + zone_s, zone_s, person.phone_s)
    cameras = [draw_camera(person, options, rng) for _ in range(options.cameras_each)]
    rows = list(phone)
    for body, life in enumerate(cameras):
        shown_s, none = np.round(life.utc_s - life.to_utc_s), np.full(len(life.utc_s), np.nan)
        rows += _rows(person.name, f"D{body}", shown_s, none, none)
    for start in range(0, min(len(rows), most), _ROWS):
        yield rows[start : min(start + _ROWS, most)]


def _rows(
    owner: str, model: str, time_s: Floats, zone_s: Floats, gps_s: Floats
) -> Iterator[PhotoRow]:
    serial = "" if model.startswith("iPhone") else f"{owner} {model}"
    body = BodyKey("apple" if not serial else "nikon", model.casefold(), serial).text
    for number, (shown_s, zone, gps) in enumerate(zip(time_s, zone_s, gps_s, strict=True)):
        known = bool(np.isfinite(zone))
        yield PhotoRow(
            *(body, owner, Path(f"/library/{owner}/{number // _IN_FOLDER}"), f"{model}{number}"),
            *(1_000_000, int(2e18)),
            time_s=float(shown_s),
            zone_s=int(zone) if known else None,
            gps_s=float(gps) - number % 3 if known else None,
            shots=number + 1,
        )


def measure_solving(store: LibraryStore) -> tuple[ScaleFigures, int]:
    """Return what sessions and histories of all clocks cost, and how many sessions there are.

    What was kept of clocks that did not change since is taken from there.
    """
    began_s, cpu_s = time.monotonic(), time.process_time()
    with PeakMemory() as memory:
        clocks = list(load_kept_clocks(store))
        with kept_histories(store) as kept:
            solve_library(clocks, kept=kept)
        used_s = time.process_time() - cpu_s
    photos, sessions = _counts(clocks)
    return ScaleFigures(photos, used_s, time.monotonic() - began_s, memory.peak_gb), sessions


def measure_night(store: LibraryStore) -> ScaleFigures:
    """Return what a night of one person's phone and camera costs that is added, once it is read."""
    add_night(store)
    night, _ = measure_solving(store)
    return replace(night, photos=NIGHT)


def add_night(store: LibraryStore) -> None:
    """Record a night of the first person, after all that is there: 300 photos of two devices."""
    (last_s,) = store.run("SELECT MAX(gps_s) FROM photos").fetchone()
    utc_s = last_s + 2 * DAY_S + np.sort(np.random.default_rng(0).uniform(0, 4 * HOUR_S, NIGHT))
    phone_s, camera_s = utc_s[::2], utc_s[1::2]
    zone_s, none = np.full(len(phone_s), HOUR_S), np.full(len(camera_s), np.nan)
    rows = [
        *_rows("Person 0", "iPhone 12", phone_s + zone_s, zone_s, phone_s),
        *_rows("Person 0", "D0", np.round(camera_s + HOUR_S), none, none),
    ]
    new = [
        replace(row, folder=Path("/library/Person 0/night"), shots=None, name=f"{number}.jpg")
        for number, row in enumerate(rows)
    ]
    with store.transaction():
        store.put_photos(new)


def _counts(clocks: list[Clock]) -> tuple[int, int]:
    return sum(len(clock.photos) for clock in clocks), sum(clock.n_sessions for clock in clocks)
