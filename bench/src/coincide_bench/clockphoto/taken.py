"""Photos of a clock page as files, with the times of a camera whose clock is off."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image
from PIL.ExifTags import IFD, Base

from coincide.model.times import to_datetime
from coincide_bench.clockphoto.camera import as_jpeg, photographed
from coincide_bench.clockphoto.conditions import Conditions, draw_conditions

# from when on photos are taken, in UTC, and for how long: a day in which nothing else matters
_FROM_S, _FOR_S = 1_790_000_000.0, 86_400.0
# how far off planted clocks are at most: a zone and an hour, and whatever is beside it
_MOST_OFF_S = 50_000.0
ZONE_S = 7200


@dataclass(frozen=True, slots=True)
class Taken:
    """A photo of a clock page, when it was begun, in UTC, and what its camera's clock lacks.

    ``to_true_s`` is what brings the camera's time to UTC; ``precise``: it writes milliseconds.
    """

    path: Path
    given: Conditions
    utc_s: float
    to_true_s: float
    precise: bool


def take(folder: Path, n_photos: int, seed: int) -> Iterator[Taken]:
    """Write so many photos into a folder, each of a camera of its own."""
    for number in range(n_photos):
        rng = np.random.default_rng([seed, number])
        utc_s = _FROM_S + float(rng.uniform(0, _FOR_S))
        to_true_s = float(rng.uniform(-_MOST_OFF_S, _MOST_OFF_S))
        precise = bool(rng.random() < 0.5)
        path = folder / f"{number:03d}.jpg"
        exif = exif_at(Image.Exif(), utc_s - to_true_s, precise=precise)
        given = write_clock_photo(path, utc_s, exif, rng)
        yield Taken(path, given, utc_s, to_true_s, precise)


def write_clock_photo(
    path: Path, utc_s: float, exif: Image.Exif, rng: np.random.Generator
) -> Conditions:
    """Write one photo that is taken under conditions as they come; return them."""
    while True:
        given = draw_conditions(rng)
        try:
            image = photographed(utc_s, ZONE_S, given, rng)
        except ValueError:  # no code fits into the frame
            continue
        path.write_bytes(as_jpeg(image, given.quality, exif))
        return given


def exif_at(exif: Image.Exif, camera_time_s: float, *, precise: bool) -> Image.Exif:
    """Return tags with the time that a camera's clock shows; satellites have not been asked."""
    shown_ms = int(np.floor(camera_time_s * 1000))
    text = f"{to_datetime(shown_ms // 1000):%Y:%m:%d %H:%M:%S}"
    exif[Base.DateTime] = text
    exif[Base.Orientation] = 1
    tags = exif.get_ifd(IFD.Exif)
    tags[Base.DateTimeOriginal] = tags[Base.DateTimeDigitized] = text
    tags.pop(Base.SubsecTimeOriginal, None)
    if precise:
        tags[Base.SubsecTimeOriginal] = f"{shown_ms % 1000:03d}"
    exif.pop(Base.GPSInfo, None)
    return exif
