"""Clients of the review app that connect and say nothing, or next to nothing."""

import asyncio
import errno
import logging
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from coincide.app.review.http import connections
from coincide.app.review.http.connections import ClientConnection, Exhausted
from coincide.app.review.http.server import bind
from tests.app.review.conftest import serving

resource = pytest.importorskip("resource")  # limits of POSIX

N_SILENT, ANSWERED_S = 1_100, 20.0


@contextmanager
def many_descriptors() -> Iterator[None]:
    """Let this process have as many connections as the test opens."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * N_SILENT
    if before[1] != resource.RLIM_INFINITY and before[1] < wanted:
        pytest.skip("this machine allows too few descriptors")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], wanted), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def connected(port: int, sent: bytes = b"") -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=ANSWERED_S)
    with suppress(OSError):  # it may be closed already
        connection.sendall(sent)
    return connection


@pytest.mark.slow
@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_f22_an_honest_page_is_answered_beside_1100_silent_connections(
    tmp_path: Path, sent: bytes
) -> None:
    few = ["sh", "-c", 'ulimit -n 1024; exec "$@"', "sh"]
    command = [
        *few,
        sys.executable,
        "-m",
        "coincide",
        "review",
        "--no-browser",
        "--root",
        str(tmp_path),
    ]
    log = tmp_path / "stderr.txt"
    with (
        many_descriptors(),
        log.open("wb") as told,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=told, text=True) as process,
        ExitStack() as held,
    ):
        try:
            assert process.stdout is not None
            base, token = process.stdout.readline().split()[-1].split("/?token=")
            port = int(base.rpartition(":")[2])
            for _ in range(N_SILENT):
                held.enter_context(connected(port, sent))
            headers = {"X-Coincide-Token": token}
            for _ in range(5):
                answer = httpx.get(f"{base}/api/state", headers=headers, timeout=ANSWERED_S)
                assert answer.status_code == 200
        finally:
            process.terminate()
            process.wait(60)
    assert log.stat().st_size < 2_000
    assert b"Traceback" not in log.read_bytes()


def test_f22_whoever_sends_no_head_in_time_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "HEAD_S", 0.3)
    with serving([tmp_path], []) as live:
        port = live.running.port
        for sent in (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n"):
            with connected(port, sent) as silent:
                assert silent.recv(1) == b""
        # dripping makes it no longer
        with connected(port, b"GET / HTTP/1.1\r\n") as dripping:
            start_s = time.monotonic()
            with suppress(OSError):
                while time.monotonic() - start_s < ANSWERED_S:
                    dripping.sendall(b"X: y\r\n")
                    time.sleep(0.05)
            assert time.monotonic() - start_s < ANSWERED_S / 2
        # nor does a request before it, with the next one's head left open
        with connected(
            port, f"GET /nope HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\nGET ".encode()
        ) as used:
            told = b""
            while part := used.recv(4096):
                told += part
            assert b" 403 " in told
        assert live.get("/api/state")["page"] == "choose"


def test_f22_the_longest_silent_gives_way_and_no_request_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving([tmp_path], []) as live:
        monkeypatch.setattr(ClientConnection, "most", 6)
        with ExitStack() as held:
            # a page that listens for news is being answered all the time
            news = held.enter_context(live.client.stream("GET", "/api/news"))
            lines = news.iter_lines()
            assert next(lines)
            silent = [held.enter_context(connected(live.running.port)) for _ in range(20)]
            time.sleep(0.3)
            assert silent[0].recv(1) == b""
            assert len(live.running.server.server_state.connections) <= 6
            headers = {"X-Coincide-Token": live.running.token}
            address = f"http://127.0.0.1:{live.running.port}/api/state"
            assert httpx.get(address, headers=headers).status_code == 200
            live.running.session.news.tell("state", live.running.session.state())
            assert any(line.startswith("event: state") for line in lines)


def test_f22_where_all_are_answered_the_newest_has_to_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving([tmp_path], []) as live:
        with live.client.stream("GET", "/api/news") as news:
            assert next(news.iter_lines())
            monkeypatch.setattr(ClientConnection, "most", 1)
            with connected(live.running.port) as late:
                assert late.recv(1) == b""
        monkeypatch.undo()
        assert live.get("/api/state")["page"] == "choose"


def test_f22_connections_leave_descriptors_for_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = {"now": (256, 256)}
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits["now"])
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.update(now=new))
    assert connections.most_connections() == 64
    limits["now"] = (1024, 1 << 20)
    assert connections.most_connections() == connections.MOST_CONNECTIONS
    assert limits["now"] == (connections.DESCRIPTORS, 1 << 20)
    running = bind([tmp_path])
    try:
        assert running.server.config.backlog <= connections.MOST_CONNECTIONS // 4
    finally:
        running.listening.close()
        running.session.close()


def test_f22_lack_of_descriptors_is_one_line_and_any_other_error_is_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    loop = asyncio.new_event_loop()
    try:
        handler = Exhausted()
        with caplog.at_level(logging.WARNING):
            for _ in range(100):
                handler(loop, {"exception": OSError(errno.EMFILE, "Too many open files")})
        assert [one.getMessage() for one in caplog.records] == [
            "Connections cannot be accepted at the moment: Too many open files."
        ]
        caplog.clear()
        handler(loop, {"message": "a bug", "exception": ValueError("why")})
        assert "a bug" in caplog.text
    finally:
        loop.close()
