"""Albums of a library's server that were synced are occasions of its clocks."""

from pathlib import Path, PurePosixPath
from types import SimpleNamespace

import pytest

from coincide.library.albumties import synced_albums, ties_of_albums
from coincide.library.clocks import load_clocks
from coincide.library.scan.bodies import BodyKey
from coincide.library.scan.serverplace import ServerPlace, server_among
from coincide.library.scan.store import LibraryStore, PhotoRow
from coincide.model import Device, Estimate, Gallery, Offsets, Placement, place_of
from coincide.project.read.remotealbum import here_of
from coincide.servers.mirrorstate import Mirrored, MirroredTime, MirrorState, save_mirror
from tests.ingest.clocks import photo

DEVICES = {"Anna": Device("Apple", "iPhone 12"), "Ben": Device("Canon", "EOS 40D")}
AT_S = {"Anna": 1_600_000_000.0, "Ben": 1_600_000_400.0}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ServerPlace:
    monkeypatch.setenv("COINCIDE_DATA", str(tmp_path / "data"))
    found = server_among([place_of("immich://photos.example.org")])
    assert found is not None
    return found


def asset_id(owner: str, number: int) -> str:
    return f"{owner.lower()}-{number}"


def fill(store: LibraryStore, place: ServerPlace) -> None:
    """Record a phone and a camera, three photos each, as a scan of the server does."""
    for owner, device in DEVICES.items():
        body = BodyKey.of(device).text
        rows = [
            PhotoRow(
                *(body, owner, place.folder(owner, asset_id(owner, i)), f"{i}.jpg", 1, None),
                time_s=AT_S[owner] + 60.0 * i,
            )
            for i in range(3)
        ]
        with store.transaction():
            store.put_photos(rows)
            store.put_devices({body: device})
            store.run("INSERT INTO owners VALUES (?, ?, '', '', 0, '', '')", (owner, owner))


def album(address: str) -> Path:
    """Bring an album here: Ben's second and third photo, and all of Anna's."""
    folder = here_of(place_of(address))
    assert isinstance(folder, Path)
    assets = [
        Mirrored(
            *(asset_id(owner, i), owner, f"{i}.jpg", "sum", MirroredTime(0.0, 0.0, None)),
            PurePosixPath(owner, f"{i}.jpg"),
            own_tags=True,
        )
        for owner, first in (("Anna", 0), ("Ben", 1))
        for i in range(first, 3)
    ]
    save_mirror(folder, MirrorState(address, "Trip", {one: one for one in DEVICES}, tuple(assets)))
    return folder


def solution(folder: Path) -> SimpleNamespace:
    galleries = [
        Gallery(
            owner,
            tuple(
                photo(str(folder.resolve() / owner / f"{i}.jpg"), AT_S[owner] + 60.0 * i, device)
                for i in range(first, 3)
            ),
        )
        for (owner, device), first in zip(DEVICES.items(), (0, 1), strict=True)
    ]
    placed = (
        Placement("Anna", Estimate(0.0, 0.0, 0.0, 0.99)),
        Placement("Ben", Estimate(-390.0, -400.0, -380.0, 0.98)),
    )
    event = SimpleNamespace(galleries=galleries)
    return SimpleNamespace(event=event, offsets=Offsets("Anna", "anchor", placed))


def test_a_synced_album_tells_by_how_much_two_clocks_differ(
    tmp_path: Path, place: ServerPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = album("immich://photos.example.org/Trip")
    album("immich://elsewhere.example.org/Trip")
    found = SimpleNamespace(latest=lambda: solution(folder))
    monkeypatch.setattr(
        "coincide.library.albumties.Project", SimpleNamespace(at=lambda _folder: found)
    )
    assert [where.resolve() for where, _ in synced_albums(place)] == [folder.resolve()]
    with LibraryStore(tmp_path / "store") as store:
        fill(store, place)
        (tie,) = ties_of_albums(place, store, list(load_clocks(store)))
    assert tie.occasion == "album immich://photos.example.org/Trip"
    assert {tie.here.owner, tie.there.owner} == {"Anna", "Ben"}
    # what Ben's clock shows is brought to Anna's by the offset of the album
    assert abs(tie.offset_s) == 390.0
    assert tie.weight == pytest.approx(0.97 * 0.97)


def test_without_albums_there_are_no_ties(tmp_path: Path, place: ServerPlace) -> None:
    with LibraryStore(tmp_path / "store") as store:
        fill(store, place)
        assert ties_of_albums(place, store, list(load_clocks(store))) == ()
