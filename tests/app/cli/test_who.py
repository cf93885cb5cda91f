"""``coincide who``: people and devices before a sync, and what may be said of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from coincide.app.review.views import event_view
from coincide.errors import NothingToSyncError, UsageError
from coincide.project import Project
from tests.photo_files import write_photo
from tests.project.kept_projects import run


def phone(folder: Path, first: int, minute: int, n: int = 6) -> None:
    for k in range(n):
        time = f"2024:05:04 {14 + (minute + k) // 60}:{(minute + k) % 60:02d}:00"
        write_photo(folder / f"IMG_{first + k:04d}.jpg", time, make="Apple", model="iPhone 6")


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """Two folders that may be one person's, and a guest."""
    folder = tmp_path / "party"
    phone(folder / "Rome" / "Anna", 100, 0)
    phone(folder / "Rome" / "Ben", 700, 60)
    phone(folder / "Guests" / "Cleo", 3000, 5)
    write_photo(folder / "Guests" / "Cleo" / "got.jpg", None, make=None, model=None)
    return folder


def told(event: Path, *more: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run("who", event, *more, "--json"))
    assert document["schema"] == "coincide.who/1"
    return document


def galleries(document: dict[str, Any]) -> list[str]:
    return [one["gallery"] for person in document["people"] for one in person["devices"]]


def test_people_and_devices_are_told_and_nothing_is_written(event: Path) -> None:
    text = run("who", event)
    assert "party: 18 photos, 3 clocks" in text
    assert "Guests/Cleo" in text
    assert "2024-05-04 14:05 – 14:10" in text
    assert "1 photo without a time" in text
    assert "? Rome/Anna may be one device with Rome/Ben" in text
    assert '--merge "Rome/Anna" "Rome/Ben"' in text
    assert not (event / ".coincide").exists()


def test_the_same_as_json(event: Path) -> None:
    document = told(event)
    assert [person["name"] for person in document["people"]] == ["Cleo", "Rome/Anna", "Rome/Ben"]
    (cleo,) = document["people"][0]["devices"]
    assert cleo["folders"] == [{"path": "Guests/Cleo", "n_photos": 6}]
    assert (cleo["first"], cleo["last"]) == ("2024-05-04 14:05:00", "2024-05-04 14:10:00")
    assert (document["n_timeless"], document["n_skipped"], document["n_takeout"]) == (1, 0, 0)
    (question,) = document["questions"]
    assert (question["gallery"], question["other"]) == ("Rome/Anna", "Rome/Ben")


def test_what_is_said_is_kept(event: Path) -> None:
    document = told(event, "--merge", "Rome/Anna", "Rome/Ben")
    assert galleries(document) == ["Cleo", "Rome/Anna"]
    assert document["questions"] == []
    document = told(event, "--rename", "Rome/Anna", "Anna")
    assert galleries(document) == ["Anna", "Cleo"]
    assert [one.name for one in Project.at(event).before_solving().galleries] == ["Anna", "Cleo"]
    document = told(event, "--part", "Anna", "Rome/Ben")
    assert galleries(document) == ["Anna", "Anna · Rome/Ben", "Cleo"]
    run("hint", "undo", event)
    assert galleries(told(event)) == ["Anna", "Cleo"]


def test_two_devices_are_asked_about_no_more(event: Path) -> None:
    document = told(event, "--apart", "Rome/Ben", "Rome/Anna")
    assert document["questions"] == []
    assert galleries(document) == ["Cleo", "Rome/Anna", "Rome/Ben"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (("--merge", "Cleo", "Dan"), "No gallery is named Dan"),
        (("--apart", "Cleo", "Rome/Ben"), "no such question"),
        (("--part", "Cleo", "Guests"), "has no photos outside"),
        (("--merge", "a", "b", "--rename", "a", "b"), "one at a time"),
    ],
)
def test_mistakes_are_told(event: Path, said: tuple[str, ...], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        run("who", event, *said)


def test_a_flat_folder_is_nobodys(tmp_path: Path) -> None:
    phone(tmp_path / "party" / "day1", 100, 0)
    write_photo(tmp_path / "party" / "x.jpg", model="Canon R5")
    document = told(tmp_path / "party")
    (nobody,) = document["people"]
    assert nobody["name"] == ""
    assert [one["device"] for one in nobody["devices"]] == ["Apple iPhone 6", "Canon R5"]
    assert nobody["devices"][0]["folders"] == [{"path": "day1", "n_photos": 6}]


def test_sync_tells_what_is_open_and_what_takeout_says(event: Path) -> None:
    told = {"photoTakenTime": {"timestamp": "1714824000"}}
    photo = event / "Guests" / "Cleo" / "IMG_3000.jpg"
    photo.with_name(f"{photo.name}.json").write_text(json.dumps(told))
    text = run("sync", event)
    assert "Rome/Anna: may be one device with Rome/Ben" in text
    assert "1 of the photos have their time from Google Takeout." in text
    (look,) = [Project.at(event).look()]
    assert look is not None
    rome = next(one for one in event_view(look, 1).galleries if one.name == "Rome/Anna")
    assert rome.notes[-1].startswith("may be one device with Rome/Ben")


def test_one_clock_places_photos_without_a_time_and_says_so_alike(tmp_path: Path) -> None:
    phone(tmp_path / "Anna", 100, 0)
    alone = run("who", tmp_path)
    assert "Next: " not in alone
    assert "A single clock has nothing to be compared with" in alone
    with pytest.raises(NothingToSyncError):
        run("sync", tmp_path)
    write_photo(tmp_path / "Chat" / "got.jpg", None, make=None, model=None)
    assert f"Next: coincide sync {tmp_path}" in run("who", tmp_path)
    synced = run("sync", tmp_path)
    assert "6 photos, 1 clock" in synced
    assert "1 photo has no time" in synced
