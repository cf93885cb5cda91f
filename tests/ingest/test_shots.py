import random
import time

import pytest

from coincide.ingest.shots import group_shots
from coincide.media.file import MediaFile
from tests.ingest.media import NOON, file

FILM = {"duration_s": 2.8, "clock": "utc"}


def shots(*files: MediaFile) -> dict[str, list[tuple[str, str]]]:
    """Return the companions of each photo, by name and role."""
    found = group_shots(files)
    for seed in range(3):
        shuffled = list(files)
        random.Random(seed).shuffle(shuffled)
        assert group_shots(shuffled) == found
    return {
        shot.main.path.as_posix(): [(one.path.as_posix(), one.role) for one in shot.companions]
        for shot in found
    }


def test_raw_and_jpeg_of_one_name() -> None:
    found = shots(file("a/IMG_1.CR2", NOON + 1.0), file("a/IMG_1.JPG"), file("a/IMG_2.CR2"))
    assert found == {"a/IMG_1.JPG": [("a/IMG_1.CR2", "raw")], "a/IMG_2.CR2": []}


def test_raw_beside_a_photo_of_another_time_or_camera() -> None:
    later = shots(file("a/IMG_1.CR2", NOON + 3.0), file("a/IMG_1.JPG"))
    assert later == {"a/IMG_1.CR2": [], "a/IMG_1.JPG": []}
    other = shots(file("a/IMG_1.CR2", serial="1"), file("a/IMG_1.JPG", serial="2"))
    assert other == {"a/IMG_1.CR2": [], "a/IMG_1.JPG": []}
    phone = shots(file("a/IMG_1.DNG"), file("a/IMG_1.JPG", make="Apple", model="iPhone 15"))
    assert len(phone) == 2


def test_raw_gives_its_time_to_a_jpeg_without_one() -> None:
    (shot,) = group_shots(
        [file("IMG_1.NEF", viewable=False), file("IMG_1.JPG", None, make=None, model=None)]
    )
    assert shot.main.path.name == "IMG_1.JPG"
    assert shot.taken is not None
    assert shot.taken.time_s == NOON


@pytest.mark.parametrize("raw", ["card/RAW/X_1.DNG", "card/JPG/RAW/X_1.DNG", "card/X_1.DNG"])
def test_raw_and_jpeg_in_sister_folders(raw: str) -> None:
    assert shots(file(raw), file("card/JPG/X_1.JPG")) == {"card/JPG/X_1.JPG": [(raw, "raw")]}
    assert len(shots(file(raw, NOON + 86_400.0), file("card/JPG/X_1.JPG"))) == 2
    assert len(shots(file(raw), file("card/JPG/X_1.JPG", None))) == 2


def test_folders_that_are_not_sisters() -> None:
    assert len(shots(file("one/RAW/X_1.DNG"), file("two/JPG/X_1.JPG"))) == 2


def test_counters_that_begin_again_join_nothing() -> None:
    """DSC_0001 in two folders of a card, even in the same second, are two photos."""
    found = shots(
        file("DCIM/100NIKON/DSC_0001.JPG"),
        file("DCIM/101NIKON/DSC_0001.JPG"),
        file("DCIM/100NIKON/DSC_0001.NEF"),
        file("DCIM/101NIKON/DSC_0001.NEF", NOON + 9000.0),
    )
    assert found == {
        "DCIM/100NIKON/DSC_0001.JPG": [("DCIM/100NIKON/DSC_0001.NEF", "raw")],
        "DCIM/101NIKON/DSC_0001.JPG": [],
        "DCIM/101NIKON/DSC_0001.NEF": [],
    }
    # whose of the two is it?
    unclear = ("DCIM/100NIKON/DSC_0001.JPG", "DCIM/101NIKON/DSC_0001.JPG", "DCIM/RAW/DSC_0001.NEF")
    assert len(shots(*(file(name) for name in unclear))) == 3


def test_what_pixels_write_for_one_shot() -> None:
    found = shots(
        file("PXL_20240504_120000123.RAW-01.MP.COVER.jpg"),
        file("PXL_20240504_120000123.RAW-02.ORIGINAL.dng"),
        file("PXL_20240504_120000123.RAW-01.MP.mp4", NOON - 7199.0, **FILM),
    )
    assert found == {
        "PXL_20240504_120000123.RAW-01.MP.COVER.jpg": [
            ("PXL_20240504_120000123.RAW-01.MP.mp4", "live"),
            ("PXL_20240504_120000123.RAW-02.ORIGINAL.dng", "raw"),
        ]
    }


