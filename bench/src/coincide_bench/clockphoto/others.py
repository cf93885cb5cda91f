"""Photos that show no clock page: none may be taken for one."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from coincide.demo import DemoOptions, render_event
from coincide.features.clockcode import reading_of
from coincide.features.clockcode.payload import clock_codes
from coincide.media.pictures import DECODE_ERRORS

_ENDINGS = (".jpg", ".jpeg", ".png", ".heic", ".webp")


@dataclass(frozen=True, slots=True)
class Others:
    """Photos of one place, how many were read as clocks, and how long all took."""

    name: str
    n_photos: int
    n_readings: int
    seconds: float


def count_others(scratch: Path, datasets: Path | None, most: int) -> Iterator[Others]:
    """Yield the demo event, then each photo set there is; of each at most so many photos."""
    render_event(scratch / "demo", DemoOptions(n_films=0))
    yield _count("demo event", scratch / "demo", most)
    for folder in sorted(datasets.iterdir()) if datasets is not None else ():
        if folder.is_dir():
            found = _count(folder.name, folder, most)
            if found.n_photos:
                yield found


def _count(name: str, folder: Path, most: int) -> Others:
    paths = sorted(one for one in folder.rglob("*") if one.suffix.lower() in _ENDINGS)
    # evenly from all of them
    chosen = paths[:: max(1, -(-len(paths) // most))]
    n_photos = n_readings = 0
    start_s = time.perf_counter()
    for path in chosen:
        try:
            reading = reading_of(clock_codes(path))
        except DECODE_ERRORS:
            continue
        n_photos, n_readings = n_photos + 1, n_readings + (reading is not None)
    return Others(name, n_photos, n_readings, time.perf_counter() - start_s)
