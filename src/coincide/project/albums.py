"""An album on a server as an event: the folder here that it is brought to when it is synced."""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path

from coincide.errors import StoreError, UsageError
from coincide.model import Place, Url, place_of
from coincide.model.places import url_of
from coincide.project.features import Progress
from coincide.servers import is_album, open_album, split_address
from coincide.servers.mirror import MirrorState, load_mirror, pull_album, save_mirror
from coincide.storage.userdata import user_data

# where albums are brought to, if not where this system keeps what programs remember
FOLDER_VARIABLE = "COINCIDE_ALBUMS"


def here_of(place: Place) -> Place:
    """Return a place, or of an album the folder that it is brought to."""
    if not is_album(place):
        return place
    url = url_of(place)
    folder = _folder_of(url)
    if not folder.is_dir():  # the folder tells whose it is from now on, also where nothing else is
        folder.mkdir(parents=True)
        save_mirror(folder, MirrorState(str(url), split_address(url).album, {}))
    return folder


def _folder_of(url: Url) -> Path:
    named = os.environ.get(FOLDER_VARIABLE)
    base = Path(named) if named else user_data() / "albums"
    which = hashlib.sha256(str(url).encode()).hexdigest()[:10]
    album = "".join(c if c.isalnum() or c in " -_" else " " for c in split_address(url).album)
    return base / which / (" ".join(album.split())[:80] or "album")


def mirror_of(sources: Sequence[Place]) -> MirrorState | None:
    """Return which album an event is; None of one whose photos lie on this machine."""
    found = [
        mirror
        for source in sources
        if isinstance(source, Path) and (mirror := load_mirror(source)) is not None
    ]
    if found and len(sources) > 1:
        raise UsageError("An album is an event of its own: give no other folder beside it.")
    return found[0] if found else None


def need_mirror(sources: Sequence[Place]) -> MirrorState:
    """Return which album an event is; raise StoreError where it is none."""
    mirror = mirror_of(sources)
    if mirror is None:
        raise StoreError(f"{sources[0]} is no album of a server.")
    return mirror


def pull(sources: Sequence[Place], progress: Progress) -> None:
    """Bring an album's folder to what the album holds now; others are as they are."""
    mirror = mirror_of(sources)
    if mirror is None:
        return
    folder = sources[0]
    if not isinstance(folder, Path):
        raise TypeError("an album is brought to a folder")
    album = open_album(url_of(place_of(mirror.address)))
    pull_album(album, mirror.address, folder, lambda n, total: progress("album", n, total))
