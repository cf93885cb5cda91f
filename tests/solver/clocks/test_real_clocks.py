"""Real GPS times of real phones and cameras, where they are at hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from coincide.model import Event
from coincide.project import load_event
from coincide.solver.clocks import GpsClock, GpsRefusal, check_by_gps, clock_beliefs, describe_error

Load = Callable[[str], Event]


@pytest.fixture
def load(shared: Path, tmp_path: Path) -> Load:
    return lambda name: load_event(shared / "datasets" / name, project=tmp_path)


def checks(event: Event) -> dict[str, GpsClock | GpsRefusal]:
    return {gallery.name: check_by_gps(gallery) for gallery in event.galleries}


def test_a_quarter_hour_zone_error_is_measured_and_named(load: Load) -> None:
    event = load("annapurna_2017")
    clocks = checks(event)
    lenovo, sony = clocks["lenovo_k6"], clocks["sony_hx60v"]
    assert isinstance(lenovo, GpsClock)
    assert isinstance(sony, GpsClock)
    assert (lenovo.zone_s, sony.zone_s) == (20700, 19800)
    assert sony.to_utc_s - lenovo.to_utc_s == pytest.approx(905.0, abs=10.0)

    beliefs = {belief.gallery: belief for belief in clock_beliefs(event)}
    assert beliefs["lenovo_k6"].offset_s == pytest.approx(0.0, abs=3.0)
    wrong = beliefs["sony_hx60v"]
    error = describe_error(
        wrong.offset_s,
        low_s=wrong.offset_s - 1.645 * wrong.sd_s,
        high_s=wrong.offset_s + 1.645 * wrong.sd_s,
        camera_first_s=event.galleries[1].photos[0].camera_time_s,
        event_zone_s=20700,
    )
    assert error.kind == "zone and clock"
    assert error.text.startswith("time zone: +15 min (the clock is 15 min behind), and ")
    assert error.text.endswith(" s slow")


def test_both_iphones_of_a_trip_are_confirmed(load: Load) -> None:
    event = load("mongolia_2025")
    clocks = checks(event)
    for name in ("iphone15pro", "iphone16pro"):
        clock = clocks[name]
        assert isinstance(clock, GpsClock)
        assert clock.zone_s == 28800
        assert clock.error_s == pytest.approx(0.0, abs=2.0)
    assert len(clock_beliefs(event)) == len(event.galleries)


def test_a_phone_that_repeats_one_fix_is_refused(load: Load) -> None:
    clocks = checks(load("gt_places_2016"))
    assert isinstance(clocks["nexus_5x"], GpsRefusal)
    found = {name: clock for name, clock in clocks.items() if isinstance(clock, GpsClock)}
    assert set(found) == {"iphone6_a_ios9.3.5", "iphone6_b_ios9.3.4"}
    for clock in found.values():
        assert clock.zone_s == -4 * 3600
        assert clock.error_s == pytest.approx(0.0, abs=2.0)


def test_gps_added_later_confirms_nothing(load: Load) -> None:
    """The camera's fixes are of another city, five months after the photos."""
    clocks = checks(load("europe_2019"))
    assert clocks["fuji_x-t20"] == GpsRefusal(
        "fuji_x-t20", "too few GPS fixes agree within 10 s: 1 of 8"
    )
    phone = clocks["iphone_6s"]
    assert isinstance(phone, GpsClock)
    assert phone.zone_s == 3600
    assert phone.n_stale == 3
