"""What of an album is made already, so that one that was stopped goes on, and none is made twice.

The list lies in the album's folder, a line for each picture once it is whole. It names what a
picture was made from by a digest that nobody can trace back to the original.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from coincide.errors import UsageError
from coincide.storage.documents import Closed
from coincide.storage.ownfiles import write_own

FILE = ".coincide-album.jsonl"
# pictures made in another way are made anew
_VERSION = 1


class Made(Closed, frozen=True):
    """What was made of one file: a name, and the files of the album by size in bytes."""

    recipe: str  # of what, and how
    name: str  # what its files are called by: a digest of what is in them
    files: dict[str, int]  # from the album's folder on
    width_px: int = 0
    height_px: int = 0
    colours: str = ""
    why_not: str = ""  # why there are none


def recipe(kind: str, key: str, *how: object) -> str:
    """Return what tells one thing to make from another.

    >>> recipe("views", "a" * 64, 400) == recipe("views", "a" * 64, 400)
    True
    """
    told = json.dumps([_VERSION, kind, key, *map(str, how)])
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def check_folder(folder: Path) -> None:
    """Raise UsageError for a folder that is somebody's: an album is not mixed with other files."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file. Name a folder that is to hold the album.")
    if folder.exists() and any(folder.iterdir()) and not (folder / FILE).is_file():
        raise UsageError(f"{folder} holds files that are no album. Name another folder.")


def load_made(folder: Path) -> dict[str, Made]:
    """Return what was made before and is still there, by recipe."""
    try:
        lines = (folder / FILE).read_bytes().splitlines()
    except FileNotFoundError:
        return {}
    found = (_read(line) for line in lines)
    return {one.recipe: one for one in found if one is not None and _is_whole(folder, one)}


def _read(line: bytes) -> Made | None:
    try:
        return msgspec.json.decode(line, type=Made)
    except msgspec.DecodeError:
        return None  # the line that was being written when it was stopped


def _is_whole(folder: Path, made: Made) -> bool:
    return all(_size(folder / name) == size for name, size in made.files.items())


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1


def note(folder: Path, made: Made) -> None:
    """Add what was made to the list."""
    with (folder / FILE).open("ab") as file:
        file.write(msgspec.json.encode(made) + b"\n")


def settle(folder: Path, made: Mapping[str, Made], others: Iterable[str]) -> None:
    """Leave in a folder what is of this album, and take away what was of one before.

    A photo that is hidden by now is in no file any more. ``others`` are files that the album
    has beside these.
    """
    lines = [msgspec.json.encode(made[key]) + b"\n" for key in sorted(made)]
    write_own(folder / FILE, b"".join(lines))
    wanted = {FILE, *others, *(name for one in made.values() for name in one.files)}
    for path in _files(folder):
        if path.relative_to(folder).as_posix() not in wanted:
            path.unlink()
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file() or path.is_symlink())


def name_of(data: bytes) -> str:
    """Return a name for what is in a file: ten letters that any disk tells apart."""
    return _letters(hashlib.sha256(data))


def name_of_file(path: Path) -> str:
    """Return the same for a file that may be large."""
    with path.open("rb") as file:
        return _letters(hashlib.file_digest(file, "sha256"))


def _letters(digest: Any) -> str:
    import base64

    return base64.b32encode(digest.digest()[:7]).decode().lower()[:10]
