"""Which galleries may be of one device, and so count as one witness."""

from dataclasses import replace
from pathlib import Path

from coincide.ingest.witnesses import n_witnesses, witnesses
from coincide.model import Device, Gallery, Photo

PHONE = Device("Apple", "iPhone 15")


def gallery(
    name: str,
    device: Device = PHONE,
    *,
    first_s: float = 0.0,
    number: int | None = None,
    n_photos: int = 4,
) -> Gallery:
    """Return a gallery whose files count from a number on, or have names without one."""
    photos = [
        Photo(
            path=Path(name) / (f"IMG_{number + n:04d}.JPG" if number is not None else f"{n}.jpg"),
            key=f"{name} {n}",
            camera_time_s=first_s + 60.0 * n,
            recorded_time_s=first_s + 60.0 * n,
            device=device,
        )
        for n in range(n_photos)
    ]
    return Gallery(name, tuple(photos))


def are_two(a: Gallery, b: Gallery) -> bool:
    return n_witnesses(["a", "b"], witnesses([a, b])) == 2


def test_another_model_is_another_device() -> None:
    assert are_two(gallery("a"), gallery("b", Device("NIKON CORPORATION", "NIKON D80")))


def test_serial_numbers_tell_devices_of_one_model_apart() -> None:
    one, other = replace(PHONE, serial="1"), replace(PHONE, serial="2")
    assert are_two(gallery("a", one), gallery("b", other))
    assert not are_two(gallery("a", one, number=10), gallery("b", one, number=7000))


def test_one_model_without_anything_else_is_one_witness() -> None:
    assert not are_two(gallery("a"), gallery("b"))
    assert not are_two(gallery("a", replace(PHONE, serial="1")), gallery("b"))


def test_files_that_name_no_device_are_not_taken_for_one() -> None:
    assert are_two(gallery("a", Device()), gallery("b", Device()))


def test_software_tells_devices_apart_that_were_used_in_the_same_hours() -> None:
    old, new = replace(PHONE, software="17.1"), replace(PHONE, software="17.2")
    assert are_two(gallery("a", old), gallery("b", new))
    # one phone that was updated
    assert not are_two(gallery("a", old), gallery("b", new, first_s=86400.0))
    # a program that edits photos writes its own name
    edited = replace(PHONE, software="Adobe Photoshop Lightroom 5.0")
    assert not are_two(gallery("a", old), gallery("b", edited))


def test_two_counters_that_run_side_by_side_are_of_two_devices() -> None:
    assert are_two(gallery("a", number=120), gallery("b", number=7300))
    assert not are_two(gallery("a", number=120), gallery("b", number=140))
    assert not are_two(gallery("a", number=120), gallery("b", number=7300, first_s=86400.0))
    # two photos that somebody moved to another folder do not show a counter
    assert not are_two(gallery("a", number=120), gallery("b", number=7300, n_photos=2))


def test_a_gallery_that_may_be_of_any_device_joins_one_of_them_alone() -> None:
    one, other = replace(PHONE, serial="1"), replace(PHONE, serial="2")
    found = witnesses([gallery("a", one, n_photos=9), gallery("b", other), gallery("c")])
    assert found == {"a": "a", "b": "b", "c": "a"}
