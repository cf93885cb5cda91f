"""The tags a plan may change, by ExifTool's names, and the values they may be given.

Times of the picture and nothing else: never GPS times, which come from satellites, and never
the time of the last change of a file, which stays true whatever clock took the picture.
"""

import re

# ExifTool's name → exiv2's
EXIF_TIMES = {
    "EXIF:DateTimeOriginal": "Exif.Photo.DateTimeOriginal",
    "EXIF:CreateDate": "Exif.Photo.DateTimeDigitized",
    "IFD0:DateTimeOriginal": "Exif.Image.DateTimeOriginal",  # as Nikon's NEF has it once more
}
EXIF_SUBSECONDS = {
    "EXIF:DateTimeOriginal": "EXIF:SubSecTimeOriginal",
    "EXIF:CreateDate": "EXIF:SubSecTimeDigitized",
}
EXIF_ZONES = {
    "EXIF:DateTimeOriginal": "EXIF:OffsetTimeOriginal",
    "EXIF:CreateDate": "EXIF:OffsetTimeDigitized",
}
_COMPANIONS = {
    "EXIF:SubSecTimeOriginal": "Exif.Photo.SubSecTimeOriginal",
    "EXIF:SubSecTimeDigitized": "Exif.Photo.SubSecTimeDigitized",
    "EXIF:OffsetTimeOriginal": "Exif.Photo.OffsetTimeOriginal",
    "EXIF:OffsetTimeDigitized": "Exif.Photo.OffsetTimeDigitized",
}
XMP_TIMES = {
    "XMP-exif:DateTimeOriginal": "Xmp.exif.DateTimeOriginal",
    "XMP-exif:DateTimeDigitized": "Xmp.exif.DateTimeDigitized",
    "XMP-xmp:CreateDate": "Xmp.xmp.CreateDate",
    "XMP-photoshop:DateCreated": "Xmp.photoshop.DateCreated",
}
QUICKTIME_TIMES = (
    "QuickTime:CreateDate",
    "QuickTime:TrackCreateDate",
    "QuickTime:MediaCreateDate",
)
APPLE_TIME = "Keys:CreationDate"

EXIV2_NAMES = EXIF_TIMES | _COMPANIONS | XMP_TIMES

_EXIF_TIME = re.compile(r"\d{4}:\d{2}:\d{2} \d{2}:\d{2}:\d{2}", re.ASCII)
_ZONE = re.compile(r"[+-]\d{2}:\d{2}", re.ASCII)
_XMP_TIME = re.compile(
    r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})?", re.ASCII
)
_APPLE_TIME = re.compile(r"\d{4}:\d{2}:\d{2} \d{2}:\d{2}:\d{2}([+-]\d{2}:\d{2})?", re.ASCII)


def is_planned_tag(tag: str) -> bool:
    """Tell whether a plan may change this tag."""
    return tag in EXIV2_NAMES or tag in QUICKTIME_TIMES or tag == APPLE_TIME


def is_planned_value(tag: str, value: str) -> bool:
    """Tell whether a tag may be given this value: a time, a fraction or a zone, by the tag.

    >>> is_planned_value("EXIF:CreateDate", "2024:05:04 14:00:00")
    True
    >>> is_planned_value("EXIF:CreateDate", "-o")
    False
    """
    if tag.startswith("EXIF:SubSec"):
        return bool(re.fullmatch(r"\d{1,9}", value, re.ASCII))
    if tag.startswith("EXIF:Offset"):
        return bool(_ZONE.fullmatch(value))
    if tag in XMP_TIMES:
        return bool(_XMP_TIME.fullmatch(value))
    if tag == APPLE_TIME:
        return bool(_APPLE_TIME.fullmatch(value))
    return bool(_EXIF_TIME.fullmatch(value))
