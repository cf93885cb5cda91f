"""What clock a video's creation time is of: UTC, as its format demands, or a camera's own.

Phones write UTC. Many cameras have no idea of zones and write what their clock shows, GoPro
among them. Of some makers both are found. So the file is asked first: a time with a zone, a
name that tells the local time; then who made it; and what is left open is said to be so. What
else the time may mean is told by ``readings``.
"""

import re
from dataclasses import dataclass
from typing import Literal

from coincide.media.filenames import NamedTime
from coincide.model import ClockFace, Device
from coincide.model.devices import is_phone
from coincide.model.times import zone_text

# makers whose cameras write what their clock shows. Sony, DJI and others do so in some models
# and write UTC in others, so they are not among them
_LOCAL_MAKERS = re.compile(
    r"gopro|canon|nikon|fujifilm|panasonic|leica|olympus|om digital|pentax|ricoh|casio"
    r"|kodak|eastman|sanyo|minolta|konica|jvc",
    re.IGNORECASE,
)
# names that cameras give; whoever else names files may mean another moment
_CAMERA_NAMES = frozenset(("android", "pixel", "samsung", "windows-phone"))
# a name is given when recording is asked for, the time written when it begins or has ended
_TOLERANCE_S = 5.0
_QUARTER_S = 900
# the zones of the world that are no whole hours, in quarters of an hour
_ODD_ZONES = frozenset((-38, -14, -10, 14, 18, 22, 23, 26, 35, 38, 42, 51, 55))
# who tells what a time means: a zone beside it, the camera's own tags as in a photo, what
# ExifTool found, the file's name, or no more than who made it
Witness = Literal["zone", "tags", "tool", "name", "maker"]


@dataclass(frozen=True, slots=True)
class VideoClock:
    """A video's start by its clock; ``clock``, ``zone_s`` and ``basis`` are as in FileRecord."""

    recorded_time_s: float
    zone_s: int | None
    clock: ClockFace
    basis: str
    witness: Witness = "maker"


def video_clock(
    container_time_s: float | None,
    *,
    duration_s: float | None = None,
    zoned: tuple[float, int] | None = None,
    named: NamedTime | None = None,
    device: Device = Device(),
    android: bool = False,
) -> VideoClock | None:
    """Return when a video was begun, by which clock; None where it does not say.

    ``container_time_s`` is the creation time in the container's header, ``zoned`` a time with
    its zone, as Apple and Sony write beside it, ``named`` what the file's name tells.
    """
    if zoned is not None:
        zone = zone_text(zoned[1])
        return VideoClock(*zoned, "local", f"its creation date has a zone, {zone}", "zone")
    if container_time_s is None:
        return None
    if _LOCAL_MAKERS.search(device.make or ""):
        basis = f"{device.make} writes local time"
        return VideoClock(container_time_s, None, "local", basis)
    phone = android or is_phone(device)
    by_name = _by_name(container_time_s, duration_s or 0.0, named, phone=phone)
    return by_name or _by_device(container_time_s, duration_s or 0.0, device, phone=phone)


def _by_device(
    container_time_s: float, duration_s: float, device: Device, *, phone: bool
) -> VideoClock:
    if not phone:
        basis = "taken as UTC, as its format requires; nothing in the file confirms it"
        return VideoClock(container_time_s, None, "utc", basis)
    if (device.make or "").lower() == "apple":
        return VideoClock(container_time_s, 0, "utc", "Apple writes UTC")
    start_s = container_time_s - duration_s
    return VideoClock(start_s, 0, "utc", "Android writes UTC, when recording has ended")


def _by_name(
    container_time_s: float, duration_s: float, named: NamedTime | None, *, phone: bool
) -> VideoClock | None:
    """Compare the container's time with the name's: they differ by the zone, if by anything.

    The name tells the start. The container's time is that of the start or of the end; where
    both would do, as after an hour's recording, the name tells nothing.
    """
    if named is None or named.precision != "second" or named.kind not in _CAMERA_NAMES:
        return None
    starts_s = (container_time_s, container_time_s - duration_s)
    zones_s = {zone_between(named.time_s, start_s) for start_s in starts_s} - {None}
    if named.zone_s is not None:
        told = "its name has the same time, in UTC"
        in_utc = VideoClock(named.time_s, 0, "utc", told, "name")
        return in_utc if named.zone_s in zones_s else None
    if len(zones_s) != 1:
        return None
    zone_s = zones_s.pop()
    if zone_s is None or (zone_s == 0 and not phone):
        return VideoClock(named.time_s, None, "local", "its name has the same time", "name")
    basis = f"its name has local time, {zone_text(zone_s)} from the UTC inside"
    return VideoClock(named.time_s, zone_s, "local", basis, "name")


def zone_between(local_s: float, utc_s: float) -> int | None:
    """Return the zone that lies between two times, None where no zone on Earth does.

    >>> zone_between(7202.0, 0.0), zone_between(1200.0, 0.0), zone_between(20700.0, 1.0)
    (7200, None, 20700)
    """
    quarters = round((local_s - utc_s) / _QUARTER_S)
    is_zone = -48 <= quarters <= 56 and (quarters % 4 == 0 or quarters in _ODD_ZONES)
    if not is_zone or abs(local_s - utc_s - quarters * _QUARTER_S) > _TOLERANCE_S:
        return None
    return quarters * _QUARTER_S
