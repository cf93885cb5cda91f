"""Dates that cannot be right, whatever the pictures show."""

import time
from dataclasses import replace

import pytest

from coincide.model import Device
from coincide.model.possible import impossible, is_possible, written_before_s
from coincide.model.soldsince import sold_since_s
from coincide.model.times import DAY_S, from_clock
from tests.solver.clocks.galleries import CAMERA, PHONE, gallery


def at(*date: int, device: Device = CAMERA) -> str | None:
    first_s = from_clock(*date, 12, 0, 0)
    return impossible(gallery([(first_s + n, None) for n in range(3)], device=device))


def test_a_date_after_the_model_was_sold_can_be() -> None:
    assert at(2006, 9, 1) is None
    assert at(2024, 5, 4) is None


@pytest.mark.parametrize("year", [1970, 1980, 1989])
def test_no_camera_wrote_times_before_there_were_any(year: int) -> None:
    assert at(year, 1, 1, device=Device()) == (f"{year}-01-01 is before there were digital cameras")


def test_nobody_photographs_with_a_model_that_is_not_sold_yet() -> None:
    assert at(2006, 1, 1) == "2006-01-01 is before the NIKON D80 was sold"
    assert at(2006, 1, 1, device=Device("NIKON CORPORATION", "COOLPIX S1")) is None
    assert "iPhone 15" in (at(2022, 1, 1, device=PHONE) or "")


def test_testers_have_a_model_some_months_before_it_is_announced() -> None:
    assert at(2006, 6, 1) is None  # announced in August


def test_nobody_photographs_in_the_future() -> None:
    now_s = time.time()
    tomorrow = gallery([(now_s + DAY_S / 2, None)] * 2, device=CAMERA)
    assert impossible(tomorrow) is None
    later = gallery([(now_s - DAY_S, None), (now_s + 2 * DAY_S, None)], device=CAMERA)
    assert (impossible(later) or "").endswith("is in the future")
    assert not is_possible(now_s + 2 * DAY_S)


@pytest.mark.parametrize(
    ("make", "model"),
    [
        ("NIKON CORPORATION", "NIKON Z 6_2"),
        ("Canon", "Canon EOS 5D Mark III"),
        ("Canon", "Canon EOS DIGITAL REBEL XT"),
        ("SONY", "ILCE-7M3"),
        ("FUJIFILM", "X-T20"),
        ("Panasonic", "DMC-TZ70"),
        ("Apple", "iPhone 13 Pro Max"),
    ],
)
def test_models_are_known_as_their_files_name_them(make: str, model: str) -> None:
    assert sold_since_s(Device(make, model)) is not None
    assert sold_since_s(replace(Device(make, model), make="Other")) is None


def test_files_that_are_older_than_their_photos_bound_a_clock() -> None:
    taken_s = from_clock(2025, 5, 4, 12, 0, 0)
    ahead = gallery([(taken_s + n, None) for n in range(4)])
    assert written_before_s(ahead) is None
    before_s = taken_s - 300 * DAY_S
    told = [replace(photo, written_s=before_s) for photo in ahead.photos]
    assert written_before_s(replace(ahead, photos=tuple(told))) == pytest.approx(-299 * DAY_S)
    # the loosest counts, and half of the files are not enough
    told[2] = replace(told[2], written_s=before_s + DAY_S)
    assert written_before_s(replace(ahead, photos=tuple(told))) == pytest.approx(
        -298 * DAY_S, abs=5.0
    )
    few = (*told[:2], *ahead.photos[2:])
    assert written_before_s(replace(ahead, photos=few)) is None
