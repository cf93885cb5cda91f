"""Whoever is not our own page gets nothing: each test tries to get in."""

import socket
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest

from coincide.app.review.http.access import new_token
from coincide.app.review.http.security import MOST_BODY
from tests.app.review.conftest import Live, serving

PAGES = ["/", "/api/state", "/api/event", "/api/news", "/api/sprite/0", "/api/photo/0/256"]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    (home / "photos").mkdir()
    return home


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[Live]:
    """Nothing is open: whether one is let in does not hang on it."""
    with serving([home], []) as opened:
        yield opened


def stranger(server: Live, **headers: str) -> httpx.Client:
    return httpx.Client(base_url=server.client.base_url, headers=headers, timeout=10.0)


def test_tokens_are_long_and_never_the_same() -> None:
    assert len({new_token() for _ in range(100)}) == 100
    assert len(new_token()) >= 43  # 32 bytes


def test_it_listens_on_this_machine_alone(server: Live) -> None:
    assert server.running.listening.getsockname()[0] == "127.0.0.1"
    other = next(
        (
            info[4][0]
            for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
            if not str(info[4][0]).startswith("127.")
        ),
        None,
    )
    if other is None:
        pytest.skip("this machine has no other address")
    with (
        pytest.raises((ConnectionError, TimeoutError)),
        socket.create_connection((other, server.running.port), 2.0),
    ):
        pass


@pytest.mark.parametrize("path", PAGES)
def test_without_the_token_there_is_nothing(server: Live, path: str) -> None:
    with stranger(server) as client:
        assert client.get(path).status_code == 403
        assert client.get(path, headers={"X-Coincide-Token": "wrong"}).status_code == 403
        cookie = {"Cookie": f"coincide-{server.running.port}=wrong; a=b"}
        assert client.get(path, headers=cookie).status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost",
        "[::1]:{port}",
    ],
)
def test_a_rebound_name_is_refused_though_it_has_the_token(server: Live, host: str) -> None:
    headers = {"Host": host.format(port=server.running.port)}
    assert server.client.get("/api/state", headers=headers).status_code == 403
    query = {"token": server.running.token}
    assert server.client.get("/", params=query, headers=headers).status_code == 403


def test_localhost_is_a_name_of_ours(server: Live) -> None:
    headers = {"Host": f"localhost:{server.running.port}"}
    assert server.client.get("/api/state", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_a_foreign_origin_is_refused_though_it_has_the_token(
    server: Live, origin: str, method: str
) -> None:
    answer = server.client.request(
        method, "/api/state", headers={"Origin": origin, "Content-Type": "application/json"}
    )
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers


def test_the_first_page_turns_the_token_into_a_cookie(server: Live) -> None:
    with stranger(server) as client:
        wrong = client.get("/", params={"token": "x" * 43})
        assert wrong.status_code == 403
        assert "set-cookie" not in wrong.headers
        answer = client.get("/", params={"token": server.running.token})
        assert answer.status_code == 303
        assert answer.headers["location"] == "/"
        cookie = SimpleCookie(answer.headers["set-cookie"])[f"coincide-{server.running.port}"]
        assert cookie["httponly"]
        assert cookie["samesite"].lower() == "strict"
        client.cookies.clear()
        pair = {"Cookie": f"{cookie.key}={cookie.value}"}
        assert client.get("/api/state", headers=pair).status_code == 200
        # a form of another page would bring the cookie, but never the header
        posted = client.post("/api/stop", json={"job": 1}, headers=pair)
        assert posted.status_code == 403


def test_the_token_opens_no_other_address_by_the_query(server: Live) -> None:
    with stranger(server) as client:
        query = {"token": server.running.token}
        assert client.get("/api/state", params=query).status_code == 403
        assert client.post("/", params=query, json={}).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_what_a_form_can_send_is_refused(server: Live, kind: str) -> None:
    headers = {"Content-Type": kind} if kind else {}
    answer = server.client.post("/api/stop", content=b'{"job": 1}', headers=headers)
    assert answer.status_code == 415


def test_huge_bodies_are_refused_whether_or_not_they_say_so(server: Live) -> None:
    headers = {"Content-Type": "application/json"}
    big = b'{"paths": ["' + b"a" * MOST_BODY + b'"]}'
    assert server.client.post("/api/open", content=big, headers=headers).status_code == 413

    def pieces() -> Iterator[bytes]:
        for start in range(0, len(big), 65536):
            yield big[start : start + 65536]

    try:
        answer = server.client.post("/api/open", content=pieces(), headers=headers)
        assert answer.status_code >= 400
    except httpx.TransportError:
        pass  # hung up on, which is an answer
    assert server.get("/api/state")["page"] == "choose"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE"])
@pytest.mark.parametrize("path", ["/api/state", "/api/hint", "/"])
def test_other_methods_do_nothing(server: Live, method: str, path: str) -> None:
    assert server.client.request(method, path).status_code == 405


def test_changes_are_not_made_by_reading(server: Live) -> None:
    for path in ("hint", "gallery", "anchor", "merge", "split", "undo", "redo", "open", "stop"):
        assert server.client.get(f"/api/{path}").status_code in (404, 405)


@pytest.mark.parametrize(
    "path",
    [
        *("/../session.py", "/%2e%2e/session.py", "/..%2fsession.py", "/static/../../app.py"),
        *("/etc/passwd", "//etc/passwd", "/%2fetc%2fpasswd", "/assets/%00", "/.", "/index.html"),
    ],
)
def test_no_file_but_the_built_ones_is_served(server: Live, path: str) -> None:
    with socket.create_connection(("127.0.0.1", server.running.port)) as raw:
        request = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.running.port}\r\n"
            f"X-Coincide-Token: {server.running.token}\r\nConnection: close\r\n\r\n"
        )
        raw.sendall(request.encode())
        data = b"".join(iter(lambda: raw.recv(65536), b""))
    assert data.split(b" ")[1] in (b"404", b"400")
    assert b"root:" not in data
    assert b"import" not in data


def test_every_answer_is_locked_down(server: Live) -> None:
    with stranger(server) as client:
        answers = [server.client.get("/"), server.client.get("/api/state"), client.get("/")]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["cache-control"]
        assert not [name for name in answer.headers if name.startswith("access-control")]
        assert "server" not in answer.headers


def test_the_interface_is_not_described_to_anyone(server: Live) -> None:
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert server.client.get(path).status_code == 404


def test_strange_requests_are_refused_without_repeating_them(server: Live) -> None:
    answer = server.client.post("/api/open", json={"paths": ["<script>"], "more": "<b>"})
    assert answer.status_code == 422
    assert "<" not in answer.text
    for body in ({}, {"paths": []}, {"paths": "x"}, {"paths": [1]}, [], 7):
        assert server.client.post("/api/open", json=body).status_code == 422
    bad = server.client.post(
        "/api/open", content=b"{", headers={"Content-Type": "application/json"}
    )
    assert bad.status_code == 422
