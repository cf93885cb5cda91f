"""Events that cross a change of zone or summer time: two people who photograph the same things."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
from PIL import Image

from coincide.model.times import zone_text
from tests.photo_files import exif_bytes

HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Part:
    """Photos at moments in UTC, where clocks on walls are ``zone`` ahead of it."""

    zone: timedelta
    moments: tuple[datetime, ...]


def every(minutes: float, n: int, *, first: datetime) -> tuple[datetime, ...]:
    """Return n moments from the first on, a little irregular as photos are."""
    steps = (timedelta(minutes=minutes * k, seconds=(17 * k * k) % 41) for k in range(n))
    return tuple(first + step for step in steps)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def summer_time_ends(n: int = 12) -> tuple[Part, Part]:
    """Return the days around 27 October 2024 in Berlin, more photos on the second."""
    before = every(7, n, first=utc("2024-10-26 12:10:29"))
    after = every(9, n + 6, first=utc("2024-10-27 10:00:05"))
    return Part(2 * HOUR, before), Part(HOUR, after)


def flight_east(n: int = 12) -> tuple[Part, Part]:
    """Return a day in Berlin and the next in Tokyo."""
    before = every(8, n, first=utc("2024-02-10 07:30:10"))
    after = every(6, n + 6, first=utc("2024-02-11 14:20:40"))
    return Part(HOUR, before), Part(9 * HOUR, after)


def hour_twice(n: int = 8) -> tuple[Part, Part]:
    """Return the hour from two to three of 27 October 2024, which Berlin's clocks showed twice."""
    before = every(7, n, first=utc("2024-10-27 00:02:00"))
    after = every(6, n + 1, first=utc("2024-10-27 01:01:30"))
    return Part(2 * HOUR, before), Part(HOUR, after)


def write_crossing(
    folder: Path,
    parts: Sequence[Part],
    *,
    camera_zone: timedelta,
    slow: timedelta = timedelta(minutes=3, seconds=30),
) -> Path:
    """Write Ann's phone, which follows the zones and tags them, and Ben's camera, which does not.

    Ben's camera is in ``camera_zone`` all along, as slow as ``slow``, and tags nothing. Both
    photograph the same things, Ben six seconds later.
    """
    rng = np.random.default_rng(7)
    n = 0
    for part in parts:
        for moment in part.moments:
            scene = rng.integers(0, 255, (8, 10, 3), dtype=np.uint8)
            phone = exif_bytes(
                exif_text(moment + part.zone),
                subseconds="700",
                zone=zone_text(round(part.zone.total_seconds())),
                make="Apple",
                model="iPhone 11",
            )
            later = moment + camera_zone - slow + timedelta(seconds=6)
            camera = exif_bytes(exif_text(later), make="Canon", model="EOS 40D")
            for person, exif in (("Ann", phone), ("Ben", camera)):
                _save(folder / person / f"IMG_{n:04d}.jpg", scene, rng, exif)
            n += 1
    return folder


def exif_text(moment: datetime) -> str:
    """Return what a camera writes that displays a time."""
    return moment.strftime("%Y:%m:%d %H:%M:%S")


def _save(path: Path, scene: np.ndarray, rng: np.random.Generator, exif: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    noisy = np.clip(scene + rng.normal(0, 6, scene.shape), 0, 255).astype(np.uint8)
    Image.fromarray(noisy).resize((320, 240), Image.Resampling.BICUBIC).save(path, exif=exif)
