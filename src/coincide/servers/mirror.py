"""Bring an album to a folder of small photos: previews with the tags of their originals.

From there on it is an event like any other, one folder per owner. ``album.json`` tells which file
is which asset, and what the server said of its time last. An original is not read but for its
first bytes, and a preview once.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from coincide.errors import RefusedError, StoreError
from coincide.servers.form import Album, Asset, AssetTime
from coincide.servers.tagging import TAKEN, tagged, tags_of
from coincide.storage.documents import Closed, to_text
from coincide.storage.ownfiles import write_own

STATE, SCHEMA = "album.json", "coincide.album/1"
# bytes of an original that are asked for: tags stand in front of pictures in most formats, and in
# a JPEG within the first 64 kB; more is asked for where those tell no time
HEADS_BYTES = (64 << 10, 256 << 10)
# previews under way at one time: a home server renders and sends a few at once, no more
_THREADS = 6
_LONGEST_NAME = 80
# after so many previews what is there is noted, so that a pull that was killed goes on
_SAVED_EVERY = 50
_UNSAFE = re.compile(r"[^\w .,+@()\[\]#&=-]")
_VIDEO = "a video: those on servers are not looked at, and keep their times"

Progress = Callable[[int, int], None]


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


@dataclass(frozen=True, slots=True)
class Pulled:
    """What a pull did."""

    state: MirrorState
    n_new: int
    n_left_out: int


def load_mirror(folder: Path) -> MirrorState | None:
    """Return what a folder is the mirror of; None of a folder that is none."""
    path = folder / STATE
    try:
        data = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreError(f"Cannot read {path}: {error.strerror or error}.") from error
    try:
        return msgspec.json.decode(data, type=MirrorState, dec_hook=_path)
    except (msgspec.DecodeError, ValueError) as error:
        raise StoreError(f"{path} is damaged ({error}): delete the folder, and sync.") from error


def save_mirror(folder: Path, state: MirrorState) -> None:
    """Keep what a folder is the mirror of."""
    _write(folder / STATE, to_text(state, indent=1).encode())


def pull_album(album: Album, address: str, folder: Path, progress: Progress) -> Pulled:
    """Bring a folder to what an album holds now; what is there and the same is not read again."""
    before = load_mirror(folder)
    known = {} if before is None else {one.id: one for one in before.assets}
    assets = sorted(album.assets(), key=lambda one: (one.owner, one.name, one.id))
    owners = _owner_names(album, assets)
    names = _names(assets, _folder_names(owners))
    todo = [one for one in assets if not _is_here(known.get(one.id), one, names[one.id], folder)]
    done = len(assets) - len(todo)
    progress(done, len(assets))
    fresh: dict[str, Mirrored] = {}
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="album") as pool:
        fetched = pool.map(lambda one: _fetch(album, one, names[one.id], folder), todo)
        for asset, found in zip(todo, fetched, strict=True):
            fresh[asset.id] = found
            progress(done + len(fresh), len(assets))
            if len(fresh) % _SAVED_EVERY == 0:
                some = tuple({**known, **fresh}.values())
                save_mirror(folder, MirrorState(address, album.title, owners, some))
    kept = tuple(fresh.get(asset.id) or _as_now(known[asset.id], asset) for asset in assets)
    state = MirrorState(address, album.title, owners, kept)
    save_mirror(folder, state)
    _remove_others(folder, {one.file for one in kept if one.file is not None}, known.values())
    return Pulled(state, len(todo), sum(one.file is None for one in kept))


def _is_here(before: Mirrored | None, now: Asset, name: PurePosixPath, folder: Path) -> bool:
    if before is None or before.file != name or before.checksum != now.checksum:
        return False
    return (folder / name).is_file()


def _as_now(before: Mirrored, now: Asset) -> Mirrored:
    return msgspec.structs.replace(before, time=_time(now), name=now.name)


def _time(asset: Asset) -> MirroredTime:
    return MirroredTime(asset.time.local_s, asset.time.utc_s, asset.time.zone)


def _fetch(album: Album, asset: Asset, name: PurePosixPath, folder: Path) -> Mirrored:
    """Bring one asset here; what cannot be had is left out, with the reason."""
    found = Mirrored(
        id=asset.id,
        owner=asset.owner,
        name=asset.name,
        checksum=asset.checksum,
        time=_time(asset),
        file=name,
        own_tags=False,
    )
    if not asset.photo:
        return msgspec.structs.replace(found, file=None, why=_VIDEO)
    tags, own = _tags(album, asset)
    try:
        data = tagged(album.preview(asset.id), tags)
    except (RefusedError, ValueError) as error:
        return msgspec.structs.replace(found, file=None, why=f"no preview: {error}")
    _write(folder / name, data)
    return msgspec.structs.replace(found, own_tags=own)


def _tags(album: Album, asset: Asset) -> tuple[dict[str, str], bool]:
    """Return an asset's tags, by as little of its original as tells them."""
    found: tuple[dict[str, str], bool] = {}, False
    for n_bytes in HEADS_BYTES:
        head = album.head(asset.id, n_bytes)
        found = tags_of(head, asset.tags)
        if head is None or len(head) < n_bytes or (found[1] and TAKEN in found[0]):
            break
    return found


