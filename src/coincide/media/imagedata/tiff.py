"""The pictures of a TIFF, and of the RAW formats that are TIFF inside: of all its directories."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from coincide.media.imagedata import jpeg
from coincide.media.imagedata.source import ByteSpan, OpenedImage, Parts, number

SUB_DIRECTORIES = 0x014A
# tags of the places of picture data, each with the tag of their lengths
PLACES = {0x0111: 0x0117, 0x0144: 0x0145, 0x0201: 0x0202}  # strips, tiles, a JPEG
# Panasonic RW2, whose picture reaches from its place to the end of the file
RW2_RAW_PLACE = 0x0118
RW2_JPEG = 0x002E
# Panasonic's own tags: sensor size, borders, pattern, bits, black levels, white balance
RW2_DECODING = frozenset(range(0x0001, 0x0033)) - {RW2_JPEG}

# of the range below: names, serial numbers, private data with places in it, preview dates
_DNG_METADATA = frozenset(
    (
        *(0xC614, 0xC615, 0xC62F, 0xC630, 0xC634, 0xC635, 0xC65D, 0xC68B, 0xC6D2, 0xC6D3),
        *(0xC716, 0xC717, 0xC718, 0xC719, 0xC71A, 0xC71B, 0xC763, 0xC764, 0xC772, 0xC789),
        *(0xC78A, 0xC7A1),
    )
)
DECODING = (
    frozenset(
        (
            *range(0x00FE, 0x010B),  # kind, size, bits, compression, photometry, filling
            *(0x0115, 0x0116, 0x011C),  # samples of a pixel, rows of a strip, planes
            *range(0x0122, 0x0126),  # grey response, fax options
            *(0x012D, *range(0x013D, 0x0144)),  # transfer, predictor, primaries, colours, tiles
            *range(0x014C, 0x015C),  # inks, extra samples, sample format, JPEG tables
            *(0x0200, 0x0203, 0x0205),  # JPEG of the first kind
            *range(0x0211, 0x0215),  # YCbCr
            *range(0x7000, 0x8000),  # Sony's curves and corrections
            *(0x828D, 0x828E),  # sensor pattern
            *(0x8773, 0x935C),  # colour profile, Photoshop's layers
            *range(0xC612, 0xC800),  # DNG, and Canon's slices
            *range(0xCD00, 0xCE00),  # DNG 1.6 and later
        )
    )
    - _DNG_METADATA
)


# a document of many pages has some hundreds, a RAW at most some ten
_MOST_DIRECTORIES = 1024
_MOST_SUBS = 64
# strips or tiles of one picture
_MOST_STRIPS = 1 << 16
_MOST_ENTRIES = 512
# in a file below this, metadata and thumbnail may well outweigh the picture
_SMALL_BYTES = 1 << 20
_TYPE_BYTES = {
    **dict.fromkeys((1, 2, 6, 7), 1),
    **dict.fromkeys((3, 8), 2),
    **dict.fromkeys((4, 9, 11, 13), 4),
    **dict.fromkeys((5, 10, 12, 16, 17, 18), 8),
}
# numpy's names of the types a place or a length may have
_WHOLE_TYPES = {1: "u1", 3: "u2", 4: "u4", 13: "u4", 16: "u8", 18: "u8"}
_USED = (
    RW2_DECODING
    | DECODING
    | PLACES.keys()
    | set(PLACES.values())
    | {SUB_DIRECTORIES, RW2_JPEG, RW2_RAW_PLACE}
)


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a file writes numbers and directories."""

    order: str  # of bytes: < or >
    big: bool  # BigTIFF
    panasonic: bool

    def whole(self, data: bytes) -> int:
        return int.from_bytes(data, "little" if self.order == "<" else "big")


@dataclass(frozen=True, slots=True)
class _Entry:
    """A tag's value: its type, and where it lies."""

    type_: int
    span: ByteSpan


_Directory = Mapping[int, _Entry]


