import json
import os
from pathlib import Path

import pytest

from coincide.ingest import read_event
from coincide.media.takeout import names_of, owners_of, read_takeout, taken_utc_s
from coincide.model.times import from_clock
from tests.photo_files import write_photo

UTC = from_clock(2024, 5, 4, 12, 0, 0)


def beside(path: Path, taken_s: float = UTC) -> None:
    taken = {"timestamp": str(int(taken_s)), "formatted": "4 May 2024, 12:00:00 UTC"}
    path.write_text(json.dumps({"title": "a.jpg", "photoTakenTime": taken}), "utf-8")


LONG = "a_very_long_name_of_a_photo_that_somebody_gave_it.jpg"


@pytest.mark.parametrize(
    ("name", "owners"),
    [
        ("IMG_1.jpg.json", ["IMG_1.jpg", "IMG_1-edited.jpg"]),
        ("IMG_1.jpg.supplemental-metadata.json", ["IMG_1.jpg", "IMG_1-edited.jpg"]),
        ("IMG_1.jpg.supplem.json", ["IMG_1.jpg", "IMG_1-edited.jpg"]),
        ("IMG_1.jpg(1).json", ["IMG_1(1).jpg"]),
        ("IMG_1.jpg.supplemental-metadata(1).json", ["IMG_1(1).jpg"]),
        (f"{LONG[:46]}.json", [LONG]),
        ("IMG_2.HEIC.json", ["IMG_2.HEIC"]),
        ("metadata.json", []),
        ("IMG.json", []),
    ],
)
def test_whose_json_it_is(name: str, owners: list[str]) -> None:
    files = ["IMG_1.jpg", "IMG_1-edited.jpg", "IMG_1(1).jpg", LONG, "IMG_2.HEIC"]
    assert owners_of(name, names_of(files)) == owners


def test_a_cut_name_of_two_photos_is_nobodys() -> None:
    files = [f"{LONG[:46]}x.jpg", f"{LONG[:46]}y.jpg"]
    assert owners_of(f"{LONG[:46]}.json", names_of(files)) == []


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"[]", b"{}", b"{", b"\xff", b'{"photoTakenTime": 3}', b"[" * 100_000),
        b'{"photoTakenTime": {"timestamp": 1714824000}}',
        b'{"photoTakenTime": {"timestamp": "0"}}',
        b'{"photoTakenTime": {"timestamp": "99999999999"}}',
        b" " * 300_000,
    ],
)
def test_what_does_not_tell_is_passed_over(data: bytes) -> None:
    assert taken_utc_s(data) is None


def test_each_photo_of_a_folder_gets_its_own(tmp_path: Path) -> None:
    paths = [tmp_path / "anna" / "a.jpg", tmp_path / "ben" / "a.jpg"]
    for number, path in enumerate(paths):
        path.parent.mkdir()
        beside(path.with_name("a.jpg.json"), UTC + number)
    (tmp_path / "ben" / "b.jpg.json").mkdir()
    assert read_takeout(paths) == {paths[0]: UTC, paths[1]: UTC + 1}


@pytest.mark.skipif(os.name != "posix", reason="uses a POSIX pipe")
def test_nobody_waits_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.jpg.json")
    beside(tmp_path / "b.jpg.json")
    paths = [tmp_path / "a.jpg", tmp_path / "b.jpg"]
    assert read_takeout(paths) == {paths[1]: UTC}


def test_a_photo_without_tags_has_the_time_of_its_json(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "IMG_1.jpg", make="Apple", model="iPhone 6")
    for name in ("b.jpg", "c.jpg"):
        write_photo(tmp_path / "anna" / name, None, make=None, model=None)
        beside(tmp_path / "anna" / f"{name}.json")
    event = read_event([tmp_path])
    assert event.timeless == ()
    by_tags, by_json = event.galleries
    assert [photo.time_from for photo in by_json.photos] == ["takeout", "takeout"]
    assert [photo.recorded_time_s for photo in by_json.photos] == [UTC, UTC]
    assert by_json.notes == (
        "the times are from Google Takeout alone, in UTC: when these were taken or uploaded",
    )
    assert [photo.path.name for photo in by_tags.photos] == ["IMG_1.jpg"]


def test_a_photos_own_time_stays_and_what_takeout_says_is_kept(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "IMG_1.jpg")
    beside(tmp_path / "anna" / "IMG_1.jpg.supplemental-metadata.json")
    (photo,) = read_event([tmp_path]).photos
    assert photo.time_from == "exif"
    assert photo.recorded_time_s == from_clock(2024, 5, 4, 14, 0, 0)
    assert photo.taken_utc_s == UTC


def test_a_time_in_the_name_comes_before_takeout(tmp_path: Path) -> None:
    path = tmp_path / "anna" / "IMG_20240504_140000.jpg"
    write_photo(path, None, make=None, model=None)
    beside(path.with_name(f"{path.name}.json"), UTC + 9e5)
    (photo,) = read_event([tmp_path]).photos
    assert (photo.time_from, photo.taken_utc_s) == ("name", UTC + 9e5)
