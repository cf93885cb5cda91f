"""Give a preview the tags of its original, so that it is read like any photo."""

import io
from collections.abc import Mapping

import exiv2
from PIL import Image

from coincide.media import metadata
from coincide.media.exposure import EXPOSURE_TAGS
from coincide.media.isolated import isolated
from coincide.media.pictures.upright import DECODE_ERRORS
from coincide.media.tagreader import opened
from coincide.model.times import subsecond_text, to_exif_text, zone_text
from coincide.servers.previews import MAX_PREVIEW_BYTES

# all that a photo's record is made of, but its time and serial number, which have many names
_COPIED = (
    "Exif.Image.Make",
    "Exif.Image.Model",
    "Exif.Image.Software",
    *(
        f"Exif.GPSInfo.GPS{name}"
        for name in ("Latitude", "LatitudeRef", "Longitude", "LongitudeRef", "TimeStamp")
    ),
    "Exif.GPSInfo.GPSDateStamp",
    *EXPOSURE_TAGS,
)
# what servers render previews as
FORMATS = ("JPEG", "PNG", "WEBP")
# pixels: a preview is of some thousand on a side
MAX_PREVIEW_PX = 64_000_000
_SERIAL = "Exif.Photo.BodySerialNumber"
TAKEN = "Exif.Photo.DateTimeOriginal"


def tags_of(head: bytes | None, told: Mapping[str, str]) -> tuple[dict[str, str], bool]:
    """Return an original's tags, and whether they are its own: else what the server tells.

    A file that says nothing of its time has none: what a server makes up for it, from the time of
    the upload, is no camera's.
    """
    found = {} if head is None else _read(head)
    if not found:
        return _plain(told), False
    return _plain(found), True


def _read(head: bytes) -> dict[str, str]:
    try:
        return metadata.read_tags(head)
    except ValueError:
        return {}


def _plain(tags: Mapping[str, str]) -> dict[str, str]:
    """Return tags by one name each; a preview is upright, whatever its original is."""
    plain = {name: tags[name] for name in _COPIED if name in tags}
    serial, capture = metadata.serial_of(tags), metadata.capture_of(tags)
    if serial is not None:
        plain[_SERIAL] = serial
    if capture.time_s is not None:
        plain[TAKEN] = to_exif_text(capture.time_s)
        if capture.time_s % 1:
            digits = subsecond_text(capture.time_s, digits=3)
            plain["Exif.Photo.SubSecTimeOriginal"] = digits
        if capture.zone_s is not None:
            plain["Exif.Photo.OffsetTimeOriginal"] = zone_text(capture.zone_s)
    return plain


@isolated
def tagged(preview: bytes, tags: Mapping[str, str]) -> bytes:
    """Return a preview as a JPEG with these tags and no others; ValueError for no picture."""
    with opened(_as_jpeg(preview)) as image:
        image.clearMetadata()
        exif = exiv2.ExifData()
        for name, text in tags.items():
            exif[name] = text
        image.setExifData(exif)
        image.writeMetadata()
        with image.io().data() as data:
            return bytes(data)


def _as_jpeg(preview: bytes) -> bytes:
    """Return a preview as JPEG; ValueError for other formats, and for impossible sizes.

    Only these formats are tried: others of Pillow's start programs, or take memory without end.
    """
    if len(preview) > MAX_PREVIEW_BYTES:
        raise ValueError(f"its preview has more than {MAX_PREVIEW_BYTES:,} bytes")
    try:
        with Image.open(io.BytesIO(preview), formats=FORMATS) as image:
            if image.width * image.height > MAX_PREVIEW_PX:
                raise ValueError(f"it has {image.width} × {image.height} pixels")
            if image.format == "JPEG":
                return preview
            out = io.BytesIO()
            image.convert("RGB").save(out, "JPEG", quality=90)
    except (*DECODE_ERRORS, Image.DecompressionBombWarning) as error:
        raise ValueError(
            f"its preview is not a picture ({error or type(error).__name__})"
        ) from error
    return out.getvalue()
