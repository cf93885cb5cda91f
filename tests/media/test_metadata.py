from pathlib import Path

import pytest

from coincide.media import metadata
from coincide.model.times import from_clock
from tests.photo_files import FORMATS, exif_bytes, gps_tags, image_bytes

NOON = from_clock(2024, 5, 4, 14, 0, 0)


def tags_of(format_: str = "JPEG", **tags: object) -> dict[str, str]:
    return metadata.read_tags(image_bytes(format_, exif_bytes(**tags)))  # type: ignore[arg-type]


@pytest.mark.parametrize("format_", FORMATS)
def test_all_tags_of_each_format(format_: str) -> None:
    tags = tags_of(
        format_, subseconds="25", zone="+02:00", serial="A123", software="1.0", gps=gps_tags()
    )
    assert metadata.capture_of(tags) == metadata.Capture(NOON + 0.25, 7200, time_from="exif")
    assert metadata.position_of(tags) == pytest.approx((52.5, 13.26))
    assert metadata.gps_time_of(tags) == from_clock(2024, 5, 4, 12, 0, 1.5)
    assert metadata.serial_of(tags) == "A123"
    assert metadata.name_of(tags, "Exif.Image.Model") == "Canon EOS 40D"


def test_digitised_time_stands_in_and_brings_its_own_zone() -> None:
    tags = {
        "Exif.Photo.DateTimeOriginal": "0000:00:00 00:00:00",
        "Exif.Photo.OffsetTimeOriginal": "+05:00",
        "Exif.Photo.DateTimeDigitized": "2024:05:04 14:00:00",
        "Exif.Photo.OffsetTimeDigitized": "+01:00",
    }
    assert metadata.capture_of(tags) == metadata.Capture(NOON, 3600, time_from="exif")


def test_xmp_time_stands_in_with_fraction_and_zone() -> None:
    tags = {"Xmp.exif.DateTimeOriginal": "2024-05-04T14:00:00.5+05:45"}
    assert metadata.capture_of(tags) == metadata.Capture(NOON + 0.5, 20700, time_from="xmp")
    assert metadata.capture_of({"Xmp.exif.DateTimeOriginal": "2024-05-04T14:00:00Z"}).zone_s == 0


def test_the_time_of_the_last_change_is_no_capture_time() -> None:
    capture = metadata.capture_of(tags_of(time=None, changed="2020:01:01 00:00:00"))
    assert capture.time_s is None
    assert "last change: 2020:01:01" in (capture.reason or "")


@pytest.mark.parametrize(
    ("time", "usable"),
    [
        ("1970:01:01 00:00:00", True),
        ("1969:12:31 23:59:59", False),
        ("2099:12:31 23:59:59", True),
        ("2100:01:01 00:00:00", False),
    ],
)
def test_only_what_a_clock_may_show_is_taken(time: str, usable: bool) -> None:
    capture = metadata.capture_of({"Exif.Photo.DateTimeOriginal": time})
    assert (capture.reason is None) is usable
    assert (capture.time_s is not None) is usable


def test_an_unreadable_time_is_quoted() -> None:
    reason = metadata.capture_of({"Exif.Photo.DateTimeOriginal": "yesterday"}).reason
    assert reason == 'no capture time in its metadata: it says "yesterday"'


@pytest.mark.parametrize(
    "gps",
    [
        gps_tags((0, 0, 0), (0, 0, 0)),
        gps_tags((91, 0, 0)),
        gps_tags(longitude=(180, 0, 1)),
        {2: (52.0, 30.0, 0.0), 4: (13.0, 0.0, 0.0)},
        {1: "N", 2: (52.0, 30.0, 0.0)},
    ],
)
def test_no_place_rather_than_a_wrong_one(gps: dict[int, object]) -> None:
    assert metadata.position_of(tags_of(gps=gps)) is None


def test_south_and_west_are_negative() -> None:
    place = metadata.position_of(tags_of(gps=gps_tags((10, 30, 0), (20, 0, 0), refs="SW")))
    assert place == pytest.approx((-10.5, -20.0))


@pytest.mark.parametrize(
    "gps", [gps_tags(date=""), gps_tags(date="2024:13:01"), gps_tags(time=(25, 0, 0))]
)
def test_no_satellite_time_rather_than_a_wrong_one(gps: dict[int, object]) -> None:
    assert metadata.gps_time_of(tags_of(gps=gps)) is None


@pytest.mark.parametrize("filler", ["0", "0000000", "xxxx", "None", "", "0 0 0 0"])
def test_filled_in_serials_count_for_nothing(filler: str) -> None:
    tags = {"Exif.Photo.BodySerialNumber": filler, "Exif.Canon.SerialNumber": "123"}
    assert metadata.serial_of(tags) == "123"


def test_names_are_one_clean_line() -> None:
    tags = tags_of(make="  Ca\x1b[31mnon \n", model="--")
    assert metadata.name_of(tags, "Exif.Image.Make") == "Ca [31mnon"
    assert metadata.name_of(tags, "Exif.Image.Model") is None


@pytest.mark.parametrize("text", ["9", "0", "-1", "upright", ""])
def test_senseless_orientation_is_upright(text: str) -> None:
    assert metadata.orientation_of({"Exif.Image.Orientation": text}) == 1


def test_unreadable_bytes_are_a_value_error(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="image"):
        metadata.read_tags(b"\xff\xd8\xff\xe1" + b"\x00" * 50)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("name", "serial"),
    [
        ("Canon1DmkIII.jpg", "500292"),
        ("NikonD2Hs.jpg", "3001006"),
        ("NikonD70.jpg", "20025585"),
        ("Olympus2.jpg", "C90500055"),
        ("Sigma.jpg", "02000019"),
        ("GoPro.jpg", "C3221324657219"),
        ("Panasonic.jpg", "83 48 48 48 52 48 55 49 57 48 49 48 50 0 0 0"),
        ("Casio.jpg", None),
    ],
)
def test_serials_in_makers_notes(shared: Path, name: str, serial: str | None) -> None:
    tags = metadata.read_tags((shared / "fixtures" / "exiftool" / name).read_bytes())
    assert metadata.serial_of(tags) == serial


def test_every_sample_camera_can_be_read(shared: Path) -> None:
    times = []
    for path in sorted((shared / "fixtures").rglob("*.[jJ][pP]*[gG]")):
        times.append(metadata.capture_of(metadata.read_tags(path.read_bytes())).time_s)
    assert len(times) > 100
    assert sum(time is not None for time in times) > 60
