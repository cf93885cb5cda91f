import shutil
import time
from pathlib import Path

import pytest

import coincide.ingest
from coincide.errors import EventError
from coincide.ingest import read_event
from coincide.ingest.options import IngestOptions
from coincide.model import Device, Photo, Position
from coincide.model.times import from_clock
from tests.photo_files import gps_tags, write_photo


def test_public_names() -> None:
    records = ["FileRecord", "MetadataCache"]
    assert coincide.ingest.__all__ == [*records, "is_event_file", "make_event", "read_event"]


def test_all_that_a_photo_says(tmp_path: Path) -> None:
    path = write_photo(
        tmp_path / "anna" / "a.jpg",
        subseconds="5",
        zone="+02:00",
        serial="A1",
        software="1.2",
        orientation=6,
        gps=gps_tags(),
    )
    (photo,) = read_event([tmp_path]).photos
    at = from_clock(2024, 5, 4, 14, 0, 0.5)
    assert photo == Photo(
        path=path,
        key=photo.key,
        camera_time_s=at,
        recorded_time_s=at,
        device=Device("Canon", "Canon EOS 40D", "A1", "1.2"),
        zone_s=7200,
        gps_time_s=from_clock(2024, 5, 4, 12, 0, 1.5),
        position=Position(52.5, pytest.approx(13.26)),
        orientation=6,
        width_px=64,
        height_px=48,
    )


def test_folders_flat_and_mixed(tmp_path: Path) -> None:
    write_photo(tmp_path / "1.jpg")
    write_photo(tmp_path / "2.jpg", make="Google", model="Pixel 8")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "plan.txt").write_text("Dear all")
    assert [g.name for g in read_event([tmp_path]).galleries] == ["canon-eos-40d", "google-pixel-8"]
    write_photo(tmp_path / "anna" / "3.jpg", model="Canon EOS R5")
    assert [g.name for g in read_event([tmp_path]).galleries] == [
        "anna",
        f"{tmp_path.name} · Canon EOS 40D",
        f"{tmp_path.name} · Google Pixel 8",
    ]


def test_several_folders_in_any_order(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("zoe", "anna", "ben")]
    for folder in folders:
        write_photo(folder / "sub" / "1.jpg", model=f"Canon {folder.name}")
    event = read_event(folders, project=tmp_path / ".coincide")
    assert [g.name for g in event.galleries] == ["anna", "ben", "zoe"]
    assert event.name == tmp_path.name
    assert event.project == tmp_path / ".coincide"
    assert read_event(folders[::-1], project=tmp_path / ".coincide") == event


def test_the_size_limit_is_the_callers(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "large.jpg", size=(200, 100))
    write_photo(tmp_path / "anna" / "small.jpg")
    event = read_event([tmp_path], options=IngestOptions(max_pixels=19_999))
    assert [p.path.name for p in event.photos] == ["small.jpg"]
    (left_out,) = event.skipped
    assert left_out.reason == "too large: 200 × 100 px is more than 0.019999 megapixels"


def test_events_without_photos_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EventError, match="No folder was given"):
        read_event([])
    with pytest.raises(EventError, match=r"No photos found in .*: is it the right folder"):
        read_event([tmp_path])
    write_photo(tmp_path / "anna" / "a.jpg", None)
    with pytest.raises(EventError, match=r"None of the 1 files .* a.jpg \(no capture time"):
        read_event([tmp_path])


def test_one_gallery_is_an_event(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "a.jpg")
    assert len(read_event([tmp_path]).galleries) == 1


def test_a_thousand_photos_take_seconds(tmp_path: Path) -> None:
    data = write_photo(tmp_path / "anna" / "seed.jpg").read_bytes()
    for number in range(1000):
        (tmp_path / "anna" / f"{number}.jpg").write_bytes(data + number.to_bytes(4, "big"))
    start = time.perf_counter()
    assert read_event([tmp_path]).n_photos == 1001
    assert time.perf_counter() - start < 20  # about 1 s on one core; machines are busy


