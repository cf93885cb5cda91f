"""Bounds on what exiv2 is given to read: XMP by its size and its parts, boxes by their depth.

A worker process has limits of memory and time for whatever is not thought of here; a file that
is refused here costs neither.
"""

import mmap
import re
import zlib
from collections.abc import Iterator
from xml.parsers import expat

from coincide.media.isolated import need_memory

Data = bytes | mmap.mmap

# bytes of XMP, in a sidecar or in one packet of a photo; long edit histories stay far below
MAX_XMP_BYTES = 10_000_000
# properties in one place of some XMP, which exiv2 compares each with each: 40 000 would take it
# ten seconds, and programs write some hundred
MOST_PROPERTIES = 5000
# elements in all, items of lists among them: each costs exiv2 30 microseconds
MOST_ELEMENTS = 50_000
# boxes in boxes: exiv2 copies each with all that is in it; cameras need some six levels
MOST_DEPTH, MOST_BOXES = 32, 20_000

_BEFORE_RDF = re.compile(rb"<(?:[\w.-]+:)?$")
# boxes that exiv2 looks into, and how many bytes of their own come before what they hold
_HOLDERS = {b"moov": 0, b"iprp": 0, b"ipco": 0, b"meta": 4, b"iinf": 6, b"uuid": 16}
_PNG = b"\x89PNG\r\n\x1a\n"
_COMPRESSED_TEXTS = (b"iTXt", b"zTXt")


def check_tags(data: Data) -> None:
    """Raise ValueError for a file's bytes on which exiv2 would spend minutes or gigabytes."""
    if data[4:8] == b"ftyp":
        _check_boxes(data)
    if data[:8] == _PNG:
        for text in _compressed_texts(data):
            check_xmp(text)
    check_xmp(data)


def check_xmp(data: Data) -> None:
    """Look for XMP, in whatever format, by the one element it is in: <rdf:RDF>…</rdf:RDF>."""
    at, last = 0, end_of_tags(data)
    while (name := data.find(b"RDF", at, last)) >= 0:
        at = name + 3
        begun = _BEFORE_RDF.search(data[max(name - 64, 0) : name])
        if begun is None:
            continue
        end = data.find(b"RDF>", at, last)
        start, end = name - len(begun[0]), last if end < 0 else end + 4
        if end - start > MAX_XMP_BYTES:
            raise ValueError(f"its XMP is larger than {MAX_XMP_BYTES / 1e6:g} MB")
        packet, at = data[start:end], end
        # seldom: it is looked at closely only where it may have too many
        if packet.count(b"=") + packet.count(b"<") > MOST_PROPERTIES:
            _count_properties(packet)


def end_of_tags(data: Data) -> int:
    """Return where exiv2 stops reading: at the scan of a JPEG, at the end of all else."""
    if data[:2] != b"\xff\xd8":
        return len(data)
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xDA:
            return at
        if marker < 0xC0 or 0xD0 <= marker <= 0xD9 or marker == 0xFF:
            break  # no segment with a length; such files are few, and searched to their end
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return len(data)


def _count_properties(packet: bytes) -> None:
    counts, parser = _Counts(), expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = counts.enter, counts.leave
    try:
        parser.Parse(packet, True)
    except expat.ExpatError:
        return  # exiv2 refuses it as well


class _Counts:
    """Counts properties place by place: attributes and elements; items of lists only in all."""

    def __init__(self) -> None:
        self._counts = [0]
        self._described = 0  # all descriptions side by side are one place
        self._n_elements = 0

    def enter(self, name: str, attributes: dict[str, str]) -> None:
        self._n_elements += 1
        self._counts[-1] += name.rpartition(":")[2] != "li"
        below = self._described if len(self._counts) == 2 else 0
        self._counts.append(below + len(attributes))
        if max(self._counts[-2:]) > MOST_PROPERTIES:
            raise ValueError(f"its XMP has more than {MOST_PROPERTIES} properties in one place")
        if self._n_elements > MOST_ELEMENTS:
            raise ValueError(f"its XMP has more than {MOST_ELEMENTS} elements")

    def leave(self, _name: str) -> None:
        n_found = self._counts.pop()
        if len(self._counts) == 2:
            self._described = n_found


def _compressed_texts(data: Data) -> Iterator[bytes]:
    """Yield the compressed texts of a PNG; raise ValueError for one that is too long for XMP."""
    at = 8
    while at + 12 <= len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if kind in _COMPRESSED_TEXTS and size <= MAX_XMP_BYTES:
            yield _uncompressed(data[at + 8 : at + 8 + size])
        at += 12 + size


def _uncompressed(chunk: bytes) -> bytes:
    """Return the text of a chunk, wherever in it the compressed part begins."""
    keyword, _, rest = chunk.partition(b"\0")
    # zTXt: the method; iTXt: whether and how, the language, the keyword in that language
    starts = {1, *(match.end() for match in re.finditer(b"\0", rest[:4096]))}
    for start in sorted(starts):
        reader = zlib.decompressobj()
        try:
            text = reader.decompress(rest[start:], MAX_XMP_BYTES + 1)
        except zlib.error:
            continue
        if len(text) > MAX_XMP_BYTES and b"xmp" in keyword.lower():
            raise ValueError(f"its XMP is larger than {MAX_XMP_BYTES / 1e6:g} MB")
        if text:
            return text
    return b""


def _check_boxes(data: Data) -> None:
    """Bound what exiv2 copies of an ISO media file: boxes, and boxes in boxes, each whole."""
    # from where to where, how deep, and the bytes of all boxes around
    todo = [(0, len(data), 0, 0)]
    n_boxes, most_copied = 0, 0
    while todo:
        at, end, depth, around = todo.pop()
        if depth > MOST_DEPTH:
            raise ValueError(f"broken: more than {MOST_DEPTH} boxes in one another")
        while end - at >= 8 and (n_boxes := n_boxes + 1) <= MOST_BOXES:
            size, header = int.from_bytes(data[at : at + 4], "big"), 8
            if size == 1:
                size, header = int.from_bytes(data[at + 8 : at + 16], "big"), 16
            elif size == 0:
                size = end - at
            if size < header:
                break
            size = min(size, end - at)
            most_copied = max(most_copied, around + size)
            own = _HOLDERS.get(data[at + 4 : at + 8])
            if own is not None:
                todo.append((at + header + own, at + size, depth + 1, around + size))
            at += size
    if n_boxes > MOST_BOXES:
        raise ValueError(f"broken: more than {MOST_BOXES} boxes")
    need_memory(most_copied)
