from pathlib import Path

import pytest

from coincide.ingest import read_event
from coincide.model import Device, Photo
from coincide.model.times import HOUR_S, from_clock
from coincide_bench.asis.names import neutral_name
from coincide_bench.asis.run import copy_photos, judge_real, known_files, run_as_is
from coincide_bench.asis.tables import bar_table, clock_table, event_table
from coincide_bench.suites.context import BenchContext
from coincide_bench.suites.realevents import EVENTS, MENDABLE, RealEvent, TrueClock, told_by
from coincide_bench.wholeplan.words import Told, Truth
from tests.photo_files import write_photo

PHONE, CAMERA = Device("Apple", "iPhone 12"), Device("SONY", "ILCE-6500")
STUDYTRIP = next(event for event in EVENTS if event.folder == "studytrip_2018")
AT_S = from_clock(2018, 10, 2, 12, 0, 0)
BEFORE_FLIGHT_S = from_clock(2018, 9, 30, 9, 0, 0)


def photo(time_s: float, device: Device, zone_s: int | None = None) -> Photo:
    return Photo(Path("p.jpg"), "0", time_s, time_s, device, zone_s)


def test_the_zone_of_a_phone_counts_and_that_of_a_camera_does_not() -> None:
    assert told_by(photo(5.0, PHONE, 7200)) == Told(5.0, 7200)
    assert told_by(photo(5.0, CAMERA, 7200)) == Told(5.0)


def test_a_camera_on_home_time_was_right_before_the_flight_and_wrong_after() -> None:
    japan, paris = 32400, 7200
    before = STUDYTRIP.truth_of("ilce_6500", photo(BEFORE_FLIGHT_S, CAMERA, japan))
    after = STUDYTRIP.truth_of("ilce_6500", photo(AT_S, CAMERA, japan))
    assert before == Truth(BEFORE_FLIGHT_S, japan, 60.0)
    assert after == Truth(AT_S - 7 * HOUR_S, paris, 60.0)


def test_phones_follow_the_zone_by_their_tags_or_by_the_day() -> None:
    assert STUDYTRIP.truth_of("so_02j", photo(AT_S, PHONE, 7200)) == Truth(AT_S, 7200, 2.0)
    before = STUDYTRIP.truth_of("bla_l29", photo(BEFORE_FLIGHT_S, PHONE))
    assert before == Truth(BEFORE_FLIGHT_S, 32400, 2.0)
    assert STUDYTRIP.truth_of("bla_l29", photo(AT_S, PHONE)) == Truth(AT_S, 7200, 2.0)


def test_nobody_knows_of_other_cameras_or_earlier_photos() -> None:
    event = RealEvent("made_up", (TrueClock("a", 10.0, 3.0, since_s=100.0),), "a")
    assert event.truth_of("b", photo(200.0, CAMERA)) is None
    assert event.truth_of("a", photo(99.0, CAMERA)) is None
    assert event.truth_of("a", photo(200.0, CAMERA)) == Truth(210.0, None, 3.0)


def test_the_sets_that_are_reported_only_are_told_apart() -> None:
    held = {event.folder for event in EVENTS if event.report_only}
    assert held == {"studytrip_2018", "travelblog_2011", "yulefest_2022"}
    renamed = {event.folder for event in EVENTS if event.renamed}
    assert renamed == {*held, "california_2016"}
    assert set(MENDABLE) <= {event.folder for event in EVENTS}


@pytest.mark.parametrize("name", ["DSC_0024.JPG", "IMG_1234.jpg", "DSC00174.jpg", "P1010023.JPG"])
def test_names_that_a_camera_gave_are_kept(tmp_path: Path, name: str) -> None:
    assert neutral_name(write_photo(tmp_path / name)) == name


