"""Choose folders on the server's side: a browser gives no paths. Only below the roots."""

import os
import shutil
import tempfile
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coincide.errors import EventError, StoreError
from coincide.media.kinds import named_as_media
from coincide.model import file_of, place_of
from coincide.model.progress import StageProgress
from coincide.project.read.remotealbum import here_of
from coincide.servers import is_album
from coincide.storage.userdata import user_data

if TYPE_CHECKING:
    from coincide.demo import DemoOptions


# entries looked at below each folder to count its photos: a hint, not an inventory
MOST_COUNTED = 5000


@dataclass(frozen=True, slots=True)
class Count:
    """How many photos and videos lie in a folder and below it; or at least so many."""

    n: int = 0
    is_all: bool = True


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder to choose, and how many photos and videos seem to lie in it."""

    name: str
    path: Path
    media: Count


@dataclass(frozen=True, slots=True)
class Listing:
    """The folders in one folder; ``parent`` is None at a root."""

    path: Path
    parent: Path | None
    roots: tuple[Path, ...]
    folders: tuple[Folder, ...]
    media: Count


def list_folders(roots: Sequence[Path], wanted: str | None) -> Listing:
    """Return what can be chosen in a folder; without one, in the first root.

    Hidden folders are left out, and links that lead out of the roots. Raises EventError for
    anything that is not a folder below a root, whether it exists or not.
    """
    path = roots[0] if not wanted else allowed(roots, wanted)
    try:
        found = [_folder(entry) for entry in _entries(path) if _is_choosable(entry, roots)]
    except OSError as error:
        raise EventError(f"{path} cannot be read ({error.strerror}).") from error
    found.sort(key=lambda folder: (folder.name.casefold(), folder.name))
    parent = None if path in roots else path.parent
    return Listing(path, parent, tuple(roots), tuple(found), _count(path))


def chosen_place(roots: Sequence[Path], wanted: str) -> Path:
    """Return the folder of what a person chose: one below a root, or that of a server's album."""
    if "://" in wanted and is_album(place := place_of(wanted)):
        return file_of(here_of(place))
    return allowed(roots, wanted)


def allowed(roots: Sequence[Path], wanted: str) -> Path:
    """Return the folder that a path means, links followed; EventError unless below a root."""
    if "\0" in wanted:
        raise EventError("A path cannot contain zero bytes.")
    path = Path(wanted)
    try:
        resolved = path.resolve(strict=True) if path.is_absolute() else None
        if resolved is not None and _is_within(resolved, roots) and resolved.is_dir():
            return resolved
    except (OSError, RuntimeError):
        pass  # the same answer as for what may not be seen, so that nothing is told
    places = ", ".join(str(root) for root in roots)
    raise EventError(f"There is no such folder below {places}. Add others with --root.")


def new_folder(roots: Sequence[Path], wanted: str) -> Path:
    """Return a folder that may be made, or be there: in a folder below a root, and no link."""
    return new_place(roots, wanted, "a folder")


def new_place(roots: Sequence[Path], wanted: str, what: str = "a folder or a file") -> Path:
    """Return what may be made, or be there: in a folder below a root, and no link."""
    path = Path(wanted)
    place = allowed(roots, str(path.parent)) / path.name
    if path.name in ("", "..") or place.is_symlink():
        raise EventError(f"{wanted} is not a valid name for {what}.")
    return place


def _is_within(path: Path, roots: Sequence[Path]) -> bool:
    return any(path.is_relative_to(root) for root in roots)


def _entries(path: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(path) as entries:
        yield from entries


def _is_choosable(entry: os.DirEntry[str], roots: Sequence[Path]) -> bool:
    if entry.name.startswith("."):
        return False
    try:
        if not entry.is_symlink():
            return entry.is_dir()
        return entry.is_dir() and _is_within(Path(entry.path).resolve(strict=True), roots)
    except (OSError, RuntimeError):
        return False


def _folder(entry: os.DirEntry[str]) -> Folder:
    path = Path(entry.path)
    return Folder(entry.name, path, Count() if entry.is_symlink() else _count(path))


def _count(path: Path) -> Count:
    """Count photos and videos by their names, the nearest folders first."""
    n_media, n_seen, waiting = 0, 0, deque([path])
    while waiting:
        try:
            for entry in _entries(waiting.popleft()):
                n_seen += 1
                if n_seen > MOST_COUNTED:
                    return Count(n_media, is_all=False)
                if entry.is_file(follow_symlinks=False):
                    n_media += named_as_media(Path(entry.name))
                elif entry.is_dir(follow_symlinks=False) and not entry.name.startswith("."):
                    waiting.append(Path(entry.path))
        except OSError:
            continue
    return Count(n_media)


# the name that the app shows for the event
NAME = "party"


def demo_event(progress: StageProgress, options: "DemoOptions | None" = None) -> Path:
    """Return the folder of the demo event, rendered where it is not there yet.

    It appears as a whole or not at all: what was stopped half-way leaves nothing.
    """
    from coincide.demo import QUICK_SCALE, DemoOptions, render_event
    from coincide.media.pictures.video import has_av

    folder = user_data() / "demo" / NAME
    if folder.exists():
        return folder
    options = options or DemoOptions(n_films=None if has_av() else 0, scale=QUICK_SCALE)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".new-") as new:
            made = Path(new) / NAME
            render_event(made, options, progress=lambda done, n: progress("render", done, n))
            shutil.move(made, folder)
    except OSError as error:
        raise StoreError(f"The demo cannot be written to {folder} ({error.strerror}).") from error
    return folder
