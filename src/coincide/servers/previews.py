"""The previews in a mirror's folder: written, replaced and removed only if they are ours.

The ledger knows every preview by its content hash, recorded before the file is written. A file
that it does not know is somebody else's, whatever its name is, and is never touched. No link is
followed on the way.
"""

import hashlib
import logging
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from coincide.errors import StoreError
from coincide.storage import ledger
from coincide.storage.ownfiles import check_folder, read_own, write_own

logger = logging.getLogger(__name__)

# bytes: far beyond a picture of some thousand pixels
MAX_PREVIEW_BYTES = 16 << 20


def put_previews(folder: Path, previews: Mapping[PurePosixPath, bytes]) -> dict[PurePosixPath, str]:
    """Write previews; return which were left out because something else is in their place."""
    foreign = {
        name: reason
        for name, data in previews.items()
        if (reason := _in_the_way(folder, name, data)) is not None
    }
    ours = {name: data for name, data in previews.items() if name not in foreign}
    ledger.record_written(
        "mirror", [(hashlib.sha256(data).hexdigest(), folder / name) for name, data in ours.items()]
    )
    for name, data in ours.items():
        try:
            write_own(folder / name, data)
        except OSError as error:
            reason = error.strerror or str(error)
            raise StoreError(f"Cannot write {folder / name}: {reason}.") from error
    return foreign


def remove_previews(folder: Path, names: Iterable[PurePosixPath]) -> None:
    """Delete previews of what is in the album no more; what is not ours stays."""
    for name in names:
        path = folder / name
        found = _content(folder, name)
        if found is None:
            continue
        if isinstance(found, str) or not _is_ours(found):
            logger.warning("%s was not written by Coincide in its present form, and is kept", path)
            continue
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StoreError(f"Cannot delete {path}: {error.strerror or error}.") from error


def record_previews(folder: Path, names: Iterable[PurePosixPath]) -> None:
    """Record the previews that version 0.1 wrote, which kept no ledger."""
    contents = ((name, _content(folder, name)) for name in names)
    rows = [
        (hashlib.sha256(data).hexdigest(), folder / name)
        for name, data in contents
        if isinstance(data, bytes)
    ]
    ledger.record_written("mirror", rows)


def _in_the_way(folder: Path, name: PurePosixPath, data: bytes) -> str | None:
    """Return why a preview cannot be written; None if nothing foreign is in its place."""
    found = _content(folder, name)
    if found is None or found == data:
        return None
    if isinstance(found, str):
        return found
    if _is_ours(found):
        return None
    return f"{folder / name} was not written by Coincide: move it elsewhere, and sync"


def _is_ours(data: bytes) -> bool:
    return bool(ledger.was_written("mirror", [hashlib.sha256(data).hexdigest()]))


def _content(folder: Path, name: PurePosixPath) -> bytes | str | None:
    """Return a file's bytes, None where there is none, or why it cannot be a preview of ours."""
    path = folder / name
    try:
        check_folder(path.parent, below=folder)
        return read_own(path, most=2 * MAX_PREVIEW_BYTES)
    except FileNotFoundError:
        return None
    except OSError as error:
        where = error.filename or path
        return f"{where} is in the way ({error.strerror or error}): move it away, and sync"
