"""The boxes of ISO media and QuickTime files; a length that does not fit is an error."""

from collections.abc import Iterator
from dataclasses import dataclass

from coincide.media.imagedata.source import ByteSpan, OpenedImage

# more than a film has in one place that is not fragmented, or a photo of many tiles
_MOST_BOXES = 1 << 14


@dataclass(frozen=True, slots=True)
class ImageBox:
    """A box: its kind, and where its payload lies."""

    kind: bytes
    span: ByteSpan


def boxes(source: OpenedImage, within: ByteSpan) -> Iterator[ImageBox]:
    """Yield the boxes that lie one behind another in a stretch of the file."""
    at = within.start
    for _ in range(_MOST_BOXES):
        # up to seven bytes are padding: QuickTime ends some lists with a zero
        if within.end - at < 8:
            return
        head = source.read(at, min(16, within.end - at))
        size, n_head = int.from_bytes(head[:4], "big"), 8
        if size == 1:  # a long one
            size, n_head = int.from_bytes(head[8:], "big"), 16
        elif size == 0:  # to the end of what holds it
            size = within.end - at
        if size < n_head or at + size > within.end:
            raise ValueError("it is damaged or cut short: a box does not fit where it is")
        yield ImageBox(head[4:8], source.span(at + n_head, size - n_head))
        at += size
    raise ValueError(f"it is damaged: more than {_MOST_BOXES} boxes in one place")


def children(source: OpenedImage, within: ByteSpan, *, skip: int = 0) -> dict[bytes, ByteSpan]:
    """Return the payloads of the boxes inside a box, the first of each kind.

    ``skip``: the bytes before them, as a version and flags.
    """
    found: dict[bytes, ByteSpan] = {}
    for box in boxes(source, ByteSpan(within.start + skip, within.end)):
        found.setdefault(box.kind, box.span)
    return found
