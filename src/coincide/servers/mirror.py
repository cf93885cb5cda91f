"""Bring an album to a folder of small photos: previews with the tags of their originals.

From there on it is an event like any other, one folder per owner. Its state (``mirrorstate``) tells
which file is which asset, and what the server said of its time last. An original is not read
but for its first bytes, and a preview once.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import msgspec

from coincide.errors import RefusedError
from coincide.model.progress import Progress
from coincide.servers.form import MAX_ASSETS, Asset, RemoteAlbum
from coincide.servers.mirrorstate import (
    Mirrored,
    MirroredTime,
    MirrorState,
    load_mirror,
    save_mirror,
)
from coincide.servers.previews import put_previews, remove_previews
from coincide.servers.previewtags import TAKEN, tagged, tags_of

# bytes of an original that are asked for: tags stand in front of pictures in most formats, and in
# a JPEG within the first 64 kB; more is asked for where those tell no time
HEADS_BYTES = (64 << 10, 256 << 10)
# previews under way at one time: a home server renders and sends a few at once, no more
_THREADS = 6
_LONGEST_NAME = 80
# previews that are recorded and written together; then what is there is noted, so that a pull that
# was killed goes on
_TOGETHER = 48
_UNSAFE = re.compile(r"[^\w .,+@()\[\]#&=-]")
_VIDEO = "a video: videos on servers are not analysed, and keep their times"


@dataclass(frozen=True, slots=True)
class Pulled:
    """What a pull did."""

    state: MirrorState
    n_new: int
    n_left_out: int


@dataclass(frozen=True, slots=True)
class _Fetched:
    """An asset and its picture; no bytes where it is left out."""

    asset: Mirrored
    data: bytes = b""


def pull_album(album: RemoteAlbum, address: str, folder: Path, progress: Progress) -> Pulled:
    """Bring a folder to what an album holds now; what is there and the same is not read again."""
    before = load_mirror(folder)
    known = {} if before is None else {asset.id: asset for asset in before.assets}
    assets = sorted(_assets(album, address), key=lambda asset: (asset.owner, asset.name, asset.id))
    owners = _owner_names(album, assets)
    names = _names(assets, _folder_names(owners))
    todo = [
        asset
        for asset in assets
        if not _is_here(known.get(asset.id), asset, names[asset.id], folder)
    ]
    done = len(assets) - len(todo)
    progress(done, len(assets))
    fresh: dict[str, Mirrored] = {}
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="album") as pool:
        for first in range(0, len(todo), _TOGETHER):
            some, fetched = todo[first : first + _TOGETHER], list[_Fetched]()
            for item in pool.map(lambda asset: _fetch(album, asset, names[asset.id]), some):
                fetched.append(item)
                progress(done + first + len(fetched), len(assets))
            fresh |= _put(folder, fetched)
            so_far = tuple({**known, **fresh}.values())
            save_mirror(folder, MirrorState(address, album.title, owners, so_far))
    kept = tuple(fresh.get(asset.id) or _as_now(known[asset.id], asset) for asset in assets)
    shown = {mirrored.file for mirrored in kept}
    gone = (
        item.file for item in known.values() if item.file is not None and item.file not in shown
    )
    remove_previews(folder, gone)
    state = MirrorState(address, album.title, owners, kept)
    save_mirror(folder, state)
    return Pulled(state, len(todo), sum(mirrored.file is None for mirrored in kept))


def _assets(album: RemoteAlbum, address: str) -> list[Asset]:
    """Return all assets of an album, each once; refuse one without end."""
    found: dict[str, Asset] = {}
    for asset in album.assets():
        found[asset.id] = asset
        if len(found) > MAX_ASSETS:
            raise RefusedError(f"{address} has more than {MAX_ASSETS:,} photos: too many.", 200)
    return list(found.values())


def _is_here(before: Mirrored | None, now: Asset, name: PurePosixPath, folder: Path) -> bool:
    if before is None or before.file != name or before.checksum != now.checksum:
        return False
    return (folder / name).is_file()


def _as_now(before: Mirrored, now: Asset) -> Mirrored:
    return msgspec.structs.replace(before, time=_time(now), name=now.name)


def _time(asset: Asset) -> MirroredTime:
    return MirroredTime(asset.time.local_s, asset.time.utc_s, asset.time.zone)


def _fetch(album: RemoteAlbum, asset: Asset, name: PurePosixPath) -> "_Fetched":
    """Fetch one asset's picture; what cannot be had is left out, with the reason."""
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
        return _Fetched(_left_out(found, _VIDEO))
    tags, own = _tags(album, asset)
    try:
        data = tagged(album.preview(asset.id), tags)
    except (RefusedError, ValueError) as error:
        return _Fetched(_left_out(found, f"no preview: {error}"))
    return _Fetched(msgspec.structs.replace(found, own_tags=own), data)


