"""Originals to hand on: in full size, with nothing in them but the picture.

A JPEG in everybody's colours keeps its very pixels: only what is not picture is cut out. All
else is drawn anew, as a JPEG of high quality.
"""

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from coincide.media.isolated import isolated
from coincide.media.pictures import open_picture
from coincide.model.times import WallTime
from coincide.writing.album.pictures import encoded, in_srgb, is_srgb
from coincide.writing.album.taken import exif_segment

# quality of what has to be drawn anew: nobody sees the difference
_QUALITY = 94
_EOI, _SOS, _COMMENT, _ADOBE = 0xD9, 0xDA, 0xFE, 0xEE
_APPS = range(0xE0, 0xF0)
_ALONE = (0x01, *range(0xD0, 0xD8))
# the colour transform of Adobe's segment: the only one that decoders need
_ADOBE_BYTES = 12


@isolated
def stripped_photo(path: Path, taken: WallTime | None = None) -> bytes:
    """Return a photo as a JPEG with nothing but its picture, and its time if that is told.

    Raise one of DECODE_ERRORS.
    """
    kept = _as_it_is(path, taken)
    if kept is not None:
        return kept
    drawn = encoded(in_srgb(open_picture(path)), "JPEG", _QUALITY)
    return drawn[:2] + exif_segment(1, taken) + drawn[2:]


def _as_it_is(path: Path, taken: WallTime | None) -> bytes | None:
    """Return a JPEG's own scans; None of what is no JPEG, damaged, or in colours of its own."""
    data = path.read_bytes()
    if not data.startswith(b"\xff\xd8\xff"):
        return None
    with Image.open(io.BytesIO(data)) as image:
        profile = image.info.get("icc_profile")
        turn = image.getexif().get(0x0112, 1)
        if not (profile is None or is_srgb(profile)):
            return None
    try:
        told = exif_segment(turn if turn in range(2, 9) else 1, taken)
        return b"".join(_picture(data, told))
    except (ValueError, IndexError):
        return None


def _picture(data: bytes, told: bytes) -> Iterator[bytes]:
    """Yield a JPEG's picture up to its end: what trails it may be a film with a place."""
    yield data[:2]
    yield told
    at = 2
    while True:
        if data[at] != 0xFF:
            raise ValueError("no marker")
        marker = data[at + 1]
        if marker == 0xFF:  # padding
            at += 1
        elif marker == _EOI:
            yield data[at : at + 2]
            return
        elif marker in _ALONE:
            at += 2
        else:
            end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
            if marker == _ADOBE and data[at + 4 : at + 9] == b"Adobe":
                yield b"\xff\xee" + (2 + _ADOBE_BYTES).to_bytes(2, "big")
                yield data[at + 4 : at + 4 + _ADOBE_BYTES]
            elif marker not in _APPS and marker != _COMMENT:
                end = _scan_end(data, end) if marker == _SOS else end
                yield data[at:end]
            at = end


def _scan_end(data: bytes, at: int) -> int:
    """Return where the coded data of a scan end: before a marker that is none of its own."""
    while True:
        at = data.index(b"\xff", at)
        if data[at + 1] == 0 or data[at + 1] in range(0xD0, 0xD8):
            at += 2
        elif data[at + 1] == 0xFF:
            at += 1
        else:
            return at
