"""The state of a mirror: which album a folder stands for, and which file is which asset.

It lies in the folder as ``.coincide-mirror.json``, a name that no other program uses. Version 0.1
called it ``album.json``; such a file is renamed once it is known to be ours.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path, PurePosixPath

import msgspec

from coincide.errors import StoreError
from coincide.servers.form import AssetTime
from coincide.servers.previews import record_previews
from coincide.storage.documents import Closed, to_text
from coincide.storage.ownfiles import check_folder, read_own, write_own

STATE, STATE_OF_0_1, SCHEMA = ".coincide-mirror.json", "album.json", "coincide.album/1"
# bytes: some hundred of each asset, of more assets than are ever read
_MOST_BYTES = 128 << 20
# characters that part a path, or name a drive, on some system
_NO_PART_OF_A_NAME = frozenset("\\:\0")


class MirroredTime(Closed, frozen=True):
    """When the server says that an asset was taken."""

    local_s: float  # by the clock's face
    utc_s: float  # the instant
    zone: str | None  # what the server calls the zone; null: it knows none

    @property
    def time(self) -> AssetTime:
        """The same as others know it."""
        return AssetTime(self.local_s, self.utc_s, self.zone)


class Mirrored(Closed, frozen=True):
    """One asset, and the file that stands for it here."""

    id: str  # the asset's id
    owner: str  # its owner's id
    name: str  # what its owner calls the file
    checksum: str  # of the original, by the server
    time: MirroredTime  # what the server said last
    file: PurePosixPath | None  # the picture here; null: it is left out
    own_tags: bool  # whether its tags are its original's own, not what the server made of them
    why: str | None = None  # why it is left out


class MirrorState(Closed, frozen=True, tag_field="schema", tag=SCHEMA):
    """What a folder is the mirror of."""

    address: str  # where the album is
    title: str  # what it is called
    owners: dict[str, str]  # the names of the owners, by id
    assets: tuple[Mirrored, ...] = ()  # by owner and name

    @property
    def by_file(self) -> dict[PurePosixPath, Mirrored]:
        """The assets that are here, by their files."""
        return {asset.file: asset for asset in self.assets if asset.file is not None}


def has_mirror(folder: Path) -> bool:
    """Tell whether a folder has the state of a mirror, damaged or not."""
    return (folder / STATE).is_symlink() or (folder / STATE).exists()


def load_mirror(folder: Path) -> MirrorState | None:
    """Return what a folder is the mirror of; None of a folder that is none."""
    path = folder / STATE
    try:
        return _parsed(read_own(path, most=_MOST_BYTES))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"Cannot read {path}: {error.strerror or error}.") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise StoreError(
            f"{path} is damaged ({str(error)[:200]}). Delete only this file, and sync the album"
            " again: coincide sync, with its address. Your hints are kept."
        ) from error


def save_mirror(folder: Path, state: MirrorState) -> None:
    """Keep what a folder is the mirror of."""
    path = folder / STATE
    try:
        check_folder(folder, below=folder.parent.parent)
        write_own(path, to_text(state, indent=1).encode())
    except OSError as error:
        raise StoreError(f"Cannot write {path}: {error.strerror or error}.") from error


def adopt_mirror(folder: Path, is_own: Callable[[MirrorState], bool]) -> None:
    """Rename the state of a mirror of version 0.1, and record its previews as ours.

    Whatever else is called ``album.json`` is somebody else's, and is left alone.
    """
    old = folder / STATE_OF_0_1
    if has_mirror(folder) or not old.exists():
        return
    try:
        state = _parsed(read_own(old, most=_MOST_BYTES))
    except (OSError, msgspec.DecodeError, ValueError, RecursionError):
        return
    if not is_own(state):
        return
    record_previews(folder, state.by_file)
    try:
        with suppress(FileNotFoundError):  # another process was faster
            old.rename(folder / STATE)
    except OSError as error:
        raise StoreError(
            f"Cannot rename {old} to {STATE}: {error.strerror or error}. Make its folder writable."
        ) from error


def _parsed(data: bytes) -> MirrorState:
    return msgspec.json.decode(data, type=MirrorState, dec_hook=_path)


def _path(_kind: type, text: object) -> PurePosixPath:
    path = PurePosixPath(str(text))
    odd = path.is_absolute() or ".." in path.parts or _NO_PART_OF_A_NAME & set(str(text))
    if odd or len(path.parts) != 2:
        raise ValueError(f"not a picture of an album: {str(text)[:80]!r}")
    return path
