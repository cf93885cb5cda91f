import hashlib
import io
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from coincide.errors import ModelError
from coincide.features.backbones.cache import cached
from coincide.features.backbones.download import PinnedFile, download
from coincide.features.backbones.googlenet import PIN

CONTENT = bytes(range(256)) * 4000  # a little above three chunks


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/missing":
            self.send_error(404)
            return
        self.send_response(200)
        if self.path != "/endless":
            self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        try:
            self.wfile.write(CONTENT[: len(CONTENT) // 2] if self.path == "/cut" else CONTENT)
            while self.path == "/endless":
                self.wfile.write(CONTENT)
        except ConnectionError:
            pass  # the client has had enough, as it should

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.fixture
def pin(address: str) -> PinnedFile:
    return PinnedFile(f"{address}/file", len(CONTENT), hashlib.sha256(CONTENT).hexdigest())


def test_fetches_the_file_and_tells_how_far(pin: PinnedFile):
    stream, calls = io.BytesIO(), []
    download(pin, stream, progress=lambda done, total: calls.append((done, total)))
    assert stream.getvalue() == CONTENT
    assert len(calls) > 2
    assert [done for done, _ in calls] == sorted(done for done, _ in calls)
    assert calls[-1] == (len(CONTENT), len(CONTENT))


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/cut", "broke off after 512000 of 1024000 bytes"),
        ("/endless", "more than the 1024000 bytes"),
        ("/missing", "the server answers 404 Not Found"),
    ],
)
def test_refuses_anything_else(pin: PinnedFile, address: str, path: str, reason: str):
    with pytest.raises(ModelError, match=reason) as caught:
        download(replace(pin, url=address + path), io.BytesIO())
    assert str(caught.value).startswith(address + path)
    assert "--weights FILE" in str(caught.value)


def test_refuses_a_wrong_hash(pin: PinnedFile):
    with pytest.raises(ModelError, match=f"its sha256 is {pin.sha256}, expected {'0' * 64}"):
        download(replace(pin, sha256="0" * 64), io.BytesIO())


def test_refuses_a_longer_file_early(pin: PinnedFile):
    stream = io.BytesIO()
    with pytest.raises(ModelError, match="more than the 1000 bytes"):
        download(replace(pin, size=1000), stream)
    assert len(stream.getvalue()) <= 1000


def test_says_when_there_is_no_server(pin: PinnedFile):
    with HTTPServer(("127.0.0.1", 0), Handler) as closed:
        port = closed.server_address[1]
    with pytest.raises(ModelError, match=r"no connection.*--weights FILE"):
        download(replace(pin, url=f"http://127.0.0.1:{port}/file"), io.BytesIO())


def test_only_a_whole_download_is_kept(pin: PinnedFile, address: str, tmp_path: Path):
    with pytest.raises(ModelError):
        cached(tmp_path, "net", lambda stream: download(replace(pin, url=f"{address}/cut"), stream))
    assert list(tmp_path.iterdir()) == []
    path = cached(tmp_path, "net", lambda stream: download(pin, stream))
    assert path.read_bytes() == CONTENT


def test_the_real_address_is_pinned_to_a_commit():
    assert PIN.url.startswith("https://")
    assert "/4c46cd00fbdb7cd30b6c1c17ab54f2e1f4f7b177/" in PIN.url
    assert len(PIN.sha256) == 64
