"""Answers of a real server, kept as far as we read them: how they are recorded, and replayed.

``python -m tests.servers.recording http://127.0.0.1:2283 ALBUM-ID FILE`` records with the keys that
are in the environment, of an album with photos of ``coincide demo``.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from coincide.servers import Connection
from coincide.servers.client import Client, ServerResponse
from coincide.servers.immich import ImmichAlbum, open_immich
from coincide.servers.keys import find_keys

FOLDER = Path(__file__).parent / "recorded"
EXIF = {
    *("make", "model", "dateTimeOriginal", "timeZone", "latitude", "longitude"),
    *("exposureTime", "fNumber", "iso"),
}
ASSET = {
    *("id", "ownerId", "originalFileName", "checksum", "type", "localDateTime"),
    *("fileCreatedAt", "exifInfo", *EXIF),
}
# what is read of an answer, by what its path has in it; the first one that fits
READ = (
    ("version", {"major"}),
    ("users/me", {"id"}),
    ("search", {"assets", "items", "nextPage", *ASSET}),
    ("albums/", {"albumName", "albumUsers", "user", "owner", "name", "assets"} | ASSET),
    ("albums", {"id", "albumName"}),
    ("assets/", ASSET),
)
N_ASSETS = 3


class Recorder(Client):
    """A client that notes what it was answered."""

    notes: dict[str, Any]

    def ask(
        self, method: str, path: str, key: str | None, body: Any = None, **more: Any
    ) -> ServerResponse:
        answer = super().ask(method, path, key, body, **more)
        fields = next(fields for part, fields in READ if part in path)
        note = pruned(json.loads(answer.body), fields) if answer.body else None
        self.notes[f"{method} {path}"] = note
        return answer


class Replayed(Client):
    """A client that answers what was noted, and knows nothing else."""

    def __init__(self, notes: Mapping[str, Any]) -> None:
        super().__init__("http://127.0.0.1:1", "x-api-key")
        self.notes = notes
        self.sent: list[tuple[str, Any]] = []

    def ask(
        self, method: str, path: str, key: str | None, body: Any = None, **_: Any
    ) -> ServerResponse:
        self.sent.append((f"{method} {path}", body))
        return ServerResponse(200, json.dumps(self.notes[f"{method} {path}"]).encode())


def pruned(value: Any, fields: set[str]) -> Any:
    """Return an answer with the fields that we read, and a few of many assets."""
    if isinstance(value, dict):
        mine = fields - {"ownerId"} if "albumName" in value else fields
        return {name: pruned(one, fields) for name, one in value.items() if name in mine}
    if isinstance(value, list):
        some = value if len(value) <= 10 else value[:: len(value) // N_ASSETS + 1]
        return [pruned(one, fields) for one in some]
    return value


def main(base: str, album_id: str, out: str) -> None:
    keys = find_keys("immich", base)
    client = Recorder(base, "x-api-key")
    client.notes = {}
    album = opened(client, keys, "Our trip")
    assets = list(album.assets())
    one = next(iter(assets[:: len(assets) // N_ASSETS + 1]))
    album.asset(one.id)
    assert album.id == album_id
    Path(out).write_text(json.dumps(client.notes, indent=1) + "\n", encoding="utf-8")


def opened(client: Client, keys: tuple[str, ...], title: str) -> ImmichAlbum:
    """Open an album by a client of ours."""
    return open_immich(Connection("immich+http", client.base, title, keys), client)


if __name__ == "__main__":
    main(*sys.argv[1:])