def _owner_names(album: Album, assets: Iterable[Asset]) -> dict[str, str]:
    told = album.owners
    return {one.owner: told.get(one.owner) or one.owner[:8] for one in assets}


def _folder_names(owners: Mapping[str, str]) -> dict[str, str]:
    """Return a folder's name for each owner; two of one name are told apart by their ids."""
    plain = {owner: _safe(name) or owner[:8] for owner, name in owners.items()}
    taken = [name.casefold() for name in plain.values()]
    return {
        owner: name if taken.count(name.casefold()) == 1 else f"{name} {owner[:8]}"
        for owner, name in plain.items()
    }


def _names(assets: Sequence[Asset], folders: Mapping[str, str]) -> dict[str, PurePosixPath]:
    """Return where each asset's picture goes; names that two share are told apart by ids."""
    plain = {one.id: PurePosixPath(folders[one.owner], _stem(one) + ".jpg") for one in assets}
    taken: dict[str, int] = {}
    for name in plain.values():
        taken[str(name).casefold()] = taken.get(str(name).casefold(), 0) + 1
    return {
        asset_id: name
        if taken[str(name).casefold()] == 1
        else name.with_name(f"{name.stem} {asset_id[:8]}.jpg")
        for asset_id, name in plain.items()
    }


def _stem(asset: Asset) -> str:
    return _safe(PurePosixPath(asset.name.replace("\\", "/")).stem) or asset.id[:8]


def _safe(name: str) -> str:
    """Return a name that any disk takes, whatever a server calls something.

    >>> _safe("../Ann/…"), _safe("Zoë K.")
    ('Ann', 'Zoë K')
    """
    text = unicodedata.normalize("NFC", name)
    return " ".join(_UNSAFE.sub(" ", text).split())[:_LONGEST_NAME].strip(" .")


def _remove_others(folder: Path, kept: set[PurePosixPath], known: Iterable[Mirrored]) -> None:
    """Remove the pictures of what is in the album no more; nothing that is not ours."""
    for asset in known:
        if asset.file is not None and asset.file not in kept:
            (folder / asset.file).unlink(missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    try:
        write_own(path, data)
    except OSError as error:
        raise StoreError(f"Cannot write {path}: {error.strerror or error}.") from error


def _path(_kind: type, text: object) -> PurePosixPath:
    path = PurePosixPath(str(text))
    if path.is_absolute() or ".." in path.parts or len(path.parts) != 2:
        raise ValueError(f"no picture of an album: {str(text)[:80]!r}")
    return path
