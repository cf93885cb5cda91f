"""The directories of a TIFF, which a DNG consists of: tags and where their values are."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

Values = str | bytes | Sequence[int] | Sequence[tuple[int, int]]

BYTE, ASCII, SHORT, LONG, RATIONAL, SRATIONAL = 1, 2, 3, 4, 5, 10
_LAYOUTS = {SHORT: "H", LONG: "I", RATIONAL: "I", SRATIONAL: "i"}
# little-endian; where the first directory is comes last
HEADER = b"II*\0\0\0\0\0"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a TIFF directory."""

    tag: int
    type: int
    values: Values

    def packed(self) -> tuple[int, bytes]:
        """Return the count and the bytes of the values."""
        if isinstance(self.values, str):
            data = self.values.encode() + b"\0"
            return len(data), data
        if isinstance(self.values, bytes):
            return len(self.values), self.values
        flat = [
            number
            for value in self.values
            for number in (value if isinstance(value, tuple) else (value,))
        ]
        return len(self.values), struct.pack(f"<{len(flat)}{_LAYOUTS[self.type]}", *flat)


def append(out: bytearray, data: bytes) -> int:
    """Append data at an even place, as TIFF demands; return where."""
    out += bytes(-len(out) % 4)
    at = len(out)
    out += data
    return at


def append_directory(out: bytearray, entries: Sequence[Entry]) -> int:
    """Append a directory and what does not fit into its entries; return where it is."""
    rows = bytearray()
    for entry in sorted(entries, key=lambda entry: entry.tag):
        count, data = entry.packed()
        field = data.ljust(4, b"\0") if len(data) <= 4 else struct.pack("<I", append(out, data))
        rows += struct.pack("<HHI", entry.tag, entry.type, count) + field
    return append(out, struct.pack("<H", len(entries)) + rows + bytes(4))
