"""A real Immich server, where its address and keys are in the environment; nothing else is asked.

``COINCIDE_TEST_IMMICH_URL`` is the address of an album with photos of ``coincide demo``, such as
``immich+http://127.0.0.1:2283/Our trip``; the keys of its owners are where they always are
(``COINCIDE_IMMICH_KEY_…``). Times are changed, and changed back.
"""

import os
from pathlib import Path

import pytest
from msgspec import structs

from coincide.model import place_of
from coincide.model.places import url_of
from coincide.servers import (
    Asset,
    AssetTime,
    RemoteAlbum,
    address_of,
    open_album,
    split_address,
)
from coincide.servers.keys import name_server
from coincide.servers.mirror import HEADS_BYTES
from coincide.servers.previewtags import TAKEN, tags_of
from coincide.writing.served import (
    AlbumPlan,
    AssetChange,
    album_plan_json,
    apply_album,
    change_of,
    open_album_plan,
    undo_album,
    verify_album,
)

ADDRESS = "COINCIDE_TEST_IMMICH_URL"
N = 12  # photos of each owner that are moved
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(ADDRESS not in os.environ, reason=f"{ADDRESS} is not set: no live server"),
]


@pytest.fixture(scope="module")
def album() -> RemoteAlbum:
    url = url_of(place_of(os.environ[ADDRESS]))
    name_server(split_address(url).base)
    return open_album(url)


def test_previews_and_heads_can_be_had(album: RemoteAlbum) -> None:
    asset = next(album.assets())
    assert album.preview(asset.id)[:2] == b"\xff\xd8"
    head = album.head(asset.id, HEADS_BYTES[0])
    assert head is not None
    assert len(head) <= HEADS_BYTES[0]
    tags, own = tags_of(head, asset.tags)
    assert own
    assert TAKEN in tags


def test_times_are_changed_and_changed_back(album: RemoteAlbum, tmp_path: Path) -> None:
    before = {asset.id: asset for asset in album.assets()}
    some = [
        asset
        for owner in sorted(album.writable)
        for asset in [one for one in before.values() if one.owner == owner][:N]
    ]
    assert some
    path = tmp_path / "plan.json"
    path.write_text(album_plan_json(_plan(album, some)), encoding="utf-8")
    opened = open_album_plan(path)
    report = apply_album(opened, album)
    assert (report.done, report.failed) == (len(some), ())
    assert {state for _, state in verify_album(opened, album)} == {"new"}
    report = undo_album(opened, album)
    assert (report.done, report.failed) == (len(some), ())
    for asset in album.assets():
        assert asset.time.is_at(before[asset.id].time)


def _plan(album: RemoteAlbum, some: list[Asset]) -> AlbumPlan:
    empty = AlbumPlan(
        event="live",
        address=address_of(url_of(place_of(os.environ[ADDRESS])), album.id),
        owners={one.owner: album.owners[one.owner] for one in some},
        anchor=None,
        event_time="anchor",
        galleries=(),
        notes=(),
        assets=(),
        left=(),
    )
    return structs.replace(empty, assets=tuple(map(_change, some)))


def _change(asset: Asset) -> AssetChange:
    local_s = asset.time.local_s + 3723.0
    new = AssetTime(local_s, local_s + 3.5 * 3600)
    return change_of(asset, new, shift_s=3723.0, gallery="live", why="a test")
