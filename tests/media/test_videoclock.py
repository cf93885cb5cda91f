import pytest

from coincide.media.filenames import NamedTime, time_from_name
from coincide.media.video.clock import VideoClock, video_clock
from coincide.model import Device
from coincide.model.times import from_clock

NOON_UTC = from_clock(2024, 5, 4, 12, 0, 0)
HOUR_S = 3600
APPLE, PIXEL = Device("Apple", "iPhone 13"), Device("Google", "Pixel 8")


def told(
    named: str | None = None, device: Device = Device(), *, duration_s: float = 40.0, **more: bool
) -> VideoClock | None:
    name: NamedTime | None = None if named is None else time_from_name(named)
    return video_clock(NOON_UTC, duration_s=duration_s, named=name, device=device, **more)


def test_a_time_with_a_zone_is_local_and_beats_the_header() -> None:
    clock = video_clock(NOON_UTC, zoned=(NOON_UTC + 2 * HOUR_S + 7, 7200), device=APPLE)
    assert clock == VideoClock(
        NOON_UTC + 2 * HOUR_S + 7, 7200, "local", "its creation date has a zone, +02:00", "zone"
    )


@pytest.mark.parametrize(
    "make", ["GoPro", "Canon", "NIKON CORPORATION", "Panasonic", "FUJIFILM", "OLYMPUS CORPORATION"]
)
def test_cameras_write_what_their_clock_shows(make: str) -> None:
    clock = told(device=Device(make))
    assert clock == VideoClock(NOON_UTC, None, "local", f"{make} writes local time")


def test_a_camera_is_believed_whatever_its_file_is_called_now() -> None:
    clock = told("VID_20240504_140000.mp4", Device("GoPro"))
    assert clock is not None
    assert (clock.recorded_time_s, clock.zone_s) == (NOON_UTC, None)


def test_an_iphone_without_its_keys_wrote_utc() -> None:
    assert told(device=APPLE) == VideoClock(NOON_UTC, 0, "utc", "Apple writes UTC")


@pytest.mark.parametrize("device", [PIXEL, Device("samsung", "SM-G991B"), Device("Xiaomi", "M1")])
def test_android_writes_utc_at_the_end(device: Device) -> None:
    clock = told(device=device)
    assert clock is not None
    assert (clock.recorded_time_s, clock.zone_s, clock.clock) == (NOON_UTC - 40, 0, "utc")


def test_androids_own_keys_tell_a_phone() -> None:
    clock = told(android=True)
    assert clock is not None
    assert (clock.recorded_time_s, clock.zone_s, clock.clock) == (NOON_UTC - 40, 0, "utc")


@pytest.mark.parametrize("sony", [Device("Sony", "ILCE-7M3"), Device("DJI", "FC3170"), Device()])
def test_what_nothing_confirms_is_kept_apart_and_claims_no_zone(sony: Device) -> None:
    clock = told(device=sony)
    assert clock is not None
    assert (clock.recorded_time_s, clock.zone_s, clock.clock) == (NOON_UTC, None, "utc")
    assert "nothing in the file confirms it" in clock.basis


@pytest.mark.parametrize(
    ("name", "zone_s"),
    [
        ("VID_20240504_140000.mp4", 7200),  # named when it began, and so was the header
        ("VID_20240504_135920.mp4", 7200),  # the header was written 40 s later, at the end
        ("20240504_172920.mp4", 19800),  # Samsung, in India
        ("VID_20240504_174420.mp4", 20700),  # Nepal
        ("VID_20240504_045920.mp4", -25200),
        ("VID_20240505_015920.mp4", 50400),  # Kiribati, where it is tomorrow
    ],
)
def test_a_local_name_tells_the_zone(name: str, zone_s: int) -> None:
    clock, named = told(name, PIXEL), time_from_name(name)
    assert clock is not None
    assert named is not None
    assert (clock.recorded_time_s, clock.zone_s, clock.clock) == (named.time_s, zone_s, "local")


@pytest.mark.parametrize("name", ["VID_20240504_141500.mp4", "VID_20240504_141000.mp4"])
def test_a_name_that_fits_no_zone_tells_nothing(name: str) -> None:
    assert told(name, PIXEL) == told(None, PIXEL)


def test_after_an_hours_recording_a_name_is_ambiguous() -> None:
    name = "VID_20240504_140000.mp4"
    assert told(name, PIXEL, duration_s=3600.0) == told(None, PIXEL, duration_s=3600.0)


def test_a_pixels_name_is_in_utc() -> None:
    clock = told("PXL_20240504_115920123.mp4")
    assert clock is not None
    assert (clock.recorded_time_s, clock.zone_s, clock.clock) == (NOON_UTC - 40 + 0.123, 0, "utc")


def test_a_pixels_name_that_disagrees_tells_nothing() -> None:
    assert told("PXL_20240504_100000123.mp4", PIXEL) == told(None, PIXEL)


def test_a_name_that_says_the_same_makes_an_unknown_camera_local() -> None:
    assert told("VID_20240504_120000.mp4") == VideoClock(
        NOON_UTC, None, "local", "its name has the same time", "name"
    )


def test_a_phone_in_greenwich() -> None:
    clock = told("VID_20240504_120000.mp4", PIXEL)
    assert clock is not None
    assert (clock.zone_s, clock.clock) == (0, "local")


@pytest.mark.parametrize("name", ["VID-20240504-WA0001.mp4", "video_2024-05-04_14-00-00.mp4"])
def test_names_of_those_who_pass_videos_on_tell_nothing(name: str) -> None:
    assert told(name) == told(None)


def test_no_time_at_all() -> None:
    assert video_clock(None, named=time_from_name("VID_20240504_120000.mp4")) is None
