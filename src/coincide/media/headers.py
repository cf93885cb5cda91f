"""Look at a photo without decoding it: its size, and whether the file is there to its end."""

import io
import mmap
import re
import struct
import threading
import warnings
from dataclasses import dataclass
from typing import BinaryIO

from PIL import AvifImagePlugin, Image, JpegImagePlugin, PngImagePlugin, TiffImagePlugin
from PIL import WebPImagePlugin as WebpImagePlugin
from PIL.ImageFile import ImageFile
from pillow_heif import HeifImageFile

# Pillow's plug-ins are called by class and not through Image.open, which would judge the size
# by its own global limit, with a warning or an error; the limit here is the caller's
_PLUGINS: dict[str, type[ImageFile]] = {
    "JPEG": JpegImagePlugin.JpegImageFile,
    "PNG": PngImagePlugin.PngImageFile,
    "TIFF": TiffImagePlugin.TiffImageFile,
    "WEBP": WebpImagePlugin.WebPImageFile,
    "AVIF": AvifImagePlugin.AvifImageFile,
    "HEIF": HeifImageFile,
}
# what they raise on a broken file: syntax, missing bytes, impossible values, decoder errors
_BROKEN = (
    *(SyntaxError, OSError, EOFError, ValueError, OverflowError, RuntimeError, LookupError),
    *(TypeError, struct.error, Image.DecompressionBombError),
)
# warnings are silenced for the whole process, so one thread at a time
_PILLOW = threading.Lock()

_STRIPS, _STRIP_BYTES, _TILES, _TILE_BYTES = 273, 279, 324, 325
_ORIENTATION = 274

# scans of one JPEG: cameras and programs write some ten, and each is decoded over the whole
# picture, whatever few bytes it has
MOST_SCANS = 200
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_SOS, _EOI = 0xDA, 0xD9
# frames that are refined scan by scan
_PROGRESSIVE = frozenset((0xC2, 0xC6, 0xCA, 0xCE))
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}

Data = bytes | mmap.mmap


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """The decoded picture's size in pixels, and the turn it still needs after decoding.

    ``orientation`` is None where the EXIF tag is to be applied as written.
    """

    width_px: int
    height_px: int
    orientation: int | None = None


def read_header(format_: str, data: Data, file: BinaryIO | None = None) -> PictureHeader:
    """Return the header of a photo's bytes; raise ValueError, saying why, for a broken one.

    ``file`` has the same bytes, where they are not to be copied for Pillow.
    """
    with _PILLOW, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with _PLUGINS[format_](io.BytesIO(data) if file is None else file) as image:
                header = _header(image)
                complete = _is_complete(image, data)
        except _BROKEN as error:
            raise ValueError(f"broken: its {format_} header cannot be read") from error
    if not complete:
        raise ValueError("truncated: the file ends before the picture does")
    if format_ == "JPEG" and _has_too_many_scans(data):
        raise ValueError(f"more than {MOST_SCANS} scans in one JPEG: no camera writes that")
    return header


def _header(image: ImageFile) -> PictureHeader:
    if image.format in {"TIFF", "HEIF"}:
        orientation = 1  # Pillow's decoders of these two turn the picture themselves
    elif image.format == "AVIF":
        # turned by the container, which Pillow reports as a tag
        orientation = int(image.getexif().get(_ORIENTATION, 1))
    else:
        orientation = None
    return PictureHeader(image.width, image.height, orientation)


def _is_complete(image: ImageFile, data: Data) -> bool:
    """Tell whether the file holds all its picture, as far as that shows without decoding it."""
    if isinstance(image, TiffImagePlugin.TiffImageFile):
        return _tiff_is_complete(image, len(data))
    checks = {
        "JPEG": _jpeg_is_complete,
        "PNG": _png_is_complete,
        "WEBP": _riff_is_complete,
        "AVIF": _boxes_are_complete,
        "HEIF": _boxes_are_complete,
    }
    return checks[image.format or ""](data)


def _jpeg_is_complete(data: Data) -> bool:
    """Look for the end marker behind the start of the first scan.

    Phones append films and further pictures, so the marker need not be last;
    and thumbnails inside the metadata have markers of their own, so segments
    are skipped by their length. Inside a scan FF D9 is nothing but the end.
    """
    at = 2
    while at + 4 <= len(data):
        marker = data[at + 1]
        # at the scan, or at stray bytes that decoders forgive
        if marker == 0xDA or data[at] != 0xFF:
            # from behind: there it is in a file that is whole
            return data.rfind(b"\xff\xd9", at + 2) >= 0
        # fill bytes and markers that stand alone
        if marker in {0xFF, 0x01} or 0xD0 <= marker <= 0xD8:
            at += 1 if marker == 0xFF else 2
            continue
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False


def _has_too_many_scans(data: Data) -> bool:
    """Count the scans of a JPEG that has several; of one in a single scan, nothing is looked at."""
    at, n_scans, n_components, refined = 2, 0, 0, False
    while at + 10 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in {0xFF, 0x01} or 0xD0 <= marker <= 0xD8:
            at += 1 if marker == 0xFF else 2
            continue
        if marker == _EOI:
            return False
        if marker in _FRAMES:
            n_components, refined = data[at + 9], refined or marker in _PROGRESSIVE
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == _SOS:
            n_scans += 1
            if n_scans > MOST_SCANS:
                return True
            if not refined and data[at + 4] >= n_components:
                return False  # all of it in this scan, behind which decoders read nothing
            following = _MARKER.search(data, end)
            if following is None:
                return False
            end = following.start()
        at = end
    return False


def _png_is_complete(data: Data) -> bool:
    at = 8
    while at + 12 <= len(data):
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return False


def _riff_is_complete(data: Data) -> bool:
    return int.from_bytes(data[4:8], "little") + 8 <= len(data)


def _boxes_are_complete(data: Data) -> bool:
    """Tell whether the top-level boxes of an ISO media file lie inside it."""
    at = 0
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if size == 1:
            size = int.from_bytes(data[at + 8 : at + 16], "big")
        elif size == 0:  # to the end of the file, by definition
            return True
        if size < 8:
            return False
        at += size
    # a few stray bytes behind the last box harm nobody
    return at <= len(data)


def _tiff_is_complete(image: TiffImagePlugin.TiffImageFile, size: int) -> bool:
    tags = image.tag_v2
    starts = tags.get(_STRIPS) or tags.get(_TILES) or ()
    lengths = tags.get(_STRIP_BYTES) or tags.get(_TILE_BYTES) or ()
    # a strip may lack its length, which the decoder then works out itself
    return all(start < size for start in starts) and all(
        start + length <= size for start, length in zip(starts, lengths, strict=False)
    )
