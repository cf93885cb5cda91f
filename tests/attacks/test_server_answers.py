"""A server answers oddly, slowly, or without end: that is told in words, and keys are not shown."""

import io
import json
import logging
import os
import struct
import time
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import EpsImagePlugin, Image

from coincide.servers import client as client_of_servers
from coincide.servers import immich
from tests.attacks.hostile_server import ALBUM, KEY, OWNER, asset, hostile, page
from tests.command import run_here

SERVER_ERROR = 14
EPS = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\nshowpage\n%%EOF\n"


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COINCIDE_ALBUMS", str(tmp_path / "albums"))
    monkeypatch.setenv("COINCIDE_IMMICH_KEY", KEY)
    monkeypatch.setattr(client_of_servers, "WAIT_S", 0.001)
    monkeypatch.chdir(tmp_path)


SEARCH, ALBUMS = "/api/search/metadata", f"/api/albums/{ALBUM}"
ODD: dict[str, dict[str, Any]] = {
    "no JSON": {"/api/server/version": b"<html>hello</html>"},
    "a list for a version": {"/api/server/version": []},
    "no version": {"/api/server/version": {}},
    "deep JSON": {"/api/server/version": b"[" * 200_000},
    "deep JSON in a field": {SEARCH: b'{"assets": {"items": [' + b"[" * 200_000},
    "nobody's key": {"/api/users/me": {"name": "x"}},
    "a person that is a list": {"/api/users/me": [1, 2]},
    "an album of lists": {ALBUMS: [[], []]},
    "an album without a name": {ALBUMS: {"id": ALBUM}},
    "members without users": {ALBUMS: {"id": ALBUM, "albumName": "x", "albumUsers": [1]}},
    "an album's id that is a path": {ALBUMS: {"id": "../../x", "albumName": "x"}},
    "no pages": {SEARCH: {"assets": []}},
    "assets that are texts": {SEARCH: page("x")},
    "a next page that is a list": {SEARCH: page(asset(), following=[3])},
    "missing fields": {SEARCH: page({"id": asset()["id"]})},
    "a time that is a number": {SEARCH: page(asset(localDateTime=3))},
    "year 0": {SEARCH: page(asset(localDateTime="0000-01-01T00:00:00Z"))},
    "month 13": {SEARCH: page(asset(fileCreatedAt="2025-13-01T00:00:00Z"))},
    "tags that are a list": {SEARCH: page(asset(exifInfo=[1]))},
    "a maker that is a list": {SEARCH: page(asset(exifInfo={"make": ["x"]}))},
    "an id that is a path": {SEARCH: page(asset(id="../../../users/me"))},
    "an owner that is a path": {SEARCH: page(asset(ownerId="../../.."))},
    "an endless name": {SEARCH: page(asset(originalFileName="x" * 1_000_000))},
    "nothing at all": {SEARCH: b""},
}


@pytest.mark.parametrize("answers", ODD.values(), ids=ODD.keys())
def test_f25_odd_answers_are_told_in_words(answers: dict[str, Any], tmp_path: Path) -> None:
    with hostile(answers) as server:
        done = run_here("sync", server.url)
    assert done.returncode == SERVER_ERROR, done.stderr
    assert server.base in done.stderr
    assert len(done.stderr) < 1_000
    assert not list((tmp_path / "albums").rglob("*.jpg"))


def _thumbnail(number: int = 0) -> str:
    return f"/api/assets/{asset(number)['id']}/thumbnail"


