"""Attacks on a server with an event open: every route, odd bodies, slow and many clients."""

import json
import os
import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

from coincide.app.review import static
from coincide.app.review.http.gets import get_routes, page_routes
from coincide.app.review.http.posts import post_routes
from coincide.app.review.http.security import HEADERS
from coincide.app.review.session import Session
from tests.app.review.conftest import Live, serving

JSON = {"Content-Type": "application/json"}
FILLED = {"gallery": "ann", "sheet": "0", "row": "0", "size": "256", "name": "app.js"}


def all_routes() -> list[tuple[str, str]]:
    """Return every method and address of the app, so that none is forgotten here."""
    session = Session([Path("/")])
    routers = [get_routes(session), post_routes(session), page_routes("token")]
    session.close()
    return [
        (method, re.sub(r"{(\w+)(:\w+)?}", lambda part: FILLED[part[1]], route.path))
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods)
    ]


ROUTES = all_routes()


@pytest.fixture(scope="module")
def server(embedded: Path) -> Iterator[Live]:
    """An event that no test here changes; it is the demo as well, so that nothing is drawn."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("coincide.app.review.session.demo_event", lambda _progress: embedded)
        with serving([embedded.parent], [embedded]) as opened:
            yield opened


def status(server: Live, method: str, path: str, **headers: str) -> httpx.Response:
    """Ask as somebody who has nothing but these headers; a stream is let go at once."""
    everyone = {**(JSON if method == "POST" else {}), **headers}
    url = server.client.base_url.join(path)
    with nobody().stream(method, url, headers=everyone, content=b"{}") as answer:
        return answer


@cache
def nobody() -> httpx.Client:
    """Return a client that keeps no cookie."""
    return httpx.Client(timeout=30.0, cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])))


def test_the_routes_are_all_there_is() -> None:
    assert len(ROUTES) > 20
    assert {"/", "/api/news", "/api/photo/0/256", "/app.js"} <= {path for _, path in ROUTES}


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_no_route_answers_without_token_name_and_origin(
    server: Live, method: str, path: str
) -> None:
    port, token = server.running.port, server.running.token
    cookie = f"coincide-{port}={token}"
    header = {"X-Coincide-Token": token}
    refused = [
        status(server, method, path),
        status(server, method, path, **{"X-Coincide-Token": token[:-1]}),
        status(server, method, path, **{"X-Coincide-Token": token + "x"}),
        status(server, method, path, Cookie=f"coincide-{port + 1}={token}"),
        status(server, method, path, Authorization=f"Bearer {token}"),
        status(server, method, path, **header, Host=f"evil.example:{port}"),
        status(server, method, path, **header, Origin="http://evil.example"),
        status(server, method, path, **header, Origin=f"http://localhost:{port}"),
        status(server, method, path, **header, **{"Sec-Fetch-Site": "cross-site"}),
        status(server, method, path, Cookie=cookie, **{"Sec-Fetch-Site": "same-site"}),
    ]
    if method == "POST":  # another page's form has the cookie
        refused.append(status(server, method, path, Cookie=cookie))
    assert [answer.status_code for answer in refused] == [403] * len(refused)
    for answer in refused:
        assert all(answer.headers[name] == text for name, text in HEADERS.items())


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_answer_says_what_it_is_and_is_not_to_be_guessed(
    server: Live, method: str, path: str
) -> None:
    answer = status(server, method, path, **{"X-Coincide-Token": server.running.token})
    assert answer.status_code != 403
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    assert answer.headers["content-type"].split(";")[0] in (
        *("text/html", "application/json", "image/jpeg", "text/event-stream", "text/javascript"),
    )
    assert answer.headers["cache-control"].split(",")[0] in ("no-store", "private")
    assert server.settled()["page"] == "event"


def test_a_link_that_is_followed_from_elsewhere_may_show_the_page(server: Live) -> None:
    """A person may keep the address in a web page of notes; reading it by script is another."""
    clicked = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    path = f"/?token={server.running.token}"
    assert status(server, "GET", path, **clicked).status_code == 303
    framed = {**clicked, "Sec-Fetch-Dest": "iframe"}
    assert status(server, "GET", path, **framed).status_code == 403


def test_the_cookie_ends_with_the_browser_and_is_of_this_host_alone(server: Live) -> None:
    cookie = status(server, "GET", f"/?token={server.running.token}").headers["set-cookie"]
    flags = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert flags == {"httponly", "path=/", "samesite=strict"}


def test_the_token_is_compared_in_constant_time(
    server: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return False

    monkeypatch.setattr("hmac.compare_digest", compare)
    token = server.running.token
    answer = status(server, "GET", "/api/state", **{"X-Coincide-Token": token})
    assert answer.status_code == 403
    assert (token.encode(), token.encode()) in compared


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.1"])
def test_there_is_no_way_to_listen_elsewhere(host: str) -> None:
    from typer.testing import CliRunner

    from coincide.app.cli import app

    for option in ("--host", "--bind", "--address"):
        assert CliRunner().invoke(app, ["review", option, host]).exit_code == 2


def test_the_other_loopback_addresses_are_closed(server: Live) -> None:
    for family, address in ((socket.AF_INET6, "::1"), (socket.AF_INET, "127.0.0.2")):
        try:
            tried = socket.socket(family, socket.SOCK_STREAM)
        except OSError:
            continue  # a machine without IPv6
        with tried:
            tried.settimeout(2.0)
            assert tried.connect_ex((address, server.running.port)) != 0


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"paths": ' + b"[" * 50_000 + b"}",
        b'{"paths": ["\\ud800"]}',
        b'{"paths": ["/\\u0000"]}',
        b'{"paths": [' + b"9" * 5000 + b"]}",
        b'{"paths": ["a"], "paths": NaN}',
        b"\xff\xfe\x00",
        b"",
    ],
)
def test_odd_bodies_are_mistakes_and_nothing_breaks(server: Live, body: bytes) -> None:
    answer = server.client.post("/api/open", content=body, headers=JSON)
    assert answer.status_code in (400, 422)
    assert "Traceback" not in answer.text
    assert server.get("/api/state")["page"] == "event"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("hint", {"kind": "pin", "gallery": "\ud800", "offset_s": 1.0}),
        ("hint", {"kind": "pin", "gallery": "ann", "offset_s": 1e300}),
        ("hint", {"kind": "same", "rows": [0, 10**40]}),
        ("hint", {"kind": "same", "rows": [0, 27], "layout": "stale"}),
        ("album", {"kind": "hide", "rows": [0, 10**40], "on": True, "layout": "stale"}),
        ("album", {"kind": "name", "row": 0, "name": "a\ud800b", "layout": "stale"}),
        ("gallery", {"gallery": "ann", "name": "a\u202eb"}),
        ("gallery", {"gallery": "ann", "name": "a\nb\x00"}),
        ("gallery", {"gallery": "../ann", "trusted": True}),
        ("apply", {"path": "/etc/passwd"}),
        ("apply", {"path": "../../plan.json"}),
        ("take-back", {"path": "plan.json"}),
        ("plan", {"to": "copies", "into": "/tmp/outside/of/roots"}),
        ("open", {"paths": ["/etc"]}),
        ("open", {"paths": ["{root}/../"]}),
        ("open", {"paths": ["{root}"], "project": "/etc/coincide"}),
    ],
)
def test_odd_wishes_change_nothing(server: Live, path: str, body: dict[str, Any]) -> None:
    before = server.settled()["version"]
    text = json.dumps(body).replace("{root}", str(server.folder.parent))
    answer = server.client.post(f"/api/{path}", content=text.encode(), headers=JSON)
    assert answer.status_code in (400, 409, 422), answer.text
    assert server.settled()["version"] == before


@pytest.mark.parametrize(
    "path",
    [
        *("/api/photo/-1/256", "/api/photo/28/256", "/api/photo/0/9999", "/api/photo/..%2f1/256"),
        *("/api/photo/1e9/256", "/api/sprite/-1", "/api/sprite/99999999999999999999"),
        *("/api/sprite/..%2f..%2fetc", "/api/evidence/..%2f..%2fetc%2fpasswd"),
        *("/api/profile/ann?around=nan", "/api/profile/ann?span=-1", "/api/evidence/%ed%a0%80"),
        *("/api/folders?path=/etc", "/api/folders?path=%00", "/api/folders?path=%ed%a0%80"),
    ],
)
def test_no_address_leads_anywhere_else(server: Live, path: str) -> None:
    answer = server.client.get(path)
    assert answer.status_code in (400, 404, 422), answer.text
    assert "root:" not in answer.text
    assert "/etc" not in answer.text


def test_a_photo_that_became_another_file_is_not_served(live: Live, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret\n", encoding="utf-8")
    photo = live.folder / "ann" / "IMG_0003.jpg"
    photo.unlink()
    photo.symlink_to(secret)
    answer = live.client.get("/api/photo/3/1280")
    assert answer.status_code == 404
    assert "secret" not in answer.text
    assert str(live.folder) not in answer.text


def test_a_bug_tells_nothing_of_this_machine(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise AssertionError(f"at {live.folder} by {os.environ['PATH']}")

    monkeypatch.setattr("coincide.app.review.views.event_view", broken)
    answer = live.client.get("/api/event")
    assert (answer.status_code, answer.text) == (500, "Internal Server Error")
    assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]


def test_slow_and_silent_clients_hold_nobody_up(server: Live) -> None:
    port, token = server.running.port, server.running.token
    head = f"POST /api/hint HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Coincide-Token: {token}\r\n"
    body = "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
    lines = ["", "GET / HT", head, head + body]
    held = [socket.create_connection(("127.0.0.1", port)) for _ in range(60)]
    try:
        for number, connection in enumerate(held):
            connection.sendall(lines[number % len(lines)].encode())
        assert server.get("/api/state")["page"] == "event"
        assert server.client.get("/api/photo/0/256").status_code == 200
    finally:
        for connection in held:
            connection.close()
    assert server.get("/api/state")["page"] == "event"


def test_an_upgrade_to_another_protocol_is_no_way_in(server: Live) -> None:
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert status(server, "GET", "/api/news", **upgrade, **key).status_code == 403


def test_two_pages_that_write_at_once_lose_nothing(live: Live) -> None:
    """Each page answers pairs of its own; all are kept, and undone one by one."""
    rows = [[[a, 9 + b] for b in range(6)] for a in (0, 1)]
    gate = threading.Barrier(2)

    def page(pairs: list[list[int]]) -> list[int]:
        gate.wait()
        return [live.post("/api/hint", kind="same", rows=pair)["version"] for pair in pairs]

    with ThreadPoolExecutor(2) as pool:
        versions = list(pool.map(page, rows))
    assert all(told == sorted(told) for told in versions)
    live.settled()
    assert len(live.get("/api/event")["hints"]) == 12
    for left in range(11, -1, -1):
        live.post("/api/undo")
        live.settled()
        assert len(live.get("/api/event")["hints"]) == left
    assert not live.settled()["can_undo"]


def test_the_built_page_keeps_to_its_policy() -> None:
    if not static.is_built():
        pytest.skip("the front end is not built: run make web")
    page = static.read_index()
    assert re.findall(r"<script\b[^>]*>", page) == re.findall(r"<script\b[^>]*\bsrc=[^>]*>", page)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", page)
    script = static.asset("app.js")
    assert script is not None
    assert not re.search(rb"\beval\(|new Function\b|document\.write\b|importScripts", script[0])
    assert b"sourceMappingURL" not in script[0]