@pytest.mark.parametrize(
    ("dataset", "expected"),
    [
        (
            "gt_places_2016",
            {
                "iphone6_a_ios9.3.5": 17,
                "iphone6_b_ios9.3.4": 19,
                "iphone6_c_ios9.3.1": 20,
                "iphone6_d_photos1.2": 7,
                "nexus_5x": 14,
                "samsung_sm-g925i": 36,
            },
        ),
        (
            "mongolia_2025",
            {
                "galaxy_flip5": 1,
                "galaxy_flip7": 47,
                "iphone12pro": 1,
                "iphone15pro": 10,
                "iphone16pro": 214,
            },
        ),
        ("annapurna_2017", {"lenovo_k6": 21, "sony_hx60v": 49}),
        ("met_2017", {"nikon_d80": 60, "pixel2": 17}),
        ("nubes_2021", {"canon_sx420": 93, "moto_g8plus": 39, "phone_unknown": 4}),
        ("europe_2019", {"fuji_x-t20": 69, "iphone_6s": 88}),
    ],
)
def test_real_events(shared: Path, dataset: str, expected: dict[str, int]) -> None:
    event = read_event([shared / "datasets" / dataset])
    assert {g.name: len(g.photos) for g in event.galleries} == expected
    assert event.skipped == ()


def test_satellite_time_of_real_phones(shared: Path) -> None:
    """This phone is on network time: its clock less its zone is the satellites' UTC."""
    event = read_event([shared / "datasets" / "mongolia_2025"])
    (phone,) = [g for g in event.galleries if g.name == "iphone16pro"]
    differences = [
        p.recorded_time_s - (p.zone_s or 0) - p.gps_time_s
        for p in phone.photos
        if p.gps_time_s is not None
    ]
    assert len(differences) == 212
    assert sum(abs(difference) <= 5 for difference in differences) >= 190


def test_phones_of_one_model_in_one_folder_are_told_apart(shared: Path, tmp_path: Path) -> None:
    """Three iPhones 6 in one flat folder: their software and numbering differ."""
    folders = [f for f in (shared / "datasets" / "gt_places_2016").iterdir() if "_ios" in f.name]
    for folder in folders:
        for path in folder.iterdir():
            (tmp_path / f"{folder.name[8]}_{path.name}").symlink_to(path)
    event = read_event([tmp_path])
    owners = [{p.path.name[0] for p in g.photos} for g in event.galleries]
    assert sorted(owners, key=sorted) == [{"a"}, {"b"}, {"c"}]
    assert [len(g.photos) for g in event.galleries if g.photos[0].path.name[0] == "c"] == [20]


def test_a_name_gives_a_time_only_where_nothing_else_does(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "IMG_20230101_000000.jpg", zone="+02:00")
    write_photo(tmp_path / "ben" / "IMG_20240504_140000.jpg", None, make=None, model=None)
    tagged, named = read_event([tmp_path]).photos
    at = from_clock(2024, 5, 4, 14, 0, 0)
    assert (tagged.recorded_time_s, tagged.time_from) == (at, "exif")
    assert (named.recorded_time_s, named.time_from) == (at, "name")


def test_photos_without_a_time_are_kept_for_later(tmp_path: Path) -> None:
    write_photo(tmp_path / "anna" / "a.jpg")
    sent = write_photo(tmp_path / "ben" / "IMG-20240504-WA0012.jpg", None)
    plain = write_photo(tmp_path / "ben" / "x.jpg", None)
    event = read_event([tmp_path])
    assert event.skipped == ()
    assert [(photo.path, photo.owner, photo.day_s) for photo in event.timeless] == [
        (sent, "ben", from_clock(2024, 5, 4, 0, 0, 0)),
        (plain, "ben", None),
    ]
    assert event.timeless[0].reason == "no capture time in its metadata"
    assert [gallery.name for gallery in event.galleries] == ["anna"]


def test_all_files_of_a_shot_move_together(tmp_path: Path) -> None:
    original = write_photo(tmp_path / "anna" / "IMG_1234.jpg", gps=gps_tags())
    edit = write_photo(tmp_path / "anna" / "IMG_E1234.jpg")
    copies = [tmp_path / "anna" / "z.jpg", tmp_path / "ben" / "got.jpg"]
    for copy in copies:
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(original.read_bytes())
    second = tmp_path / "ben" / "again.jpg"
    second.write_bytes(edit.read_bytes())
    event = read_event([tmp_path])
    (photo,) = event.photos
    assert photo.path == original
    assert [(one.path, one.role) for one in photo.companions] == [
        (edit, "edit"),
        (copies[0], "copy"),
        (second, "copy"),
        (copies[1], "copy"),
    ]
    assert event.skipped == event.timeless == ()


