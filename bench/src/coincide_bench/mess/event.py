"""What trouble is written into: an event of several cameras whose true times are all known."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from coincide.model import Position
from coincide_bench.wholeplan.words import Truth

# how a device names its photos: by a counter behind a prefix, or by its clock
Naming = Literal["counter", "android", "samsung", "pixel"]


@dataclass(frozen=True, slots=True)
class Gear:
    """A device as its tags tell it."""

    make: str
    model: str
    phone: bool
    serial: str | None = None
    software: str | None = None
    naming: Naming = "counter"
    prefix: str = "IMG_"
    zone_tags: bool = False
    gps: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """A photo that somebody took: its picture, by whose device, and when that truly was."""

    picture: Path
    owner: str
    truth: Truth
    scene_ev: float | None = None
    position: Position | None = None


@dataclass(frozen=True)
class Base:
    """Shots by true time, and the devices by their owners.

    ``guests``: photos of another event, for galleries that do not belong.
    """

    name: str
    gear: Mapping[str, Gear]
    shots: tuple[Shot, ...]
    guests: tuple[Shot, ...] = ()


# devices that were sold before the events took place: an earlier date would be impossible
PHONES: tuple[Gear, ...] = (
    Gear("Apple", "iPhone 6s", True, software="13.5.1", zone_tags=True, gps=True),
    Gear("samsung", "SM-G973F", True, software="G973FXXU4BTA8", naming="samsung"),
    Gear(
        "Google", "Pixel 4a", True, software="HDR+ 1.0.3", naming="pixel", zone_tags=True, gps=True
    ),
    Gear("HUAWEI", "ELE-L29", True, software="ELE-L29 10.1.0", naming="android", gps=True),
    Gear("Xiaomi", "Redmi Note 8", True, naming="android"),
)
CAMERAS: tuple[Gear, ...] = (
    Gear("NIKON CORPORATION", "NIKON D5300", False, serial="6012345", prefix="DSC_"),
    Gear("Panasonic", "DMC-TZ70", False, software="Ver.1.0", prefix="P101"),
    Gear("Canon", "Canon EOS 600D", False, serial="083024001234"),
    Gear("SONY", "DSC-RX100M3", False, software="DSC-RX100M3 v1.00", prefix="DSC0"),
    Gear("FUJIFILM", "X-T1", False, serial="8BW01234", prefix="DSCF"),
)
