"""A file to take a picture's bytes from, and the parts that make up the picture.

Nothing a file says about itself is trusted: what is read into memory has a limit, and a place
outside the file is an error, so that damage ends in ValueError and never in a guess.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader

# a table that is read into memory is far below this, also in a film of many hours
MOST_BYTES = 1 << 26
_BLOCK_BYTES = 1 << 20
_SHRUNK = "it became shorter while it was read"


@dataclass(frozen=True, slots=True)
class ByteSpan:
    """A stretch of the file, hashed as it is."""

    start: int
    end: int

    @property
    def n_bytes(self) -> int:
        """How long it is."""
        return self.end - self.start


# a stretch of the file, stretches that are read as one, or a fact that was worked out
Part = ByteSpan | tuple[ByteSpan, ...] | bytes
Parts = Iterator[Part]


class OpenedImage:
    """An open file and its size."""

    def __init__(self, file: BufferedReader) -> None:
        self._file = file
        self.size = file.seek(0, 2)

    def read(self, start: int, n_bytes: int) -> bytes:
        """Return bytes of the file, as many as asked for."""
        if n_bytes > MOST_BYTES:
            raise ValueError(f"a table of {n_bytes} bytes is larger than any camera writes")
        span = self.span(start, n_bytes)
        self._file.seek(span.start)
        data = self._file.read(n_bytes)
        if len(data) < n_bytes:
            raise ValueError(_SHRUNK)
        return data

    def span(self, start: int, n_bytes: int) -> ByteSpan:
        """Return a stretch of the file; raise ValueError where the file does not reach so far."""
        if start < 0 or n_bytes < 0 or start + n_bytes > self.size:
            raise ValueError("it is damaged or cut short: it points outside the file")
        return ByteSpan(start, start + n_bytes)

    def blocks(self, span: ByteSpan) -> Iterator[memoryview]:
        """Yield the bytes of a stretch, a block at a time; each is gone with the next."""
        self._file.seek(span.start)
        left = span.n_bytes
        buffer = memoryview(bytearray(min(left, _BLOCK_BYTES)))
        while left:
            n_read = self._file.readinto(buffer[: min(left, _BLOCK_BYTES)])
            if not n_read:
                raise ValueError(_SHRUNK)
            yield buffer[:n_read]
            left -= n_read


def number(value: int) -> bytes:
    """Return a fact of one whole number, the same whatever number of bytes the file gives it."""
    return value.to_bytes(8, "big", signed=True)