def test_an_edit_without_a_place_keeps_that_of_its_original(tmp_path: Path) -> None:
    write_photo(tmp_path / "a" / "IMG_1.jpg", size=(20, 20), gps=gps_tags())  # too small to see
    write_photo(tmp_path / "a" / "IMG_2.png", format_="PNG")
    write_photo(tmp_path / "a" / "IMG_2.jpg", gps=gps_tags(), exposure=(0.01, 8.0, 100))
    event = read_event([tmp_path])
    (photo,) = event.photos
    assert [one.path.name for one in photo.companions] == ["IMG_2.png"]
    assert photo.position is not None
    assert photo.scene_ev is not None
    assert [skipped.path.name for skipped in event.skipped] == ["IMG_1.jpg"]


def test_the_folders_an_event_lies_in(tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        write_photo(tmp_path / name / "sub" / "1.jpg", model=name)
    assert read_event([tmp_path]).roots == (tmp_path,)
    folders = [tmp_path / "anna", tmp_path / "ben"]
    assert read_event(folders[::-1]).roots == tuple(folders)
    paths = '"anna/sub/1.jpg", "anna", "ben/sub/1.jpg"'
    (tmp_path / "e.toml").write_text(f'[[gallery]]\nname = "all"\npaths = [{paths}]\n')
    assert read_event([tmp_path / "e.toml"]).roots == (tmp_path / "anna", tmp_path / "ben" / "sub")


def phone(folder: Path, numbers: range, minute: int) -> None:
    for number in numbers:
        time = f"2024:05:04 {14 + minute // 60}:{minute % 60:02d}:{number % 60:02d}"
        write_photo(folder / f"IMG_{number:04d}.jpg", time, make="Apple", model="iPhone 6")
        minute += 2


def test_guests_with_one_model_of_phone_are_two(tmp_path: Path) -> None:
    phone(tmp_path / "Guests" / "Anna", range(100, 106), 0)
    phone(tmp_path / "Guests" / "Ben", range(106, 112), 1)
    phone(tmp_path / "Photographer", range(900, 906), 0)
    event = read_event([tmp_path])
    assert [(one.name, len(one.photos)) for one in event.galleries] == [
        ("Anna", 6),
        ("Ben", 6),
        ("Photographer", 6),
    ]
    assert event.doubts == ()


def test_a_person_over_several_days_is_one_clock(tmp_path: Path) -> None:
    phone(tmp_path / "2024-05-04" / "Anna", range(100, 106), 0)
    phone(tmp_path / "Day 2" / "Anna" / "100APPLE", range(106, 112), 60)
    phone(tmp_path / "Ben" / "Saturday", range(500, 506), 0)
    phone(tmp_path / "Ben" / "Sunday", range(506, 512), 60)
    assert {one.name: len(one.photos) for one in read_event([tmp_path]).galleries} == {
        "Anna": 12,
        "Ben": 12,
    }


def test_folders_that_may_be_one_persons_are_asked_about(tmp_path: Path) -> None:
    phone(tmp_path / "Rome" / "Anna", range(100, 106), 0)
    phone(tmp_path / "Rome" / "Ben", range(700, 706), 60)
    event = read_event([tmp_path])
    assert [one.name for one in event.galleries] == ["Rome/Anna", "Rome/Ben"]
    (doubt,) = event.doubts
    assert doubt.question.startswith("may be one device with Rome/Ben (both are Apple iPhone 6")


def test_folders_whose_numbers_go_on_are_one_persons_and_it_is_said(tmp_path: Path) -> None:
    phone(tmp_path / "Anna" / "Garden", range(100, 106), 0)
    phone(tmp_path / "Anna" / "Lake", range(108, 114), 60)
    (gallery,) = read_event([tmp_path]).galleries
    assert (gallery.name, len(gallery.photos)) == ("Anna", 12)
    assert gallery.notes[0].startswith("Anna/Garden and Anna/Lake belong to one person, by serial")


def test_photos_that_were_sent_belong_to_who_took_them_and_it_is_said(tmp_path: Path) -> None:
    phone(tmp_path / "Anna", range(100, 112), 0)
    phone(tmp_path / "Ben", range(900, 915), 1)
    for path in sorted((tmp_path / "Anna").iterdir())[:8]:
        shutil.copy(path, tmp_path / "Ben" / path.name)
    event = read_event([tmp_path])
    assert {one.name: len(one.photos) for one in event.galleries} == {"Anna": 12, "Ben": 15}
    assert event.galleries[0].notes == ("8 photos of it also in Ben, the same files: counted here",)
