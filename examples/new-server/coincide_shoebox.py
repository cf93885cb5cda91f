"""A server for Coincide: a shoebox, which tells its albums as JSON and takes times by PUT."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import quote

from coincide.model.times import from_datetime
from coincide.servers import Asset, AssetTime, Connection, zoned_text
from coincide.servers.client import Client


class Shoebox:
    """An album of shoebox://HOST/ALBUM; whoever has the one key may change everything in it."""

    def __init__(self, where: Connection) -> None:
        self._client, self._key = Client(where.base, "x-shoebox-key"), where.keys[0]
        self._path, self.id = f"/albums/{quote(where.album)}", where.album
        told = self._client.json("GET", self._path, self._key)
        self.title: str = told["title"]
        self.owners: dict[str, str] = told["people"]
        self.writable = frozenset(self.owners)

    def assets(self) -> Iterator[Asset]:
        """Yield all photos, one after the other."""
        return map(_asset, self._client.json("GET", self._path, self._key)["photos"])

    def asset(self, asset_id: str) -> Asset:
        """Return one photo as it is now."""
        return _asset(self._client.json("GET", f"/photos/{asset_id}", self._key))

    def preview(self, asset_id: str) -> bytes:
        """Return its picture: a shoebox has small ones only."""
        return self._client.bytes(f"/photos/{asset_id}/picture", self._key)

    def head(self, asset_id: str, n_bytes: int) -> bytes | None:
        """Return the beginning of its file, for its tags."""
        return self._client.bytes(f"/photos/{asset_id}/picture", self._key, first=n_bytes)

    def set_time(self, asset: Asset, time: AssetTime) -> None:
        """Send when it was taken."""
        body = {"taken": zoned_text(time)}
        self._client.json("PUT", f"/photos/{asset.id}", self._key, body)


def _asset(told: Any) -> Asset:
    taken = datetime.fromisoformat(told["taken"])
    local_s = from_datetime(taken)
    zone_s = taken.utcoffset().total_seconds()  # type: ignore[union-attr]
    time = AssetTime(local_s, local_s - zone_s)
    return Asset(told["id"], told["owner"], told["name"], told["sum"], time)
