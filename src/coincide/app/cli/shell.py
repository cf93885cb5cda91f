"""Commands that are printed to be copied into a shell."""

import shlex
from collections.abc import Iterable

from coincide.app.cli.tables import shown

# how Python writes the bytes 0x80 to 0xff of a name that is no UTF-8
_LOWEST_BYTE, _HIGHEST_BYTE = 0xDC80, 0xDCFF


def quoted(word: object) -> str:
    r"""Return a word as a shell reads it, fit for a terminal.

    Control codes of a file's name are written as bash and zsh read them, not sent to the terminal.

    >>> print(quoted("a b"), quoted("a\x1b'b"))
    'a b' $'a\u001b\'b'
    """
    text = str(word)
    if shown(text) == text:
        return shlex.quote(text)
    return "$'" + "".join(map(_escaped, text)) + "'"


def command_line(words: Iterable[object]) -> str:
    """Return a command of several words as a shell reads it."""
    return " ".join(map(quoted, words))


def _escaped(character: str) -> str:
    if character in "'\\":
        return f"\\{character}"
    if shown(character) == character:
        return character
    code = ord(character)
    if _LOWEST_BYTE <= code <= _HIGHEST_BYTE:
        return f"\\x{code - _LOWEST_BYTE + 0x80:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
