"""Prove that rewriting a photo's metadata left its picture alone.

The digest of a file covers what holds the picture (or a film's samples) and what is needed to
decode it: not metadata, and no place in the file, both of which change when tags are written.
"""

import hashlib
from pathlib import Path

from coincide.media.imagedata import jpeg, media, png, raf, tiff, webp
from coincide.media.imagedata.source import ByteSpan, OpenedImage, Part, Parts, number

__all__ = ["image_digest", "picture_spans"]

# far more than a picture has; a damaged file may list the same bytes without end
_MOST_PARTS = 1 << 17
# some files list bytes twice (a preview that is also a page), none lists them four times
_MOST_TIMES_SIZE = 4
_HEAD_BYTES = 16
_TIFF_HEADS = (
    *(b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"),  # TIFF and BigTIFF
    *(b"IIRO", b"IIRS", b"MMOR", b"IIU\0"),  # ORF, RW2
)


def image_digest(path: Path) -> str:
    """Return the SHA-256 of what holds a file's picture, as hexadecimal digits.

    Equal before and after its metadata is rewritten, different when a byte of the picture is.
    Raises ValueError, saying why, for a format that is not known and for a damaged file:
    nothing can then be proved of it. Films are read a block at a time.
    """
    with path.open("rb") as file:
        source = OpenedImage(file)
        digest = hashlib.sha256()
        n_parts_left, n_bytes_left = _MOST_PARTS, _MOST_TIMES_SIZE * source.size
        for part in _parts(source):
            spans = _spans(part)
            n_parts_left -= 1 + len(spans)
            n_bytes_left -= sum(span.n_bytes for span in spans)
            if n_parts_left < 0 or n_bytes_left < 0:
                raise ValueError("it is damaged: it lists more picture data than it can contain")
            _update(digest, source, part)
        return digest.hexdigest()


def _update(digest: "hashlib._Hash", source: OpenedImage, part: Part) -> None:
    """Add a part to a digest: kind and length first, so that no two lists can look the same."""
    if isinstance(part, bytes):
        digest.update(b"=" + number(len(part)) + part)
        return
    spans = _spans(part)
    digest.update(b"#" + number(sum(span.n_bytes for span in spans)))
    for span in spans:
        for block in source.blocks(span):
            digest.update(block)


def picture_spans(path: Path) -> tuple[ByteSpan, ...]:
    """Return the stretches of a file that its digest covers, in the order of the digest."""
    with path.open("rb") as file:
        return tuple(span for part in _parts(OpenedImage(file)) for span in _spans(part))


def _spans(part: Part) -> tuple[ByteSpan, ...]:
    if isinstance(part, bytes):
        return ()
    return (part,) if isinstance(part, ByteSpan) else part


def _parts(source: OpenedImage) -> Parts:
    head = source.read(0, min(source.size, _HEAD_BYTES))
    if head.startswith(b"\xff\xd8\xff"):
        return jpeg.parts(source)
    if head.startswith(png.SIGNATURE):
        return png.parts(source)
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return webp.parts(source)
    if head.startswith(_TIFF_HEADS):
        return tiff.parts(source)
    if head.startswith(b"FUJIFILMCCD-RAW"):
        return raf.parts(source)
    if head[4:8] in media.FIRST_BOXES:
        return media.parts(source)
    raise ValueError("it is in a format whose picture cannot be separated from its metadata here")
