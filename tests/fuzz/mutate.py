"""Damage files: by chance, at their lengths, and as somebody would who means harm."""

import json
import math
import random
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.fuzz.fields import fields

# (chance, the file, another file of the same kind) → the damaged file
Mutation = Callable[[random.Random, bytes, bytes], bytes]

MOST_BYTES = 8_000_000
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_STRING = re.compile(rb'"[^"\n]{0,200}"')
_ODD_NUMBERS = (
    *(b"0", b"-1", b"1e400", b"-1e400", b"NaN", b"Infinity", b"1e308", b"99999999999999999999"),
    *(b"9" * 400, b"9" * 5000, b"2147483648", b"true", b"null", b"[]", b"{}", b'""', b"1" * 19),
)
_ODD_STRINGS = (
    *(b'""', b"null", b"[]", b"{}", b"7", b'"\\ud800"', b'"\\u0000"', b'"../../x"', b'"/etc/x"'),
    *(b'"\\udcff/a.jpg"', b'"C:/x"', b'"a\\\\b"', b'"-o"', b'"' + b"x" * 5000 + b'"', b'"a//b"'),
    *(b'"9999:99:99 99:99:99"', b'"9999-12-31T23:59:59+99:99"', b'"\xed\xa0\x80"', b'"\xff"'),
    b"[" * 900 + b"]" * 900,
)
_ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 2**63, 2**64, -(10**400), 10**4000, 1e308, math.inf, math.nan),
    *("", "a", "../x", "/", "/etc/passwd", "\ud800", "a\0b", "C:/x", "a\\b", "x" * 5000, "-o"),
    *([], {}, [[]], [None], {"a": 1}, [1, 2, 3], {"root": 0, "path": ".."}, {"root": 9**9}),
    *("2024-05-04T15:00:00", "9999-12-31T23:59:59.999999999", "EXIF:ModifyDate", "a\nb"),
)
_ODD_XML = (
    *(b"<!DOCTYPE a>", b"<![CDATA[x]]>", b"<!-- x -->", b"<?a b?>", b"&amp;", b"&#x0;", b"&b;"),
    *(b'<?xml version="1.0" encoding="utf-7"?>', b'<?xml version="1.0" encoding="nonsense"?>'),
    *(b'<?xml version="1.0" encoding="latin-1"?>', b'<?xml version="1.0" encoding="idna"?>'),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"\xed\xa0\x80", b"<a>" * 90, b"<a>" * 5000, b"</a>"),
    *(b' xmlns:exif="urn:x"', b' xmlns=""', b' xmlns:a="', b' rdf:parseType="Resource"', b"/>"),
    *(b"<rdf:Description/>", b"<exif:DateTimeOriginal/>", b"<rdf:li>", b"<rdf:Seq>", b"]]>"),
)