@pytest.mark.parametrize("name", ["20181001_8.jpg", "6062322-resting-0.jpg", "Tea (1).JPG"])
def test_other_names_tell_nothing_and_hang_on_the_content_alone(tmp_path: Path, name: str) -> None:
    first = neutral_name(write_photo(tmp_path / name, seed=1))
    assert first == neutral_name(write_photo(tmp_path / "other.jpg", seed=1))
    assert first != neutral_name(write_photo(tmp_path / "another.jpg", seed=2))
    assert not any(character.isdigit() for character in first)


@pytest.fixture
def made_up(tmp_path: Path) -> Path:
    """Two cameras of which one is an hour ahead; nothing in the pictures tells."""
    for number in range(5):
        time = f"2024:05:04 14:0{number}:00"
        write_photo(tmp_path / "sets/trip/phone" / f"{number}.jpg", time, make="Apple", model="i")
        later = f"2024:05:04 15:0{number}:00"
        write_photo(tmp_path / "sets/trip/camera" / f"c{number}.jpg", later)
    return tmp_path / "sets" / "trip"


EVENT = RealEvent("trip", (TrueClock("phone"), TrueClock("camera", -HOUR_S, 5.0)), "the phone")


def test_files_are_known_by_their_camera(made_up: Path, tmp_path: Path) -> None:
    copy_photos(made_up, tmp_path / "copy", neutral_name)
    files = known_files(EVENT, tmp_path / "copy")
    assert [file.clock for file in files] == ["camera"] * 5 + ["phone"] * 5
    assert [file.wrong for file in files] == [True] * 5 + [False] * 5
    assert len(list(made_up.rglob("*.jpg"))) == 10


def test_an_event_is_run_in_a_copy_and_judged(made_up: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in made_up.rglob("*") if path.is_file()}
    judged = judge_real(EVENT, made_up, tmp_path / "cache", lambda path: path.name)
    figures = judged.figures
    assert (figures.photos, figures.judged, figures.wrong, figures.knowable) == (10, 10, 5, 0)
    assert figures.harmed + figures.mended + figures.moved + figures.left_alone == 10
    assert {gallery.name for gallery in judged.galleries} == {"camera", "phone"}
    assert before == {path: path.read_bytes() for path in made_up.rglob("*") if path.is_file()}
    assert not (made_up / ".coincide").exists()


def test_tables_have_a_line_for_each_event_and_clock(
    made_up: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coincide_bench.asis.run.EVENTS", (EVENT, *EVENTS[:1]))
    told: list[str] = []
    context = BenchContext(tmp_path / "c", made_up.parent, True, lambda what, *_: told.append(what))
    found = list(run_as_is(context))
    assert [one.name for one in found] == ["trip"]
    table = event_table(found)
    assert [row[0] for row in table.rows] == [
        "trip",
        "developed on, together",
        "all, together",
    ]
    assert all(len(row) == len(table.header) for row in table.rows)
    assert len(clock_table(found).rows) == 2
    assert bar_table(found).rows[0][:2] == ("photos harmed", "0")


# The table against the files


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.folder)
def test_every_camera_of_the_table_has_photos(shared: Path, event: RealEvent) -> None:
    names = {gallery.name for gallery in read_event([shared / "datasets" / event.folder]).galleries}
    assert {clock.camera for clock in event.clocks} <= names


@pytest.mark.parametrize("name", ["annapurna_2017", "gt_places_2016", "met_2017", "mongolia_2025"])
def test_zones_of_the_table_are_those_of_gps_times(shared: Path, name: str) -> None:
    event = next(one for one in EVENTS if one.folder == name)
    for gallery in read_event([shared / "datasets" / name]).galleries:
        lags_s = sorted(
            truth.instant_s - one.gps_time_s
            for one in gallery.photos
            if one.gps_time_s is not None and (truth := event.truth_of(gallery.name, one))
        )
        if len(lags_s) > 9:
            assert -15.0 < lags_s[len(lags_s) // 4] < 15.0 or gallery.name == "nexus_5x"
