"""Files that a command was asked to write, and what they may replace.

A file that is there already is replaced only where the private record says that this user's
Coincide wrote exactly its content. Marks inside a file prove nothing: any PDF begins like ours, and
an edited result still looks like one. What is written is recorded first, so that no crash leaves a
file that nobody may replace.
"""

import hashlib
import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from coincide.errors import StoreError
from coincide.model.places import Place
from coincide.storage.ledger import WrittenBy, record_written, was_written
from coincide.storage.objects import open_storage
from coincide.storage.ownfiles import open_descriptor, write_own

REMEDY = "Give another file, or delete that one first."


def may_write(path: Place, kind: WrittenBy = "output") -> bool:
    """Tell whether a file may be written: nothing is there, or what Coincide wrote there.

    A link is somebody's, wherever it leads.
    """
    return not open_storage(path).exists(path) or is_as_written(path, kind)


def is_as_written(path: Place, kind: WrittenBy = "output") -> bool:
    """Tell whether a file is there, with the content that this user's Coincide wrote."""
    try:
        found = _sha256(path)
    except FileNotFoundError:
        return False
    except OSError as error:
        if isinstance(path, Path):
            return False  # a folder, a link, or not for this user to read
        raise StoreError(f"Cannot use {path}: {error}.") from error
    return bool(was_written(kind, [found]))


def write_output(path: Place, data: bytes) -> None:
    """Write a file that a command was asked for; raise StoreError where another is in its place."""
    write_outputs({path: data})


def write_outputs(files: Mapping[Place, bytes]) -> None:
    """Write several files; where one of them may not be written, none is."""
    for path in files:
        if not may_write(path):
            raise StoreError(f"{path} exists and Coincide did not write it for you. {REMEDY}")
    digests = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    record_written("output", [(digest, Path(str(path))) for path, digest in digests.items()])
    for path, data in files.items():
        try:
            if isinstance(path, Path):
                write_own(path, data, flush=True)
            else:
                open_storage(path).write(path, data)
        except OSError as error:
            raise StoreError(f"Cannot write {path}: {error.strerror or error}.") from error


def write_output_file(path: Path, make: Callable[[Path], None]) -> None:
    """Have a file made that is too large for memory, under another name until it is whole.

    Raises StoreError where another is in its place, before anything is made.
    """
    if not may_write(path):
        raise StoreError(f"{path} exists and Coincide did not write it for you. {REMEDY}")
    part = path.with_name(f".{path.name}.{secrets.token_hex(8)}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        make(part)
        record_written("output", [(_sha256(part), path)])
        part.replace(path)
    except OSError as error:
        raise StoreError(f"Cannot write {path}: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):
            part.unlink()


def _sha256(path: Place) -> str:
    if not isinstance(path, Path):
        return hashlib.sha256(open_storage(path).read(path)).hexdigest()
    with os.fdopen(open_descriptor(path), "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
