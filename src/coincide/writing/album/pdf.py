"""A PDF of pictures and lines of text, no more: what a storyboard needs.

Pictures are JPEGs as they are, text is text in one of the fonts that every reader has. These know
the letters of western languages: others are told by their nearest, or by a dot.
"""

import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# points, 72 to the inch
A4 = (595.0, 842.0)
_CATALOGUE, _PAGES, _REGULAR, _BOLD, _ABOUT = 1, 2, 3, 4, 5


@dataclass(frozen=True, slots=True)
class Drawn:
    """A JPEG in colours, and the rectangle it fills; ``y`` counts from the top of the page."""

    x: float
    y: float
    width: float
    height: float
    jpeg: bytes
    size_px: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text; ``y`` is where the letters stand, from the top; ``grey`` is 0 for black."""

    x: float
    y: float
    text: str
    size: float = 10.0
    bold: bool = False
    grey: float = 0.0


Sheet = Sequence[Drawn | Line]


def pdf_bytes(title: str, sheets: Sequence[Sheet], page: tuple[float, float] = A4) -> bytes:
    """Return a document of pages of one size."""
    objects: dict[int, bytes] = {
        _CATALOGUE: b"<< /Type /Catalog /Pages 2 0 R /Lang (en)"
        b" /ViewerPreferences << /DisplayDocTitle true >> >>",
        _REGULAR: _font(b"Helvetica"),
        _BOLD: _font(b"Helvetica-Bold"),
        _ABOUT: b"<< /Title (" + _escaped(title) + b") >>",
    }
    pages = []
    for sheet in sheets:
        number = max(objects) + 1
        pages.append(number)
        objects[number + 1] = _stream(
            zlib.compress(_content(sheet, page[1]), 9), b"/Filter /FlateDecode"
        )
        pictures = [drawn for drawn in sheet if isinstance(drawn, Drawn)]
        for place, one in enumerate(pictures):
            objects[number + 2 + place] = _stream(one.jpeg, _image(one.size_px))
        objects[number] = _page(number, len(pictures), page)
    kids = b" ".join(b"%d 0 R" % number for number in pages)
    objects[_PAGES] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(pages), kids)
    return _file(objects)


def _font(name: bytes) -> bytes:
    return b"<< /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>" % name


def _page(number: int, n_pictures: int, page: tuple[float, float]) -> bytes:
    images = b" ".join(b"/P%d %d 0 R" % (item, number + 2 + item) for item in range(n_pictures))
    return (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %g %g] /Contents %d 0 R /Resources"
        b" << /Font << /F0 3 0 R /F1 4 0 R >> /XObject << %s >> >> >>"
    ) % (*page, number + 1, images)


def _image(size_px: tuple[int, int]) -> bytes:
    return (
        b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceRGB"
        b" /BitsPerComponent 8 /Filter /DCTDecode"
    ) % size_px


def _stream(data: bytes, told: bytes) -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), told, data)


def _content(sheet: Sheet, height: float) -> bytes:
    return b"\n".join(_operators(sheet, height))


def _operators(sheet: Iterable[Drawn | Line], page_height: float) -> Iterator[bytes]:
    n_pictures = 0
    for drawn in sheet:
        if isinstance(drawn, Drawn):
            box = (drawn.width, drawn.height, drawn.x, page_height - drawn.y - drawn.height)
            yield b"q %.2f 0 0 %.2f %.2f %.2f cm /P%d Do Q" % (*box, n_pictures)
            n_pictures += 1
        else:
            place = (drawn.grey, drawn.bold, drawn.size, drawn.x, page_height - drawn.y)
            text = _escaped(drawn.text)
            yield b"BT %.2f g /F%d %.2f Tf %.2f %.2f Td (%s) Tj ET" % (*place, text)


def _escaped(text: str) -> bytes:
    r"""Return a text in the letters of the fonts, as a string of the format.

    >>> _escaped("Łódź (été) 日本")
    b'\xb7\xf3dz \\(\xe9t\xe9\\) \xb7\xb7'
    """
    found = b"".join(_letter(item) for item in unicodedata.normalize("NFC", text))
    for special in (b"\\", b"(", b")"):
        found = found.replace(special, b"\\" + special)
    return found


def _letter(letter: str) -> bytes:
    for known in (letter, unicodedata.normalize("NFKD", letter)[0]):
        try:
            return known.encode("cp1252")
        except UnicodeEncodeError:
            continue
    return "·".encode("cp1252")


def _file(objects: dict[int, bytes]) -> bytes:
    data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number in sorted(objects):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
    listed = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, listed)
    end += b"trailer\n<< /Size %d /Root 1 0 R /Info 5 0 R >>\n" % (len(objects) + 1)
    end += b"startxref\n%d\n%%%%EOF\n" % len(data)
    return bytes(data) + end
