"""An album is read by either version's way, and what goes wrong is said in words without keys."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from coincide.errors import RefusedError, ServerError, UntrustedError, UsageError
from coincide.model import place_of
from coincide.model.places import url_of
from coincide.servers import AssetTime, Connection, open_album
from coincide.servers.client import Client
from coincide.servers.immich import ImmichAlbum, open_immich
from coincide.servers.keys import name_server
from tests.album_server import ALBUM, TITLE, Server, key_of, running, server_of
from tests.drawn import write_event

OWNERS = {"Anna": ["a"], "Ben": ["b"]}


@pytest.fixture(params=[2, 3])
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    folder = write_event(tmp_path / "photos", {"a": 5, "b": 4})
    with running(server_of(folder, OWNERS, request.param)) as state:
        yield state


def opened(server: Server, album: str = TITLE, *names: str) -> ImmichAlbum:
    keys = tuple(key_of(server, name) for name in names or ("Anna", "Ben"))
    return open_immich(Connection("immich+http", f"http://127.0.0.1:{server.port}", album, keys))


def test_all_members_photos_are_read(server: Server) -> None:
    album = opened(server)
    found = {asset.id: asset for asset in album.assets()}
    assert found.keys() == server.assets.keys()
    assert sorted(album.owners.values()) == ["Anna", "Ben"]
    assert album.writable == set(server.names)
    asset = found[next(iter(server.assets))]
    assert asset.time.zone is None
    assert asset.time.local_s == asset.time.utc_s == 1714831200.0
    assert asset.tags["Exif.Image.Make"] == "Maker"


def test_an_album_is_opened_by_its_id_as_well(server: Server) -> None:
    assert opened(server, ALBUM).title == TITLE
    with pytest.raises(ServerError, match="None of the keys"):
        opened(server, "Another")


def test_one_key_reads_all_and_writes_its_own(server: Server) -> None:
    album = opened(server, TITLE, "Ben")
    assets = list(album.assets())
    assert len(assets) == 9
    hers = next(asset for asset in assets if asset.owner not in album.writable)
    with pytest.raises(RefusedError, match="no key of Anna"):
        album.set_time(hers, AssetTime(0.0, 0.0))
    assert server.puts() == 0


def test_a_head_is_no_more_than_was_asked_for(server: Server) -> None:
    album, one = opened(server), next(iter(server.assets.values()))
    assert album.head(one.id, 100) == one.data[:100]
    before = album.client.traffic.bytes_in
    assert album.preview(one.id) == one.data
    assert album.client.traffic.bytes_in - before == len(one.data)
    server.faults.no_heads = True
    assert album.head(one.id, 100) is None


def test_what_passes_is_asked_again(server: Server) -> None:
    server.faults.answers = [("users/me", 500), ("users/me", 429), ("users/me", 503)]
    album = opened(server, TITLE, "Anna")
    assert album.client.traffic.again == 3


def test_what_does_not_pass_is_said_in_words(server: Server) -> None:
    where = Connection("immich+http", f"http://127.0.0.1:{server.port}", TITLE, ("wrong" * 8,))
    with pytest.raises(ServerError, match="does not know this key") as caught:
        open_immich(where)
    assert "wrong" not in str(caught.value) + repr(where)
    server.faults.answers = [("GET /api/assets/", 403)]
    one = next(iter(server.assets))
    with pytest.raises(RefusedError, match="planned 403"):
        opened(server).asset(one)


def test_a_server_that_stays_away_is_given_up(server: Server) -> None:
    slept: list[float] = []
    client = Client(f"http://127.0.0.1:{server.port}", "x-api-key", slept.append)
    server.faults.answers = [("ping", 500)] * 9
    with pytest.raises(ServerError, match="6 times in a row"):
        client.json("GET", "/api/ping", None)
    assert slept == [0.25, 0.5, 1.0, 2.0, 4.0]


def test_a_redirection_is_not_followed_with_a_key(server: Server) -> None:
    server.faults.answers = [("users/me", 302)]
    with pytest.raises(ServerError, match="redirects elsewhere"):
        opened(server)


@pytest.mark.parametrize("major", [1, 4])
def test_other_versions_are_refused(tmp_path: Path, major: int) -> None:
    folder = write_event(tmp_path / "photos", {"a": 1})
    wrong = pytest.raises(ServerError, match=f"of version {major}; 2 and 3 are supported")
    with running(server_of(folder, {"Anna": ["a"]}, major)) as state, wrong:
        opened(state, TITLE, "Anna")


def test_without_a_key_it_says_where_to_put_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("coincide.servers.address.find_keys", lambda *_: ())
    with pytest.raises(UntrustedError, match="Nothing was sent"):
        open_album(url_of(place_of("immich://photos.example.org/Trip")))
    name_server("https://photos.example.org")
    with pytest.raises(UsageError, match="COINCIDE_IMMICH_KEY"):
        open_album(url_of(place_of("immich://photos.example.org/Trip")))


def test_an_address_with_a_key_in_it_is_refused() -> None:
    with pytest.raises(UsageError, match="an address does not contain keys"):
        open_album(url_of(place_of("immich://me:secret@photos.example.org/Trip")))
