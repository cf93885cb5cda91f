"""What kept documents share: kinds of values, and how a document is written and told apart.

A document is a frozen Struct that says once what it holds. By it a file is checked when it is
read, and of it ``tools/`` makes the JSON Schema; the comment on a field is what the reference
says of it. See docs/adr/0010-typed-documents.md.
"""

import json
from pathlib import PurePath
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0, le=1)]
# Python's $ also matches before a line's end, so the length is told as well
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
EventTime = Annotated[
    Literal["true", "anchor"],
    Meta(
        description="`anchor`: event time is the anchor's clock, whose offset is 0 unless a person"
        " pinned it or it jumped before most of its photos; `true`: the anchor's clock is trusted"
        " or confirmed by GPS, so event time is true time, and the anchor's offset is its own error"
    ),
]


class Closed(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of which every key is known: one with others is refused."""


def to_text(document: Struct, *, indent: int) -> str:
    """Return a document as a file's text."""
    return json.dumps(to_plain(document), indent=indent, ensure_ascii=False) + "\n"


def to_plain(document: object) -> Any:
    """Return a document as what ``json`` knows; paths become texts."""
    return msgspec.to_builtins(document, enc_hook=_plain)


def _plain(value: object) -> object:
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, float):  # numpy's, which is one
        return float(value)
    raise NotImplementedError(f"{type(value).__name__} is no part of a document")


class _Named(Struct):
    schema: str = ""


def name_in(data: bytes) -> str:
    """Return what a document calls itself, "" if nothing; raise DecodeError for what is no JSON.

    >>> name_in(b'{"schema": "coincide.plan/1", "event": "wedding"}')
    'coincide.plan/1'
    """
    try:
        return msgspec.json.decode(data, type=_Named).schema
    except msgspec.ValidationError:  # JSON, but no object, or its name is no text
        return ""
