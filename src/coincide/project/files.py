"""Small files of a project folder, read and written whole, on a disk or in object storage."""

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from coincide.errors import StoreError
from coincide.storage.objects import Objects
from coincide.storage.urls import as_text, is_url


def read_bytes(path: Path) -> bytes | None:
    """Return what a file holds; None where there is none."""
    try:
        return Objects(path).read(path) if is_url(path) else path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"Cannot read {as_text(path)}: {error}.") from error


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file beside its final name, then rename it: whole or not at all."""
    try:
        if is_url(path):
            Objects(path).write(path, data)
            return
        beside = path.with_name(f".{path.name}.part")
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(data)
        beside.replace(path)
    except OSError as error:
        raise StoreError(f"Cannot write {as_text(path)}: {error}.") from error


def delete(path: Path) -> None:
    """Delete a file, if it is there."""
    try:
        if is_url(path):
            Objects(path).delete(path)
        else:
            path.unlink(missing_ok=True)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(f"Cannot delete {as_text(path)}: {error}.") from error


def names_in(folder: Path, suffix: str) -> list[str]:
    """Return the names of the files of a folder that end so, in order."""
    if is_url(folder):
        found = [one.path.name for one in Objects(folder).list(folder)]
    else:
        found = [path.name for path in folder.iterdir()] if folder.is_dir() else []
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
