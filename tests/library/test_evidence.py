"""From photos to the witnesses of their sessions."""

import numpy as np
import pytest

from coincide.library.evidence import gps_reading, kind_of, material_of, shown_by
from coincide.library.history.witnesses import FileTime, Reading
from coincide.library.history.zones import Zones
from coincide.model import Device
from coincide.model.times import DAY_S, HOUR_S
from tests.library.made import START_S, Days, camera_of, clock_of, phone_of

HOME = Zones(home="Europe/Berlin")


def test_fixes_of_a_session_pile_up_at_their_newest() -> None:
    shown = START_S + np.arange(8) * 60.0
    lag = np.array([1.0, 0.0, 2.0, 1.0, 3.0, 900.0, 4000.0, 0.0])
    reading = gps_reading(shown, shown - HOUR_S - lag, "g")
    assert reading is not None
    assert reading.to_utc_s == pytest.approx(-HOUR_S, abs=2.0)
    assert reading.weight > 0.95


def test_one_fix_may_be_stale() -> None:
    reading = gps_reading(np.array([START_S]), np.array([START_S]), "g")
    assert reading is not None
    assert reading.weight <= 0.5
    assert gps_reading(np.array([START_S]), np.array([np.nan]), "g") is None


def test_a_fix_that_is_repeated_says_something_of_its_first_photo_alone() -> None:
    shown = START_S + np.arange(6) * 100.0
    reading = gps_reading(shown, np.full(6, START_S), "g")
    assert reading is not None
    assert reading.to_utc_s == 0.0
    assert reading.weight <= 0.5


def test_gps_times_that_a_program_wrote_measure_nothing(rng: np.random.Generator) -> None:
    utc_s = Days().utc_s(rng)
    camera = clock_of("Anna", Device("Nikon", "D90"), utc_s, gps_s=utc_s - HOUR_S)
    assert material_of(camera, HOME).readings == []


def test_a_phones_clock_is_in_utc_by_its_zone_and_a_cameras_is_not(
    rng: np.random.Generator,
) -> None:
    utc_s = Days().utc_s(rng)
    phone = phone_of("Anna", utc_s)
    assert kind_of(phone) == "zoned phone"
    assert shown_by(phone).tolist() == utc_s.tolist()
    assert set(material_of(phone, HOME).zone_s.tolist()) == {0.0}
    tagged = clock_of("Anna", Device("Nikon", "Z 6"), utc_s, zone_s=np.full(len(utc_s), HOUR_S))
    assert kind_of(tagged) == "camera"
    assert shown_by(tagged).tolist() == utc_s.tolist()


def test_a_file_that_is_older_than_its_photo_bounds_the_clock(rng: np.random.Generator) -> None:
    utc_s = Days(n=3).utc_s(rng)
    ahead = clock_of("Anna", Device("Nikon", "D90"), utc_s, written_s=utc_s - 30 * DAY_S)
    bounds = [
        one
        for several in material_of(ahead, HOME).witnesses
        for one in several
        if isinstance(one, FileTime)
    ]
    assert [bound.most_s for bound in bounds] == pytest.approx([-30 * DAY_S] * 3)
    copied = material_of(camera_of("Anna", utc_s, 0.0), HOME)
    assert not [one for several in copied.witnesses for one in several]


def test_what_is_known_besides_is_added_to_its_session(rng: np.random.Generator) -> None:
    known = {1: [Reading("answer", "a", 0.0, 60.0, 0.97)]}
    material = material_of(camera_of("Anna", Days(n=3).utc_s(rng), 0.0), HOME, known=known)
    assert material.readings == [(1, known[1][0])]
