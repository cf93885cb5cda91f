from dataclasses import replace
from pathlib import Path

from coincide.ingest.devices import DevicePhotos, split_by_clock
from coincide.ingest.options import IngestOptions
from coincide.model import Device, Photo
from coincide.model.times import from_clock
from tests.ingest.clocks import PHONE, photo

OPTIONS = IngestOptions()
CANON = Device("Canon", "Canon EOS 40D")


def with_serial(serial: str | None) -> Device:
    return Device("Canon", "Canon EOS 40D", serial)


def split(*photos: Photo) -> list[DevicePhotos]:
    return split_by_clock(photos, OPTIONS)


def test_by_model_whatever_its_case() -> None:
    loud = Device("CANON", "CANON EOS 40D")
    parts = split(photo("a", 0), photo("b", 1, CANON), photo("c", 2, loud))
    assert [len(part.photos) for part in parts] == [1, 2]


def test_by_serial_number() -> None:
    parts = split(photo("a", 0, with_serial("1")), photo("b", 1, with_serial("2")))
    assert [part.serial for part in parts] == [
        ("canon", "canon eos 40d", "1"),
        ("canon", "canon eos 40d", "2"),
    ]


def test_without_a_serial_with_the_only_body() -> None:
    (part,) = split(photo("a", 0, with_serial("1")), photo("b", 1, CANON))
    assert part.serial is not None
    assert part.notes == ("1 photo without a serial number, taken to be from the same device",)


def test_without_a_serial_beside_two_bodies() -> None:
    parts = split(
        photo("a", 0, with_serial("1")), photo("b", 1, with_serial("2")), photo("c", 1, CANON)
    )
    assert [len(part.photos) for part in parts] == [1, 1, 1]
    assert "kept apart from both" in parts[2].notes[0]


def test_no_device_within_the_time_of_the_only_one() -> None:
    (part,) = split(photo("a", 0), photo("b", 10), photo("c", 5, Device()))
    assert len(part.photos) == 3
    assert part.label == "Apple iPhone 6"
    assert part.notes == ("1 photo without a device, taken to be from the same clock",)


def test_no_device_outside_the_time_of_the_only_one() -> None:
    parts = split(photo("a", 0), photo("b", 10), photo("c", 1e6, Device()))
    assert [part.label for part in parts] == ["Apple iPhone 6", "unknown device"]


def test_no_device_beside_two() -> None:
    parts = split(photo("a", 0), photo("b", 10, CANON), photo("c", 5, Device()))
    assert [part.label for part in parts] == ["Apple iPhone 6", "Canon EOS 40D", "unknown device"]


def test_a_folder_without_any_device_is_one_part() -> None:
    (part,) = split(photo("a", 0, Device()), photo("b", 1, Device(software="HDR+")))
    assert len(part.photos) == 2


def test_one_plain_device_has_no_notes() -> None:
    (part,) = split(*(photo(f"IMG_{number:04d}.jpg", number, PHONE) for number in range(20)))
    assert part.notes == ()


def named(name: str, time_s: float, zone_s: int | None = None) -> Photo:
    """Return a photo whose time is only in its name."""
    return replace(photo(name, time_s, Device(), zone_s=zone_s), time_from="name")


def film(name: str, time_s: float, device: Device = PHONE) -> Photo:
    """Return a video by its UTC."""
    return replace(photo(name, time_s, device, zone_s=0), time_from="video")


TWO = from_clock(2024, 5, 4, 14, 0, 0)


def test_times_of_names_are_a_part_of_their_own() -> None:
    parts = split(photo("a", TWO - 60), photo("b", TWO + 60), named("IMG_20240504_140000.jpg", TWO))
    assert [len(part.photos) for part in parts] == [2, 1]
    assert parts[1].notes == ("the times are from file names alone",)


def test_a_device_that_names_its_photos_so_takes_them_in() -> None:
    own = photo("IMG_20240504_140500.jpg", TWO + 301)
    (part,) = split(own, named("IMG_20240504_140000.jpg", TWO))
    assert len(part.photos) == 2
    assert part.notes == ("1 photo with a time only in the name, named as by this device",)
    # another naming, a clock that does not agree with its names, two devices that may be it
    assert len(split(own, named("20240504_140000.jpg", TWO))) == 2
    renamed = photo("IMG_20240504_140500.jpg", TWO + 3600)
    assert len(split(renamed, named("IMG_20240504_140000.jpg", TWO))) == 2
    other = photo("IMG_20240504_140500.jpg", TWO + 300, CANON)
    assert len(split(own, other, named("IMG_20240504_140000.jpg", TWO))) == 3


def test_each_way_of_naming_is_a_part() -> None:
    parts = split(named("20240504_140000.jpg", TWO), named("Screenshot_20240504-140000.png", TWO))
    assert len(parts) == 2


def test_pixels_take_in_names_in_utc() -> None:
    own = photo("PXL_20240504_120500123.jpg", TWO + 300, zone_s=7200)
    assert len(split(own, named("PXL_20240504_120000123.jpg", TWO - 7200, 0))) == 1
    without_zone = photo("PXL_20240504_120500123.jpg", TWO + 300)
    assert len(split(without_zone, named("PXL_20240504_120000123.jpg", TWO - 7200, 0))) == 2


def test_films_in_utc_need_a_zone_beside_them() -> None:
    (part,) = split(photo("a", TWO, zone_s=7200), film("b", TWO - 7200))
    assert len(part.photos) == 2
    parts = split(photo("a", TWO), film("b", TWO - 7200))
    assert [len(part.photos) for part in parts] == [1, 1]
    assert "in UTC, and no other photo" in parts[1].notes[0]


def test_films_in_utc_that_name_no_device() -> None:
    photos = [photo("a", TWO, zone_s=7200), photo("b", TWO + 60, zone_s=7200)]
    assert len(split(*photos, film("c", TWO - 7170, Device()))) == 1
    assert len(split(*photos, film("c", TWO + 30, Device()))) == 2
    without_zone = [photo("a", TWO - 9000), photo("b", TWO + 9000)]
    assert len(split(*without_zone, film("c", TWO, Device()))) == 2


def test_films_of_an_unknown_clock_are_kept_apart() -> None:
    photos = [photo("a", TWO, zone_s=7200), film("b", TWO - 7200)]
    parts = split_by_clock(photos, OPTIONS, unsure={Path("b")})
    assert [len(part.photos) for part in parts] == [1, 1]
    assert "may be in UTC or local time" in parts[1].notes[0]
