"""JSON packed with gzip, as documents and solutions are kept; unpacking is bounded.

A few megabytes of gzip may unpack to gigabytes, and a byte of JSON may become a hundred in memory.
Documents of ours hold content hashes, which do not compress: their text is about five times as
long as the file, and holds less than one value per byte of the file.
"""

import json
import zlib
from typing import Any

from coincide.errors import StoreError

# text: so many bytes in any case, beyond that so many per packed byte, and never more than the last
_TEXT_BYTES, _TEXT_PER_BYTE, _MOST_TEXT_BYTES = 64 << 20, 32, 2 << 30
# values, likewise: one takes up to a hundred bytes of memory
_VALUES, _VALUES_PER_BYTE = 4_000_000, 4
_GZIP = 16 + zlib.MAX_WBITS


def unpack(data: bytes, name: object) -> dict[str, Any] | None:
    """Return a packed document; None where it is damaged.

    Raises StoreError, naming it, for one that unpacks to more than any document of ours.
    """
    most = min(max(_TEXT_BYTES, _TEXT_PER_BYTE * len(data)), _MOST_TEXT_BYTES)
    unpacking = zlib.decompressobj(_GZIP)
    try:
        text = unpacking.decompress(data, most)
        if unpacking.unconsumed_tail:
            raise _too_large(name)
        if not unpacking.eof or unpacking.unused_data:
            return None
        if sum(map(text.count, (b",", b"[", b"{"))) > max(_VALUES, _VALUES_PER_BYTE * len(data)):
            raise _too_large(name)
        document = json.loads(text)
    except (ValueError, RecursionError, zlib.error):
        return None
    return document if isinstance(document, dict) else None


def _too_large(name: object) -> StoreError:
    return StoreError(
        f"{name} unpacks to far more than Coincide ever packs. Delete it, and run coincide sync"
        " again."
    )
