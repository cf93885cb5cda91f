"""The picture of Fujifilm's RAF: its sensor data and tables, and its JPEG without metadata."""

import struct

from coincide.media.imagedata import jpeg
from coincide.media.imagedata.source import ByteSpan, OpenedImage, Parts, number

_PLACES = 0x54  # where in the header the places of the blocks begin
# place and length of the blocks behind the JPEG: tables and sensor data, in some twice
_BLOCKS = (0x5C, 0x64, 0x78, 0x80)


def parts(source: OpenedImage) -> Parts:
    """Yield what makes up the pictures of a RAF.

    All behind the JPEG is one stretch, in which the blocks keep their places.
    """
    header = source.read(0, min(source.size, 0x94))
    if len(header) < 0x6C:
        raise ValueError("it is damaged or cut short: a RAF without a picture")
    start, length, rest = struct.unpack_from(">3I", header, _PLACES)
    preview = source.span(start, length)
    if start < 0x6C or rest < preview.end or rest >= source.size:
        raise ValueError("it is damaged: a RAF whose blocks overlap or are missing")
    yield header[:_PLACES]
    for at in _BLOCKS:
        if at + 8 <= min(start, len(header)):
            place, n_bytes = struct.unpack_from(">2I", header, at)
            yield number(place - rest if place else -1) + number(n_bytes)
    yield from jpeg.parts(source, preview.start, preview.end)
    yield ByteSpan(rest, source.size)
