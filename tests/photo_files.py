"""Small photos with chosen tags, written with Pillow."""

import io
import zlib
from collections.abc import Sequence
from pathlib import Path

from PIL import Image
from pillow_heif import register_heif_opener

register_heif_opener()

FORMATS = ("JPEG", "PNG", "TIFF", "WEBP", "AVIF", "HEIF")
_DIGITISED, _ORIGINAL, _CHANGED = 0x9004, 0x9003, 0x0132


def exif_bytes(
    time: str | None = "2024:05:04 14:00:00",
    *,
    digitised: str | None = None,
    changed: str | None = None,
    subseconds: str | None = None,
    zone: str | None = None,
    make: str | None = "Canon",
    model: str | None = "Canon EOS 40D",
    serial: str | None = None,
    software: str | None = None,
    orientation: int | None = None,
    exposure: tuple[float, float, int] | None = None,
    gps: dict[int, object] | None = None,
    rating: int | None = None,
) -> bytes:
    """Return an EXIF block; None leaves a tag out. ``exposure``: seconds, f-number, ISO."""
    exif = Image.Exif()
    image_tags = {0x010F: make, 0x0110: model, 0x0131: software, 0x0112: orientation}
    image_tags |= {0x4746: rating}
    exif.update({tag: value for tag, value in image_tags.items() if value is not None})
    if changed is not None:
        exif[_CHANGED] = changed
    photo_tags: dict[int, object] = {
        _ORIGINAL: time,
        _DIGITISED: digitised,
        0x9291: subseconds,
        0x9011: zone,
    }
    photo_tags[0xA431] = serial
    if exposure is not None:
        photo_tags |= dict(zip((0x829A, 0x829D, 0x8827), exposure, strict=True))
    exif.get_ifd(0x8769).update({t: value for t, value in photo_tags.items() if value is not None})
    if gps is not None:
        exif.get_ifd(0x8825).update(gps)
    return exif.tobytes()


def gps_tags(
    latitude: Sequence[float] = (52, 30, 0),
    longitude: Sequence[float] = (13, 15, 36),
    *,
    refs: str = "NE",
    date: str = "2024:05:04",
    time: Sequence[float] = (12, 0, 1.5),
) -> dict[int, object]:
    """Return the tags of a GPS block."""
    return {
        1: refs[0],
        2: tuple(latitude),
        3: refs[1],
        4: tuple(longitude),
        7: tuple(time),
        29: date,
    }


def image_bytes(
    format_: str, exif: bytes, *, seed: int = 0, size: tuple[int, int] = (64, 48)
) -> bytes:
    """Return a plain picture in a format, its colour by ``seed``."""
    colour = tuple(zlib.crc32(str(seed).encode()).to_bytes(4, "big")[:3])
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, format_, exif=exif)
    return buffer.getvalue()


def write_photo(
    path: Path,
    time: str | None = "2024:05:04 14:00:00",
    *,
    format_: str = "JPEG",
    seed: int | None = None,
    size: tuple[int, int] = (64, 48),
    **tags: object,
) -> Path:
    """Write a photo with tags; its pixels differ by path unless a seed is given."""
    path.parent.mkdir(parents=True, exist_ok=True)
    colour = zlib.crc32(str(path).encode(errors="replace")) if seed is None else seed
    exif = exif_bytes(time, **tags)  # type: ignore[arg-type]
    path.write_bytes(image_bytes(format_, exif, seed=colour, size=size))
    return path
