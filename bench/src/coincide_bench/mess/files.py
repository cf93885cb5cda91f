"""Write an event in trouble to a folder: JPEG files with the tags that were meant."""

import io
import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import numpy as np
from PIL import Image, ImageEnhance, ImageOps
from PIL.ExifTags import GPS, IFD, Base
from PIL.TiffImagePlugin import IFDRational

from coincide.media.imagedata import image_digest
from coincide.model import Position
from coincide.model.times import to_datetime, to_exif_text, zone_text
from coincide_bench.mess.photos import Case, MessPhoto, Recipe, known, named
from coincide_bench.wholeplan.truth import KnownFile

_SOI, _SOS = b"\xff\xd8", 0xDA
# application segments that tell of a photo, and none of its colours: EXIF and XMP, IPTC, comments
_TELLING = (0xE1, 0xED, 0xFE)
# what a messenger, a mail program and an editor make of a photo: long side and quality
_MESSENGER, _RESIZED, _EDITED = (800, 70), (640, 80), (1200, 88)
_EDIT_CROP, _EDIT_LIGHT = 0.92, 1.15
# an exposure that tells how bright it was, whatever it really was made of
_F_NUMBER, _ISO = 4.0, 100


def write_case(case: Case, folder: Path, cache: Path, rng: np.random.Generator) -> list[KnownFile]:
    """Write all files of an event in trouble, and return what is known of each."""
    placed = named(case, rng)
    path_of = {id(photo): path for path, photo in placed}
    files = []
    for path, photo in placed:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        data = _picture(photo.shot.picture, photo.recipe, cache)
        target.write_bytes(with_exif(data, exif_of(photo, data) if photo.exif else None))
        original = None if photo.copy_of is None else path_of.get(id(photo.copy_of))
        files.append(known(path, photo, original))
    for path, drawn in case.drawn.items():
        _write(folder / path, drawn.data)
        files.append(KnownFile(path, str(path), drawn.truth, drawn.told))
    for path, data in case.beside.items():
        _write(folder / path, data)
    return sorted(files, key=lambda file: file.path)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def with_exif(data: bytes, exif: bytes | None) -> bytes:
    """Return a JPEG with these tags and no others; its picture is the very same bytes."""
    kept = b"".join(_segments(data))
    if exif is None:
        return _SOI + kept
    return _SOI + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + kept


def _segments(data: bytes) -> Iterator[bytes]:
    """Yield what makes up a JPEG behind its first mark, but for what tells of the photo."""
    at = 2
    while True:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == _SOS:
            yield data[at:]
            return
        if marker not in _TELLING:
            yield data[at : at + 2 + length]
        at += 2 + length


def exif_of(photo: MessPhoto, data: bytes) -> bytes:
    """Return the tags that a photo is to have."""
    exif = Image.Exif()
    tags = exif.get_ifd(IFD.Exif)
    texts = {Base.Make: photo.gear.make, Base.Model: photo.gear.model}
    texts[Base.Software] = photo.software or photo.gear.software or ""
    exif.update({tag: text for tag, text in texts.items() if text})
    with Image.open(io.BytesIO(data)) as image:
        exif[Base.Orientation] = image.getexif().get(Base.Orientation, 1)
    if photo.told_s is not None:
        text = to_exif_text(photo.told_s)
        exif[Base.DateTime] = text
        tags[Base.DateTimeOriginal] = tags[Base.DateTimeDigitized] = text
        if photo.zone_s is not None:
            tags[Base.OffsetTimeOriginal] = zone_text(photo.zone_s)
    if photo.gear.serial is not None:
        tags[Base.BodySerialNumber] = photo.gear.serial
    if photo.shot.scene_ev is not None:
        seconds = _F_NUMBER**2 / 2.0**photo.shot.scene_ev
        exposure = Fraction(seconds).limit_denominator(100_000)
        tags[Base.ExposureTime] = IFDRational(exposure.numerator, exposure.denominator)
        tags[Base.FNumber] = IFDRational(round(_F_NUMBER * 10), 10)
        tags[Base.ISOSpeedRatings] = _ISO
    gps = {**_position(photo.position), **_fix(photo.gps_s)}
    if gps:
        exif.get_ifd(IFD.GPSInfo).update(gps)
    return exif.tobytes()


def _position(position: Position | None) -> dict[int, object]:
    if position is None:
        return {}
    return {
        GPS.GPSLatitudeRef: "N" if position.latitude_deg >= 0 else "S",
        GPS.GPSLatitude: _degrees(abs(position.latitude_deg)),
        GPS.GPSLongitudeRef: "E" if position.longitude_deg >= 0 else "W",
        GPS.GPSLongitude: _degrees(abs(position.longitude_deg)),
    }


def _degrees(value: float) -> tuple[IFDRational, ...]:
    seconds, rest = divmod(round(value * 360_000), 100)
    return (
        IFDRational(seconds // 3600, 1),
        IFDRational(seconds // 60 % 60, 1),
        IFDRational(seconds % 60 * 100 + rest, 100),
    )


def _fix(time_s: float | None) -> dict[int, object]:
    if time_s is None:
        return {}
    moment = to_datetime(float(np.floor(time_s)))
    parts = (moment.hour, moment.minute, moment.second)
    return {
        GPS.GPSTimeStamp: tuple(IFDRational(part, 1) for part in parts),
        GPS.GPSDateStamp: f"{moment.year:04d}:{moment:%m:%d}",
    }


def _picture(path: Path, recipe: Recipe, cache: Path) -> bytes:
    """Return a photo's bytes as they were passed on; what takes time is made once."""
    if recipe == "as taken":
        return path.read_bytes()
    kept = cache / "pictures" / f"{image_digest(path)}-{recipe}.jpg"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside = kept.with_name(f".{os.getpid()}-{kept.name}")
        beside.write_bytes(_passed_on(path, recipe))
        beside.replace(kept)
    return kept.read_bytes()


def _passed_on(path: Path, recipe: Recipe) -> bytes:
    with Image.open(path) as image:
        picture = ImageOps.exif_transpose(image).convert("RGB")
    long_px, quality = _MESSENGER if recipe == "messenger" else _RESIZED
    if recipe == "edited":
        long_px, quality = _EDITED
        width, height = (round(side * _EDIT_CROP) for side in picture.size)
        picture = picture.crop((0, 0, width, height))
        picture = ImageEnhance.Brightness(picture).enhance(_EDIT_LIGHT)
        picture = ImageEnhance.Color(picture).enhance(_EDIT_LIGHT)
    picture.thumbnail((long_px, long_px))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=quality)
    return out.getvalue()
