"""The picture items of HEIC and AVIF: coded pictures, grids and their properties."""

from collections.abc import Mapping
from dataclasses import dataclass

from coincide.media.imagedata.boxes import boxes
from coincide.media.imagedata.source import ByteSpan, OpenedImage, Parts, number

_METADATA = (b"Exif", b"mime", b"uri ")
# which item describes which: metadata, and written anew with it
_DESCRIBES = b"cdsc"
# tiles and layers of one file, and pieces of all of them
_MOST_PIECES = 1 << 16
_IN_FILE, _IN_BOX = 0, 1


@dataclass(frozen=True, slots=True)
class Items:
    """What a file's meta box lists: each item's kind and place, and the boxes about them."""

    kinds: Mapping[int, bytes]
    places: Mapping[int, tuple[ByteSpan, ...]]
    meta: Mapping[bytes, ByteSpan]

    @property
    def metadata_spans(self) -> list[ByteSpan]:
        """Where the metadata items lie, which is among the pictures."""
        return [
            span
            for item, kind in self.kinds.items()
            for span in self.places.get(item, ())
            if kind in _METADATA
        ]


def parts(source: OpenedImage, stored: Items) -> Parts:
    """Yield what makes up the pictures: items by number, then how they belong together."""
    pictures = sorted(item for item, kind in stored.kinds.items() if kind not in _METADATA)
    if not pictures:
        raise ValueError("it is damaged: a picture file without a picture")
    for item in pictures:
        spans = stored.places.get(item, ())
        # a length of zero may mean all of the file
        if not all(span.n_bytes for span in spans):
            raise ValueError("its pictures are stored in an unsupported way")
        yield number(item) + stored.kinds[item]
        yield spans
    for kind in (b"pitm", b"iprp", b"grpl"):
        if kind in stored.meta:
            yield kind
            yield stored.meta[kind]
    if b"iref" in stored.meta:
        for box in boxes(source, _after(stored.meta[b"iref"], 4)):
            if box.kind != _DESCRIBES:
                yield box.kind
                yield box.span


def read_items(source: OpenedImage, meta: Mapping[bytes, ByteSpan]) -> Items | None:
    """Return the items that a meta box lists, None where it lists none."""
    if b"iinf" not in meta or b"iloc" not in meta:
        return None
    return Items(_kinds(source, meta[b"iinf"]), _places(source, meta), meta)


def _kinds(source: OpenedImage, span: ByteSpan) -> dict[int, bytes]:
    n_head = 6 if source.read(span.start, 1)[0] == 0 else 8
    kinds = {}
    for box in boxes(source, _after(span, n_head)):
        head = source.read(box.span.start, min(box.span.n_bytes, 16))
        n_number = {2: 2, 3: 4}.get(head[0]) if head else None
        if box.kind != b"infe" or n_number is None or len(head) < 10 + n_number:
            raise ValueError("it is damaged: the list of its pictures cannot be read")
        item = int.from_bytes(head[4 : 4 + n_number], "big")
        kinds[item] = head[6 + n_number : 10 + n_number]
    return kinds


def _places(source: OpenedImage, meta: Mapping[bytes, ByteSpan]) -> dict[int, tuple[ByteSpan, ...]]:
    """Return where each item's data lies, from the box iloc."""
    table = _Table(source.read(meta[b"iloc"].start, meta[b"iloc"].n_bytes))
    version = table.whole(1)
    table.whole(3)  # flags
    sizes, more_sizes = table.whole(1), table.whole(1)
    n_offset, n_length, n_base = sizes >> 4, sizes & 15, more_sizes >> 4
    n_index = more_sizes & 15 if version in (1, 2) else 0
    wide = 2 if version < 2 else 4
    places: dict[int, tuple[ByteSpan, ...]] = {}
    n_left = _MOST_PIECES
    for _ in range(table.whole(wide)):
        item = table.whole(wide)
        method = table.whole(2) & 15 if version in (1, 2) else _IN_FILE
        if table.whole(2) or method not in (_IN_FILE, _IN_BOX) or version > 2:
            raise ValueError("its pictures are stored in an unsupported way")
        base, n_pieces = table.whole(n_base), table.whole(2)
        n_left -= n_pieces + 1
        if n_left < 0:
            raise ValueError(f"it is damaged: its pictures are in over {_MOST_PIECES} pieces")
        pieces = [_piece(table, n_index, n_offset, n_length) for _ in range(n_pieces)]
        places[item] = tuple(_span(source, meta, method, base + at, n) for at, n in pieces)
    return places


def _piece(table: "_Table", n_index: int, n_offset: int, n_length: int) -> tuple[int, int]:
    table.whole(n_index)
    return table.whole(n_offset), table.whole(n_length)


def _span(
    source: OpenedImage, meta: Mapping[bytes, ByteSpan], method: int, start: int, n: int
) -> ByteSpan:
    if method == _IN_FILE:
        return source.span(start, n)
    held = meta.get(b"idat", ByteSpan(0, 0))
    if start + n > held.n_bytes:
        raise ValueError("it is damaged: a picture extends beyond its box")
    return source.span(held.start + start, n)


def _after(span: ByteSpan, n_bytes: int) -> ByteSpan:
    return ByteSpan(min(span.start + n_bytes, span.end), span.end)


class _Table:
    """Bytes that are read number by number."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def whole(self, n_bytes: int) -> int:
        start, self._at = self._at, self._at + n_bytes
        if self._at > len(self._data):
            raise ValueError("it is damaged: the places of its pictures are cut short")
        return int.from_bytes(self._data[start : self._at], "big")