def flip(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16, 64))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def flip_head(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Flip near the beginning, where headers and tags are."""
    n_head = min(len(data), rng.choice((64, 512, 4096)))
    return flip(rng, data[:n_head], other) + data[n_head:]


def overwrite(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    at, n_bytes = rng.randrange(len(data)), rng.choice((1, 2, 4, 8, 32))
    new = rng.choice((bytes(n_bytes), b"\xff" * n_bytes, b"\x7f" * n_bytes, rng.randbytes(n_bytes)))
    return data[:at] + new + data[at + n_bytes :]


def truncate(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    return data[: rng.choice((rng.randrange(len(data)), min(rng.randrange(2000), len(data))))]


def delete(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    start, end = _block(rng, data)
    return data[:start] + data[end:]


def duplicate(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    start, end = _block(rng, data)
    n_times = min(rng.choice((1, 1, 2, 50, 2000)), max(1, 1_000_000 // max(end - start, 1)))
    return data[:end] + data[start:end] * n_times + data[end:]


def swap(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    cuts = sorted(rng.randrange(len(data)) for _ in range(4))
    one, two, three, four = cuts
    return data[:one] + data[three:four] + data[two:three] + data[one:two] + data[four:]


def splice(rng: random.Random, data: bytes, other: bytes) -> bytes:
    return data[: rng.randrange(len(data))] + other[rng.randrange(max(len(other), 1)) :]


def implant(rng: random.Random, data: bytes, other: bytes) -> bytes:
    start, end = _block(rng, other or b"\0")
    at = rng.randrange(len(data))
    return data[:at] + other[start:end] + data[at:]


def spoil_field(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    """Give lengths, counts and places other values: none, all, just beside, beyond."""
    found = fields(data)
    if not found:
        return flip_head(rng, data, b"")
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at, n_bytes, order = rng.choice(found)
        most = 1 << 8 * n_bytes
        old = int.from_bytes(data[at : at + n_bytes], order)
        near = (old + 1, old - 1, old * 2, old + 8, old // 2, len(data), len(data) - at)
        odd = (0, 1, 2, 7, 8, 9, most - 1, most // 2, most // 2 - 1, rng.randrange(most), 20_000)
        changed[at : at + n_bytes] = (rng.choice(near + odd) % most).to_bytes(n_bytes, order)
    return bytes(changed)


def odd_number(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    return _replaced(rng, data, _NUMBER, _ODD_NUMBERS)


def odd_string(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    return _replaced(rng, data, _STRING, _ODD_STRINGS)


def odd_node(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    """Put something odd where a value of a JSON document stands, or take the value out."""
    try:
        lines = [json.loads(data)]
    except ValueError:
        lines = [json.loads(line) for line in data.splitlines() if _is_json(line)]
    places = [place for line in lines for place in _places(line)]
    if not places:
        return odd_string(rng, data, b"")
    holder, key = rng.choice(places)
    if rng.random() < 0.2:
        del holder[key]
    else:
        holder[key] = rng.choice(_ODD_VALUES)
    if len(lines) == 1:
        return json.dumps(lines[0]).encode()
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def _is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what holds a value, and the key or number by which it does."""
    keys: Iterable[Any] = ()
    if isinstance(node, dict):
        keys = list(node)
    elif isinstance(node, list):
        keys = range(len(node))
    for key in keys:
        yield node, key
        yield from _places(node[key])


def odd_xml(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    edges = [match.start() for match in re.finditer(rb"[<> ]", data)] or [0]
    at = rng.choice((0, rng.choice(edges), rng.choice(edges) + 1))
    return data[:at] + rng.choice(_ODD_XML) + data[at:]


def many_names(rng: random.Random, data: bytes, _other: bytes) -> bytes:
    """Put very many attributes, prefixes or elements where an element begins."""
    edges = [match.end() for match in re.finditer(rb"<[\w:]+", data)] or [0]
    at, n = rng.choice(edges), rng.choice((100, 5000, 60_000))
    row = rng.choice(
        (b' exif:a%d="1"', b' xmlns:a%d="urn:a%d"', b"<a%d/>", b"<exif:a%d>1</exif:a%d>")
    )
    if row.startswith(b"<"):
        at = data.find(b">", at) + 1
    n_numbers = row.count(b"%d")
    return data[:at] + b"".join(row % ((i,) * n_numbers) for i in range(n)) + data[at:]


def _block(rng: random.Random, data: bytes) -> tuple[int, int]:
    start = rng.randrange(max(len(data), 1))
    return start, min(len(data), start + rng.choice((1, 4, 12, 100, 4096, len(data))))


def _replaced(
    rng: random.Random, data: bytes, pattern: re.Pattern[bytes], choices: tuple[bytes, ...]
) -> bytes:
    found = list(pattern.finditer(data))
    if not found:
        return data
    match = rng.choice(found)
    return data[: match.start()] + rng.choice(choices) + data[match.end() :]


_ANY: tuple[Mutation, ...] = (
    *(flip, flip_head, overwrite, truncate, delete, duplicate, swap, splice, implant),
)
_MEDIA = (*_ANY, *(spoil_field,) * 6)
_TEXT = (*_ANY, *(odd_number, odd_string) * 3)
MUTATIONS: dict[str, tuple[Mutation, ...]] = {
    "media": _MEDIA,
    "sidecar": (*_TEXT, *(odd_xml, many_names) * 4),
    "plan": (*_TEXT, *(odd_node,) * 15),
    "journal": (*_TEXT, *(odd_node,) * 15),
}


def mutated(rng: random.Random, kind: str, data: bytes, other: bytes) -> tuple[bytes, str]:
    """Return a file damaged in one to three ways, and their names."""
    names = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        mutation = rng.choice(MUTATIONS[kind])
        data = mutation(rng, data or b"\0", other)[:MOST_BYTES]
        names.append(mutation.__name__)
    # check sums would keep most damage from being looked at
    if rng.random() < 0.6:
        data = _with_png_sums(data) if kind == "media" else data
        data = _with_journal_sums(data) if kind == "journal" else data
    return data, "+".join(names)


def _with_png_sums(data: bytes) -> bytes:
    if not data.startswith(b"\x89PNG"):
        return data
    changed, at = bytearray(data), 8
    while at + 12 <= len(changed):
        end = at + 8 + int.from_bytes(changed[at : at + 4], "big")
        if end + 4 > len(changed):
            break
        struct.pack_into(">I", changed, end, zlib.crc32(changed[at + 4 : end]))
        at = end + 4
    return bytes(changed)


def _with_journal_sums(data: bytes) -> bytes:
    """Sign each line of a journal anew, as one who forges it would."""
    lines, checksum = [], 0
    for line in data.split(b"\n")[:-1]:
        try:
            body = json.dumps(json.loads(line)[1], separators=(",", ":")).encode("ascii")
        except (ValueError, LookupError, TypeError, RecursionError):
            body = line[12:-1]
        checksum = zlib.crc32(body, checksum)
        lines.append(b'["%08x",%b]\n' % (checksum, body))
    return b"".join(lines)
