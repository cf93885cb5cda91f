"""Small files of a project folder, read and written whole, wherever it lies."""

import gzip
import json
import zlib
from typing import Any

from coincide.errors import StoreError
from coincide.model import Place
from coincide.storage.objects import open_storage


def read_bytes(place: Place) -> bytes | None:
    """Return what a file holds; None where there is none."""
    try:
        return open_storage(place).read(place)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"Cannot read {place}: {error}.") from error


def write_bytes(place: Place, data: bytes) -> None:
    """Write a file: under its name it is whole or not there."""
    try:
        open_storage(place).write(place, data)
    except OSError as error:
        raise StoreError(f"Cannot write {place}: {error}.") from error


def delete(place: Place) -> None:
    """Delete a file, if it is there."""
    try:
        open_storage(place).delete(place)
    except OSError as error:
        raise StoreError(f"Cannot delete {place}: {error}.") from error


def names_in(folder: Place, suffix: str) -> list[str]:
    """Return the names of the files of a folder that end so, in order."""
    try:
        found = [one.path.name for one in open_storage(folder).list(folder)]
    except OSError as error:
        raise StoreError(f"Cannot list {folder}: {error}.") from error
    return sorted(name for name in found if name.endswith(suffix) and not name.startswith("."))


def pack(document: dict[str, Any]) -> bytes:
    """Return a document packed: the same bytes for the same document."""
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=True)
    return gzip.compress(text.encode(), 4, mtime=0)


def unpack(data: bytes) -> dict[str, Any] | None:
    """Return a packed document; None where it is damaged."""
    try:
        document = json.loads(gzip.decompress(data))
    except (OSError, EOFError, ValueError, zlib.error):
        return None
    return document if isinstance(document, dict) else None
