"""The samples of a film, of whatever kind, and the tables that say what they are."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from coincide.media.imagedata.boxes import boxes
from coincide.media.imagedata.source import ByteSpan, OpenedImage, Part, Parts

# of the boxes below: what holds boxes, what is hashed whole, and what is hashed in part
_Tree = Mapping[bytes, "_Tree | str"]
_TABLES: _Tree = {
    **dict.fromkeys((b"stsd", b"stts", b"ctts", b"cslg", b"stss", b"stps", b"stsc"), "whole"),
    **dict.fromkeys((b"stsz", b"stz2", b"sdtp", b"sbgp", b"sgpd", b"subs", b"padb"), "whole"),
    **dict.fromkeys((b"stco", b"co64"), "places"),
}
_TRACK: _Tree = {
    b"tkhd": "timed",
    b"edts": {b"elst": "whole"},
    b"tref": "whole",
    b"tapt": "whole",
    b"mdia": {b"mdhd": "timed", b"hdlr": "handler", b"minf": {b"stbl": _TABLES}},
}
# Canon's box of a CR3 with all its metadata, and in it the thumbnail and the list of tracks
_CR3_BOX = bytes.fromhex("85c0b687820f11e08111f4ce462b6a48")
_CR3_PARTS = (b"THMB", b"CCTP")
_PLACES_AT_ONCE = 1 << 17


def parts(source: OpenedImage, moov: ByteSpan, samples: tuple[ByteSpan, ...]) -> Parts:
    """Yield what makes up a film: the tables of its tracks, and its samples.

    ``samples``: what the samples lie in. It is hashed as it is, and the places of the samples
    are counted in it, so that it may move but nothing in it.
    """
    n_tracks = 0
    for box in boxes(source, moov):
        if box.kind == b"mvhd":
            yield from _leaf(source, box.span, "timed", samples)
        elif box.kind == b"trak":
            n_tracks += 1
            yield from _tree(source, box.span, _TRACK, samples)
        elif box.kind == b"uuid" and source.read(box.span.start, 16) == _CR3_BOX:
            for inner in boxes(source, ByteSpan(box.span.start + 16, box.span.end)):
                if inner.kind in _CR3_PARTS:
                    yield inner.span
    if not n_tracks:
        raise ValueError("it is damaged or cut short: a film without tracks")
    yield samples


def _tree(source: OpenedImage, span: ByteSpan, tree: _Tree, samples: Sequence[ByteSpan]) -> Parts:
    for box in boxes(source, span):
        inner = tree.get(box.kind)
        if isinstance(inner, str):
            # one name for the two tables of places: the wider is taken when a film grows
            yield b"stco" if inner == "places" else box.kind
            yield from _leaf(source, box.span, inner, samples, wide=box.kind == b"co64")
        elif inner is not None:
            yield box.kind
            yield from _tree(source, box.span, inner, samples)


def _leaf(
    source: OpenedImage,
    span: ByteSpan,
    how: str,
    samples: Sequence[ByteSpan],
    *,
    wide: bool = False,
) -> Parts:
    if how == "places":
        yield from _places(source, span, samples, wide=wide)
    elif how == "handler":
        yield source.read(span.start + 8, 4)
    elif how == "timed":
        yield from _timed(source, span)
    else:
        yield span


def _timed(source: OpenedImage, span: ByteSpan) -> tuple[Part, ...]:
    """Return a header without the two times it begins with, behind version and flags."""
    head = source.read(span.start, 4)
    after = span.start + 4 + (16 if head[0] == 1 else 8)
    if after > span.end:
        raise ValueError("it is damaged: a film's header is cut short")
    return head, ByteSpan(after, span.end)


def _places(
    source: OpenedImage, span: ByteSpan, samples: Sequence[ByteSpan], *, wide: bool
) -> Parts:
    """Yield where in the samples each chunk begins; −1 for one beyond the end of the file."""
    n_place = 8 if wide else 4
    n_places = int.from_bytes(source.read(span.start + 4, 4), "big")
    if 8 + n_places * n_place > span.n_bytes:
        raise ValueError("it is damaged: the places of its samples are cut short")
    for first in range(0, n_places, _PLACES_AT_ONCE):
        n_now = min(_PLACES_AT_ONCE, n_places - first)
        table = source.read(span.start + 8 + first * n_place, n_now * n_place)
        places = np.frombuffer(table, f">u{n_place}").astype(np.uint64)
        counted = _counted(places, samples)
        if np.any((counted < 0) & (places < source.size)):
            raise ValueError("it is damaged, or its samples are where none are expected")
        yield counted.astype(">i8").tobytes()


def _counted(places: npt.NDArray[np.uint64], samples: Sequence[ByteSpan]) -> npt.NDArray[np.int64]:
    """Return each place in the file as one in the samples, −1 where it is in none."""
    if not samples:
        return np.full(places.shape, -1, dtype=np.int64)
    starts = np.array([span.start for span in samples], dtype=np.int64)
    lengths = np.array([span.n_bytes for span in samples], dtype=np.int64)
    before = np.cumsum(lengths) - lengths
    # so that a place of 64 bits has room for a sign
    at = np.minimum(places, np.uint64(2**62)).astype(np.int64)
    index = np.maximum(np.searchsorted(starts, at, side="right") - 1, 0)
    inside = at - starts[index]
    found = (inside >= 0) & (inside <= lengths[index])
    return np.where(found, before[index] + inside, -1)
