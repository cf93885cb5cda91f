"""The boxes of ISO media and QuickTime files, read from the file without trusting a length.

A file is boxes, each a length, a kind and a payload, some of which are boxes again. Every
length is held to what its parent has room for, every list to a number of boxes, and what is
read into memory to a number of bytes; depth is that of the paths asked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

# more than any camera writes in one place; a damaged file may hold millions of empty boxes
MOST_BOXES = 4096
# a payload that is text, a table of names or a header: far below this
MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a file: its kind, and from where to where its payload reaches."""

    kind: bytes
    start: int
    end: int


class BoxFile:
    """An open file and its size, and the boxes in it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = file.seek(0, 2)

    def boxes(self, start: int = 0, end: int | None = None) -> Iterator[Box]:
        """Yield the boxes that lie one behind another between two places of the file."""
        at, end = start, self.size if end is None else min(end, self.size)
        for _ in range(MOST_BOXES):
            if end - at < 8:
                return  # also where a length led to a place that no file has
            head = self.read(at, min(at + 16, end))
            size, header = int.from_bytes(head[:4], "big"), 8
            if size == 1:  # a long one
                size, header = int.from_bytes(head[8:16], "big"), 16
            elif size == 0:  # to the end of what holds it
                size = end - at
            if size < header:
                return
            yield Box(head[4:8], at + header, min(at + size, end))
            at += size

    def inside(self, box: Box) -> Iterator[Box]:
        """Yield the boxes inside a box."""
        yield from self.boxes(box.start, box.end)

    def find(self, *path: bytes, within: Box | None = None) -> Box | None:
        """Return the first box at a path of kinds, None where there is none."""
        for kind in path:
            boxes = self.boxes() if within is None else self.inside(within)
            within = next((box for box in boxes if box.kind == kind), None)
            if within is None:
                return None
        return within

    def payload(self, box: Box, *, most: int = MOST_BYTES) -> bytes:
        """Return the first ``most`` bytes of what a box holds."""
        return self.read(box.start, min(box.end, box.start + most))

    def read(self, start: int, end: int) -> bytes:
        """Return what lies between two places of the file."""
        self._file.seek(start)
        return self._file.read(max(end - start, 0))
