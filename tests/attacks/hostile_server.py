"""A server that answers whatever a test wants, as an Immich would where the test says nothing."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ALBUM = "5a1c6e0e-97a6-4f2e-9d6e-3f1f6f9b2a10"
OWNER = "0477685c-b146-4e0b-a686-a8cb7621dba7"
KEY = "SECRET-KEY-OF-MINE-0123456789"


def asset(number: int = 0, **other: Any) -> dict[str, Any]:
    """Return a photo as an Immich tells of it, with some fields as a test wants them."""
    told = {
        "id": f"fc69688a-efd2-4a6e-9ed9-{number:012x}",
        "ownerId": OWNER,
        "originalFileName": f"IMG_{number}.jpg",
        "checksum": "YYROrooilP09loG2KHweOOSr+iQ=",
        "type": "IMAGE",
        "localDateTime": "2025-08-23T14:45:00.125Z",
        "fileCreatedAt": "2025-08-23T12:45:00.125Z",
        "exifInfo": {"dateTimeOriginal": "2025-08-23T12:45:00.125Z", "timeZone": "UTC+2"},
    }
    return told | other


def page(*assets: Any, following: Any = None) -> dict[str, Any]:
    """Return a page of a search."""
    return {"assets": {"items": list(assets), "nextPage": following}}


@dataclass
class Hostile:
    """What is answered, by the path without what follows its question mark.

    A function is called with the body of the request. ``drip_s``: seconds before each byte of
    every answer, for at most 20 seconds. ``location`` goes with an answer of another ``status``.
    """

    answers: dict[str, Any] = field(default_factory=dict)
    status: int = 200
    drip_s: float = 0.0
    location: str = ""
    port: int = 0
    seen: list[tuple[str, str]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"immich+{self.base}/{ALBUM}"

    def answer(self, path: str, body: Any) -> bytes:
        usual: dict[str, Any] = {
            "/api/server/version": {"major": 3},
            "/api/users/me": {"id": OWNER, "name": "Mallory"},
            f"/api/albums/{ALBUM}": {"id": ALBUM, "albumName": "Trip", "albumUsers": []},
            "/api/search/metadata": page(asset()),
        }
        found = {**usual, **self.answers}.get(path, {"message": "no such thing"})
        found = found(body) if isinstance(found, Callable) else found  # type: ignore[arg-type]
        return found if isinstance(found, bytes) else json.dumps(found).encode()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "_Http"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._answer("GET")

    def do_POST(self) -> None:
        self._answer("POST")

    def _answer(self, method: str) -> None:
        state = self.server.state
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.partition("?")[0]
        state.seen.append((method, path))
        if self.headers.get("x-api-key"):
            state.keys.append(self.headers["x-api-key"])
        content = state.answer(path, json.loads(sent) if sent else None)
        odd = path in state.answers and state.status != 200
        head = f"HTTP/1.1 {state.status if odd else 200} X\r\nContent-Length: {len(content)}\r\n"
        if odd and state.location:
            head += f"Location: {state.location}{self.path}\r\n"
        self._send(head.encode() + b"\r\n", content, state.drip_s)

    def _send(self, head: bytes, content: bytes, drip_s: float) -> None:
        try:
            if not drip_s:
                self.wfile.write(head)
                self.wfile.write(content)
                return
            until_s = time.monotonic() + 20.0
            for byte in head + content:
                if time.monotonic() > until_s:
                    break
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(drip_s)
        except OSError:
            pass
        self.close_connection = True


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    state: Hostile


@contextmanager
def hostile(answers: dict[str, Any] | None = None, **how: Any) -> Iterator[Hostile]:
    """Let such a server answer on a port of this machine."""
    state = Hostile(answers or {}, **how)
    http = _Http(("127.0.0.1", 0), _Handler)
    http.state, state.port = state, http.server_address[1]
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield state
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
