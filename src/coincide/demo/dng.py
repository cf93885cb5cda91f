"""A RAW photo as cameras write it: a mosaic of the sensor, tags and a preview, in a DNG."""

import io
import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image
from PIL.ExifTags import IFD, Base
from PIL.TiffImagePlugin import IFDRational

Values = str | bytes | Sequence[int] | Sequence[tuple[int, int]]

BYTE, ASCII, SHORT, LONG, RATIONAL, SRATIONAL = 1, 2, 3, 4, 5, 10
_LAYOUTS = {SHORT: "H", LONG: "I", RATIONAL: "I", SRATIONAL: "i"}
# little-endian; where the first directory is comes last
HEADER = b"II*\0\0\0\0\0"


@dataclass(frozen=True, slots=True)
class TiffEntry:
    """One entry of a TIFF directory."""

    tag: int
    type: int
    values: Values

    def packed(self) -> tuple[int, bytes]:
        """Return the count and the bytes of the values."""
        if isinstance(self.values, str):
            data = self.values.encode() + b"\0"
            return len(data), data
        if isinstance(self.values, bytes):
            return len(self.values), self.values
        flat = [
            number
            for value in self.values
            for number in (value if isinstance(value, tuple) else (value,))
        ]
        return len(self.values), struct.pack(f"<{len(flat)}{_LAYOUTS[self.type]}", *flat)


def append(out: bytearray, data: bytes) -> int:
    """Append data at an even place, as TIFF demands; return where."""
    out += bytes(-len(out) % 4)
    at = len(out)
    out += data
    return at


def append_directory(out: bytearray, entries: Sequence[TiffEntry]) -> int:
    """Append a directory and what does not fit into its entries; return where it is."""
    rows = bytearray()
    for entry in sorted(entries, key=lambda entry: entry.tag):
        count, data = entry.packed()
        field = data.ljust(4, b"\0") if len(data) <= 4 else struct.pack("<I", append(out, data))
        rows += struct.pack("<HHI", entry.tag, entry.type, count) + field
    return append(out, struct.pack("<H", len(entries)) + rows + bytes(4))


# what the sensor's colours are: those of sRGB in daylight, as XYZ to RGB in ten-thousandths
_XYZ_TO_RGB = (32406, -15372, -4986, -9689, 18758, 415, 557, -2040, 10570)
_DAYLIGHT = 21  # D65, as the DNG specification numbers lights
_PREVIEW_PX = 1024
_MAIN_TAGS = (Base.Make, Base.Model, Base.Orientation, Base.DateTime)


def dng_bytes(photo: Image.Image, exif: Image.Exif) -> bytes:
    """Return the RAW of a photo of even width and height, with the tags of its JPEG."""
    out = bytearray(HEADER)
    jpeg, size_px = _preview(photo)
    mosaic_at = append(out, _mosaic(photo))
    preview_at = append_directory(out, _preview_entries(size_px, append(out, jpeg), len(jpeg)))
    exif_at = append_directory(out, _copied(dict(exif.get_ifd(IFD.Exif))))
    entries = [
        *_mosaic_entries(photo.size, mosaic_at),
        *_copied({tag: exif[tag] for tag in _MAIN_TAGS}),
        *_colour_entries(str(exif[Base.Model])),
        TiffEntry(0x014A, LONG, [preview_at]),
        TiffEntry(0x8769, LONG, [exif_at]),
    ]
    struct.pack_into("<I", out, 4, append_directory(out, entries))
    return bytes(out)


def _mosaic(photo: Image.Image) -> bytes:
    """Return what a sensor behind a Bayer filter sees: at each pixel one colour alone."""
    pixels = np.asarray(photo.convert("RGB"))
    mosaic = pixels[..., 1].copy()
    mosaic[0::2, 0::2] = pixels[0::2, 0::2, 0]
    mosaic[1::2, 1::2] = pixels[1::2, 1::2, 2]
    return mosaic.tobytes()


def _preview(photo: Image.Image) -> tuple[bytes, tuple[int, int]]:
    small = photo.convert("RGB")
    small.thumbnail((_PREVIEW_PX, _PREVIEW_PX))
    buffer = io.BytesIO()
    small.save(buffer, "JPEG", quality=85)
    return buffer.getvalue(), small.size


def _mosaic_entries(size_px: tuple[int, int], at: int) -> list[TiffEntry]:
    width, height = size_px
    # eight bits by the curve of a JPEG become sixteen that are linear in light
    levels = np.round(65535 * (np.arange(256) / 255) ** 2.2).astype(int).tolist()
    return [
        TiffEntry(0x00FE, LONG, [0]),  # the photo itself
        TiffEntry(0x0100, LONG, [width]),
        TiffEntry(0x0101, LONG, [height]),
        TiffEntry(0x0102, SHORT, [8]),
        TiffEntry(0x0103, SHORT, [1]),  # not compressed
        TiffEntry(0x0106, SHORT, [32803]),  # a colour filter array
        TiffEntry(0x0111, LONG, [at]),
        TiffEntry(0x0115, SHORT, [1]),
        TiffEntry(0x0116, LONG, [height]),
        TiffEntry(0x0117, LONG, [width * height]),
        TiffEntry(0x828D, SHORT, [2, 2]),
        TiffEntry(0x828E, BYTE, bytes([0, 1, 1, 2])),  # red, green; green, blue
        TiffEntry(0xC618, SHORT, levels),
        TiffEntry(0xC61D, LONG, [65535]),
    ]


def _preview_entries(size_px: tuple[int, int], at: int, n_bytes: int) -> list[TiffEntry]:
    width, height = size_px
    return [
        TiffEntry(0x00FE, LONG, [1]),  # a smaller copy
        TiffEntry(0x0100, LONG, [width]),
        TiffEntry(0x0101, LONG, [height]),
        TiffEntry(0x0102, SHORT, [8, 8, 8]),
        TiffEntry(0x0103, SHORT, [7]),  # JPEG
        TiffEntry(0x0106, SHORT, [6]),
        TiffEntry(0x0111, LONG, [at]),
        TiffEntry(0x0115, SHORT, [3]),
        TiffEntry(0x0116, LONG, [height]),
        TiffEntry(0x0117, LONG, [n_bytes]),
    ]


def _colour_entries(model: str) -> list[TiffEntry]:
    return [
        TiffEntry(0xC612, BYTE, bytes([1, 4, 0, 0])),  # written by version 1.4
        TiffEntry(0xC613, BYTE, bytes([1, 1, 0, 0])),  # read from version 1.1 on
        TiffEntry(0xC614, ASCII, model),
        TiffEntry(0xC621, SRATIONAL, [(value, 10000) for value in _XYZ_TO_RGB]),
        TiffEntry(0xC628, RATIONAL, [(1, 1)] * 3),
        TiffEntry(0xC65A, SHORT, [_DAYLIGHT]),
    ]


def _copied(tags: dict[int, str | int | IFDRational]) -> list[TiffEntry]:
    """Return tags as entries: texts, numbers and fractions, which is all that the demo writes."""
    entries = []
    for tag, value in tags.items():
        if isinstance(value, str):
            entries.append(TiffEntry(tag, ASCII, value))
        elif isinstance(value, int):
            entries.append(TiffEntry(tag, SHORT, [value]))
        else:
            pair = (int(value.numerator), int(value.denominator))
            entries.append(TiffEntry(tag, RATIONAL, [pair]))
    return entries
