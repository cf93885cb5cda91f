"""The picture of a WebP: all chunks but EXIF and XMP, and the size of the canvas."""

from coincide.media.imagedata.source import ByteSpan, OpenedImage, Parts, number

# a frame of an animation is one chunk
_MOST_CHUNKS = 1 << 14
_METADATA = (b"EXIF", b"XMP ", b"VP8X")
_ANIMATED, _ALPHA = 0x02, 0x10


def parts(source: OpenedImage) -> Parts:
    """Yield what makes up the picture of a WebP.

    The chunk VP8X mixes what says that there is metadata with the size of the canvas. It is
    added when a plain picture gets metadata, and must then say the size the picture has.
    """
    canvas: bytes | None = None
    for kind, span in _chunks(source):
        if kind == b"VP8X":
            canvas = _canvas(source.read(span.start, 10))
            yield canvas
        elif kind not in _METADATA:
            if canvas is None:
                canvas = _plain_canvas(kind, source.read(span.start, 10))
                yield canvas
            yield kind
            yield span
    if canvas is None:
        raise ValueError("it is damaged: a WebP without a picture")


def _chunks(source: OpenedImage) -> list[tuple[bytes, ByteSpan]]:
    """Return kind and payload of each chunk, in the order of the file."""
    end = source.span(8, int.from_bytes(source.read(4, 4), "little")).end
    at, chunks = 12, []
    while at < end:
        head = source.read(at, 8)
        payload = source.span(at + 8, int.from_bytes(head[4:], "little"))
        chunks.append((head[:4], payload))
        at = payload.end + (payload.end - payload.start) % 2
        if payload.end > end or len(chunks) > _MOST_CHUNKS:
            raise ValueError("it is damaged: a WebP with too many or too large chunks")
    return chunks


def _canvas(header: bytes) -> bytes:
    width, height = (int.from_bytes(header[at : at + 3], "little") + 1 for at in (4, 7))
    # transparency is announced here, but in a still the picture itself has the last word
    flags = header[0] & (_ANIMATED | _ALPHA) if header[0] & _ANIMATED else 0
    return number(width) + number(height) + bytes([flags])


def _plain_canvas(kind: bytes, header: bytes) -> bytes:
    if kind == b"VP8L":
        bits = int.from_bytes(header[1:5], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 ":
        width, height = (int.from_bytes(header[at : at + 2], "little") & 0x3FFF for at in (6, 8))
    else:
        raise ValueError("it is damaged: a WebP that begins with neither picture nor header")
    return number(width) + number(height) + bytes([0])
