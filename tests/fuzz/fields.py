"""Where in a file lengths, counts and places stand, for mutations that aim at them."""

import re
import struct
from collections.abc import Iterator
from typing import Literal, NamedTuple

Order = Literal["little", "big"]


class Field(NamedTuple):
    """A whole number in a file."""

    at: int
    n_bytes: int
    order: Order


_BOX = re.compile(
    rb"ftyp|moov|mvhd|trak|tkhd|mdia|mdhd|hdlr|minf|stbl|stsd|stts|stsc|stsz|stco|co64|udta|meta"
    rb"|keys|ilst|data|uuid|CMT[1-4]|CTBO|iinf|infe|iloc|iref|iprp|ipco|ipma|pitm|idat|mdat|hvcC"
    rb"|av1C|ispe|pixi|colr|grpl|elst|free|xml |mp4v|esds"
)
_PNG_CHUNK = re.compile(rb"IHDR|IDAT|IEND|eXIf|iCCP|tEXt|zTXt|iTXt|acTL|fcTL|fdAT|PLTE|tRNS")
_RIFF_CHUNK = re.compile(rb"RIFF|VP8[ XL]|ALPH|ANIM|ANMF|EXIF|XMP |ICCP|LIST|hdrl|strh|movi|idx1")
_TIFF = re.compile(rb"II\*\0|MM\0\*|IIRO|IIU\0|II\+\0")
_JPEG_SEGMENT = re.compile(rb"\xff[\xc0-\xcf\xda-\xef\xfe]")
# directories that hang below an entry: EXIF, GPS, sub-directories, interoperability
_POINTERS = (0x8769, 0x8825, 0x014A, 0xA005)
_MOST_FIELDS = 4000


def fields(data: bytes) -> list[Field]:
    """Return what may be lengths, counts and places in a file of any format."""
    found = [*_headed(data), *_segments(data)]
    for match in _TIFF.finditer(data):
        found += _directory_fields(data, match.start())
    return [field for field in found if 0 <= field.at <= len(data) - field.n_bytes][:_MOST_FIELDS]


def _headed(data: bytes) -> Iterator[Field]:
    for match in _BOX.finditer(data):
        yield Field(match.start() - 4, 4, "big")
        # what stands behind version and flags: a count, sizes, a time
        yield from (Field(match.end() + skip, 4, "big") for skip in (4, 8, 12))
    if data.startswith(b"\x89PNG"):
        yield from (Field(match.start() - 4, 4, "big") for match in _PNG_CHUNK.finditer(data))
        yield from (Field(at, 4, "big") for at in (16, 20))  # width and height
    if data.startswith(b"RIFF"):
        yield from (Field(match.end(), 4, "little") for match in _RIFF_CHUNK.finditer(data))
        yield from (Field(at, 3, "little") for at in (24, 27))  # the canvas
    if data.startswith(b"FUJIFILM"):
        yield from (Field(at, 4, "big") for at in range(0x54, 0x84, 4))
    if data.startswith(b"FOVb"):
        yield Field(len(data) - 4, 4, "little")


def _segments(data: bytes) -> Iterator[Field]:
    if not data.startswith(b"\xff\xd8"):
        return
    for match in _JPEG_SEGMENT.finditer(data):
        yield Field(match.end(), 2, "big")
        if 0xC0 <= match[0][1] <= 0xCF:  # height and width of the frame
            yield from (Field(match.end() + 3 + skip, 2, "big") for skip in (0, 2))


def _directory_fields(data: bytes, start: int) -> Iterator[Field]:
    """Yield the fields of a TIFF's directories: number of entries; type, count, value of each."""
    order: Order = "little" if data[start : start + 1] == b"I" else "big"
    mark = "<" if order == "little" else ">"
    yield Field(start + 4, 4, order)
    waiting = [int.from_bytes(data[start + 4 : start + 8], order)]
    seen: set[int] = set()
    while waiting and len(seen) < 16:
        place = waiting.pop()
        at = start + place
        if place in seen or not 0 < place < len(data) - start - 2:
            continue
        seen.add(place)
        yield Field(at, 2, order)
        n_entries = min(int.from_bytes(data[at : at + 2], order), 200)
        for entry in range(at + 2, min(at + 2 + 12 * n_entries, len(data) - 12), 12):
            tag, _type, _count, value = struct.unpack_from(f"{mark}HHII", data, entry)
            yield from (Field(entry + skip, n, order) for skip, n in ((0, 2), (2, 2)))
            yield from (Field(entry + skip, 4, order) for skip in (4, 8))
            if tag in _POINTERS:
                waiting.append(value)
        after = at + 2 + 12 * n_entries
        yield Field(after, 4, order)
        waiting.append(int.from_bytes(data[after : after + 4], order))
