"""A small server of our own that answers as Immich does, in the parts that we use, and can fail.

What it does is by what real servers of two versions were seen to do: the answer to a change shows
the old time, a change settles later, and of two in quick succession the second may be lost.
"""

import base64
import hashlib
import json
import re
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from coincide.media.metadata import capture_of, read_tags
from coincide.media.sidecars import parse_sidecar
from coincide.model.times import to_text

ALBUM = "5a1c6e0e-97a6-4f2e-9d6e-3f1f6f9b2a10"
TITLE = "Our trip"


@dataclass
class Held:
    """One asset of the server, with the change that it is still at work on."""

    id: str
    owner: str
    path: Path
    data: bytes
    local: datetime
    utc: datetime
    zone: str | None
    make: str | None = None
    model: str | None = None
    created: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    changed: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    trashed: bool = False
    pending: tuple[float, datetime] | None = None
    n_puts: int = 0

    def settle(self, now_s: float) -> None:
        if self.pending is not None and now_s >= self.pending[0]:
            new = self.pending[1]
            offset = new.utcoffset() or timedelta()
            hours = offset.total_seconds() / 3600
            self.local, self.utc = new.replace(tzinfo=UTC), new.astimezone(UTC)
            self.zone, self.pending = f"UTC{hours:+g}", None
            self.changed = datetime.now(UTC)

    def read_again(self) -> None:
        """Take the time of the sidecar beside the file, where there is one, else its own."""
        sidecar = self.path.with_name(f"{self.path.name}.xmp")
        if not sidecar.exists():
            self.local = self.utc = _held(self.path, self.owner).local
            return
        told = parse_sidecar(sidecar.read_bytes())
        assert told is not None
        assert told.time_s is not None
        self.local = self.utc = datetime.fromtimestamp(told.time_s, UTC)


@dataclass
class Faults:
    """What goes wrong: ``answers`` are given instead of the next ones, for paths that match."""

    answers: list[tuple[str, int]] = field(default_factory=list)
    lost: int = 0  # changes to be lost without a word
    delay_s: float = 0.0  # before each answer
    no_heads: bool = False
    limit: int | None = None  # answers until it is gone


@dataclass
class Server:
    """The state of a server; ``keys`` are people's ids by their keys."""

    major: int
    keys: dict[str, str]
    names: dict[str, str]
    assets: dict[str, Held]
    lag_s: float = 0.0
    page: int = 7  # assets on one page, however many are asked for
    partners: dict[str, list[str]] = field(default_factory=dict)  # whose photos one sees as well
    faults: Faults = field(default_factory=Faults)
    admin: str = ""  # who may start jobs
    sidecars_known: bool = False
    seen: list[tuple[str, str]] = field(default_factory=list)
    bytes_out: int = 0
    port: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"immich+http://127.0.0.1:{self.port}/{TITLE}"

    @property
    def base(self) -> str:
        return f"immich+http://127.0.0.1:{self.port}"

    def times(self) -> dict[str, tuple[datetime, datetime]]:
        """Return face and instant of all assets, when all changes are done."""
        for one in self.assets.values():
            one.settle(float("inf"))
        return {one.id: (one.local, one.utc) for one in self.assets.values()}

    def puts(self) -> int:
        return sum(one.n_puts for one in self.assets.values())


def server_of(folder: Path, owners: dict[str, list[str]], major: int = 3) -> Server:
    """Return a server with the photos of some folders; ``owners`` have several folders each."""
    ids = {name: str(uuid.uuid5(uuid.NAMESPACE_URL, name)) for name in owners}
    assets: dict[str, Held] = {}
    for name, folders in owners.items():
        files = [path for one in folders for path in sorted((folder / one).iterdir())]
        for path in files:
            held = _held(path, ids[name])
            assets[held.id] = held
    keys = {f"key-of-{name}-{'0' * 20}": ids[name] for name in owners}
    return Server(major, keys, {one: name for name, one in ids.items()}, assets)


def key_of(server: Server, name: str) -> str:
    return next(key for key, one in server.keys.items() if server.names[one] == name)


