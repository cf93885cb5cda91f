"""How wide a text of a PDF is, and how it is put into the room that it has."""

import unicodedata
from collections.abc import Iterator

# a thousandth of the size: how wide Helvetica's letters are, by the rules of every PDF reader
_WIDTHS = (
    *((222, "ijl"), (191, "'"), (260, "|"), (278, " !,./:;I[\\]ft·"), (333, "()-`r")),
    *((334, "{}"), (355, '"'), (389, "*"), (469, "^"), (500, "Jckvsxyz"), (584, "+<=>~")),
    *((556, "#$0123456789?L_abdeghnopqu"), (611, "FTZ"), (667, "&ABEKPSVXY")),
    *((722, "CDHNRUw"), (778, "GOQ"), (833, "Mm"), (889, "%"), (944, "W"), (1000, "…")),
)
_WIDTH = {letter: width for width, letters in _WIDTHS for letter in letters}
# of what is not listed: as wide as the widest but one
_OTHER = 1015
# bold letters are wider by so much at most, but for a few thin ones
_BOLD = 1.12
_DOTS = "…"


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is in points, at most.

    >>> text_width("Été", 10.0), text_width("Oban", 10.0)
    (15.01, 24.46)
    """
    letters = (unicodedata.normalize("NFKD", letter)[0] for letter in text)
    width = sum(_WIDTH.get(letter, _OTHER) for letter in letters) * size / 1000
    return round(width * (_BOLD if bold else 1.0), 2)


def shortened(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return as much of a text as has room, with dots where something is missing.

    >>> shortened("Oban and Mull", 10.0, 40.0)
    'Oban a…'
    """
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(text + _DOTS, size, bold=bold) > width:
        text = text[:-1].rstrip()
    return text + _DOTS


def wrapped(text: str, size: float, width: float, most: int) -> Iterator[str]:
    """Yield the lines of a text, broken between words; the last one of so many is shortened.

    No dot between two things ends a line.

    >>> list(wrapped("18:15 · Theodora · 4 photos", 10.0, 60.0, 2))
    ['18:15', 'Theodora · 4…']
    """
    words, n_lines = text.split(), 1
    line: list[str] = []
    while words:
        if n_lines == most:
            yield shortened(" ".join([*line, *words]), size, width)
            return
        if line and text_width(" ".join([*line, words[0]]), size) > width:
            yield " ".join(line).removesuffix(" ·")
            line, n_lines = [], n_lines + 1
        else:
            line.append(words.pop(0))
    if line:
        yield shortened(" ".join(line), size, width)
