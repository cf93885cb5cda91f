"""Albums on Immich servers of versions 2 and 3, which differ in how an album is listed.

Only an asset's owner may change its time, so there is one key per owner. An answer to a change
still shows the old time: the server writes a sidecar and reads it again, one after the other.
"""

import re
import time
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from coincide.errors import RefusedError, ServerError
from coincide.servers.client import Client
from coincide.servers.form import MAX_ASSETS, Asset, AssetTime, Connection, zoned_text
from coincide.servers.immichtold import (
    TOLD_ID,
    ToldAlbum,
    ToldAsset,
    ToldListed,
    ToldNamed,
    ToldPages,
    ToldPerson,
    ToldVersion,
)
from coincide.servers.previews import MAX_PREVIEW_BYTES

HEADER = "x-api-key"
VERSIONS = (2, 3)
# assets on one page of a search: the most that the server gives
PAGE = 1000
# pages and seconds of one listing: far beyond that of the largest album
MAX_PAGES, LISTING_S = 2_000, 1_200.0
_ID = re.compile(TOLD_ID, re.IGNORECASE)


class ImmichAlbum:
    """An album that is open: see ``form.Album``."""

    def __init__(
        self, client: Client, major: int, keys: Mapping[str, str], album: ToldAlbum
    ) -> None:
        self.client = client
        self.id: str = album.id
        self.title: str = album.album_name
        self.owners: dict[str, str] = album.members
        self.writable = frozenset(keys)
        self._major, self._keys = major, dict(keys)
        self._reader = next(iter(keys.values()))

    def assets(self) -> Iterator[Asset]:
        """Yield all assets of all members; refuse a list without end."""
        for number, found in enumerate(self._listed()):
            if number >= MAX_ASSETS:
                raise self._endless(f"more than {MAX_ASSETS:,} photos")
            yield asset_of(found, self.client.base)

    def _listed(self) -> Iterator[ToldAsset]:
        if self._major == 2:  # whose search gives one's own only
            path = f"/api/albums/{self.id}"
            yield from self.client.read(ToldListed, "GET", path, self._reader).assets
            return
        page, until_s = 1, time.monotonic() + LISTING_S
        while True:
            wanted = {"albumIds": [self.id], "withExif": True, "withStacked": True, "size": PAGE}
            body = wanted | {"page": page}
            path = "/api/search/metadata"
            found = self.client.read(ToldPages, "POST", path, self._reader, body).assets
            yield from found.items
            following = found.following
            if following is None:
                return
            if following <= page or not found.items or following > MAX_PAGES:
                raise self._endless("no end of pages")
            if time.monotonic() > until_s:
                raise self._endless(f"a list that takes longer than {LISTING_S:.0f} s")
            page = following

    def _endless(self, what: str) -> RefusedError:
        return RefusedError(f"{self.client.base} has {what}: ask it again later.", 200)

    def asset(self, asset_id: str) -> Asset:
        """Return one asset as it is now."""
        return self._asset(asset_id, self._reader_of(asset_id))

    def _asset(self, asset_id: str, key: str) -> Asset:
        path = f"/api/assets/{quote(asset_id, safe='')}"
        return asset_of(self.client.read(ToldAsset, "GET", path, key), self.client.base)

    def _reader_of(self, _asset_id: str) -> str:
        """Return a key that reads an asset: of an album, any member's."""
        return self._reader

    def preview(self, asset_id: str) -> bytes:
        """Return the server's preview, a JPEG of about 1440 pixels."""
        path = f"/api/assets/{quote(asset_id, safe='')}/thumbnail?size=preview"
        return self.client.bytes(path, self._reader_of(asset_id), most=MAX_PREVIEW_BYTES)

    def head(self, asset_id: str, n_bytes: int) -> bytes | None:
        """Return the beginning of an original; None where the key may not download."""
        try:
            path = f"/api/assets/{quote(asset_id, safe='')}/original"
            return self.client.bytes(path, self._reader_of(asset_id), first=n_bytes)
        except RefusedError:
            return None

    def set_time(self, asset: Asset, time: AssetTime) -> None:
        """Send a new time, always with its offset: the server would add its own."""
        key = self._keys.get(asset.owner)
        if key is None:
            raise RefusedError(f"no key of {self.owners.get(asset.owner, 'its owner')}", 403)
        body = {"dateTimeOriginal": zoned_text(time)}
        self.client.json("PUT", f"/api/assets/{asset.id}", key, body)


def open_immich(where: Connection, client: Client | None = None) -> ImmichAlbum:
    """Open an album with keys of some of its members."""
    client = client or Client(where.base, HEADER)
    major = version_of(client)
    keys = {person.id: key for person, key in whose_keys(client, where)}
    album_id = where.album.lower()
    for owner, key in keys.items():
        try:
            if _ID.fullmatch(album_id) is None:
                album_id = _by_name(client, major, key, where)
            album = client.read(ToldAlbum, "GET", f"/api/albums/{quote(album_id)}", key)
        except RefusedError as error:
            if error.status < 300:  # an answer that nobody understands
                raise
            continue
        first = {owner: key}  # who sees the album reads it
        return ImmichAlbum(client, major, first | keys, album)
    raise ServerError(
        f"None of the keys for {where.base} gives access to the album {where.album!r}."
    )


def version_of(client: Client) -> int:
    """Return the version of a server; raise ServerError for one that is not known here."""
    major = client.read(ToldVersion, "GET", "/api/server/version", None).major
    if major not in VERSIONS:
        raise ServerError(f"{client.base} is an Immich of version {major}; 2 and 3 are supported.")
    return major


def whose_keys(client: Client, where: Connection) -> Iterator[tuple[ToldPerson, str]]:
    """Yield the person of each key, as the server tells."""
    for key in where.keys:
        yield client.read(ToldPerson, "GET", "/api/users/me", key), key


def _by_name(client: Client, major: int, key: str, where: Connection) -> str:
    paths = ["/api/albums"] if major > 2 else ["/api/albums", "/api/albums?shared=true"]
    listed = [item for path in paths for item in client.read(list[ToldNamed], "GET", path, key)]
    named = {album.id for album in listed if album.album_name == where.album}
    if len(named) > 1:
        raise ServerError(f"{len(named)} albums are called {where.album!r}: give one's id.")
    if not named:
        raise RefusedError(f"no album is called {where.album!r}", 404)
    return named.pop()


def asset_of(found: ToldAsset, base: str) -> Asset:
    """Return an asset as the server at ``base`` tells of it; RefusedError for impossible times."""
    try:
        local_s, utc_s = found.local_s, found.utc_s
        return Asset(
            id=found.id,
            owner=found.owner_id,
            name=found.original_file_name,
            checksum=found.checksum,
            time=AssetTime(local_s, utc_s, found.exif.time_zone, found.settled),
            photo=found.type == "IMAGE",
            tags=dict(found.tags()),
            path=found.original_path,
        )
    except (ValueError, OverflowError) as error:
        raise RefusedError(
            f"{base} sends impossible data for the photo {found.id} ({str(error)[:100]}).", 200
        ) from error
