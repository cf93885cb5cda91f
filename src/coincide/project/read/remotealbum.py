"""An album on a server as an event: the folder here that it is brought to when it is synced.

Such a folder lies below the user's albums folder, under a name that is made from its address.
Files of the same name anywhere else are files like others: they may come from anybody.
"""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from coincide.errors import StoreError, UsageError
from coincide.model import Place, Url, place_of
from coincide.model.places import url_of
from coincide.model.progress import StageProgress
from coincide.servers import is_album, open_album, split_address
from coincide.servers.keys import is_named, name_server
from coincide.servers.mirror import pull_album
from coincide.servers.mirrorstate import (
    MirrorState,
    adopt_mirror,
    has_mirror,
    load_mirror,
    save_mirror,
)
from coincide.storage.userdata import user_data

# where albums are brought to, if not where this system keeps what programs remember
FOLDER_VARIABLE = "COINCIDE_ALBUMS"


def albums_folder() -> Path:
    """Return the folder that all albums are brought to."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else user_data() / "albums"


def here_of(place: Place) -> Place:
    """Return a place that the user named, or of an album the folder that it is brought to.

    An album's server is thereby confirmed.
    """
    if not is_album(place):
        return place
    url = url_of(place)
    where = split_address(url)
    folder = albums_folder() / _name_of(url)
    name_server(where.base)
    adopt_mirror(folder, lambda state: state.address == str(url))
    if not has_mirror(folder):  # the folder tells whose it is from now on
        save_mirror(folder, MirrorState(str(url), where.album, {}))
    return folder


def _name_of(url: Url) -> Path:
    """Return the name of an album's folder below that of all albums: two parts."""
    which = hashlib.sha256(str(url).encode()).hexdigest()[:10]
    album = "".join(c if c.isalnum() or c in " -_" else " " for c in split_address(url).album)
    return Path(which, " ".join(album.split())[:80] or "album")


def mirror_of(sources: Sequence[Place]) -> MirrorState | None:
    """Return which album an event is; None of one whose photos lie on this machine."""
    found = [
        mirror
        for source in sources
        if isinstance(source, Path) and (mirror := _own_mirror(source)) is not None
    ]
    if found and len(sources) > 1:
        raise UsageError("An album is an event of its own: do not give other folders with it.")
    return found[0] if found else None


def _own_mirror(folder: Path) -> MirrorState | None:
    """Return the state of a mirror of ours: below the albums folder, named by its address."""
    way = _way_below_albums(folder)
    if way is None:
        return None
    adopt_mirror(folder, lambda state: way == _name_of_text(state.address))
    state = load_mirror(folder)
    return state if state is not None and way == _name_of_text(state.address) else None


def _way_below_albums(folder: Path) -> Path | None:
    """Return the way from the albums folder to one two levels below it; None for any other.

    Links are followed first: a link out of the albums folder leads to a folder that is not ours.
    """
    real, base = (Path(os.path.realpath(path)) for path in (folder, albums_folder()))
    way = real.relative_to(base) if real.is_relative_to(base) else Path()
    return way if len(way.parts) == len(("address", "album")) else None


def _name_of_text(address: str) -> Path | None:
    try:
        place = place_of(address)
        return _name_of(url_of(place)) if is_album(place) else None
    except UsageError:
        return None


def need_mirror(sources: Sequence[Place]) -> MirrorState:
    """Return which album an event is; raise StoreError where it is none."""
    mirror = mirror_of(sources)
    if mirror is None:
        raise StoreError(f"{sources[0]} is not an album on a server.")
    return mirror


def pull(sources: Sequence[Place], progress: StageProgress) -> None:
    """Bring an album's folder to what the album holds now; others are as they are."""
    mirror = mirror_of(sources)
    if mirror is None:
        return
    folder = sources[0]
    if not isinstance(folder, Path):
        raise TypeError("an album is brought to a folder")
    album = open_album(url_of(place_of(mirror.address)))
    pull_album(album, mirror.address, folder, lambda n, total: progress("album", n, total))


def pull_if_named(sources: Sequence[Place], progress: StageProgress) -> None:
    """Do as ``pull`` if the user named the album's server, else nothing: for who only looks."""
    mirror = mirror_of(sources)
    if mirror is not None and is_named(server_of(mirror)):
        pull(sources, progress)


def server_of(mirror: MirrorState) -> str:
    """Return the base address of the server that an album lies on."""
    return split_address(url_of(place_of(mirror.address))).base
