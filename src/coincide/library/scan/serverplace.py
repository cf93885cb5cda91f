"""A library on a photo server: its address, where its records lie, and its photos' places.

A photo of a server has no path here. In the store its folder is the server, its owner's id and its
own id, so that two photos of one name are two; its name is that of its file.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from coincide.errors import UsageError
from coincide.library.scan.store import LibraryStore
from coincide.model import Place, Url
from coincide.servers import split_address
from coincide.servers.address import place_of_server, whole_of
from coincide.servers.immichphotos import ImmichPhotos, open_photos
from coincide.servers.keys import family_of, find_keys, name_server, variable_of
from coincide.storage.userdata import user_data


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """A server whose photos are a library; ``url`` is its address without an album."""

    url: Url

    @property
    def base(self) -> str:
        """Where it answers."""
        return split_address(whole_of(self.url)).base

    @property
    def store(self) -> Path:
        """Where its records lie, unless somebody names another place: with what is the user's."""
        which = hashlib.sha256(str(self.url).encode()).hexdigest()[:10]
        host = "".join(c if c.isalnum() or c in "-." else "-" for c in urlsplit(self.base).netloc)
        return user_data() / "libraries" / f"{host}-{which}"

    def folder(self, owner: str, asset_id: str) -> Path:
        """Return what stands for the folder of a photo in the store."""
        return Path(str(self.url)) / owner / asset_id

    def page_of(self, asset_id: str) -> str:
        """Return where a person sees a photo in a browser."""
        return f"{self.base}/photos/{asset_id}"

    def open(self) -> ImmichPhotos:
        """Open the server with all keys that are at hand; raise UsageError where there is none."""
        where = split_address(whole_of(self.url))
        keys = find_keys(where.scheme, where.base)
        if not keys:
            raise UsageError(
                f"No key for {where.base} is at hand. Keep one in the key ring with coincide keys"
                f" add {self.url}, or set {variable_of(where.scheme)}."
            )
        return open_photos(type(where)(where.scheme, where.base, where.album, keys))


def server_among(places: Sequence[Place]) -> ServerPlace | None:
    """Return the server that a library is on, which a user named; None of folders.

    Raise UsageError for a server beside others, and one that cannot list all photos.
    """
    urls = [place for place in places if isinstance(place, Url)]
    if not urls:
        return None
    if len(places) > 1:
        raise UsageError("A server is a library of its own: name nothing beside it.")
    url = place_of_server(str(urls[0]))
    if family_of(url.scheme) != "immich" or len(url.parts) < 2:
        raise UsageError(f"{url}: a library is folders, or a server as immich://HOST.")
    found = ServerPlace(url)
    name_server(found.base)
    return found


def asset_of_path(path: Path) -> tuple[str, str]:
    """Return the owner and the id of a server's photo, by what stands for its path."""
    return path.parent.parent.name, path.parent.name


def known_owners(store: LibraryStore) -> dict[str, str]:
    """Return whose photos were listed, by id; empty of a library of folders."""
    return dict(store.run("SELECT owner, name FROM owners").fetchall())


def find_asset(store: LibraryStore, place: ServerPlace, text: str) -> Path | None:
    """Return the path of a photo that a person names by its id or its page; None where none is."""
    asset_id = text.rstrip("/").rpartition("/")[2]
    for owner in known_owners(store):
        folder = place.folder(owner, asset_id)
        for name in store.photos_in(folder):
            return folder / name
    return None
