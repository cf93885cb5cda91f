"""The picture of a PNG: all chunks but those of text, EXIF and time."""

from coincide.media.imagedata.source import ByteSpan, OpenedImage, Parts

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# 8 KB a chunk, the least that is usual, makes this 512 MB
_MOST_CHUNKS = 1 << 16
_METADATA = (b"tEXt", b"zTXt", b"iTXt", b"eXIf", b"zxIf", b"tIME", b"caBX")
_FRAME_BYTES = 12  # length, kind and check sum


def parts(source: OpenedImage) -> Parts:
    """Yield what makes up the picture of a PNG: all of it but the chunks of metadata.

    Check sums are in it, and what trails the picture.
    """
    kept: list[ByteSpan] = []
    start, at = 0, len(SIGNATURE)
    for _ in range(_MOST_CHUNKS):
        head = source.read(at, 8)
        chunk = source.span(at, int.from_bytes(head[:4], "big") + _FRAME_BYTES)
        at = chunk.end
        if head[4:] == b"IEND":
            yield (*kept, ByteSpan(start, source.size))
            return
        if head[4:] in _METADATA:
            kept.append(ByteSpan(start, chunk.start))
            start = chunk.end
    raise ValueError(f"it is damaged or too large: a PNG of more than {_MOST_CHUNKS} chunks")
