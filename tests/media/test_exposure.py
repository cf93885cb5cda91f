import math
from pathlib import Path

import pytest

from coincide.ingest import read_event
from coincide.media.exposure import scene_ev_of
from coincide.media.metadata import read_tags
from tests.photo_files import FORMATS, exif_bytes, image_bytes

EXPOSURE = {
    "Exif.Photo.ExposureTime": "1/125",
    "Exif.Photo.FNumber": "8/1",
    "Exif.Photo.ISOSpeedRatings": "100",
}
APEX = {
    "Exif.Photo.ShutterSpeedValue": "7/1",
    "Exif.Photo.ApertureValue": "6/1",
    "Exif.Photo.ISOSpeedRatings": "100",
}


def with_exposure(format_: str) -> bytes:
    return image_bytes(format_, exif_bytes(exposure=(0.008, 8.0, 400)))


@pytest.mark.parametrize("format_", FORMATS)
def test_it_is_read_from_each_format(format_: str) -> None:
    scene_ev = scene_ev_of(read_tags(with_exposure(format_)))
    assert scene_ev == pytest.approx(math.log2(64 * 125 / 4), abs=1e-6)


def test_the_same_scene_at_any_setting() -> None:
    shorter = {"Exif.Photo.ExposureTime": "1/500", "Exif.Photo.ISOSpeedRatings": "400"}
    wider = {"Exif.Photo.ExposureTime": "1/500", "Exif.Photo.FNumber": "4/1"}
    assert scene_ev_of(EXPOSURE | shorter) == pytest.approx(scene_ev_of(EXPOSURE))
    assert scene_ev_of(EXPOSURE | wider) == pytest.approx(scene_ev_of(EXPOSURE))


def test_apex_values_stand_in_one_by_one() -> None:
    assert scene_ev_of(APEX) == pytest.approx(13.0)
    assert scene_ev_of(APEX | {"Exif.Photo.FNumber": "4/1"}) == pytest.approx(11.0)
    # some phones write seconds where a power of two belongs: the plain value comes first
    plain = APEX | {"Exif.Photo.ExposureTime": "1/4", "Exif.Photo.ShutterSpeedValue": "1/4"}
    assert scene_ev_of(plain) == pytest.approx(8.0)
    assert scene_ev_of(APEX | {"Exif.Photo.ShutterSpeedValue": "-2/1"}) == pytest.approx(4.0)


@pytest.mark.parametrize("tag", EXPOSURE)
@pytest.mark.parametrize("text", ["0/1", "0", "1/0", "0/0", "-1/60", "n/a", ""])
def test_nothing_rather_than_nonsense(tag: str, text: str) -> None:
    assert scene_ev_of(EXPOSURE | {tag: text}) is None


@pytest.mark.parametrize("tag", EXPOSURE)
def test_all_three_are_needed(tag: str) -> None:
    assert scene_ev_of({other: text for other, text in EXPOSURE.items() if other != tag}) is None


def test_decimals_are_read_too() -> None:
    decimal = EXPOSURE | {"Exif.Photo.ExposureTime": "0.008", "Exif.Photo.FNumber": "8"}
    assert scene_ev_of(decimal) == pytest.approx(scene_ev_of(EXPOSURE))
    short = EXPOSURE | {"Exif.Photo.ExposureTime": "1.25e-04"}
    assert scene_ev_of(short) == pytest.approx(math.log2(64 * 8000))
    assert scene_ev_of(EXPOSURE | {"Exif.Photo.ISOSpeedRatings": "1e999"}) is None


def test_what_no_scene_has_is_no_brightness() -> None:
    assert scene_ev_of(EXPOSURE | {"Exif.Photo.ExposureTime": "1/100000000"}) is None
    assert scene_ev_of(EXPOSURE | {"Exif.Photo.ExposureTime": "1000000/1"}) is None


def test_a_full_iso_tag_leaves_it_to_the_next() -> None:
    full = EXPOSURE | {"Exif.Photo.ISOSpeedRatings": "65535"}
    assert scene_ev_of(full) is None
    told = full | {"Exif.Photo.RecommendedExposureIndex": "102400"}
    assert scene_ev_of(told) == pytest.approx(math.log2(64 * 125 / 1024))
    two_values = EXPOSURE | {"Exif.Photo.ISOSpeedRatings": "200 0"}
    assert scene_ev_of(two_values) == pytest.approx(math.log2(64 * 125 / 2))


def test_it_reaches_the_photo_and_the_table(tmp_path: Path) -> None:
    (tmp_path / "anna").mkdir()
    (tmp_path / "anna" / "bright.jpg").write_bytes(with_exposure("JPEG"))
    (tmp_path / "anna" / "unknown.jpg").write_bytes(
        image_bytes("JPEG", exif_bytes("2024:05:04 15:00:00"), seed=1)
    )
    event = read_event([tmp_path])
    bright, unknown = event.photos
    assert bright.scene_ev == pytest.approx(math.log2(2000), abs=1e-6)
    assert unknown.scene_ev is None
    assert event.table.scene_ev[0] == bright.scene_ev
    assert math.isnan(event.table.scene_ev[1])


@pytest.mark.parametrize(
    ("folder", "low", "high"),
    [("odm_seneca_2013", 12.0, 15.5), ("jiuzhaigou_2016", 4.0, 17.0)],
)
def test_daylight_is_as_bright_as_daylight_is(
    shared: Path, folder: str, low: float, high: float
) -> None:
    found = [photo.scene_ev for photo in read_event([shared / "datasets" / folder]).photos]
    assert None not in found
    assert low < min(ev for ev in found if ev is not None)
    assert max(ev for ev in found if ev is not None) < high
