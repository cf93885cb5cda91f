"""Which folders of a library changed since they were read, by their times of change alone."""

import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from coincide.errors import EventError
from coincide.ingest.scan import distinct_names, existing_folder, is_system_name
from coincide.library.scan.bodies import owner_of
from coincide.media.kinds import named_as_media

# a folder that was changed so shortly before it is listed may change again within one tick of
# its clock: FAT counts two seconds
SETTLED_NS = 3_000_000_000


@dataclass(frozen=True, slots=True)
class Root:
    """A folder that a person named; ``person``: of several folders each is one person's."""

    folder: Path
    person: str = ""

    def owner(self, folder: Path) -> str:
        """Return whose photos lie in a folder below it, as far as folders tell."""
        return self.person or owner_of(folder.relative_to(self.folder).parts)


@dataclass(frozen=True, slots=True)
class FolderState:
    """A folder to be listed; ``settled``: nothing can change in it unseen after ``mtime_ns``."""

    root: Root
    folder: Path
    mtime_ns: int
    settled: bool

    @property
    def owner(self) -> str:
        """Whose folder it is."""
        return self.root.owner(self.folder)


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A file as it is listed."""

    name: str
    size: int
    mtime_ns: int


def roots_of(folders: Sequence[Path]) -> tuple[Root, ...]:
    """Return the folders of a library; raise EventError for one that is not there."""
    unique = sorted({existing_folder(folder) for folder in folders})
    for folder in unique:
        if any(other in folder.parents for other in unique):
            raise EventError(f"{folder} lies inside another folder that was named: name only one.")
    if len(unique) == 1:
        return (Root(unique[0]),)
    return tuple(Root(one, name) for one, name in zip(unique, distinct_names(unique), strict=True))


def changed_folders(
    roots: Sequence[Root], known: Mapping[Path, int], *, again: bool = False
) -> tuple[list[FolderState], list[Path]]:
    """Return the folders to be listed, in order, and those that are known and gone.

    ``known``: when each folder was changed that was read to its end. Of an unchanged folder the
    files are not looked at, and its folders are those that are known: one that is new changes it.
    ``again``: files that were changed in place are looked for, so every folder is listed.
    """
    inside = defaultdict[Path, list[Path]](list)
    for folder in known:
        inside[folder.parent].append(folder)
    states, there = list[FolderState](), set[Path]()
    now_ns = time.time_ns()
    for root in roots:
        waiting = [root.folder]
        while waiting:
            folder = waiting.pop()
            try:
                mtime_ns = folder.stat().st_mtime_ns
                unchanged = known.get(folder) == mtime_ns
                below = inside[folder] if unchanged else _folders_in(folder)
            except OSError:  # gone or closed to us: what is known of it is forgotten
                continue
            there.add(folder)
            waiting += sorted(below, reverse=True)
            if again or not unchanged:
                settled = now_ns - mtime_ns > SETTLED_NS
                states.append(FolderState(root, folder, mtime_ns, settled))
    tops = [root.folder for root in roots]
    gone = [path for path in known if path not in there and any(map(path.is_relative_to, tops))]
    return states, sorted(gone)


def files_in(folder: Path) -> Iterator[ScannedFile]:
    """Yield the files of a folder whose names promise a photo or a film, by name."""
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if is_system_name(entry.name) or not named_as_media(Path(entry.name)):
            continue
        if entry.is_file(follow_symlinks=False):
            status = entry.stat(follow_symlinks=False)
            yield ScannedFile(entry.name, status.st_size, status.st_mtime_ns)


def _folders_in(folder: Path) -> list[Path]:
    """Return the folders in a folder; links are not followed, or a photo would count twice."""
    with os.scandir(folder) as entries:
        return [
            folder / entry.name
            for entry in entries
            if entry.is_dir(follow_symlinks=False) and not is_system_name(entry.name)
        ]
