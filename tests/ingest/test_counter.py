from dataclasses import replace
from pathlib import Path

import pytest

from coincide.ingest.counter import above_jump, continues, disorder, fits_into, number_of
from coincide.model import Device, Photo


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("IMG_0012.JPG", 12),
        ("IMG_E1234.HEIC", 1234),
        ("_MG_4711.jpg", 4711),
        ("DSC00186.jpg", 186),
        ("P1010023.JPG", 23),
        ("100_4711.jpg", 4711),
        ("IMG_0012 (2).jpg", 12),
        ("IMG_0012-edited.jpg", 12),
        ("20240504_140000.jpg", None),
        ("IMG_20171220_094344.jpg", None),
        ("2024-05-04 14.00.00.jpg", None),
        ("C808516F-4322-4D7F-B83B-A47EFFC7C959.JPG", None),
        ("1624642646044.jpg", None),
        ("anna.jpg", None),
        ("a1.jpg", None),
    ],
)
def test_number_in_a_name(name: str, number: int | None) -> None:
    assert number_of(Path("folder 123") / name) == number


def test_a_counter_may_begin_again() -> None:
    assert continues(9999, 1)
    assert disorder([9990, 9999, 1, 20]) == 0.0


def test_numbers_all_alike_have_no_gap() -> None:
    assert above_jump([5, 5, 5]) == [False] * 3
    assert above_jump([]) == []


PHONE = Device("Apple", "iPhone 15", software="17.1")


def photo(number: int, time_s: float, device: Device = PHONE) -> Photo:
    return Photo(
        path=Path(f"IMG_{number % 10000:04d}.JPG"),
        key=f"{number} {time_s}",
        camera_time_s=time_s,
        recorded_time_s=time_s,
        device=device,
    )


SERIES = [photo(500 + 10 * n, 600.0 * n) for n in range(10)]


def test_photos_that_fit_numbers_and_times_are_of_the_device() -> None:
    assert fits_into([photo(505, 300.0), photo(571, 4300.0)], SERIES)


def test_other_numbers_or_other_times_are_of_another() -> None:
    assert not fits_into([photo(505, 300.0), photo(7000, 4300.0)], SERIES)
    assert not fits_into([photo(505, 300.0), photo(571, 700.0)], SERIES)
    # before the first and after the last photo nothing is known
    assert not fits_into([photo(499, -10.0), photo(505, 300.0)], SERIES)
    assert not fits_into([photo(505, 300.0), photo(595, 9999.0)], SERIES)


def test_a_counter_that_turns_over_is_one_series() -> None:
    turning = [photo(9960 + 10 * n, 600.0 * n) for n in range(10)]
    assert fits_into([photo(9995, 2100.0), photo(10005, 2700.0)], turning)


def test_little_is_not_enough() -> None:
    assert not fits_into([photo(505, 300.0)], SERIES)
    assert not fits_into([photo(505, 300.0), photo(571, 4300.0)], SERIES[:7])
    named = replace(photo(0, 300.0), path=Path("20240504_120000.jpg"))
    assert not fits_into([named, photo(571, 4300.0)], SERIES)


def test_a_wide_gap_tells_nothing() -> None:
    sparse = [photo(500 + 300 * n, 600.0 * n) for n in range(10)]
    assert not fits_into([photo(505, 300.0), photo(900, 900.0)], sparse)


def test_other_software_is_another_device() -> None:
    other = replace(PHONE, software="16.0")
    assert not fits_into([photo(505, 300.0, other), photo(571, 4300.0, other)], SERIES)
