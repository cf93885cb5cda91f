"""Galleries in memory with GPS times and zone tags, for the rules on clocks."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from coincide.model import Device, ExactSource, ExactTime, Gallery, Photo
from coincide.model.times import from_clock
from coincide.solver.clocks import GpsClock, check_by_gps

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
PHONE = Device("Apple", "iPhone 15")
CAMERA = Device("NIKON CORPORATION", "NIKON D80")


def gallery(
    shots: Iterable[tuple[float, float | None]],
    *,
    name: str = "g",
    device: Device = PHONE,
    zone_s: int | None = None,
    trusted: bool = False,
) -> Gallery:
    """Return a gallery of (camera time, GPS time) pairs; by default of a device of its own."""
    if device.serial is None:
        device = replace(device, serial=f"of {name}")
    photos = [
        Photo(
            path=Path(f"{name}/{number}.jpg"),
            key=f"{name} {number}",
            camera_time_s=camera_s,
            recorded_time_s=camera_s,
            device=device,
            zone_s=zone_s,
            gps_time_s=gps_s,
        )
        for number, (camera_s, gps_s) in enumerate(shots)
    ]
    photos.sort(key=lambda photo: photo.camera_time_s)
    return Gallery(name, tuple(photos), trusted=trusted)


def shots(
    to_utc_s: float, lags_s: Iterable[float], *, every_s: float = 100.0
) -> list[tuple[float, float | None]]:
    """Return shots of a clock that needs ``to_utc_s``, each with a fix so much older."""
    return [
        (NOON_S + every_s * number, NOON_S + every_s * number + to_utc_s - lag_s)
        for number, lag_s in enumerate(lags_s)
    ]


def untagged(
    name: str = "g", *, device: Device = PHONE, zone_s: int | None = None, trusted: bool = False
) -> Gallery:
    """Return a gallery of three photos without GPS times."""
    plain = [(NOON_S + number, None) for number in range(3)]
    return gallery(plain, name=name, device=device, zone_s=zone_s, trusted=trusted)


def confirmed(checked: Gallery) -> GpsClock:
    """Return the gallery's clock as measured by GPS."""
    clock = check_by_gps(checked)
    assert isinstance(clock, GpsClock), clock
    return clock


def refused(checked: Gallery) -> str:
    """Return why GPS does not tell the gallery's clock."""
    clock = check_by_gps(checked)
    assert not isinstance(clock, GpsClock), clock
    return clock.reason


def with_exact(
    plain: Gallery,
    to_true_s: Iterable[float],
    source: ExactSource = "gpmf",
    *,
    sd_s: float = 1.0,
    local: bool = False,
) -> Gallery:
    """Return a gallery whose first photos were exactly taken at so much after its own times."""
    told = list(to_true_s)
    exact = [
        replace(photo, exact=ExactTime(photo.camera_time_s + by_s, sd_s, source, local))
        for photo, by_s in zip(plain.photos[: len(told)], told, strict=True)
    ]
    return replace(plain, photos=(*exact, *plain.photos[len(told) :]))
