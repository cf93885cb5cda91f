"""What Apple hides in its maker notes: the identifier both files of a live photo share."""

import struct

_HEAD = b"Apple iOS\0\0\1MM"
_CONTENT_ID = 0x0011
_ASCII = 2


def content_id_of(note: bytes) -> str | None:
    """Return the content identifier of an Apple maker note, None where it has none.

    The note is a directory of a big-endian TIFF: its entries count from the note's start.

    >>> content_id_of(b"Apple iOS") is None
    True
    """
    if not note.startswith(_HEAD) or len(note) < 16:
        return None
    (n_entries,) = struct.unpack_from(">H", note, len(_HEAD))
    for number in range(n_entries):
        at = len(_HEAD) + 2 + 12 * number
        if at + 12 > len(note):
            return None
        tag, type_, count, start = struct.unpack_from(">HHII", note, at)
        # up to four bytes would stand in the entry itself: too short for an identifier
        if tag == _CONTENT_ID and type_ == _ASCII and count > 4:
            return identifier(note[start : start + min(count, 100)])
    return None


def identifier(raw: bytes) -> str | None:
    """Return the text of an identifier; None for what is no plain text.

    >>> identifier(b"570F1469-09C7" + bytes(1)), identifier(b"")
    ('570F1469-09C7', None)
    """
    text = raw.split(b"\0", 1)[0].decode("ascii", errors="replace").strip()
    return text if text.isprintable() and text.isascii() and text else None
