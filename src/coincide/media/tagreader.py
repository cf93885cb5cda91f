"""Read tags of a file with exiv2, by exiv2's names: the one place that opens files with it."""

import mmap
import re
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from xml.parsers import expat

import exiv2

# exiv2's XMP toolkit keeps global state, so one thread at a time
_EXIV2 = threading.Lock()
# properties in one place of some XMP, which exiv2 compares each with each: 40 000 would take it
# ten seconds, and programs write some hundred
MOST_PROPERTIES = 5000
_BEFORE_RDF = re.compile(rb"<(?:[\w.-]+:)?$")
# what exiv2's own language raises in it for damaged files, beside its errors
_BROKEN = (OverflowError, LookupError, ValueError, RuntimeError, MemoryError)


@contextmanager
def opened(source: Path | bytes) -> Iterator[Any]:
    """Open a file, or a file's bytes, with exiv2; raise ValueError for what it cannot read."""
    _check_xmp(source)
    with _EXIV2:
        _settle()
        try:
            image = exiv2.ImageFactory.open(source if isinstance(source, bytes) else str(source))
            image.readMetadata()
            yield image
        except (exiv2.Exiv2Error, *_BROKEN) as error:
            raise ValueError(str(error.args[-1] if error.args else error)) from error


def read_named(source: Path | bytes, names: Iterable[str]) -> dict[str, str]:
    """Return those tags of a file that it has, as exiv2 writes them."""
    with opened(source) as image:
        data = {"Exif": image.exifData(), "Xmp": image.xmpData()}
        found = {name: find(data[name.split(".", 1)[0]], name) for name in names}
        return {name: text_of(tag) for name, tag in found.items() if tag is not None}


def all_tags(source: Path | bytes) -> list[tuple[str, str]]:
    """Return all EXIF, XMP and IPTC tags of a file, in order, for comparing two files."""
    with opened(source) as image:
        data = (image.exifData(), image.xmpData(), image.iptcData())
        return [(datum.key(), text_of(datum)) for part in data for datum in part]


def find(data: Any, name: str) -> Any | None:
    """Return a tag in exiv2's EXIF or XMP data, None where it is not there."""
    datum = data.findKey(_key(name))
    return None if datum == data.end() else datum


def text_of(tag: Any) -> str:
    """Return a tag's value as text that can be written and printed, whatever its bytes are."""
    raw: bytes = tag.toString().encode("utf-8", "surrogateescape")
    return raw.decode("utf-8", "backslashreplace")


def _check_xmp(source: Path | bytes) -> None:
    """Raise ValueError where XMP in a file has so many properties that exiv2 would seem to hang."""
    if isinstance(source, bytes):
        _check_packets(source)
        return
    try:
        with (
            source.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            _check_packets(data)
    except OSError as error:
        raise ValueError(f"cannot be read: {error.strerror or error}") from error


def _check_packets(data: bytes | mmap.mmap) -> None:
    """Look for XMP, in whatever format, by the one element it is in: <rdf:RDF>…</rdf:RDF>."""
    at, last = 0, _end_of_tags(data)
    while (name := data.find(b"RDF", at, last)) >= 0:
        at = name + 3
        begun = _BEFORE_RDF.search(data[max(name - 64, 0) : name])
        if begun is None:
            continue
        end = data.find(b"RDF>", at, last)
        if end < 0:
            return
        packet, at = data[name - len(begun[0]) : end + 4], end + 4
        # seldom: it is looked at closely only where it may have too many
        if packet.count(b"=") + packet.count(b"<") > MOST_PROPERTIES:
            _count_properties(packet)


def _end_of_tags(data: bytes | mmap.mmap) -> int:
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
    """Counts properties place by place: attributes and elements, but not the items of lists."""

    def __init__(self) -> None:
        self._counts = [0]
        self._described = 0  # all descriptions side by side are one place

    def enter(self, name: str, attributes: dict[str, str]) -> None:
        self._counts[-1] += name.rpartition(":")[2] != "li"
        below = self._described if len(self._counts) == 2 else 0
        self._counts.append(below + len(attributes))
        if max(self._counts[-2:]) > MOST_PROPERTIES:
            raise ValueError(f"its XMP has more than {MOST_PROPERTIES} properties in one place")

    def leave(self, _name: str) -> None:
        n_found = self._counts.pop()
        if len(self._counts) == 2:
            self._described = n_found


@cache
def _settle() -> None:
    """Silence exiv2, which would print to the user's terminal, and let it read HEIC."""
    exiv2.LogMsg.setLevel(exiv2.LogMsg.Level.mute)
    with warnings.catch_warnings():
        # needed for HEIC and AVIF before exiv2 0.18, deprecated since
        warnings.simplefilter("ignore", DeprecationWarning)
        exiv2.enableBMFF()


@cache
def _key(name: str) -> Any:
    return exiv2.ExifKey(name) if name.startswith("Exif.") else exiv2.XmpKey(name)
