"""Keys are taken out of what a server says, so that no message, title or file name shows one."""

import re
from collections.abc import Collection

_INSTEAD = "[key]"
# a shorter text may stand in an answer for other reasons
_SHORTEST = 8
# an escape of JSON: of a printable character, or any other
_ESCAPE = re.compile(rb"\\(?:u00([2-7][0-9a-fA-F])|(/)|.)", re.DOTALL)


def redacted(text: str, keys: Collection[str]) -> str:
    """Return a text without keys.

    >>> redacted("no such key: s3cret-s3cret", ["s3cret-s3cret"])
    'no such key: [key]'
    """
    for key in keys:
        if len(key) >= _SHORTEST:
            text = text.replace(key, _INSTEAD)
    return text


def redacted_json(body: bytes, keys: Collection[str]) -> bytes:
    r"""Return a JSON document without keys, also where their characters are escaped.

    >>> redacted_json(rb'{"a": "\u0073ecret-secret"}', ["secret-secret"])
    b'{"a": "[key]"}'
    """
    if b"\\u00" in body or b"\\/" in body:
        body = _ESCAPE.sub(_plain, body)
    for key in keys:
        if len(key) >= _SHORTEST:
            body = body.replace(key.encode(), _INSTEAD.encode())
    return body


def _plain(escape: re.Match[bytes]) -> bytes:
    """Return the character that an escape stands for, where JSON can have it as it is."""
    if escape[2] is not None:
        return b"/"
    plain = bytes([int(escape[1], 16)]) if escape[1] is not None else b'"'
    return escape[0] if plain in b'"\\\x7f' else plain
