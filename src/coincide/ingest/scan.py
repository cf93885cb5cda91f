"""Walk folders and say whose files they are; nothing is opened here."""

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from coincide.errors import EventError
from coincide.media.kinds import named_as_media
from coincide.model import Place, SkippedPhoto

# what systems and programs put beside photos, in lower case; hidden names are ignored as well
_SYSTEM_NAMES = {
    *("@eadir", "__macosx", "$recycle.bin", "#recycle", "lost+found", "desktop.ini"),
    *("thumbs.db", "ehthumbs.db", "system volume information"),
}
# the folders of a memory card: DCIM, and inside it 100CANON, 101APPLE, 202405__
CARD_FOLDER = re.compile(r"DCIM|[1-9]\d\d(?=.*[A-Z_])[A-Z0-9_]{5}")


@dataclass(frozen=True)
class Source:
    """The files of one person, before they are told apart by clock.

    ``loose`` marks the files that lie in the event's folder itself: if no
    person's folder beside them has photos, the folder is flat, and its
    galleries are named by device. ``way`` are the folders that name a group or a person on the
    way to the files (see ``people``); empty where a person named them. ``joined`` are the people
    it was made of, where files showed that they are one. ``shared`` are files that lie with
    several people, and may be of any of them.
    """

    name: str
    files: tuple[Place, ...]
    loose: bool = False
    trusted: bool = False
    one_clock: bool = False
    way: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    shared: bool = False


@dataclass(frozen=True)
class Scan:
    """All sources of an event, what could not be looked into, and the folders it lies in."""

    name: str
    sources: tuple[Source, ...]
    skipped: tuple[SkippedPhoto, ...] = ()
    anchor: str | None = None
    roots: tuple[Place, ...] = ()


def scan_folders(folders: Sequence[Path]) -> Scan:
    """Take each given folder for one person, whatever is below it."""
    unique = sorted({existing_folder(folder) for folder in folders})
    for folder in unique:
        for other in unique:
            if other in folder.parents:
                raise EventError(f"{folder} is inside {other}: give only one of the two.")
    sources: list[Source] = []
    skipped: list[SkippedPhoto] = []
    for folder, name in zip(unique, distinct_names(unique), strict=True):
        files, failed = walk(folder, within=unique)
        sources.append(Source(name, files))
        skipped += failed
    common = Path(os.path.commonpath(unique))
    name = tidy(common.name) or "event"
    return Scan(name, tuple(sources), tuple(skipped), roots=tuple(unique))


def existing_folder(folder: Path) -> Path:
    """Return the folder's absolute path; raise EventError if there is no such folder."""
    try:
        resolved = folder.expanduser().resolve(strict=True)
        if not resolved.is_dir():
            raise EventError(f"{folder} is not a folder: give a folder of photos.")
        os.scandir(resolved).close()
    except FileNotFoundError as error:
        raise EventError(f"{folder} does not exist: check the path.") from error
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
        raise EventError(f"{folder} cannot be read ({error}): check its permissions.") from error
    return resolved


def walk(
    folder: Path, *, within: Sequence[Path]
) -> tuple[tuple[Path, ...], tuple[SkippedPhoto, ...]]:
    """Return the files below a folder in a fixed order, and what had to be passed by.

    Links are followed wherever they lead, each folder once; but not back into
    ``within`` or above it, the folders that are being read anyway.
    """
    files: list[Path] = []
    skipped: list[SkippedPhoto] = []
    waiting, seen = [folder], set()
    while waiting:
        current = waiting.pop()
        try:
            status = current.stat()
            identity = status.st_dev, status.st_ino
            if identity in seen or (current.is_symlink() and _leads_back(current, within)):
                continue
            seen.add(identity)
            entries = entries_of(current)
        except OSError as error:
            reason = f"folder cannot be read: {(error.strerror or str(error)).lower()}"
            skipped.append(SkippedPhoto(displayable(current), reason))
            continue
        waiting += reversed([entry for entry in entries if is_folder(entry)])
        files += [entry for entry in entries if not is_folder(entry)]
    usable, unusable = usable_names(sorted(files))
    return usable, (*skipped, *unusable)


def _leads_back(link: Path, within: Sequence[Path]) -> bool:
    real = link.resolve()
    return any(real.is_relative_to(root) or root.is_relative_to(real) for root in within)


def is_folder(path: Path) -> bool:
    """Tell whether a path is a folder; what cannot even be asked is none, and is listed later."""
    try:
        return path.is_dir()
    except OSError:
        return False


def entries_of(folder: Path) -> list[Path]:
    """Return what lies in a folder by name, without what programs put there."""
    return sorted(entry for entry in folder.iterdir() if not is_system_name(entry.name))


def is_system_name(name: str) -> bool:
    """Tell whether a file or folder is hidden, or some program's own."""
    return name.startswith(".") or name.lower() in _SYSTEM_NAMES


def usable_names(files: Iterable[Path]) -> tuple[tuple[Path, ...], tuple[SkippedPhoto, ...]]:
    """Part the files whose name is no text: no result could be written about them."""
    usable, skipped = [], []
    for path in files:
        shown = displayable(path)
        if shown == path:
            usable.append(path)
        elif named_as_media(path):
            skipped.append(SkippedPhoto(shown, "its path is not valid Unicode: rename it"))
    return tuple(usable), tuple(skipped)


def displayable(path: Path) -> Path:
    """Return the path with every byte that is no text replaced, so that it can be printed."""
    return Path(os.fsencode(path).decode("utf-8", errors="replace"))


def tidy(name: str) -> str:
    """Return a folder's name as a gallery's: one line, in composed characters.

    >>> tidy("an" + chr(10) + "na ")
    'an na'
    """
    text = unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode())
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def distinct_names(folders: Sequence[Place]) -> list[str]:
    """Name folders by their last part, or by more parts where that is not enough."""
    for n_parts in range(1, max(len(folder.parts) for folder in folders) + 1):
        names = [tidy("/".join(folder.parts[-n_parts:])) or "unnamed" for folder in folders]
        if len(set(names)) == len(names):
            break
    return names
