"""The tags a camera writes into its photos."""

import math
from fractions import Fraction

from PIL import Image
from PIL.ExifTags import GPS, IFD, Base
from PIL.TiffImagePlugin import IFDRational

from coincide.demo.draw.light import Light
from coincide.demo.schedule.cameras import CameraModel
from coincide.demo.schedule.plan import PlannedShot
from coincide.model import Position
from coincide.model.times import to_datetime

PHONE_ZONE, PHONE_ZONE_S = "+02:00", 7200.0  # summer time at the lake


def make_exif(
    camera: CameraModel, shot: PlannedShot, light: Light, *, offset_s: float
) -> Image.Exif:
    """Return all tags of a photo, its times by the camera's own clock."""
    # to the millisecond, so that rounding cannot turn 12.999 into 12
    camera_time_ms = round((shot.event_time_s - offset_s) * 1000)
    shown = to_datetime(camera_time_ms // 1000)
    text = f"{shown.year:04d}:{shown:%m:%d %H:%M:%S}"
    exif = Image.Exif()
    exif[Base.Make] = camera.device.make
    exif[Base.Model] = camera.device.model
    exif[Base.Orientation] = shot.orientation
    exif[Base.DateTime] = text
    tags = exif.get_ifd(IFD.Exif)
    tags[Base.DateTimeOriginal] = text
    tags[Base.DateTimeDigitized] = text
    if camera.phone:
        exif[Base.Software] = camera.device.software
        tags[Base.SubsecTimeOriginal] = f"{camera_time_ms % 1000:03d}"
        tags[Base.OffsetTimeOriginal] = PHONE_ZONE
    else:
        tags[Base.BodySerialNumber] = camera.device.serial
    tags.update(_exposure(camera, shot, light))
    if shot.position is not None:
        exif.get_ifd(IFD.GPSInfo).update(_gps(shot.position))
        # satellites tell whose clock is right; the time of a wrong one's fixes would tell its error
        if offset_s == 0:
            exif.get_ifd(IFD.GPSInfo).update(_fix(shot.event_time_s - PHONE_ZONE_S))
    return exif


def _exposure(camera: CameraModel, shot: PlannedShot, light: Light) -> dict[int, object]:
    """Return an exposure that fits the light: from full sun to lamps at night."""
    brightness = math.exp2(-7.0 * light.dark) * (0.25 + 0.75 * light.sun)
    # sunny 16: at f/16 and ISO 100 a hundredth of a second; as a hand holds, not below 1/30
    seconds_at_100 = camera.f_number**2 / 16**2 / 100 / brightness
    iso = 100
    while seconds_at_100 * 100 / iso > 1 / 30 and iso < 3200:
        iso *= 2
    denominator = max(15, round(iso / 100 / seconds_at_100))
    return {
        Base.ExposureTime: IFDRational(1, denominator),
        Base.FNumber: IFDRational(round(camera.f_number * 10), 10),
        Base.ISOSpeedRatings: iso,
        Base.FocalLength: IFDRational(round(camera.focal_length_mm * 9000 / shot.view.height), 10),
    }


def _gps(position: Position) -> dict[int, object]:
    return {
        GPS.GPSLatitudeRef: "N" if position.latitude_deg >= 0 else "S",
        GPS.GPSLatitude: _degrees(abs(position.latitude_deg)),
        GPS.GPSLongitudeRef: "E" if position.longitude_deg >= 0 else "W",
        GPS.GPSLongitude: _degrees(abs(position.longitude_deg)),
    }


def _fix(utc_s: float) -> dict[int, object]:
    """Return the time of a satellite's fix, which is known to the second it began."""
    at = to_datetime(int(utc_s))
    return {
        GPS.GPSDateStamp: f"{at:%Y:%m:%d}",
        GPS.GPSTimeStamp: tuple(IFDRational(part, 1) for part in (at.hour, at.minute, at.second)),
    }


def _degrees(value: float) -> tuple[IFDRational, IFDRational, IFDRational]:
    whole, rest = divmod(Fraction(round(value * 3_600_000), 1000), 3600)
    minutes, seconds = divmod(rest, 60)
    return (
        IFDRational(int(whole), 1),
        IFDRational(int(minutes), 1),
        IFDRational(round(seconds * 1000), 1000),
    )