def _left_out(asset: Mirrored, why: str) -> Mirrored:
    return msgspec.structs.replace(asset, file=None, own_tags=False, why=why)


def _put(folder: Path, fetched: Iterable["_Fetched"]) -> dict[str, Mirrored]:
    """Write pictures that were fetched; return their assets, by id."""
    found = list(fetched)
    previews = {item.asset.file: item.data for item in found if item.asset.file and item.data}
    foreign = put_previews(folder, previews)
    put = [
        _left_out(item.asset, foreign[item.asset.file])
        if item.asset.file in foreign
        else item.asset
        for item in found
    ]
    return {asset.id: asset for asset in put}


def _tags(album: RemoteAlbum, asset: Asset) -> tuple[dict[str, str], bool]:
    """Return an asset's tags, by as little of its original as tells them."""
    found: tuple[dict[str, str], bool] = {}, False
    for n_bytes in HEADS_BYTES:
        head = album.head(asset.id, n_bytes)
        found = tags_of(head, asset.tags)
        if head is None or len(head) < n_bytes or (found[1] and TAKEN in found[0]):
            break
    return found


def _owner_names(album: RemoteAlbum, assets: Iterable[Asset]) -> dict[str, str]:
    told = album.owners
    return {asset.owner: told.get(asset.owner) or _short(asset.owner) for asset in assets}


def _folder_names(owners: Mapping[str, str]) -> dict[str, str]:
    """Return a folder's name for each owner; two of one name are told apart by their ids."""
    plain = {owner: _safe(name) or _short(owner) for owner, name in owners.items()}
    taken = [name.casefold() for name in plain.values()]
    return {
        owner: name if taken.count(name.casefold()) == 1 else f"{name} {_short(owner)}"
        for owner, name in plain.items()
    }


def _names(assets: Sequence[Asset], folders: Mapping[str, str]) -> dict[str, PurePosixPath]:
    """Return where each asset's picture goes; names that two share are told apart by ids."""
    names = {
        asset.id: PurePosixPath(folders[asset.owner], _stem(asset) + ".jpg") for asset in assets
    }
    for ending in (_short, _safe):  # a part of the id, and all of it where that is shared too
        taken = Counter(str(name).casefold() for name in names.values())
        names = {
            asset_id: name
            if taken[str(name).casefold()] == 1
            else name.with_name(f"{name.stem} {ending(asset_id)}.jpg")
            for asset_id, name in names.items()
        }
    return names


def _stem(asset: Asset) -> str:
    return _safe(PurePosixPath(asset.name.replace("\\", "/")).stem) or _short(asset.id)


def _short(server_id: str) -> str:
    """Return what tells an owner or an asset from others of its name, as a part of a file name."""
    return _safe(server_id[:8]) or "unnamed"


def _safe(name: str) -> str:
    """Return a name that any disk takes and no program takes for an option, whatever a server says.

    >>> _safe("../Ann/…"), _safe("Zoë K."), _safe("-rf")
    ('Ann', 'Zoë K', 'rf')
    """
    text = unicodedata.normalize("NFC", name)
    return " ".join(_UNSAFE.sub(" ", text).split())[:_LONGEST_NAME].lstrip(" .-").rstrip(" .")
