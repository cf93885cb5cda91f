"""Photos that a server reads where they lie, with their sidecars: let it read them again.

A server of Immich notices neither a new sidecar nor a changed one by itself. The job that looks for
sidecars is an administrator's; reading again what is known is each owner's.
"""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from coincide.errors import RefusedError, UsageError
from coincide.servers.address import base_of, place_of_server
from coincide.servers.client import Client
from coincide.servers.form import Asset, Connection
from coincide.servers.immich import HEADER, asset_of, whose_keys
from coincide.servers.immichtold import ToldAsset, ToldPages
from coincide.servers.keys import family_of, find_keys, name_server, variable_of

# ids in one request
SOME = 500
# of a path, the parts that must be the same: a server may call the folders above otherwise
_TAIL = 2


class ExternalLibrary:
    """A server, with the keys of those whose photos it reads."""

    def __init__(self, client: Client, keys: dict[str, str]) -> None:
        self._client, self._keys = client, keys

    def find(self, photo: Path) -> Asset | None:
        """Return the asset of a file: the one whose path ends most alike; None where none does."""
        found = list(self._named(photo.name))
        best = max((_alike(photo, item.path) for item in found), default=0)
        same = [item for item in found if _alike(photo, item.path) == best]
        return same[0] if best >= _TAIL and len(same) == 1 else None

    def _named(self, name: str) -> Iterator[Asset]:
        for key in self._keys.values():
            body = {"originalFileName": name, "withExif": True, "size": 1000, "page": 1}
            answer = self._client.read(ToldPages, "POST", "/api/search/metadata", key, body)
            yield from (asset_of(item, self._client.base) for item in answer.assets.items)

    def asset(self, asset: Asset) -> Asset:
        """Return an asset as it is now."""
        key = self._keys[asset.owner]
        path = f"/api/assets/{asset.id}"
        return asset_of(self._client.read(ToldAsset, "GET", path, key), self._client.base)

    def look_for_sidecars(self) -> bool:
        """Start the job that looks for new and removed sidecars; False where no key may."""
        for key in self._keys.values():
            try:
                body = {"command": "start", "force": True}
                self._client.json("PUT", "/api/jobs/sidecar", key, body)
            except RefusedError as error:
                if error.status == 400:  # it is running already
                    return True
                continue
            return True
        return False

    def read_again(self, assets: list[Asset]) -> None:
        """Ask for the metadata of assets to be read again, each owner for their own."""
        for owner, key in self._keys.items():
            ids = [asset.id for asset in assets if asset.owner == owner]
            for first in range(0, len(ids), SOME):
                body = {"assetIds": ids[first : first + SOME], "name": "refresh-metadata"}
                self._client.json("POST", "/api/assets/jobs", key, body)


def open_library(server: str) -> ExternalLibrary:
    """Open a server that the user names, with all keys that are at hand for it."""
    base, scheme = base_of(server), place_of_server(server).scheme
    if family_of(scheme) != "immich":
        raise UsageError(f"{server}: only Immich reads sidecars next to files.")
    name_server(base)
    keys = find_keys(scheme, base)
    if not keys:
        raise UsageError(f"There is no key for {base}: set {variable_of(scheme)}.")
    client = Client(base, HEADER)
    where = Connection(scheme, base, "", keys)
    return ExternalLibrary(client, {person.id: key for person, key in whose_keys(client, where)})


def _alike(photo: Path, path: str) -> int:
    """Return how many parts of two paths are the same, from the end.

    >>> _alike(Path("/home/me/trip/Ann/1.jpg"), "/mnt/photos/Ann/1.jpg")
    2
    """
    pairs = zip(reversed(photo.parts), reversed(PurePosixPath(path).parts), strict=False)
    count = 0
    for mine, theirs in pairs:
        if mine != theirs:
            break
        count += 1
    return count
