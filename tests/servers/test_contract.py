"""What real servers of both versions answered is understood, and no field of it is there in vain.

The answers were recorded from an Immich 2.7.5 and a 3.1.0 with photos of ``coincide demo``, and
hold only what we read: so each of them, changed or taken away, must change what we understand.
"""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from coincide.errors import ServerError
from coincide.servers import AssetTime
from tests.servers.recording import FOLDER, Replayed, opened

VERSIONS = (2, 3)
Path = tuple[str | int, ...]


def notes_of(version: int) -> dict[str, Any]:
    text = (FOLDER / f"immich-{version}.json").read_text(encoding="utf-8")
    notes: dict[str, Any] = json.loads(text)
    return notes


def understood(notes: dict[str, Any]) -> object:
    """Return all that we make of the answers of one server."""
    asset_id = next(name for name in notes if "/assets/" in name).rpartition("/")[2]
    try:
        album = opened(Replayed(notes), ("key",), "Our trip")
        told = (album.id, album.title, album.owners, album.writable)
        return *told, list(album.assets()), album.asset(asset_id)
    except (ServerError, KeyError, ValueError, TypeError) as error:
        return type(error).__name__


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of all values that hold no others."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for name, one in inside:
        if isinstance(one, dict | list):
            yield from leaves(one, (*path, name))
        else:
            yield (*path, name)


def mutated(notes: dict[str, Any], path: Path, *, gone: bool) -> dict[str, Any]:
    """Return answers of which one value is another, or is not there."""
    changed = copy.deepcopy(notes)
    holder: Any = changed
    for name in path[:-1]:
        holder = holder[name]
    last = path[-1]
    if gone:
        del holder[last]
    else:
        holder[last] = _another(holder[last])
    return changed


def _another(value: Any) -> Any:
    if value is None:
        return "1"
    if isinstance(value, int | float):
        return value + 1
    return {"IMAGE": "VIDEO"}.get(value, _later(value))


def _later(text: str) -> str:
    return text.replace("2025", "2024") if "2025" in text else f"{text}0"


CASES = [(version, path) for version in VERSIONS for path in leaves(notes_of(version))]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_real_album_is_understood(version: int) -> None:
    title, owners, assets, one = (understood(notes_of(version))[n] for n in (1, 2, 4, 5))  # type: ignore[index]
    assert title == "Our trip"
    assert sorted(owners.values()) == ["Anna", "Ben", "Cleo"]
    assert len(assets) == 3
    assert {asset.owner for asset in assets} <= set(owners)
    assert all(asset.photo and asset.time.settled for asset in assets)
    zoned = [asset for asset in assets if asset.time.zone == "UTC+2"]
    assert zoned
    assert all(asset.time.zone_s == 7200 for asset in zoned)
    assert one == next(asset for asset in assets if asset.id == one.id)


# of two lists that name an album, one is enough
MUTATED = [(v, path) for v, path in CASES if "albums" not in path[0].split("/")[-1].split("?")[0]]


@pytest.mark.parametrize("gone", [False, True], ids=["another", "gone"])
@pytest.mark.parametrize("version", VERSIONS)
def test_every_field_that_is_recorded_matters(version: int, gone: bool) -> None:
    notes = notes_of(version)
    whole = understood(notes)
    assert not isinstance(whole, str)
    paths = [path for one, path in MUTATED if one == version]
    assert len(paths) > 40
    same = [
        path
        for path in paths
        if understood(mutated(notes, path, gone=gone)) == whole and not _says_none(notes, path)
    ]
    assert same == []


def _says_none(notes: dict[str, Any], path: Path) -> bool:
    """Tell whether a value is null, which means the same as none."""
    value: Any = notes
    for name in path:
        value = value[name]
    return value is None and path[-1] != "nextPage"


@pytest.mark.parametrize("version", VERSIONS)
def test_an_album_is_found_by_the_name_in_the_lists(version: int) -> None:
    notes = notes_of(version)
    for name in [name for name in notes if name.startswith("GET /api/albums")]:
        if isinstance(notes[name], list):
            for album in notes[name]:
                album["albumName"] = "Another"
    assert understood(notes) == "ServerError"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_time_is_sent_with_its_offset(version: int) -> None:
    notes = notes_of(version)
    asset_id = next(name for name in notes if "/assets/" in name).rpartition("/")[2]
    client = Replayed(notes | {f"PUT /api/assets/{asset_id}": {}})
    album = opened(client, ("key",), "Our trip")
    asset = album.asset(asset_id)
    album._keys[asset.owner] = "key"
    album.set_time(asset, AssetTime(1714831200.5, 1714831200.5 + 18000))
    wanted = {"dateTimeOriginal": "2024-05-04T14:00:00.500-05:00"}
    assert client.sent[-1] == (f"PUT /api/assets/{asset_id}", wanted)
