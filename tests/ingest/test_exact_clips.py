"""Exact times on their way from a film to what is believed of its gallery's clock."""

from pathlib import Path

import pytest

from coincide.model.times import from_clock
from coincide.project import load_event
from coincide.solver.clocks import clock_beliefs
from tests.media.exact_films import gpsu, telemetry_film
from tests.photo_files import write_photo

BEGAN_S = from_clock(2024, 5, 4, 12, 30, 15)
# two hours east of Greenwich, and 61 minutes slow there
HEADER_S = BEGAN_S + 7200 - 3660
PAYLOADS = [gpsu(BEGAN_S + 1.001 * number) for number in range(6)]


def party(folder: Path, film: bytes) -> Path:
    (folder / "gopro").mkdir(parents=True)
    (folder / "gopro" / "GX010001.MP4").write_bytes(film)
    for number in range(3):
        write_photo(
            folder / "phone" / f"IMG_{number}.jpg",
            f"2024:05:04 14:3{number}:00",
            make="Apple",
            model="iPhone 15",
            zone="+02:00",
        )
    return folder


def test_a_gopro_film_measures_its_cameras_clock(tmp_path: Path) -> None:
    event = load_event(party(tmp_path / "party", telemetry_film(HEADER_S, PAYLOADS)))
    (film,) = event.galleries[0].photos
    assert film.exact is not None
    gopro, phone = clock_beliefs(event)
    assert gopro.offset_s == pytest.approx(3660.0, abs=2.0)
    assert gopro.reason == "measured by the satellites that 1 clip recorded: UTC+1, 1 min slow"
    assert gopro.is_known
    assert phone.assumed


def test_telemetry_that_cannot_be_read_is_told_of_its_gallery(tmp_path: Path) -> None:
    damaged = telemetry_film(HEADER_S, PAYLOADS, claimed=7)
    event = load_event(party(tmp_path / "party", damaged))
    assert event.galleries[0].photos[0].exact is None
    assert event.galleries[0].notes == (
        "1 clip: the table of a track's samples is cut short, so its exact time is not used",
    )
