"""Histories that were kept are those that would be found anew, and only what changed is found."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coincide.library.clocks import load_clocks
from coincide.library.keptclocks import load_kept_clocks
from coincide.library.kepthistories import kept_histories
from coincide.library.photos import Clock
from coincide.library.scan.bodies import BodyKey
from coincide.library.scan.store import LibraryStore, PhotoRow
from coincide.library.solve import Solved, solve_library
from coincide.model import Device, Floats
from tests.library.made import Days, zone_of_home

PHONE, CAMERA = BodyKey("apple", "iphone 12").text, BodyKey("nikon", "d90", "7").text


def rows_of(owner: str, n: int = 30) -> list[PhotoRow]:
    """Return Anna's or Ben's phone, and a camera of theirs that is 25 min behind for half of it."""
    utc_s = Days(n).utc_s(np.random.default_rng(len(owner)))
    zone_s = zone_of_home(utc_s)
    off_s = np.where(np.arange(len(utc_s)) < len(utc_s) // 2, 1500.0, 0.0)
    camera = BodyKey("nikon", "d90", owner).text
    return [
        *_rows(PHONE, owner, utc_s + zone_s, zone_s, utc_s),
        *_rows(camera, owner, utc_s + zone_s - off_s, np.full(len(utc_s), np.nan), utc_s),
    ]


def _rows(body: str, owner: str, shown_s: Floats, zone_s: Floats, gps_s: Floats) -> list[PhotoRow]:
    return [
        PhotoRow(
            *(body, owner, Path(f"/l/{owner}"), f"{body[:3]}{number}.jpg", 1, int(2e18)),
            time_s=float(at_s),
            zone_s=None if np.isnan(zone) else int(zone),
            gps_s=float(gps) - number % 3,
        )
        for number, (at_s, zone, gps) in enumerate(zip(shown_s, zone_s, gps_s, strict=True))
    ]


@pytest.fixture
def store(tmp_path: Path) -> LibraryStore:
    opened = LibraryStore(tmp_path / "store")
    with opened.transaction():
        opened.put_photos([*rows_of("Anna"), *rows_of("Benno")])
        opened.put_devices({PHONE: Device("Apple", "iPhone 12")})
    return opened


def solved(store: LibraryStore) -> tuple[tuple[Solved, ...], list[str]]:
    """Return the histories of a library, and whose were found anew."""
    with kept_histories(store) as kept:
        found = solve_library(load_kept_clocks(store), kept=kept)
        return found, sorted(f"{key.owner}{key.body[-5:]}" for key, _, _ in kept.new)


def as_data(every: tuple[Solved, ...]) -> list[object]:
    """Return what histories say, to be compared."""
    names = ("to_utc_s", "certain", "sd_s", "right", "harm", "stays")
    return [
        (
            one.clock.name,
            one.history.starts,
            one.history.drift_ppm,
            one.history.evidence,
            *(getattr(one.history, name).tobytes() for name in names),
            one.zone_s.tobytes(),
            one.zone_sure.tobytes(),
            [len(several) for several in one.material.witnesses],
        )
        for one in every
    ]


def test_what_is_kept_is_what_would_be_found(store: LibraryStore) -> None:
    anew = as_data(solve_library(load_clocks(store)))
    first, made = solved(store)
    assert len(made) == 4
    again, made = solved(store)
    assert made == []
    assert as_data(first) == as_data(again) == anew
    assert any(len(one.history.starts) > 1 for one in again)


def test_only_what_changed_is_found_again(store: LibraryStore) -> None:
    solved(store)
    camera = BodyKey("nikon", "d90", "Anna").text
    with store.transaction():
        store.drop_photos(Path("/l/Anna"), [f"{camera[:3]}3.jpg"])
    found, made = solved(store)
    assert made == [camera[-5:]]
    assert as_data(found) == as_data(solve_library(load_clocks(store)))
    with store.transaction():  # a phone tells where its owner's cameras were
        store.drop_photos(Path("/l/Benno"), [f"{PHONE[:3]}{i}.jpg" for i in range(200)])
    found, made = solved(store)
    assert len(made) == 2
    assert as_data(found) == as_data(solve_library(load_clocks(store)))


def test_a_photo_that_passes_to_another_body_touches_both(store: LibraryStore) -> None:
    solved(store)
    one = rows_of("Anna")[-1]
    with store.transaction():
        store.put_photos([replace(one, body=CAMERA, size=2, time_s=1.0)])
    clocks = list(load_kept_clocks(store))
    assert [len(clock.photos) for clock in clocks] == [len(c.photos) for c in load_clocks(store)]
    with store.transaction():
        store.drop_folder(Path("/l/Anna"))
    assert [columns(clock) for clock in load_kept_clocks(store)] == [
        columns(clock) for clock in load_clocks(store)
    ]


def columns(clock: Clock) -> list[object]:
    return [clock.name, clock.device, list(clock.starts), repr(clock.photos)]


def test_what_is_damaged_is_made_again(store: LibraryStore) -> None:
    before = [columns(clock) for clock in load_kept_clocks(store)]
    solved(store)
    for damage in (b"", b"\x93\x90\x90\x90", b"nonsense"):
        for table in ("columns", "histories"):
            store.run(f"UPDATE {table} SET document = ?", (damage,))
        assert [columns(clock) for clock in load_kept_clocks(store)] == before
        _, made = solved(store)
        assert len(made) == 4


def test_another_version_finds_all_again(
    store: LibraryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    solved(store)
    monkeypatch.setattr("coincide.library.historyinputs.__version__", "0.0.0")
    _, made = solved(store)
    assert len(made) == 4
