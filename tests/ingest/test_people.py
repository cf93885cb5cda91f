from pathlib import Path

import pytest

from coincide.ingest.foldernames import read_name
from coincide.ingest.people import scan_folder, way_of


def people(root: Path, *names: str) -> dict[str, int]:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return {source.name: len(source.files) for source in scan_folder(root).sources}


@pytest.mark.parametrize(
    ("name", "sort"),
    [
        *((name, "nothing") for name in ("2024-05-04", "20240504", "04.05.2024", "2024", "day1")),
        *((name, "nothing") for name in ("Day 2", "Samstag", "100CANON", "DCIM", "May 2024")),
        *((name, "nothing") for name in ("1st day", "2024-05", "Saturday evening", "Tag 1")),
        *((name, "files") for name in ("RAW", "jpg", "card 1", "Photos from 2024", "selects")),
        *((name, "files") for name in ("Camera", "Camera Roll", "Screenshots")),
        *((name, "chapter") for name in ("Church", "the party", "2024-05-04 Wedding")),
        *((name, "group") for name in ("Guests", "Family and Friends", "gäste", "Wedding guests")),
        *((name, "name") for name in ("Anna", "May", "a", "1", "Jan 2", "iPhone", "Photographer")),
        *((name, "name") for name in ("Camera 2", "cam2", "WhatsApp Images")),
        *((name, "name") for name in ("canon_powershot_a2300", "StationA", "Anna 2024", "Sun")),
    ],
)
def test_names_are_told_from_days_and_cards(name: str, sort: str) -> None:
    assert read_name(name).sort == sort


@pytest.mark.parametrize(
    ("name", "rest"),
    [
        ("2024-05-04 Anna", "Anna"),
        ("Anna 2024", "Anna"),
        ("day 2 - Anna B.", "Anna B."),
        ("Anna (Saturday)", "Anna"),
        ("Dayton", "Dayton"),
    ],
)
def test_days_are_taken_off_a_name(name: str, rest: str) -> None:
    assert read_name(name).rest == rest


def test_people_lie_in_groups(tmp_path: Path) -> None:
    names = ("Guests/Anna/1.jpg", "Guests/Ben/2.jpg", "Photographer/3.jpg", "Guests/4.jpg")
    assert people(tmp_path, *names) == {"Anna": 1, "Ben": 1, "Guests": 1, "Photographer": 1}


def test_people_of_one_name_in_two_groups_are_two(tmp_path: Path) -> None:
    assert people(tmp_path, "Guests/Anna/1.jpg", "Family/Anna/2.jpg") == {
        "Family/Anna": 1,
        "Guests/Anna": 1,
    }


def test_days_lie_in_people_and_people_in_days(tmp_path: Path) -> None:
    names = ("2024-05-04/Anna/1.jpg", "day2/Anna/2.jpg", "Ben/Sunday/3.jpg", "Ben/RAW/4.dng")
    dated = ("2024-05-04 Cleo/5.jpg", "2024-05-05 Cleo/6.jpg", "2024-05-04 Dan/7.jpg")
    assert people(tmp_path, *names, *dated) == {"2024-05-04 Dan": 1, "Anna": 2, "Ben": 2, "Cleo": 2}


def test_days_and_cards_alone_are_nobody(tmp_path: Path) -> None:
    found = people(tmp_path, "day1/1.jpg", "2024-05-05/100CANON/2.jpg", "DCIM/3.jpg")
    assert found == {tmp_path.name: 3}


def test_a_chapter_alone_keeps_its_name(tmp_path: Path) -> None:
    assert people(tmp_path, "Church/1.jpg", "Party/2.jpg") == {"Church": 1, "Party": 1}
    assert way_of(["Church", "Anna"]) == way_of(["Anna", "Church"]) == ("Anna",)


def test_the_only_folder_of_a_person_is_no_other_person(tmp_path: Path) -> None:
    assert people(tmp_path, "Anna/Garden/1.jpg", "Ben/2.jpg") == {"Anna": 1, "Ben": 1}


def test_the_folders_of_a_phone_are_one_persons(tmp_path: Path) -> None:
    names = ("Anna/DCIM/Camera/1.jpg", "Anna/DCIM/Screenshots/2.png", "Anna/Pictures/3.jpg")
    assert people(tmp_path, *names, "Camera/4.jpg") == {"Anna": 3, "Camera": 1}
