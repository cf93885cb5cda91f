"""A library of real files: two people's photos of 20 weeks, one camera wrong for two times."""

import os
import time
from pathlib import Path

from coincide.app.cli.libraries.options import store_folder
from coincide.library.scan.folders import roots_of
from coincide.library.scan.store import LibraryStore
from coincide.library.scan.tags import scan_library
from coincide.model.times import to_datetime, to_exif_text
from tests.library.made import SUMMER_S
from tests.photo_files import gps_tags, write_photo

FIRST_S = SUMMER_S[0] - 70 * 86400.0 + 12 * 3600


def shot(path: Path, utc_s: float, shown_s: float, *, fix: bool, **tags: object) -> None:
    """Write a photo; with a satellite fix of the same second where it has a receiver."""
    moment = to_datetime(utc_s)
    gps = gps_tags(
        date=moment.strftime("%Y:%m:%d"), time=(moment.hour, moment.minute, float(moment.second))
    )
    write_photo(path, to_exif_text(shown_s), size=(40, 32), gps=gps if fix else None, **tags)


def write_library(folder: Path) -> None:
    """Write Anna's phone over 20 weeks; her camera with GPS, 25 min behind in two times of it."""
    for week in range(20):
        for i in range(6):
            utc_s = FIRST_S + week * 7 * 86400.0 + i * 240.0 + week
            zone_h = 2 if utc_s >= SUMMER_S[0] else 1
            shot(
                folder / "Anna" / f"PXL_{week:02d}{i}a.jpg",
                utc_s,
                utc_s + zone_h * 3600,
                fix=True,
                make="Google",
                model="Pixel 4",
                zone=f"+0{zone_h}:00",
            )
            off_s = 1500.0 if 4 <= week < 10 or 12 <= week < 16 else 0.0
            camera_s = utc_s + 30 + (i % 2)
            shot(
                folder / "Anna" / f"DSC0{week:02d}{i}.jpg",
                camera_s - (i % 2),
                camera_s + zone_h * 3600 - off_s,
                fix=True,
                make="SONY",
                model="DSC-HX60V",
                serial="77",
            )


def scan(folder: Path, *, settled: bool = False) -> None:
    """Scan a library; ``settled``: as if nothing had changed for a while."""
    every = [*folder.rglob("*")] if settled else []
    hour_ago_s = time.time() - 3600.0
    for place in sorted(every, key=Path.is_dir):  # folders last: a file in one would renew it
        os.utime(place, (hour_ago_s, hour_ago_s))
    roots = roots_of([folder])
    with LibraryStore(store_folder(roots, None)) as store:
        scan_library(store, roots)
