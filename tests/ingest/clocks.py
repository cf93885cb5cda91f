"""Photos in memory, without files, for the rules on clocks."""

import hashlib
from pathlib import Path

from coincide.model import Device, Photo

PHONE = Device("Apple", "iPhone 6")


def photo(
    name: str,
    time_s: float,
    device: Device = PHONE,
    *,
    key: str | None = None,
    zone_s: int | None = None,
) -> Photo:
    return Photo(
        path=Path(name),
        key=key or hashlib.sha256(f"{name} {time_s}".encode()).hexdigest(),
        camera_time_s=time_s,
        recorded_time_s=time_s,
        device=device,
        zone_s=zone_s,
    )


def series(
    start: int, times_s: list[float], software: str | None = None, *, folder: str = "x"
) -> list[Photo]:
    """Return photos of one phone, numbered from ``start`` in their order."""
    device = Device("Apple", "iPhone 6", None, software)
    return [
        photo(f"{folder}/IMG_{(start + index) % 10_000:04d}.JPG", time_s, device)
        for index, time_s in enumerate(times_s)
    ]
