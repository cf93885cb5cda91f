"""An S3 server on this machine, and one in front of it that fails and delays requests."""

import http.client
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.request import urlopen

import fsspec

HOST = "127.0.0.1"
BUCKET = "photos"


def s3_environment(port: int) -> dict[str, str]:
    """Return what tells this process and its children where S3 is."""
    return {
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": f"http://{HOST}:{port}",
    }


def free_port() -> int:
    with socket.socket() as one:
        one.bind((HOST, 0))
        return int(one.getsockname()[1])


@contextmanager
def s3_server() -> Iterator[int]:
    """Run moto's server as a process of its own; yield its port."""
    port = free_port()
    code = "import sys; from moto.server import main; main(sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "-H", HOST, "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "MOTO_S3_CUSTOM_ENDPOINTS": ""},
    )
    try:
        deadline = time.monotonic() + 60
        while not _answers(port):
            assert process.poll() is None, "moto's server ended"
            assert time.monotonic() < deadline, "moto's server does not answer"
            time.sleep(0.1)
        yield port
    finally:
        process.kill()
        process.wait()


def _answers(port: int) -> bool:
    try:
        with urlopen(f"http://{HOST}:{port}/moto-api/", timeout=5):
            return True
    except OSError:
        return False


def make_bucket(bucket: str = BUCKET) -> None:
    fsspec.filesystem("s3", skip_instance_cache=True).call_s3("create_bucket", Bucket=bucket)


def upload(folder: Path, url: str) -> int:
    """Copy the files below a folder to a URL; return how many."""
    files, place = fsspec.core.url_to_fs(url)
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    for path in paths:
        files.pipe_file(f"{place}/{path.relative_to(folder).as_posix()}", path.read_bytes())
    return len(paths)


@dataclass
class Faults:
    """Which requests go wrong, by a seeded draw, and how many have."""

    seed: int
    fail: float = 0.02
    delay: float = 0.05
    delay_s: float = 0.3
    n_requests: int = 0
    n_failed: int = 0
    n_delayed: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._rng = random.Random(self.seed)

    def draw(self) -> tuple[str, float]:
        """Return what becomes of the next request: an answer or none, and how late."""
        with self._lock:
            self.n_requests += 1
            fate, late_s = "pass", 0.0
            if self._rng.random() < self.fail:
                self.n_failed += 1
                fate = self._rng.choice(["500", "503", "reset", "cut"])
            elif self._rng.random() < self.delay:
                self.n_delayed += 1
                late_s = self._rng.uniform(0.2, 1.0) * self.delay_s
            return fate, late_s


class _Proxy(ThreadingHTTPServer):
    """A server that knows the one behind it, and what is to go wrong on the way."""

    daemon_threads = True

    def __init__(self, behind: int, faults: Faults) -> None:
        super().__init__((HOST, 0), _Handler)
        self.behind, self.faults = behind, faults

    def handle_error(self, *_: object) -> None:
        pass  # clients go away in the middle of things


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Proxy

    def _pass_on(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        fate, late_s = self.server.faults.draw()
        time.sleep(late_s)
        if fate == "reset":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
        elif fate in ("500", "503"):
            self._answer(int(fate), {}, b"")
        else:
            self._answer(*self._ask(body), cut=fate == "cut")

    def _ask(self, body: bytes) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(HOST, self.server.behind, timeout=60)
        try:
            connection.request(self.command, self.path, body, dict(self.headers))
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()
        finally:
            connection.close()

    def _answer(
        self, status: int, headers: dict[str, str], data: bytes, *, cut: bool = False
    ) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(name, value)
        self.send_header("Content-Length", headers.get("Content-Length", str(len(data))))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data[: len(data) // 2] if cut else data)
        self.close_connection = self.close_connection or cut

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = _pass_on  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def faulty_proxy(behind: int, faults: Faults) -> Iterator[int]:
    """Serve what another server has, with faults; yield the port."""
    server = _Proxy(behind, faults)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
