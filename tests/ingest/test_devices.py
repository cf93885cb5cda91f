from coincide.config import IngestOptions
from coincide.ingest.devices import Part, split_by_clock
from coincide.model import Device, Photo
from tests.ingest.clocks import PHONE, photo

OPTIONS = IngestOptions()
CANON = Device("Canon", "Canon EOS 40D")


def with_serial(serial: str | None) -> Device:
    return Device("Canon", "Canon EOS 40D", serial)


def split(*photos: Photo) -> list[Part]:
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
    assert part.notes == ("1 photo naming no device, taken to be from the same clock",)


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