def parts(source: OpenedImage) -> Parts:
    """Yield what makes up the pictures of a TIFF, directory by directory.

    Maker notes are metadata here, also where a RAW's curves or a second preview lie in them:
    places in them change with the file. They are compared tag by tag.
    """
    head = source.read(0, 16)
    order = "<" if head[:2] == b"II" else ">"
    layout = _Layout(order, big=head[2:4] in (b"+\0", b"\0+"), panasonic=head[2:4] == b"U\0")
    yield head[:4]
    first = layout.whole(head[8:] if layout.big else head[4:8])
    wanted = RW2_DECODING | DECODING if layout.panasonic else DECODING
    n_pictures = n_known = 0
    for directory in _directories(source, layout, first):
        for tag in sorted(directory.keys() & wanted):
            yield number(tag) + number(directory[tag].type_)
            yield directory[tag].span
            n_known += directory[tag].span.n_bytes
        for tag, spans in _pictures(source, layout, directory):
            n_pictures += len(spans)
            n_known += sum(span.n_bytes for span in spans)
            yield number(tag)
            if tag == RW2_JPEG:  # it has metadata of its own
                yield from jpeg.parts(source, spans[0].start, spans[0].end)
            else:
                yield b"".join(number(span.n_bytes) for span in spans)
                yield spans
    if not n_pictures:
        raise ValueError("it is damaged: a TIFF without a picture")
    if source.size > _SMALL_BYTES and n_known < source.size / 2:
        raise ValueError("most of it is in an unsupported form, possibly including its picture")


def _directories(source: OpenedImage, layout: _Layout, first: int) -> Iterator[_Directory]:
    """Yield the directories of the chain, and behind each those that hang below it."""
    waiting, seen = deque([(first, True)]), {0}
    while waiting:
        place, chained = waiting.popleft()
        if place in seen:
            continue
        seen.add(place)
        if len(seen) > _MOST_DIRECTORIES:
            raise ValueError(f"it is damaged: a TIFF of more than {_MOST_DIRECTORIES} directories")
        directory, following = _directory(source, layout, place)
        yield directory
        if chained:
            waiting.append((following, True))
        below = _wholes(source, layout, directory.get(SUB_DIRECTORIES), most=_MOST_SUBS)
        waiting.extendleft((place, False) for place in reversed(below))


def _directory(source: OpenedImage, layout: _Layout, place: int) -> tuple[_Directory, int]:
    """Return the directory at a place, and the place of the one that follows in the chain."""
    n_count, n_entry, n_place = (8, 20, 8) if layout.big else (2, 12, 4)
    n_entries = layout.whole(source.read(place, n_count))
    if n_entries > _MOST_ENTRIES:
        raise ValueError(f"it is damaged: a TIFF directory of {n_entries} tags")
    start = place + n_count
    table = source.read(start, n_entries * n_entry + n_place)
    directory: dict[int, _Entry] = {}
    for at in range(0, n_entries * n_entry, n_entry):
        tag, type_ = layout.whole(table[at : at + 2]), layout.whole(table[at + 2 : at + 4])
        count = layout.whole(table[at + 4 : at + 4 + n_place])
        n_bytes = count * _TYPE_BYTES.get(type_, 0)
        value = start + at + 4 + n_place
        if n_bytes > n_place:
            value = layout.whole(table[value - start : value - start + n_place])
        if tag in _USED and tag not in directory:
            if type_ not in _TYPE_BYTES:
                raise ValueError(f"it is damaged: a TIFF with a value of the unknown type {type_}")
            directory[tag] = _Entry(type_, source.span(value, n_bytes))
    return directory, layout.whole(table[-n_place:])


def _pictures(
    source: OpenedImage, layout: _Layout, directory: _Directory
) -> Iterator[tuple[int, tuple[ByteSpan, ...]]]:
    """Yield the picture data a directory points at, and the tag that does."""
    if layout.panasonic and RW2_JPEG in directory:
        yield RW2_JPEG, (directory[RW2_JPEG].span,)
    if layout.panasonic and (raw := directory.get(RW2_RAW_PLACE) or directory.get(0x0111)):
        places = _wholes(source, layout, raw, most=1)
        yield RW2_RAW_PLACE, tuple(source.span(place, source.size - place) for place in places)
        return
    for tag, length_tag in PLACES.items():
        places = _wholes(source, layout, directory.get(tag))
        lengths = _wholes(source, layout, directory.get(length_tag))
        if len(places) != len(lengths):
            raise ValueError("it is damaged: a TIFF with more places than lengths, or fewer")
        if places:
            yield tag, tuple(map(source.span, places, lengths))


def _wholes(
    source: OpenedImage, layout: _Layout, entry: _Entry | None, *, most: int = _MOST_STRIPS
) -> list[int]:
    """Return the whole numbers of a tag, none where it is missing."""
    if entry is None:
        return []
    kind = _WHOLE_TYPES.get(entry.type_)
    n_bytes = entry.span.n_bytes
    if kind is None or n_bytes > most * _TYPE_BYTES[entry.type_]:
        raise ValueError("it is damaged: a TIFF whose places of picture data cannot be read")
    values = np.frombuffer(source.read(entry.span.start, n_bytes), layout.order + kind)
    return [int(value) for value in values]