def _held(path: Path, owner: str) -> Held:
    data = path.read_bytes()
    tags = read_tags(data)
    capture = capture_of(tags)
    assert capture.time_s is not None
    local = datetime.fromisoformat(to_text(capture.time_s, milliseconds=True)).replace(tzinfo=UTC)
    zone_s = capture.zone_s
    zone = None if zone_s is None else f"UTC{zone_s / 3600:+g}"
    asset_id = str(uuid.uuid5(uuid.NAMESPACE_URL, str(path)))
    utc = local - timedelta(seconds=zone_s or 0)
    make, model = tags.get("Exif.Image.Make"), tags.get("Exif.Image.Model")
    return Held(asset_id, owner, path, data, local, utc, zone, make, model)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # an answer is one packet, or each would wait for the last one's receipt
    disable_nagle_algorithm = True
    server: "_Http"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._answer("GET")

    def do_POST(self) -> None:
        self._answer("POST")

    def do_PUT(self) -> None:
        self._answer("PUT")

    def _answer(self, method: str) -> None:
        state = self.server.state
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with state.lock:
            status, data = self._found(state, method, json.loads(body) if body else {})
            delay_s = state.faults.delay_s
        time.sleep(delay_s)
        content = data if isinstance(data, bytes) else json.dumps(data).encode()
        state.bytes_out += len(content)
        try:
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except OSError:  # whoever asked was killed
            self.close_connection = True

    def _found(self, state: Server, method: str, body: dict[str, Any]) -> tuple[int, Any]:
        path = self.path.partition("?")[0]
        state.seen.append((method, path))
        if state.faults.limit is not None:
            state.faults.limit -= 1
            if state.faults.limit < 0:
                self.close_connection = True
                return 503, {"message": "going down"}
        for nth, (pattern, status) in enumerate(state.faults.answers):
            if re.search(pattern, f"{method} {path}"):
                del state.faults.answers[nth]
                return status, {"message": f"planned {status}"}
        if path == "/api/server/version":
            return 200, {"major": state.major, "minor": 1, "patch": 0}
        me = state.keys.get(self.headers.get("x-api-key") or "")
        if me is None:
            return 401, {"message": "Invalid API key"}
        return self._known(state, method, path, body, me)

    def _known(
        self, state: Server, method: str, path: str, body: dict[str, Any], me: str
    ) -> tuple[int, Any]:
        album = {
            "id": ALBUM,
            "albumName": TITLE,
            "albumUsers": [
                {"user": {"id": one, "name": name}} for one, name in state.names.items()
            ],
        }
        for one in state.assets.values():
            one.settle(time.monotonic())
        if path == "/api/users/me":
            return 200, {"id": me, "name": state.names[me]}
        if path == "/api/albums":
            return 200, [album]
        if path == f"/api/albums/{ALBUM}":
            told = [_told(one) for one in state.assets.values()]
            return 200, album | ({"assets": told} if state.major == 2 else {})
        if path == "/api/search/metadata":
            return 200, _page(state, body, me)
        if path in ("/api/jobs/sidecar", "/api/assets/jobs"):
            return _job(state, path, body, me)
        found = re.fullmatch(r"/api/assets/([0-9a-f-]{36})(/\w+)?", path)
        held = None if found is None else state.assets.get(found[1])
        if found is None or held is None:
            return 400, {"message": "Not found or no asset.read access"}
        if method == "PUT":
            return self._put(state, held, body, me)
        return self._picture(state, held, found[2])

    def _picture(self, state: Server, held: Held, what: str | None) -> tuple[int, Any]:
        if what is None:
            return 200, _told(held)
        if what == "/original" and state.faults.no_heads:
            return 403, {"message": "Missing required permission: asset.download"}
        wanted = re.fullmatch(r"bytes=0-(\d+)", self.headers.get("Range") or "")
        if what == "/original":
            return (206, held.data[: int(wanted[1]) + 1]) if wanted else (200, held.data)
        return 200, held.data

    def _put(self, state: Server, held: Held, body: dict[str, Any], me: str) -> tuple[int, Any]:
        if held.owner != me:
            return 400, {"message": "Not found or no asset.update access"}
        held.n_puts += 1
        before = _told(held)
        if state.faults.lost:
            state.faults.lost -= 1
        elif held.pending is None:  # of two in quick succession the first one wins
            new = datetime.fromisoformat(body["dateTimeOriginal"])
            assert new.tzinfo is not None, "never without an offset"
            held.pending = time.monotonic() + state.lag_s, new
        return 200, before


def _job(state: Server, path: str, body: dict[str, Any], me: str) -> tuple[int, Any]:
    if path == "/api/jobs/sidecar":
        state.sidecars_known |= me == state.admin
        return (200, {}) if me == state.admin else (403, {"message": "Forbidden"})
    if state.sidecars_known:
        for one in body["assetIds"]:
            state.assets[one].read_again()
    return 204, b""


def _page(state: Server, body: dict[str, Any], me: str) -> dict[str, Any]:
    name = body.get("originalFileName", "")
    every = [_told(one) for one in state.assets.values() if name in one.path.name]
    if state.major == 2 and not name:  # which gives one's own only
        every = []
    if "order" in body:
        every = [_told(one) for one in _library(state, body, me)]
    size, page = min(int(body["size"]), state.page), int(body["page"])
    some = every[(page - 1) * size : page * size]
    more = str(page + 1) if page * size < len(every) else None
    return {"assets": {"items": some, "nextPage": more, "total": len(some)}}


def _library(state: Server, body: dict[str, Any], me: str) -> list[Held]:
    """Return one's own photos, and a partner's, as a search without an album gives them."""
    seen = {me, *state.partners.get(me, ())}
    found = [one for one in state.assets.values() if one.owner in seen]
    if not body.get("withDeleted"):
        found = [one for one in found if not one.trashed]
    for name, value in (("takenAfter", "utc"), ("updatedAfter", "changed")):
        if name in body:
            least = datetime.fromisoformat(body[name])
            found = [one for one in found if getattr(one, value) >= least]
    # those of one instant come in any order, another one for each question
    asked = str(sorted((name, str(value)) for name, value in body.items() if name != "page"))
    return sorted(found, key=lambda one: (one.utc, hash((one.id, asked))))


def _told(held: Held) -> dict[str, Any]:
    taken = held.utc if held.pending is None else held.pending[1].astimezone(UTC)
    return {
        "id": held.id,
        "ownerId": held.owner,
        "originalFileName": held.path.name,
        "checksum": base64.b64encode(hashlib.sha1(held.data).digest()).decode(),
        "type": "IMAGE",
        "localDateTime": _text(held.local),
        "fileCreatedAt": _text(held.utc),
        "originalPath": str(held.path),
        "createdAt": _text(held.created),
        "updatedAt": _text(held.changed),
        "isTrashed": held.trashed,
        "exifInfo": {
            "dateTimeOriginal": _text(taken),
            "timeZone": held.zone,
            "make": held.make,
            "model": held.model,
        },
    }


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    state: Server


@contextmanager
def running(state: Server) -> Iterator[Server]:
    """Let a server answer on a port of this machine."""
    http = _Http(("127.0.0.1", state.port), _Handler)
    http.state, state.port = state, http.server_address[1]
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield state
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