def _png(width: int, height: int) -> bytes:
    """Return a black picture of one bit a pixel; made in pieces, since it is of hundreds of MB."""
    row, packed = bytes(1 + (width + 7) // 8), zlib.compressobj(1)
    pixels = b"".join([*(packed.compress(row) for _ in range(height)), packed.flush()])
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def _jpeg(seed: int) -> bytes:
    out, pixels = io.BytesIO(), np.random.default_rng(seed).integers(0, 255, (60, 80, 3))
    Image.fromarray(pixels.astype(np.uint8)).save(out, "JPEG")
    return out.getvalue()


def state_of(albums: Path) -> dict[str, Any]:
    (path,) = [*albums.rglob("*mirror.json")] or [*albums.rglob("album.json")]
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(
    "preview",
    [
        partial(_png, 50_000, 50_000),
        partial(_png, 20_000, 18_000),
        *(partial(bytes, data) for data in (b"\xff\xd8 no more", b"", b"<html>", EPS)),
    ],
    ids=["2500 MP", "360 MP", "half a JPEG", "nothing", "HTML", "EPS"],
)
def test_f25_odd_previews_are_left_out_with_a_reason(
    preview: Callable[[], bytes], tmp_path: Path
) -> None:
    answers = {SEARCH: page(asset(0), asset(1)), _thumbnail(0): preview(), _thumbnail(1): _jpeg(1)}
    with hostile(answers) as server:
        run_here("sync", server.url)
    told = {one["id"]: one for one in state_of(tmp_path / "albums")["assets"]}
    assert told[asset(0)["id"]]["file"] is None
    assert "no preview" in told[asset(0)["id"]]["why"]
    assert told[asset(1)["id"]]["file"] is not None


def test_f14_no_preview_starts_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran, programs = tmp_path / "it-ran", tmp_path / "bin"
    programs.mkdir()
    (programs / "gs").write_text(f"#!/bin/sh\ntouch '{ran}'\n")
    (programs / "gs").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(EpsImagePlugin, "gs_binary", None)
    with hostile({_thumbnail(): EPS}) as server:
        run_here("sync", server.url)
    assert ("GET", _thumbnail()) in server.seen
    assert not ran.exists()


@pytest.mark.parametrize("path", ["/api/server/version", SEARCH])
def test_f24_a_server_that_drips_is_given_up(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_of_servers, "DEADLINE_S", 1.0, raising=False)
    with hostile() as server:
        server.answers[path] = lambda _: _then_drip(server)
        since_s = time.monotonic()
        done = run_here("sync", server.url)
        took_s = time.monotonic() - since_s
    assert took_s < 8.0
    assert done.returncode == SERVER_ERROR
    assert f"{server.base} takes more than" in done.stderr


def _then_drip(server: Any) -> bytes:
    server.drip_s = 0.3
    return b'{"major": 3' + b" " * 10_000


def test_f24_pages_without_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(immich, "MAX_PAGES", 20, raising=False)

    def more(body: dict[str, Any]) -> Any:
        number = body["page"]
        return page(asset(number), following=None if number > 300 else str(number + 1))

    with hostile({SEARCH: more}) as server:
        done = run_here("sync", server.url)
    assert server.seen.count(("POST", SEARCH)) <= 21
    assert done.returncode == SERVER_ERROR
    assert f"{server.base} has no end of pages" in done.stderr


def test_f24_empty_pages_are_given_up() -> None:
    def more(body: dict[str, Any]) -> Any:
        return page(following=None if body["page"] > 300 else str(body["page"] + 1))

    with hostile({SEARCH: more}) as server:
        done = run_here("sync", server.url)
    assert server.seen.count(("POST", SEARCH)) == 1
    assert done.returncode == SERVER_ERROR


def test_f24_an_album_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(immich, "MAX_ASSETS", 50, raising=False)
    listed = {"id": ALBUM, "albumName": "Trip", "assets": [asset(one) for one in range(60)]}
    with hostile({"/api/server/version": {"major": 2}, ALBUMS: listed}) as server:
        done = run_here("sync", server.url)
    assert done.returncode == SERVER_ERROR
    assert f"{server.base} has more than 50 photos" in done.stderr


ESCAPED = "".join(f"\\u{ord(character):04x}" for character in KEY)


@pytest.mark.parametrize(
    ("status", "answers"),
    [
        (403, {"/api/users/me": {"message": f"no such key: {KEY}"}}),
        (403, {"/api/users/me": {"message": ["x", KEY]}}),
        (403, {"/api/users/me": f'{{"message": "{ESCAPED}"}}'.encode()}),
        (500, {"/api/users/me": {"message": KEY}}),
        (200, {ALBUMS: {"id": ALBUM, "albumName": KEY}}),
        (200, {ALBUMS: f'{{"id": "{ALBUM}", "albumName": "{ESCAPED}"}}'.encode()}),
        (200, {ALBUMS: {"id": KEY, "albumName": "x"}}),
        (200, {SEARCH: page(asset(localDateTime=KEY))}),
        (
            200,
            {
                SEARCH: page(asset(originalFileName=f"{KEY}.jpg")),
                "/api/users/me": {"id": OWNER, "name": KEY},
                _thumbnail(): _jpeg(0),
            },
        ),
    ],
    ids=["message", "list", "escaped", "passing", "title", "title escaped", "id", "time", "names"],
)
def test_f26_a_key_that_a_server_repeats_is_shown_nowhere(
    status: int, answers: dict[str, Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with hostile(answers, status=status) as server:
        done = run_here("sync", server.url)
    assert KEY in server.keys  # who names a server means it to get the key
    assert KEY not in done.stdout + done.stderr + caplog.text
    for path in (tmp_path / "albums").rglob("*"):
        assert KEY not in path.name
        assert not path.is_file() or KEY.encode() not in path.read_bytes(), path


def test_f26_a_status_line_with_a_key_is_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = client_of_servers.Client("http://127.0.0.1:1", "x-api-key", lambda _s: None)
    with pytest.MonkeyPatch.context() as patched:

        def broken(*_: object, **__: object) -> None:
            raise client_of_servers.http.client.BadStatusLine(f"HTTP/9 {KEY}")

        patched.setattr(client, "_once", broken)
        with pytest.raises(client_of_servers.ServerError) as caught:
            client.ask("GET", "/api/users/me", KEY)
    assert KEY not in str(caught.value) + caplog.text
