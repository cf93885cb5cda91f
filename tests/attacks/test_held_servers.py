"""Servers of strangers: they get no key of another's, and nothing of theirs leaves its folder."""

import io
import json
import sys
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from coincide.servers import client as client_of_servers
from coincide.servers.previews import MAX_PREVIEW_BYTES
from tests.album_plans import write_album_plan
from tests.attacks.hostile_server import ALBUM, KEY, OWNER, asset, hostile, page
from tests.attacks.watched import watched
from tests.command import run_here

SERVER_ERROR = 14
SEARCH, ALBUMS = "/api/search/metadata", f"/api/albums/{ALBUM}"


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COINCIDE_ALBUMS", str(tmp_path / "albums"))
    monkeypatch.setenv("COINCIDE_CAMERAS", str(tmp_path / "cameras.json"))
    monkeypatch.setenv("COINCIDE_IMMICH_KEY", KEY)
    monkeypatch.setattr(client_of_servers, "WAIT_S", 0.001)
    monkeypatch.chdir(tmp_path)


def _thumbnail(number: int = 0) -> str:
    return f"/api/assets/{asset(number)['id']}/thumbnail"


def _jpeg(seed: int) -> bytes:
    out, pixels = io.BytesIO(), np.random.default_rng(seed).integers(0, 255, (60, 80, 3))
    Image.fromarray(pixels.astype(np.uint8)).save(out, "JPEG")
    return out.getvalue()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("path", ["/api/users/me", ALBUMS, SEARCH])
def test_a_redirection_takes_no_key_elsewhere(status: int, path: str) -> None:
    with hostile() as other, hostile({path: {}}, status=status, location=other.base) as server:
        done = run_here("sync", server.url)
    assert (other.seen, other.keys) == ([], [])
    assert done.returncode == SERVER_ERROR
    assert "redirects elsewhere" in done.stderr


@pytest.mark.parametrize("status", [302, 307])
def test_nor_does_that_of_a_preview(status: int) -> None:
    answers = {_thumbnail(): b""}
    with hostile() as other, hostile(answers, status=status, location=other.base) as server:
        run_here("sync", server.url)
    assert ("GET", _thumbnail()) in server.seen
    assert (other.seen, other.keys) == ([], [])


NAMES = (
    *("../../../outside.jpg", "/etc/outside.jpg", "..\\..\\outside.jpg", "C:\\outside.jpg", ".."),
    *("a\0b.jpg", "a\nb.jpg", "\x1b[31mred.jpg", ".bashrc", "", "CON.jpg", "x" * 300 + ".jpg"),
    *(".coincide/plan.json", "\u202egpj.exe", "a/b/c.jpg", ".coincide-mirror.json", "-rf.jpg", "~"),
)


def test_odd_names_stay_in_the_folder_of_their_owner(tmp_path: Path) -> None:
    """Of photos, of people and of the album; each is one file below the album's own folder."""
    listed = [asset(n, originalFileName=name) for n, name in enumerate(NAMES)]
    answers: dict[str, Any] = {
        SEARCH: page(*listed),
        "/api/users/me": {"id": OWNER, "name": "../../../Mallory\x1b[31m/"},
        ALBUMS: {"id": ALBUM, "albumName": "../../\x1b]0;x\x07/Trip", "albumUsers": []},
    }
    answers |= {_thumbnail(n): _jpeg(n) for n in range(len(NAMES))}
    with hostile(answers) as server:
        done = run_here("sync", server.url)
    assert not any(code in done.stdout + done.stderr for code in "\x1b\x07\u202e")
    albums = tmp_path / "albums"
    outside = [path for path in tmp_path.rglob("*outside*") if albums not in path.parents]
    assert outside == []
    pictures = [path for path in tmp_path.rglob("*") if path.is_file() and is_jpeg(path)]
    assert len(pictures) == len(NAMES)
    (people,) = {path.parent for path in pictures}
    assert people.parent.parent.parent == albums
    for path in (people, *pictures):
        assert path.name.isprintable()
        assert not path.name.startswith((".", "-", "~"))
        assert not set(path.name) & set('/\\:*?"<>|')


def is_jpeg(path: Path) -> bool:
    return path.read_bytes()[:2] == b"\xff\xd8"


@pytest.mark.parametrize("path", ["/api/users/me", SEARCH])
def test_words_of_a_server_are_printed_without_codes(path: str) -> None:
    answer = {"message": "Sorry\x1b[2J\x1b]0;x\x07\u202e\r", "error": "\x9b31m"}
    with hostile({path: answer}, status=400) as server:
        done = run_here("sync", server.url)
    assert done.returncode != 0
    assert "Sorry" in done.stderr
    told = done.stdout + done.stderr
    assert not [code for code in told if code != "\n" and unicodedata.category(code)[0] == "C"]


def test_previews_without_end_are_cut_off(tmp_path: Path) -> None:
    """Twelve of them, each of many times what a preview may have."""
    endless = b"\xff\xd8" + bytes(8 * MAX_PREVIEW_BYTES)
    answers: dict[str, Any] = {SEARCH: page(*(asset(n) for n in range(12)), asset(12))}
    answers |= {_thumbnail(n): endless for n in range(12)} | {_thumbnail(12): _jpeg(1)}
    with hostile(answers) as server, watched() as cost:
        run_here("sync", server.url)
    assert cost.most_added_bytes < 600_000_000
    (state,) = (tmp_path / "albums").rglob("*mirror.json")
    told = {one["id"]: one for one in json.loads(state.read_text("utf-8"))["assets"]}
    assert all("more than" in told[asset(n)["id"]]["why"] for n in range(12))
    assert told[asset(12)["id"]]["file"] is not None


@pytest.mark.parametrize("command", ["apply", "undo"])
def test_a_plan_of_a_stranger_sends_no_key_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    with hostile() as server:
        plan = write_album_plan(tmp_path / "plan-Cleo.json", server.url, {OWNER: "Cleo"})
        for answer in ("", "n\n"):
            monkeypatch.setattr(sys, "stdin", io.StringIO(answer))
            asked = run_here(command, plan)
            assert asked.returncode == 1
            assert server.url in asked.stdout
        for more in (("--yes",), ("--yes", "--in", "immich://photos.example.org")):
            refused = run_here(command, plan, *more)
            assert refused.returncode == 2
            assert f"--in immich+{server.base}" in refused.stderr
        assert (server.seen, server.keys) == ([], [])
        named = run_here(command, plan, "--yes", "--in", f"immich+{server.base}")
        if command == "apply":
            assert named.returncode == 0, named.stderr
        else:
            assert "was never applied" in named.stderr


def test_a_key_is_in_no_file_and_no_output(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Synced and planned against a server that says nothing odd."""
    caplog.set_level("DEBUG")
    listed = [asset(n, originalFileName=f"IMG_{n}.jpg") for n in range(6)]
    with hostile({SEARCH: page(*listed)} | {_thumbnail(n): _jpeg(n) for n in range(6)}) as server:
        told = [run_here(*command) for command in (("sync", server.url, "-v"), ("who", server.url))]
    assert KEY in server.keys
    assert not any(KEY in one.stdout + one.stderr for one in told)
    assert KEY not in caplog.text
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) > 6
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []
