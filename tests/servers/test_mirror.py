"""An album becomes a folder of small photos that say what their originals say."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from coincide.errors import StoreError
from coincide.media.records import read_photo
from coincide.servers import Connection
from coincide.servers.immich import ImmichAlbum, open_immich
from coincide.servers.mirror import pull_album
from coincide.servers.mirrorstate import STATE, MirrorState, load_mirror
from tests.album_server import TITLE, Server, key_of, running, server_of
from tests.drawn import write_event

OWNERS = {"Anna": ["a"], "Ben / ../K.": ["b"]}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    folder = write_event(tmp_path / "photos", {"a": 5, "b": 4})
    with running(server_of(folder, OWNERS)) as state:
        yield state


def pulled(server: Server, folder: Path) -> MirrorState:
    pull_album(opened(server), server.url, folder, lambda _done, _total: None)
    state = load_mirror(folder)
    assert state is not None
    return state


def opened(server: Server) -> ImmichAlbum:
    keys = (key_of(server, "Anna"),)
    return open_immich(Connection("immich+http", f"http://127.0.0.1:{server.port}", TITLE, keys))


def test_pictures_lie_by_owner_with_their_originals_tags(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "album"
    state = pulled(server, folder)
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.jpg"))
    assert files == sorted(str(name) for name in state.by_file)
    assert files[0] == "Anna/IMG_0000.jpg"
    assert {name.split("/")[0] for name in files} == {"Anna", "Ben .. K"}
    for name, one in state.by_file.items():
        mine = read_photo("JPEG", (folder / name).read_bytes())
        original = read_photo("JPEG", server.assets[one.id].data)
        assert replace(mine, key=None) == replace(original, key=None)
        assert one.own_tags


def test_what_is_here_is_not_fetched_again(server: Server, tmp_path: Path) -> None:
    folder = tmp_path / "album"
    before = pulled(server, folder)
    server.seen.clear()
    again = pulled(server, folder)
    assert again == before
    assert not [path for _, path in server.seen if re.search("thumbnail|original", path)]
    gone, changed, *_ = server.assets.values()
    del server.assets[gone.id]
    changed.data = changed.data + b"\0"
    server.seen.clear()
    pulled(server, folder)
    asked = [path for _, path in server.seen if "thumbnail" in path]
    assert asked == [f"/api/assets/{changed.id}/thumbnail"]
    assert len(list(folder.rglob("*.jpg"))) == 8


def test_without_heads_the_server_is_believed(server: Server, tmp_path: Path) -> None:
    server.faults.no_heads = True
    state = pulled(server, tmp_path / "album")
    assert not any(one.own_tags for one in state.assets)
    name, one = next(iter(state.by_file.items()))
    record = read_photo("JPEG", (tmp_path / "album" / name).read_bytes())
    assert record.recorded_time_s == one.time.local_s
    assert (record.make, record.zone_s) == ("Maker", None)


def test_heads_are_no_whole_originals(server: Server, tmp_path: Path) -> None:
    for held in server.assets.values():
        held.data += b"\0" * 3_000_000
    before = server.bytes_out
    album = opened(server)
    first = next(iter(server.assets))
    assert len(album.head(first, 64 << 10) or b"") == 64 << 10
    assert server.bytes_out - before < 100_000


def test_the_same_name_twice_is_two_files(server: Server, tmp_path: Path) -> None:
    one, other, *_ = server.assets.values()
    other.path = one.path
    state = pulled(server, tmp_path / "album")
    assert len(state.by_file) == 9
    assert len(list((tmp_path / "album").rglob("*.jpg"))) == 9


def test_what_has_no_preview_is_left_out(server: Server, tmp_path: Path) -> None:
    server.faults.answers = [("thumbnail", 404)]
    state = pulled(server, tmp_path / "album")
    (left,) = [one for one in state.assets if one.file is None]
    assert "no preview" in (left.why or "")


def test_a_damaged_state_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / STATE).write_text('{"schema": "coincide.album/1"}', encoding="utf-8")
    with pytest.raises(StoreError, match=f"{STATE} is damaged .* only this file") as caught:
        load_mirror(tmp_path)
    assert "delete the folder" not in str(caught.value).lower()
    assert load_mirror(tmp_path / "none") is None
