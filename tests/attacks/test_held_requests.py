"""Requests to the review app that no page of its own sends, written byte by byte."""

import itertools
import json
import socket
import time
from collections.abc import Iterator

import pytest

from coincide.app.review.http.security import HEADERS
from tests.app.review.conftest import Live, serving
from tests.drawn import write_event
from tests.media_files import write_mp4

OURS = "127.0.0.1:{port}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """An event with a clip, which no test here changes."""
    from coincide.project import Project

    folder = write_event(tmp_path_factory.mktemp("home") / "party", {"ann": 5, "bob": 6})
    write_mp4(folder / "ann" / "VID_20240504_140100.mp4", "2024-05-04T14:01:00")
    Project.at(folder).sync()
    with serving([folder.parent], [folder]) as live:
        yield live


def ask_raw(live: Live, line: str, headers: list[tuple[str, str]], body: bytes = b"") -> bytes:
    """Send a request as it stands; return all that is answered until the server hangs up."""
    port = live.running.port
    text = line + "".join(f"\r\n{name}: {value}" for name, value in headers) + "\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), 20.0) as connection:
        connection.sendall(text.format(port=port).encode("latin-1") + body)
        received = []
        try:
            while data := connection.recv(65536):
                received.append(data)
        except ConnectionResetError:
            pass  # hung up on while sending
    return b"".join(received)


def known(live: Live, *more: tuple[str, str]) -> list[tuple[str, str]]:
    """Return headers with the token, for one answer on a connection."""
    return [("X-Coincide-Token", live.running.token), ("Connection", "close"), *more]


def statuses(answer: bytes) -> list[int]:
    """Return the status of every answer on a connection."""
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


HOSTS = (
    *("", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost"),
    *("[::1]:{port}", "0.0.0.0:{port}", "127.0.0.2:{port}", "127.1:{port}", "2130706433:{port}"),
    *("localhost.evil.example:{port}", "127.0.0.1:{port}.evil.example", "LOCALHOST:{port}"),
    *("127.0.0.1:{port}@evil.example", "localhost.:{port}", "127.0.0.1:0{port}"),
)


@pytest.mark.parametrize("host", HOSTS)
def test_only_two_names_of_this_machine_are_answered(server: Live, host: str) -> None:
    answer = ask_raw(server, "GET /api/state HTTP/1.1", known(server, ("Host", host)))
    assert statuses(answer) in ([403], [400])
    assert b'"page"' not in answer


@pytest.mark.parametrize(
    "hosts",
    [
        (),
        (OURS, OURS),
        (OURS, "evil.example:{port}"),
        ("evil.example:{port}", OURS),
    ],
    ids=["none", "ours twice", "ours first", "ours last"],
)
def test_a_request_has_one_host(server: Live, hosts: tuple[str, ...]) -> None:
    headers = known(server, *(("Host", host) for host in hosts))
    for version in ("1.1", "1.0"):
        answer = ask_raw(server, f"GET /api/state HTTP/{version}", headers)
        assert statuses(answer) in ([403], [400])
        assert b'"page"' not in answer


@pytest.mark.parametrize("host", [OURS, "evil.example"])
@pytest.mark.parametrize(
    "target", ["http://evil.example/api/state", "http://evil.example", "//evil.example/api/state"]
)
def test_an_absolute_address_is_no_way_around_the_host(
    server: Live, host: str, target: str
) -> None:
    answer = ask_raw(server, f"GET {target} HTTP/1.1", known(server, ("Host", host)))
    assert statuses(answer) in ([403], [400], [404])
    assert b'"page"' not in answer
    asked = known(server, ("Host", OURS), ("Origin", "http://evil.example"))
    assert statuses(ask_raw(server, f"GET {target} HTTP/1.1", asked)) in ([403], [400])


ORIGINS = (
    *("http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}"),
    *("http://localhost:{port}", "http://127.0.0.1:{port}.evil.example", "", "file://"),
    "http://127.0.0.1:{port}/",
)


@pytest.mark.parametrize("origin", ORIGINS)
def test_only_our_own_origin_is_answered(server: Live, origin: str) -> None:
    for method, kind in (("GET", ()), ("POST", (("Content-Type", "application/json"),))):
        headers = known(server, ("Host", OURS), ("Origin", origin), *kind)
        answer = ask_raw(server, f"{method} /api/state HTTP/1.1", headers)
        assert statuses(answer) == [403]
        assert b"access-control" not in answer.lower()
    two = known(
        server, ("Host", OURS), ("Origin", "http://127.0.0.1:{port}"), ("Origin", "http://e.org")
    )
    assert statuses(ask_raw(server, "GET /api/state HTTP/1.1", two)) == [403]


# what a browser says of a request that a page of another site makes, by what makes it
MODES = (
    *(("cors", "empty"), ("no-cors", "empty"), ("no-cors", "image"), ("no-cors", "script")),
    *(("no-cors", "video"), ("no-cors", "style"), ("same-origin", "empty"), ("websocket", "empty")),
    *(("navigate", "iframe"), ("navigate", "embed"), ("navigate", "object"), ("navigate", "frame")),
    ("cors", "font"),
)


@pytest.mark.parametrize("mode", MODES, ids=["-".join(mode) for mode in MODES])
@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_nothing_that_another_site_fetches_is_answered(
    server: Live, site: str, mode: tuple[str, str]
) -> None:
    """Even with the token: a port beside ours is the same site, which gets our cookie sent."""
    named = zip(("Sec-Fetch-Mode", "Sec-Fetch-Dest"), mode, strict=True)
    headers = {"Sec-Fetch-Site": site, **dict(named)}
    for path in ("/", "/api/state", "/api/photo/0/256", "/api/news"):
        with server.client.stream("GET", path, headers=headers) as answer:
            assert answer.status_code == 403
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"


KINDS = (
    *("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""),
    *("text/plain; application/json", "application/jsonp", "text/json", "application/csp-report"),
    *("application/ json", "application/x-json", "text/plain;charset=application/json"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_only_json_is_taken(server: Live, kind: str) -> None:
    before = server.settled()["version"]
    answer = server.client.post(
        "/api/gallery",
        content=b'{"gallery": "ann", "name": "x"}',
        headers={"Content-Type": kind} if kind else {},
    )
    assert answer.status_code == 415
    assert server.settled()["version"] == before


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "GET"])
def test_a_preflight_allows_nothing(server: Live, method: str) -> None:
    asked = {
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "x-coincide-token, content-type",
        "Access-Control-Request-Private-Network": "true",
    }
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.running.port}"):
        for token in ({}, {"X-Coincide-Token": ""}):  # a preflight carries no token
            answer = server.client.options(
                "/api/hint", headers={**asked, **token, "Origin": origin}
            )
            assert answer.status_code in (403, 405)
            assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "get"]
)
def test_other_methods_are_refused(server: Live, method: str) -> None:
    for path in ("/api/hint", "/api/state", "/"):
        line = f"{method} {path} HTTP/1.1"
        answer = ask_raw(server, line, known(server, ("Host", OURS)))
        assert statuses(answer) in ([405], [400], [404]), answer
        assert server.running.token.encode() not in answer


SMUGGLED = b"GET /api/event HTTP/1.1\r\nHost: evil.example\r\n\r\n"


@pytest.mark.parametrize(
    "lengths",
    [
        (("Content-Length", "4"), ("Transfer-Encoding", "chunked")),
        (("Transfer-Encoding", "chunked"), ("Content-Length", "60")),
        (("Transfer-Encoding", "xchunked"), ("Content-Length", "4")),
        (("Content-Length", "4"), ("Content-Length", "60")),
        (("Content-Length", "-1"),),
        (("Content-Length", "+4"),),
        (("Content-Length", "0x4"),),
        (("Content-Length", "9" * 400),),
    ],
)
def test_a_body_of_two_lengths_smuggles_nothing(
    server: Live, lengths: tuple[tuple[str, str], ...]
) -> None:
    """What follows such a body is never answered as a request of its own."""
    before = server.settled()["version"]
    headers = [("Host", OURS), ("X-Coincide-Token", server.running.token)]
    headers += [("Content-Type", "application/json"), ("Connection", "close"), *lengths]
    answer = ask_raw(server, "POST /api/open HTTP/1.1", headers, b"0\r\n\r\n" + SMUGGLED)
    assert len(statuses(answer)) <= 1, answer
    assert all(status >= 400 for status in statuses(answer))
    assert b"galleries" not in answer
    assert server.settled()["version"] == before


def test_a_chunked_body_of_five_megabytes_is_cut_off(server: Live) -> None:
    piece = b'{"paths": ["' + b"a" * 65_000
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for _ in range(80)) + b"0\r\n\r\n"
    assert len(chunks) > 5_000_000
    headers = known(server, ("Host", OURS), ("Content-Type", "application/json"))
    headers += [("Transfer-Encoding", "chunked")]
    try:
        answer = ask_raw(server, "POST /api/open HTTP/1.1", headers, chunks)
    except ConnectionError:
        answer = b""  # hung up on, which is an answer
    assert all(status >= 400 for status in statuses(answer))
    assert server.get("/api/state")["page"] == "event"


ODD_BODIES = (
    *(b"null", b"true", b"7", b'"text"', b"[]", b"[[]]", b"{", b"{}", b'{"paths": null}'),
    *(b'{"paths": {"0": "/"}}', b'{"paths": [null]}', b'{"paths": [[]]}', b"\xef\xbb\xbf{}"),
    *(b'{"paths": [1e400]}', b'{"__proto__": {"paths": ["/"]}}', b"\0", b"{}" * 1000),
)


@pytest.mark.parametrize("body", ODD_BODIES)
def test_bodies_of_other_shapes_are_mistakes(server: Live, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    for path in ("/api/open", "/api/hint", "/api/gallery", "/api/apply"):
        answer = server.client.post(path, content=body, headers=headers)
        assert answer.status_code in (400, 409, 422), (path, answer.text)
        assert "Traceback" not in answer.text


def clip_row(live: Live) -> int:
    photos = live.running.session.opened.solution.event.photos
    return next(row for row, photo in enumerate(photos) if photo.clip is not None)


RANGES = (
    *("bytes=0-", "bytes=-1", "bytes=5-4", "bytes=-", "bytes=a-b", "bytes=0-0,2-2", "items=0-5"),
    *("bytes=--5", "bytes=0-99999999999999999999", "bytes=99999999999999999999-", "bytes", ""),
    *("bytes=0-1;2-3", "bytes= 0 - 1", "bytes=-99999999999999999999", "bytes=0-,0-,0-,0-"),
)


@pytest.mark.parametrize("wanted", RANGES)
def test_odd_ranges_give_parts_of_the_clip_or_nothing(server: Live, wanted: str) -> None:
    address = f"/api/clip/{clip_row(server)}"
    whole = server.client.get(address).content
    answer = server.client.get(address, headers={"Range": wanted})
    assert answer.status_code in (200, 206, 400, 416), answer.text[:200]
    assert len(answer.content) <= 5 * len(whole) + 2000
    if answer.status_code == 206 and not answer.headers["content-type"].startswith("multipart"):
        assert answer.content in whole


def test_thousands_of_ranges_are_soon_answered(server: Live) -> None:
    """Merging overlapping parts once took quadratic time."""
    address = f"/api/clip/{clip_row(server)}"
    whole = server.client.get(address).content
    wanted = "bytes=" + ",".join(["0-"] * 12_000)
    start_s = time.monotonic()
    answer = server.client.get(address, headers={"Range": wanted})
    assert time.monotonic() - start_s < 10.0
    assert answer.status_code in (200, 206, 400, 416, 431)
    assert len(answer.content) <= 2 * len(whole) + 2000
    assert server.get("/api/state")["page"] == "event"


@pytest.mark.parametrize("protocol", ["websocket", "h2c", "TLS/1.0"])
def test_an_upgrade_is_not_made_even_with_the_token(server: Live, protocol: str) -> None:
    headers = [("Host", OURS), ("X-Coincide-Token", server.running.token)]
    headers += [("Connection", "Upgrade, close"), ("Upgrade", protocol)]
    headers += [("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")]
    answer = ask_raw(server, "GET /api/state HTTP/1.1", headers)
    assert 101 not in statuses(answer)
    assert b"Sec-WebSocket-Accept" not in answer


def test_headers_of_every_refusal(server: Live) -> None:
    """A refusal says as little as an answer may, and is kept from frames like any other."""
    for line, headers in itertools.product(
        ("GET / HTTP/1.1", "GET /api/state HTTP/1.1"),
        ([("Host", OURS)], [("Host", "evil.example")]),
    ):
        answer = ask_raw(server, line, [*headers, ("Connection", "close")])
        assert statuses(answer) == [403]
        for name, text in HEADERS.items():
            assert f"{name}: {text}".lower().encode() in answer.lower()
        assert server.running.token.encode() not in answer
        assert json.dumps(str(server.folder)).encode() not in answer
