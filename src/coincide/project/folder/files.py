"""Small files of a project folder, read and written whole, wherever it lies.

Each is named by its folder and its path below that, ``solutions/latest`` for example.
"""

import gzip
import json
from typing import Any

from coincide.errors import StoreError
from coincide.model import Place
from coincide.storage.objects import open_storage


def read_bytes(folder: Place, name: str) -> bytes | None:
    """Return what a file holds; None where there is none."""
    place = folder / name
    try:
        return open_storage(place, root=folder).read(place)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"Cannot read {place}: {error}.") from error


def write_bytes(folder: Place, name: str, data: bytes) -> None:
    """Write a file: under its name it is whole or not there."""
    place = folder / name
    try:
        open_storage(place, root=folder).write(place, data)
    except OSError as error:
        raise StoreError(f"Cannot write {place}: {error}.") from error


def delete(folder: Place, name: str) -> None:
    """Delete a file, if it is there."""
    place = folder / name
    try:
        open_storage(place, root=folder).delete(place)
    except OSError as error:
        raise StoreError(f"Cannot delete {place}: {error}.") from error


def names_in(folder: Place, below: str, suffix: str) -> list[str]:
    """Return the names of the files in a folder of the project that end so, in order."""
    place = folder / below
    try:
        found = [listed.path.name for listed in open_storage(place, root=folder).list(place)]
    except OSError as error:
        raise StoreError(f"Cannot list {place}: {error}.") from error
    return sorted(name for name in found if name.endswith(suffix) and not name.startswith("."))


def pack(document: dict[str, Any]) -> bytes:
    """Return a document packed: the same bytes for the same document."""
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=True)
    return gzip.compress(text.encode(), 4, mtime=0)