def test_live_photos_by_name() -> None:
    photo = file("IMG_1.HEIC", zone_s=7200)
    assert shots(photo, file("IMG_1.MOV", NOON - 7199.0, **FILM)) == {
        "IMG_1.HEIC": [("IMG_1.MOV", "live")]
    }
    assert shots(photo, file("IMG_1.MOV", NOON + 1, duration_s=3.0, zone_s=7200)) == {
        "IMG_1.HEIC": [("IMG_1.MOV", "live")]
    }
    assert shots(file("IMG_1.HEIC"), file("IMG_1.MOV", NOON - 7199.0, **FILM)) == {
        "IMG_1.HEIC": [("IMG_1.MOV", "live")]
    }


def test_films_that_are_no_live_photos() -> None:
    photo = file("IMG_1.HEIC", zone_s=7200)
    long = file("IMG_1.MOV", NOON - 7200.0, duration_s=8.0, clock="utc")
    unknown = file("IMG_1.MOV", NOON - 7200.0, clock="utc")
    later = file("IMG_1.MOV", NOON - 7140.0, **FILM)
    elsewhere = file("b/IMG_1.MOV", NOON - 7200.0, **FILM)
    for film in (long, unknown, later, elsewhere):
        assert len(shots(photo, film)) == 2
    assert len(shots(file("IMG_1.HEIC"), later)) == 2


def test_live_photos_by_content_identifier() -> None:
    photo = file("a/IMG_1.HEIC", content_id="X")
    film = file("b/renamed.MOV", NOON - 5000.0, content_id="X", **FILM)
    assert shots(photo, film) == {"a/IMG_1.HEIC": [("b/renamed.MOV", "live")]}
    other = file("a/IMG_1.MOV", NOON, content_id="Y", duration_s=3.0)
    assert len(shots(photo, other)) == 2


@pytest.mark.parametrize(
    "name",
    [
        *("IMG_E1234.JPG", "IMG_1234-edited.jpg", "IMG_1234_edited.jpg", "IMG_1234(1).JPG"),
        *("IMG_1234 (2).JPG", "IMG_1234 copy.JPG", "IMG_1234 copy 2.JPG", "IMG_1234-Edit.tif"),
        *("IMG_1234-Edit-2.tif", "IMG_1234~2.jpg", "IMG_1234-bearbeitet.jpg", "IMG_1234.TIF"),
    ],
)
def test_edited_copies(name: str) -> None:
    original = file("a/IMG_1234.JPG", NOON + 0.25)
    assert shots(original, file(f"a/{name}", NOON)) == {"a/IMG_1234.JPG": [(f"a/{name}", "edit")]}
    assert len(shots(original, file(f"a/{name}", NOON + 1.0))) == 2
    assert len(shots(original, file(f"a/{name}", NOON + 0.75))) == 2
    assert len(shots(original, file(f"a/{name}", None))) == 2
    assert len(shots(original, file(f"a/{name}", NOON, make=None, model=None))) == 2
    assert len(shots(original, file(f"b/{name}", NOON))) == 2


def test_photos_of_one_second_are_no_copies_of_each_other() -> None:
    names = ("20240504_140000.jpg", "20240504_140000(0).jpg", "20240504_140000(1).jpg")
    assert len(shots(*(file(name) for name in names))) == 3
    # as a program renames a burst: none of them is named after another
    assert len(shots(file("day (1).jpg"), file("day (2).jpg"), file("day (12).jpg"))) == 3


def test_all_of_one_shot() -> None:
    found = shots(
        file("IMG_1234.CR3", NOON + 0.3, viewable=False),
        file("IMG_1234.HEIC", NOON + 0.3),
        file("IMG_1234.MOV", NOON, duration_s=3.0, model="Canon EOS 40D"),
        file("IMG_E1234.JPG", NOON + 0.3),
        file("IMG_1234-Edit.tif", NOON + 0.3),
    )
    assert found == {
        "IMG_1234.HEIC": [
            ("IMG_1234-Edit.tif", "edit"),
            ("IMG_1234.CR3", "raw"),
            ("IMG_1234.MOV", "live"),
            ("IMG_E1234.JPG", "edit"),
        ]
    }


def test_who_stands_for_a_shot() -> None:
    edit = file("IMG_1-Edit.jpg")
    assert list(shots(file("IMG_1.CR2", viewable=False), edit)) == ["IMG_1-Edit.jpg"]
    assert list(shots(file("IMG_1.CR2"), file("IMG_1.JPG", viewable=False))) == ["IMG_1.CR2"]
    assert list(shots(file("IMG_1.JPG"), file("IMG_1.HEIC"))) == ["IMG_1.HEIC"]


def test_ten_thousand_files_of_one_name_take_no_time() -> None:
    files = [file(f"photo ({n}).jpg", NOON + n) for n in range(10_000)]
    start = time.process_time()
    assert len(group_shots(files)) == 10_000
    assert time.process_time() - start < 5
