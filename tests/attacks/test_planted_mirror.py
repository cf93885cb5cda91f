"""A folder that somebody sent looks like the mirror of an album: it is a folder like others.

No original is deleted or replaced, and no server hears of it.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coincide.model import file_of, place_of
from coincide.project.read.remotealbum import FOLDER_VARIABLE, here_of
from tests.album_server import Server, key_of, running, server_of
from tests.app.review.conftest import serving
from tests.command import run_here
from tests.drawn import write_event

UNTRUSTED = 15
STATE_NAMES = ("album.json", ".coincide-mirror.json")


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "albums"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server for which a key is in the environment; whose server it is, each test says."""
    folder = write_event(tmp_path / "on the server", {"a": 4, "b": 3}, seed=7)
    with running(server_of(folder, {"Lena": ["a"], "Yara": ["b"]})) as state:
        monkeypatch.setenv("COINCIDE_IMMICH_KEY", key_of(state, "Lena"))
        yield state


def plant(folder: Path, server: Server, *files: str, name: str) -> None:
    """Write the state of a mirror that names some files as previews of the server's."""
    time = {"local_s": 0.0, "utc_s": 0.0, "zone": None}
    assets = [
        {
            "id": f"a{number}",
            "owner": "o",
            "name": "x.jpg",
            "checksum": "c",
            "time": time,
            "file": file,
            "own_tags": True,
        }
        for number, file in enumerate(files)
    ]
    state = {"schema": "coincide.album/1", "address": server.url, "title": "x", "owners": {}}
    (folder / name).write_text(json.dumps(state | {"assets": assets}))


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.jpg"))
    }


@pytest.mark.parametrize("name", STATE_NAMES)
def test_f02_f03_no_original_is_touched_and_no_key_is_sent(
    server: Server, tmp_path: Path, name: str
) -> None:
    wedding = write_event(tmp_path / "wedding", {"Lena": 4, "Yara": 3})
    outside = write_event(tmp_path / "Pictures", {"2025": 2})
    (wedding / "link").symlink_to("../Pictures/2025")
    listed = ["Lena/IMG_0000.jpg", "Lena/IMG_0001.jpg", "link/IMG_0000.jpg"]
    plant(wedding, server, *listed, name=name)
    before = contents(wedding), contents(outside)
    done = run_here("sync", "wedding")
    assert (contents(wedding), contents(outside)) == before
    assert server.seen == []
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", STATE_NAMES)
def test_f03_opening_in_the_app_asks_no_server(server: Server, tmp_path: Path, name: str) -> None:
    wedding = write_event(tmp_path / "wedding", {"Lena": 4, "Yara": 3})
    plant(wedding, server, name=name)
    with serving([tmp_path], [wedding]) as live:
        assert live.get("/api/state")["album"] is None
        assert live.get("/api/state")["page"] == "who"
    assert server.seen == []


@pytest.mark.parametrize("text", ['{"albums": []}', "no JSON", "[" * 100_000], ids=len)
def test_f16_another_programs_album_json_is_nothing_to_us(tmp_path: Path, text: str) -> None:
    wedding = write_event(tmp_path / "wedding", {"ann": 4, "bob": 3})
    (wedding / "album.json").write_text(text)
    for command in (("sync", "wedding"), ("plan", "wedding"), ("shift", "wedding", "+1h")):
        done = run_here(*command)
        assert done.returncode == 0, done.stderr
        assert "album.json" not in done.stdout + done.stderr


def test_f16_a_damaged_state_of_ours_never_advises_to_delete_a_folder(
    server: Server, tmp_path: Path
) -> None:
    folder = file_of(here_of(place_of(server.url)))
    (state,) = [folder / name for name in STATE_NAMES if (folder / name).exists()]
    state.write_text("{}")
    done = run_here("sync", server.url)
    assert done.returncode != 0
    assert "delete the folder" not in done.stderr.lower()
    assert "only this file" in done.stderr
    state.unlink()
    assert run_here("sync", server.url).returncode == 0
    assert len(list(folder.rglob("*.jpg"))) == 7


@pytest.mark.parametrize("name", STATE_NAMES)
def test_f02_a_pipe_is_not_waited_for(tmp_path: Path, name: str) -> None:
    wedding = write_event(tmp_path / "wedding", {"ann": 4, "bob": 3})
    os.mkfifo(wedding / name)
    assert run_here("plan", "wedding").returncode == 5  # no result yet, and no hang


def own_mirror(server: Server) -> Path:
    """Return the mirror of an album that the user synced."""
    done = run_here("sync", server.url)
    assert done.returncode == 0, done.stderr
    return file_of(here_of(place_of(server.url)))


