"""Albums on Immich servers of versions 2 and 3, which differ in how an album is listed.

Only an asset's owner may change its time, so there is one key per owner. An answer to a change
still shows the old time: the server writes a sidecar and reads it again, one after the other.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

from coincide.errors import RefusedError, ServerError
from coincide.model.times import from_datetime, to_exif_text, zone_text
from coincide.servers.client import Client
from coincide.servers.form import Asset, AssetTime, Connection, zoned_text

HEADER = "x-api-key"
VERSIONS = (2, 3)
# assets on one page of a search: the most that the server gives
PAGE = 1000
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)


class ImmichAlbum:
    """An album that is open: see ``form.Album``."""

    def __init__(self, client: Client, major: int, keys: Mapping[str, str], album: Any) -> None:
        self.client = client
        self.id: str = album["id"]
        self.title: str = album["albumName"]
        self.owners: dict[str, str] = _members(album)
        self.writable = frozenset(keys)
        self._major, self._keys = major, dict(keys)
        self._reader = next(iter(keys.values()))

    def assets(self) -> Iterator[Asset]:
        """Yield all assets of all members."""
        for found in self._listed():
            yield asset_of(found)

    def _listed(self) -> Iterator[Any]:
        if self._major == 2:  # whose search gives one's own only
            yield from self._get(f"/api/albums/{self.id}")["assets"]
            return
        page: int | None = 1
        while page is not None:
            wanted = {"albumIds": [self.id], "withExif": True, "withStacked": True, "size": PAGE}
            found = self._post("/api/search/metadata", wanted | {"page": page})["assets"]
            yield from found["items"]
            following = None if found["nextPage"] is None else int(found["nextPage"])
            if following is not None and following <= page:
                raise ServerError(f"{self.client.base} has no end of pages: ask it again later.")
            page = following

    def asset(self, asset_id: str) -> Asset:
        """Return one asset as it is now."""
        return asset_of(self._get(f"/api/assets/{asset_id}"))

    def preview(self, asset_id: str) -> bytes:
        """Return the server's preview, a JPEG of about 1440 pixels."""
        return self.client.bytes(f"/api/assets/{asset_id}/thumbnail?size=preview", self._reader)

    def head(self, asset_id: str, n_bytes: int) -> bytes | None:
        """Return the beginning of an original; None where the key may not download."""
        try:
            path = f"/api/assets/{asset_id}/original"
            return self.client.bytes(path, self._reader, first=n_bytes)
        except RefusedError:
            return None

    def set_time(self, asset: Asset, time: AssetTime) -> None:
        """Send a new time, always with its offset: the server would add its own."""
        key = self._keys.get(asset.owner)
        if key is None:
            raise RefusedError(f"no key of {self.owners.get(asset.owner, 'its owner')}", 403)
        body = {"dateTimeOriginal": zoned_text(time)}
        self.client.json("PUT", f"/api/assets/{asset.id}", key, body)

    def _get(self, path: str) -> Any:
        return self.client.json("GET", path, self._reader)

    def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        return self.client.json("POST", path, self._reader, body)


def open_immich(where: Connection, client: Client | None = None) -> ImmichAlbum:
    """Open an album with keys of some of its members."""
    try:
        return _opened(client or Client(where.base, HEADER), where)
    except (KeyError, TypeError, ValueError) as error:
        raise ServerError(
            f"{where.base} answers otherwise than an Immich of version 2 or 3 ({error!r})."
        ) from error


def _opened(client: Client, where: Connection) -> ImmichAlbum:
    major = int(client.json("GET", "/api/server/version", None)["major"])
    if major not in VERSIONS:
        raise ServerError(f"{where.base} is an Immich of version {major}; 2 and 3 are known.")
    keys = {person["id"]: key for person, key in whose_keys(client, where)}
    album_id = where.album.lower()
    for owner, key in keys.items():
        try:
            if _ID.fullmatch(album_id) is None:
                album_id = _by_name(client, major, key, where)
            album = client.json("GET", f"/api/albums/{quote(album_id)}", key)
        except RefusedError:
            continue
        first = {owner: key}  # who sees the album reads it
        return ImmichAlbum(client, major, first | keys, album)
    raise ServerError(f"None of the keys for {where.base} opens the album {where.album!r}.")


def whose_keys(client: Client, where: Connection) -> Iterator[tuple[Any, str]]:
    """Yield the person of each key, as the server tells."""
    for key in where.keys:
        yield client.json("GET", "/api/users/me", key), key


def _by_name(client: Client, major: int, key: str, where: Connection) -> str:
    paths = ["/api/albums"] if major > 2 else ["/api/albums", "/api/albums?shared=true"]
    listed = [album for path in paths for album in client.json("GET", path, key)]
    named = {album["id"] for album in listed if album["albumName"] == where.album}
    if len(named) > 1:
        raise ServerError(f"{len(named)} albums are called {where.album!r}: give one's id.")
    if not named:
        raise RefusedError(f"no album is called {where.album!r}", 404)
    return str(named.pop())


def _members(album: Any) -> dict[str, str]:
    people = [member["user"] for member in album.get("albumUsers", [])]
    if album.get("owner"):
        people.insert(0, album["owner"])
    return {person["id"]: person["name"] for person in people}


def asset_of(found: Any) -> Asset:
    """Return an asset as the server tells of it."""
    told = found.get("exifInfo") or {}
    local_s, utc_s = _seconds(found["localDateTime"]), _seconds(found["fileCreatedAt"])
    taken = told.get("dateTimeOriginal")
    # a change is in the second before it is in the first two
    settled = taken is None or abs(_seconds(taken) - utc_s) < 0.0015
    return Asset(
        id=_checked_id(found["id"]),
        owner=found["ownerId"],
        name=found["originalFileName"],
        checksum=found["checksum"],
        time=AssetTime(local_s, utc_s, told.get("timeZone"), settled),
        photo=found["type"] == "IMAGE",
        tags=dict(_tags(told, local_s, utc_s)),
        path=found.get("originalPath", ""),
    )


def _checked_id(text: str) -> str:
    if _ID.fullmatch(text) is None:
        raise ValueError(f"{text[:80]!r} is no id")
    return text


def _seconds(text: str) -> float:
    return from_datetime(datetime.fromisoformat(text.replace("Z", "+00:00")))


def _tags(told: Mapping[str, Any], local_s: float, utc_s: float) -> Iterator[tuple[str, str]]:
    """Yield what the server knows of the camera, by the names of the tags it was read from."""
    if told.get("dateTimeOriginal") is not None:
        yield "Exif.Photo.DateTimeOriginal", to_exif_text(local_s)
        if told.get("timeZone") is not None:
            yield "Exif.Photo.OffsetTimeOriginal", zone_text(round(local_s - utc_s))
    names = {"make": "Exif.Image.Make", "model": "Exif.Image.Model"}
    for name, tag in names.items():
        if told.get(name):
            yield tag, str(told[name])
    yield from _position(told.get("latitude"), told.get("longitude"))
    if told.get("exposureTime"):
        yield "Exif.Photo.ExposureTime", str(told["exposureTime"])
    if told.get("fNumber"):
        yield "Exif.Photo.FNumber", f"{round(told['fNumber'] * 100)}/100"
    if told.get("iso"):
        yield "Exif.Photo.ISOSpeedRatings", str(told["iso"])


def _position(latitude: float | None, longitude: float | None) -> Iterator[tuple[str, str]]:
    if latitude is None or longitude is None:
        return
    for name, value, signs in (("Latitude", latitude, "NS"), ("Longitude", longitude, "EW")):
        yield f"Exif.GPSInfo.GPS{name}", f"{round(abs(value) * 1e7)}/10000000 0/1 0/1"
        yield f"Exif.GPSInfo.GPS{name}Ref", signs[value < 0]
