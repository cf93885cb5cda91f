"""The picture of a JPEG: its tables and its scans, not its application segments or comments."""

import struct

from coincide.media.imagedata.source import ByteSpan, OpenedImage, Parts

# a photo has some twenty before its first scan; one with a large profile some hundred more
_MOST_SEGMENTS = 1 << 16
_SOI, _EOI, _SOS, _COMMENT = 0xD8, 0xD9, 0xDA, 0xFE
_APPS = range(0xE0, 0xF0)
_ALONE = (0x01, *range(0xD0, 0xD8))  # markers without a length: TEM, RST0 to RST7
# application segments without which the colours would come out wrong
_COLOUR_SEGMENTS = ((0xEE, b"Adobe"), (0xE2, b"ICC_PROFILE\0"))
_AFCP_BYTES = 12


def parts(source: OpenedImage, start: int = 0, end: int | None = None) -> Parts:
    """Yield what makes up the picture of a JPEG that lies in a file, by default all of it.

    All behind the first scan's header belongs to it: further scans, and what trails the
    picture (films of motion photos, further pictures), which no writer of tags touches.
    """
    end = source.size if end is None else end
    at = start + 2
    for _ in range(_MOST_SEGMENTS):
        at, marker = _marker(source, at, end)
        if marker in _ALONE:
            continue
        if marker in (_SOI, _EOI):
            break
        length = int.from_bytes(_read(source, at, 2, end), "big")
        segment = source.span(at, length)
        if length < 2 or segment.end > end:
            break
        if marker == _SOS:
            yield bytes([marker])
            yield ByteSpan(at, _trailer_start(source, start, end, segment.end))
            return
        if _counts(marker, source.read(at + 2, min(length - 2, 16))):
            yield bytes([marker])
            yield segment
        at = segment.end
    raise ValueError("it is damaged: a JPEG without a picture")


def _marker(source: OpenedImage, at: int, end: int) -> tuple[int, int]:
    """Return where the next marker ends, and its code; a marker may be padded with 0xFF."""
    lead, code = _read(source, at, 2, end)
    n_padding = 0
    while lead == 0xFF and code == 0xFF and n_padding < 64:
        n_padding += 1
        code = _read(source, at + 1 + n_padding, 1, end)[0]
    if lead != 0xFF or code in (0, 0xFF):
        raise ValueError("it is damaged: a JPEG with bytes between its segments")
    return at + 2 + n_padding, code


def _read(source: OpenedImage, at: int, n_bytes: int, end: int) -> bytes:
    if at + n_bytes > end:
        raise ValueError("it is damaged or cut short: a JPEG without a picture")
    return source.read(at, n_bytes)


def _counts(marker: int, payload: bytes) -> bool:
    """Tell whether a segment is needed to decode the picture."""
    if marker in _APPS:
        return any(marker == code and payload.startswith(name) for code, name in _COLOUR_SEGMENTS)
    return marker != _COMMENT


def _trailer_start(source: OpenedImage, start: int, end: int, scan: int) -> int:
    """Return where an AFCP trailer begins, else the end.

    It is metadata, and the only trailer that says where in the file it lies, so that it
    changes whenever what is before it grows.
    """
    if end - _AFCP_BYTES < scan:
        return end
    mark, place = struct.unpack(">4sI4x", source.read(end - _AFCP_BYTES, _AFCP_BYTES))
    if mark == b"AXS*":
        place = int.from_bytes(place.to_bytes(4, "big"), "little")
    elif mark != b"AXS!":
        return end
    place += start
    known = scan <= place <= end - 2 * _AFCP_BYTES and source.read(place, 4) == mark
    return place if known else end