@pytest.mark.slow
def test_f02_below_the_albums_folder_a_state_needs_its_own_place(
    server: Server, tmp_path: Path
) -> None:
    mine = own_mirror(server)
    server.seen.clear()
    sent = tmp_path / "albums" / "0123456789" / "sent"
    write_event(sent, {"Lena": 4, "Yara": 3})
    for name in STATE_NAMES:
        plant(sent, server, "Lena/IMG_0000.jpg", name=name)
    before = contents(sent)
    assert run_here("sync", sent).returncode == 0
    assert contents(sent) == before
    assert server.seen == []
    # nor is a link from there to elsewhere ours
    elsewhere = write_event(tmp_path / "wedding", {"Lena": 4, "Yara": 3})
    shutil.rmtree(mine)
    mine.symlink_to(elsewhere)
    for name in STATE_NAMES:
        plant(elsewhere, server, "Lena/IMG_0000.jpg", name=name)
    before = contents(elsewhere)
    run_here("sync", server.url)
    assert contents(elsewhere) == before


def test_f03_a_mirror_of_a_server_that_was_never_named_is_not_asked(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = own_mirror(server)
    shutil.rmtree(mine / ".coincide")
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "another user"))
    server.seen.clear()
    with serving([tmp_path], [mine]) as live:
        assert live.get("/api/state")["page"] == "who"
        assert server.seen == []
        live.post("/api/solve")
        (job,) = live.settled()["jobs"]
        assert f"127.0.0.1:{server.port}" in job["error"]
        assert "bug" not in job["error"].lower()
    done = run_here("sync", mine)
    assert done.returncode == UNTRUSTED
    assert "coincide trust" in done.stderr
    assert server.seen == []
    told = run_here("trust", mine, "--yes")
    assert f"http://127.0.0.1:{server.port}" in told.stdout
    assert run_here("sync", mine).returncode == 0
    assert server.seen != []


@pytest.mark.slow
def test_f02_what_is_not_ours_in_a_mirror_is_neither_replaced_nor_removed(
    server: Server, tmp_path: Path
) -> None:
    mine = own_mirror(server)
    gone, changed, *_ = [one for one in server.assets.values() if one.path.parent.name == "a"]
    original = (tmp_path / "on the server" / "b" / "IMG_0000.jpg").read_bytes() + b"mine"
    for one in (gone, changed):
        (mine / "Lena" / one.path.name).write_bytes(original)
    del server.assets[gone.id]
    changed.data += b"\0"
    assert run_here("sync", server.url).returncode == 0
    for one in (gone, changed):
        assert (mine / "Lena" / one.path.name).read_bytes() == original


@pytest.mark.slow
def test_f02_no_link_in_a_mirror_is_followed(server: Server, tmp_path: Path) -> None:
    mine = own_mirror(server)
    outside = write_event(tmp_path / "Pictures", {"2025": 4})
    shutil.copytree(mine / "Lena", outside / "2025", dirs_exist_ok=True)  # the very same bytes
    shutil.rmtree(mine / "Lena")
    (mine / "Lena").symlink_to(outside / "2025")
    before = contents(outside)
    gone, changed, *_ = [one for one in server.assets.values() if one.path.parent.name == "a"]
    del server.assets[gone.id]
    changed.data += b"\0"
    run_here("sync", server.url)
    assert contents(outside) == before


@pytest.mark.slow
def test_what_is_ours_is_replaced_and_removed(server: Server) -> None:
    mine = own_mirror(server)
    before = contents(mine)
    gone, changed, *_ = [one for one in server.assets.values() if one.path.parent.name == "a"]
    del server.assets[gone.id]
    other = next(one for one in server.assets.values() if one.path.parent.name == "b")
    changed.data = other.data
    assert run_here("sync", server.url).returncode == 0
    after = contents(mine)
    assert f"Lena/{gone.path.name}" not in after
    assert after[f"Lena/{changed.path.name}"] != before[f"Lena/{changed.path.name}"]


@pytest.mark.slow
def test_a_mirror_of_version_0_1_goes_on(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = own_mirror(server)
    new, old = mine / ".coincide-mirror.json", mine / "album.json"
    new.rename(old)
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "no ledger yet"))
    server.seen.clear()
    gone = next(iter(server.assets.values()))
    del server.assets[gone.id]
    assert run_here("sync", server.url).returncode == 0
    assert new.exists()
    assert not old.exists()
    assert not [path for _, path in server.seen if "thumbnail" in path]  # what is here stays here
    assert len(contents(mine)) == 6


def test_state_is_read_with_care(tmp_path: Path) -> None:
    from coincide.errors import StoreError
    from coincide.servers.mirrorstate import load_mirror

    time = {"local_s": 0.0, "utc_s": 0.0, "zone": None}
    asset: dict[str, Any] = {"id": "a", "owner": "o", "name": "n", "checksum": "c", "time": time}
    state = {"schema": "coincide.album/1", "address": "immich://h/a", "title": "x", "owners": {}}
    for odd in ("../x.jpg", "/etc/x.jpg", "a/../x.jpg", "a/b/c.jpg", "C:\\x/y.jpg", "x.jpg"):
        assets = [asset | {"file": odd, "own_tags": True}]
        path = tmp_path / ".coincide-mirror.json"
        path.write_text(json.dumps(state | {"assets": assets}))
        with pytest.raises(StoreError, match="not a picture of an album"):
            load_mirror(tmp_path)
