"""What of an album is made already, so that one that was stopped goes on, and none is made twice.

The list lies in the album's folder, a line for each picture once it is whole. It names what a
picture was made from by a digest that nobody can trace back to the original.

Anybody can write such a list. So each line, and the content of each file of an album, is put into
the private record (``storage.ledger``) before it is written. A folder is an album if the record
knows its lines, and a file of it is deleted or replaced only if the record knows its content.
"""

import base64
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

import msgspec

from coincide.errors import UsageError
from coincide.storage import ownfiles
from coincide.storage.documents import Closed
from coincide.storage.ledger import record_written, was_written
from coincide.storage.outputs import is_as_written

FILE = ".coincide-album.jsonl"
# pictures made in another way are made anew
_VERSION = 1
# the line of the page itself, its script and its document
_PAGES = "pages"


class Made(Closed, frozen=True):
    """What was made of one file: a name, and the files of the album by size in bytes."""

    recipe: str  # of what, and how
    name: str  # what its files are called by: a digest of what is in them
    files: dict[str, int]  # from the album's folder on
    width_px: int = 0
    height_px: int = 0
    colours: str = ""
    why_not: str = ""  # why there are none
    untimed: str = ""  # why a copy keeps the time that its camera wrote


def recipe(kind: str, key: str, *how: object) -> str:
    """Return what tells one thing to make from another.

    >>> recipe("views", "a" * 64, 400) == recipe("views", "a" * 64, 400)
    True
    """
    told = json.dumps([_VERSION, kind, key, *map(str, how)])
    return hashlib.sha256(told.encode()).hexdigest()[:24]


# The list


def check_folder(folder: Path) -> None:
    """Raise UsageError for a folder that is somebody's: an album is not mixed with other files."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file. Name a folder that is to hold the album.")
    if folder.exists() and any(folder.iterdir()) and not _is_album(folder):
        raise UsageError(
            f"{folder} holds files, and is no album that Coincide wrote for you. Name another"
            " folder, or delete that one first."
        )


def _is_album(folder: Path) -> bool:
    """Tell whether this user's Coincide wrote the list in a folder, every line of it."""
    lines = _lines(folder)
    if not lines:  # begun and stopped before the first picture
        return [path.name for path in folder.iterdir()] == [FILE]
    return was_written("album", [*map(_digest, lines)]) == {*map(_digest, lines)}


def load_made(folder: Path) -> dict[str, Made]:
    """Return what was made before and is still there, by recipe."""
    return {made.recipe: made for made in _listed(folder) if _is_whole(folder, made)}


def _listed(folder: Path) -> Iterator[Made]:
    """Yield what the lines of the list tell that this user's Coincide wrote."""
    lines = _lines(folder)
    known = was_written("album", [*map(_digest, lines)])
    return (one for line, one in lines.items() if _digest(line) in known)


def _lines(folder: Path) -> dict[bytes, Made]:
    """Return the lines of the list with what they tell; the one that was cut short is left out."""
    try:
        lines = ownfiles.read_own(folder / FILE).splitlines()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UsageError(
            f"{folder / FILE} cannot be used ({error.strerror}). Name another folder."
        ) from error
    found = ((line, _read(line)) for line in lines)
    return {line: made for line, made in found if made is not None}


def _read(line: bytes) -> Made | None:
    try:
        made = msgspec.json.decode(line, type=Made)
    except (msgspec.DecodeError, RecursionError):
        return None  # the line that was being written when it was stopped
    return made if all(map(_is_inside, made.files)) else None


def _is_inside(name: str) -> bool:
    """Tell whether a name leads to a file below the album's folder."""
    path = PurePosixPath(name)
    clean = not path.is_absolute() and ".." not in path.parts and path.parts != ()
    return clean and not any(letter in name for letter in "\\:\0")


def _is_whole(folder: Path, made: Made) -> bool:
    return all(_size(folder / name) == size for name, size in made.files.items())


def _size(path: Path) -> int:
    try:
        status = path.lstat()
    except OSError:
        return -1
    return status.st_size if stat.S_ISREG(status.st_mode) else -1


def begin(folder: Path) -> None:
    """Make the folder of an album with its list, if they are not there."""
    folder.mkdir(parents=True, exist_ok=True)
    os.close(ownfiles.open_descriptor(folder / FILE, os.O_WRONLY | os.O_CREAT))


def note(folder: Path, made: Made) -> None:
    """Add what was made to the list; ``record`` was told of it before."""
    access = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    with os.fdopen(ownfiles.open_descriptor(folder / FILE, access), "ab") as file:
        file.write(_line(made) + b"\n")


def record(folder: Path, made: Made, digests: Mapping[str, str]) -> None:
    """Record a line and the sha256 of its files, by name, before any of them is there."""
    files = [(digest, folder / name) for name, digest in digests.items()]
    record_written("album", [(_digest(_line(made)), folder / FILE), *files])


def _line(made: Made) -> bytes:
    return msgspec.json.encode(made)


def _digest(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()


# Files


def put(folder: Path, name: str, data: bytes, *, by_content: bool = False) -> None:
    """Write a file of the album, which was recorded, over none but one of an album."""
    check_place(folder, name, by_content=by_content)
    ownfiles.write_own(folder / name, data)


def check_place(folder: Path, name: str, *, by_content: bool = False) -> None:
    """Raise UsageError where something lies in a file's place that is of no album.

    ``by_content``: the name is a digest of the content, so that it can be nobody else's, and what
    is there may be damaged.
    """
    path = folder / name
    try:
        _check_way(folder, path)
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}. Name another folder.") from error
    if not os.path.lexists(path):
        return
    if not (by_content and _size(path) >= 0) and not is_as_written(path, "album"):
        raise UsageError(
            f"{path} is not of this album, or was changed. Move it away, or name another folder."
        )


def write_pages(folder: Path, pages: Mapping[str, bytes]) -> None:
    """Write the files of an album that are made of all its pictures, in their order."""
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in pages.items()}
    record(folder, _pages(pages), digests)
    for name, data in pages.items():
        put(folder, name, data, by_content=name_of(data) in name)


def _pages(pages: Mapping[str, bytes]) -> Made:
    return Made(_PAGES, "", {name: len(data) for name, data in pages.items()})


def settle(folder: Path, made: Mapping[str, Made], pages: Mapping[str, bytes]) -> tuple[str, ...]:
    """Take away what was of an album before and is not of this one; return what is left.

    A photo that is hidden by now is in no file any more. What Coincide did not write, or somebody
    changed since, stays: it is returned by name.
    """
    final = [*(made[key] for key in sorted(made)), _pages(pages)]
    wanted = {FILE, *(name for item in final for name in item.files)}
    before = {name for item in _listed(folder) for name in item.files}
    for name in sorted(before - wanted):
        if _is_own_file(folder, name):
            (folder / name).unlink()
            _remove_empty(folder, (folder / name).parent)
    lines = [_line(item) for item in final]
    record_written("album", [(_digest(line), folder / FILE) for line in lines])
    ownfiles.write_own(folder / FILE, b"".join(line + b"\n" for line in lines))
    found = (path.relative_to(folder).as_posix() for path in _files(folder))
    return tuple(name for name in found if name not in wanted)


def _is_own_file(folder: Path, name: str) -> bool:
    try:
        _check_way(folder, folder / name)
    except OSError:
        return False
    return is_as_written(folder / name, "album")


def _check_way(folder: Path, path: Path) -> None:
    """Raise OSError where a link leads out of an album's folder, which may be one itself."""
    if path.parent != folder:
        ownfiles.check_folder(path.parent, below=folder)


def _remove_empty(top: Path, folder: Path) -> None:
    while folder != top and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _files(folder: Path) -> Iterable[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_symlink() or not path.is_dir())


# Names


def name_of(data: bytes) -> str:
    """Return a name for what is in a file: ten letters that any disk tells apart."""
    return name_by(hashlib.sha256(data).digest())


def name_by(digest: bytes) -> str:
    """Return the same of a file whose sha256 is known."""
    return base64.b32encode(digest[:7]).decode().lower()[:10]
