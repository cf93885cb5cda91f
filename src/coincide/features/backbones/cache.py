"""Files that are made or fetched once and kept: the cache folder, and checked entries in it.

An entry's name ends in the sha256 of its bytes. So one rename puts a file and its
check in place together, a damaged file shows itself, and two processes that make the
same entry at once only replace a file by an equal one.
"""

import hashlib
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from coincide.errors import ModelError

CACHE_VARIABLE = "COINCIDE_CACHE"
# unlike the store, nothing here is worth keeping: any file may be deleted at any time
_SUFFIX = ".onnx"
_PART = ".part"
# older than the slowest download: left by a process that was killed
_STALE_S = 86_400.0


def cache_folder() -> Path:
    """Return the folder for models: $COINCIDE_CACHE, else the platform's cache folder."""
    named = os.environ.get(CACHE_VARIABLE)
    if named:
        return Path(named)
    import platformdirs

    return platformdirs.user_cache_path("coincide")


def file_sha256(path: Path) -> str:
    """Return the sha256 of a file, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def find_entry(folder: Path, name: str) -> Path | None:
    """Return an undamaged entry of that name, or None."""
    try:
        paths = sorted(folder.glob(f"{name}-*{_SUFFIX}"))
    except OSError:  # whoever wants to write there is told why it cannot be used
        return None
    for path in paths:
        stated = path.name.removeprefix(f"{name}-").removesuffix(_SUFFIX)
        with suppress(OSError):  # another process cleans up, or it is not for this user to read
            if stated == file_sha256(path):
                return path
    return None


def cached(folder: Path, name: str, make: Callable[[BinaryIO], None]) -> Path:
    """Return the entry of that name; when absent or damaged, let ``make`` write it anew."""
    found = find_entry(folder, name)
    if found is not None:
        return found
    with _temporary(folder, name) as path:
        with path.open("wb") as stream:
            make(stream)
            stream.flush()
            os.fsync(stream.fileno())
        entry = folder / f"{name}-{file_sha256(path)}{_SUFFIX}"
        # replaces a damaged entry, too
        path.replace(entry)
    return entry


@contextmanager
def _temporary(folder: Path, name: str) -> Iterator[Path]:
    """Yield a fresh file in the folder, and delete it unless it was moved away."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        path = folder / f".{name}-{secrets.token_hex(8)}{_PART}"
        path.touch(exist_ok=False)
    except OSError as error:
        raise ModelError(
            f"{folder}: cannot write models here ({error.strerror}). "
            f"Set another folder in the environment variable {CACHE_VARIABLE}."
        ) from error
    try:
        yield path
    except OSError as error:
        raise ModelError(
            f"{folder}: cannot store a model here ({error.strerror}). Free some space, or set"
            f" another folder in the environment variable {CACHE_VARIABLE}."
        ) from error
    finally:
        path.unlink(missing_ok=True)


def _sweep(folder: Path) -> None:
    """Delete temporary files that nobody writes any more."""
    for path in folder.glob(f".*{_PART}"):
        with suppress(FileNotFoundError):  # another process sweeps at the same time
            if path.stat().st_mtime < time.time() - _STALE_S:
                path.unlink()
