"""A scan of a server: what it tells, page by page, and only what was changed since."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from coincide.errors import ServerError, UsageError
from coincide.library.clocks import load_clocks
from coincide.library.scan.serverplace import ServerPlace, server_among
from coincide.library.scan.serverscan import scan_server
from coincide.library.scan.store import LibraryStore, PhotoRow
from coincide.library.scan.tags import Scanned
from coincide.model import place_of
from coincide.servers import Connection
from coincide.servers.immichphotos import ImmichPhotos, open_photos
from tests.album_server import Held, Server, key_of, running, server_of
from tests.photo_files import write_photo

OWNERS = {"Anna": ["Anna"], "Ben": ["Ben"]}


@pytest.fixture(params=[2, 3])
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """Two people's cameras of one model, 30 photos each; ten of Anna's are of one second."""
    for who in OWNERS:
        for i in range(30):
            at = f"2024:05:{min(i, 20) + 1:02d} 14:00:00"
            write_photo(tmp_path / who / f"IMG_{i:04d}.jpg", at, make="Canon", model="EOS 40D")
    with running(server_of(tmp_path, OWNERS, request.param)) as state:
        yield state


def opened(server: Server, *names: str) -> ImmichPhotos:
    keys = tuple(key_of(server, name) for name in names or OWNERS)
    return open_photos(Connection("immich+http", f"http://127.0.0.1:{server.port}", "*", keys))


def place(server: Server) -> ServerPlace:
    found = server_among([place_of(server.base)])
    assert found is not None
    return found


def scan(server: Server, folder: Path, *names: str, again: bool = False) -> Scanned:
    with LibraryStore(folder) as store:
        return scan_server(store, place(server), opened(server, *names), again=again)


def rows(folder: Path) -> list[PhotoRow]:
    with LibraryStore(folder) as store:
        return [PhotoRow.of(row) for row in store.run("SELECT * FROM photos ORDER BY folder")]


def asset(server: Server, name: str) -> Held:
    return next(
        one for one in server.assets.values() if one.path.parts[-2:] == tuple(name.split("/"))
    )


def touch(held: Held) -> None:
    held.changed = datetime.now(UTC)


def test_all_photos_are_recorded_by_owner_and_no_original_is_read(
    server: Server, tmp_path: Path
) -> None:
    assert scan(server, tmp_path / "store") == Scanned(n_read=60)
    assert not [path for _, path in server.seen if "original" in path or "thumbnail" in path]
    with LibraryStore(tmp_path / "store") as store:
        clocks = list(load_clocks(store))
    # two people have one model, of which the server tells no serial number
    assert [clock.name for clock in clocks] == ["Anna · Canon EOS 40D", "Ben · Canon EOS 40D"]
    assert [len(clock.photos) for clock in clocks] == [30, 30]
    first = min(rows(tmp_path / "store"), key=lambda row: row.time_s or 0.0)
    assert (first.number, first.shots, first.gps_s, first.zone_s) == (0, None, None, None)
    assert first.mtime_ns == datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1e9


def test_of_a_partner_nothing_is_taken_for_ones_own(server: Server, tmp_path: Path) -> None:
    anna, ben = server.names
    server.partners[anna] = [ben]
    assert scan(server, tmp_path / "store", "Anna") == Scanned(n_read=30)


def test_photos_of_one_instant_on_several_pages_are_all_found(
    server: Server, tmp_path: Path
) -> None:
    server.page = 3
    assert scan(server, tmp_path / "store") == Scanned(n_read=60)
    server.page = 1000
    scan(server, tmp_path / "at once")
    assert rows(tmp_path / "store") == rows(tmp_path / "at once")


def test_only_what_was_changed_is_asked_for(server: Server, tmp_path: Path) -> None:
    server.page = 1000
    scan(server, tmp_path / "store")
    server.seen.clear()
    assert scan(server, tmp_path / "store") == Scanned()
    assert len([path for _, path in server.seen if "search" in path]) == 2
    gone = asset(server, "Anna/IMG_0003.jpg")
    gone.trashed = True
    touch(gone)
    touch(asset(server, "Anna/IMG_0004.jpg"))
    assert scan(server, tmp_path / "store") == Scanned(n_kept=1, n_gone=1)
    assert len(rows(tmp_path / "store")) == 59


def test_what_was_removed_for_good_is_found_by_listing_all(server: Server, tmp_path: Path) -> None:
    scan(server, tmp_path / "store")
    del server.assets[asset(server, "Ben/IMG_0003.jpg").id]
    assert scan(server, tmp_path / "store") == Scanned()
    assert scan(server, tmp_path / "store", again=True) == Scanned(n_kept=59, n_gone=1)
    assert len(rows(tmp_path / "store")) == 59
    # of an owner whose key is not here nobody knows what was removed
    assert scan(server, tmp_path / "store", "Anna", again=True) == Scanned(n_kept=30)
    assert len(rows(tmp_path / "store")) == 59


def test_a_time_that_was_changed_on_the_server_is_not_taken_for_the_cameras(
    server: Server, tmp_path: Path
) -> None:
    scan(server, tmp_path / "store")
    before = rows(tmp_path / "store")
    changed = asset(server, "Anna/IMG_0003.jpg")
    changed.local += timedelta(hours=1)
    changed.zone = "UTC+2"
    touch(changed)
    assert scan(server, tmp_path / "store") == Scanned(n_kept=1)
    assert rows(tmp_path / "store") == before
    changed.data = changed.data + b"\0"  # another original is another photo
    assert scan(server, tmp_path / "store", again=True) == Scanned(n_read=1, n_kept=59)
    assert rows(tmp_path / "store") != before


def test_a_photo_that_the_server_is_at_work_on_is_read_when_it_is_done(
    server: Server, tmp_path: Path
) -> None:
    held = asset(server, "Anna/IMG_0003.jpg")
    make, held.make, held.model = held.make, None, None
    scan(server, tmp_path / "store")
    assert [row.name for row in rows(tmp_path / "store") if row.reason] == ["IMG_0003.jpg"]
    held.make = make
    touch(held)
    assert scan(server, tmp_path / "store") == Scanned(n_read=1)
    assert not [row for row in rows(tmp_path / "store") if row.reason]


@pytest.mark.parametrize("limit", [4, 5, 8, 13, 14, 19])
def test_a_scan_that_is_cut_off_anywhere_goes_on_to_the_same_rows(
    server: Server, tmp_path: Path, limit: int
) -> None:
    scan(server, tmp_path / "whole")
    server.faults.limit = limit
    with LibraryStore(tmp_path / "cut") as store:
        photos = opened(server)
        photos.client._sleep = lambda _s: None
        try:
            scan_server(store, place(server), photos)
        except ServerError:
            server.faults.limit = None
            server.seen.clear()
            scan_server(store, place(server), opened(server))
            n_asked = len([path for _, path in server.seen if "search" in path])
            assert n_asked <= 3 + 14 - (limit - 3)
        assert store.run("SELECT COUNT(*) FROM listed").fetchone() == (0,)
    assert rows(tmp_path / "cut") == rows(tmp_path / "whole")


def test_without_a_key_it_says_where_to_put_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coincide.library.scan.serverplace.find_keys", lambda *_: ())
    found = server_among([place_of("immich://photos.example.org")])
    assert found is not None
    with pytest.raises(UsageError, match="coincide keys add immich://photos"):
        found.open()
    with pytest.raises(UsageError, match="a library of its own"):
        server_among([place_of("immich://photos.example.org"), tmp_path])
    with pytest.raises(UsageError, match="not a photo server"):
        server_among([place_of("s3://bucket")])
