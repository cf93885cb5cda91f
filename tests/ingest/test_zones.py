from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.ingest.zones import to_one_clock
from coincide.model import Device, Photo
from tests.ingest.clocks import PHONE, photo

HOUR = 3600
QUARTER = HOUR // 4


def test_one_zone_changes_nothing() -> None:
    photos = [photo("a", 5, zone_s=HOUR), photo("b", 3), photo("c", 4, zone_s=HOUR)]
    moved, notes = to_one_clock(photos)
    assert [p.camera_time_s for p in moved] == [3, 4, 5]
    assert notes == ()


def test_a_phone_that_followed_a_trip() -> None:
    # home for two photos, then an hour east: at 14:00 there it is 13:00 at home
    photos = [
        photo("a", 10 * HOUR, zone_s=HOUR),
        photo("b", 11 * HOUR, zone_s=HOUR),
        photo("c", 14 * HOUR, zone_s=2 * HOUR),
        photo("d", 14 * HOUR + 60),
    ]
    moved, notes = to_one_clock(photos)
    assert [p.camera_time_s / HOUR for p in moved[:3]] == [10, 11, 13]
    assert moved[3].camera_time_s == 13 * HOUR + 60
    assert [p.recorded_time_s for p in moved] == [p.recorded_time_s for p in photos]
    assert moved[3].zone_s is None
    assert notes == (
        "its zone changes (+01:00, +02:00): all times are converted to +01:00",
        "1 photo without a zone tag, given the zone of the photo nearest in time",
    )


def test_of_equally_common_zones_the_earliest() -> None:
    photos = [photo("b", 2 * HOUR, zone_s=0), photo("a", HOUR, zone_s=7 * HOUR)]
    moved, _ = to_one_clock(photos)
    assert {p.path.name: p.camera_time_s for p in moved} == {"a": HOUR, "b": 9 * HOUR}


def fixed(zones_s: list[int], old_s: list[int], device: Device = PHONE) -> list[Photo]:
    """Return photos an hour apart that tell no zone, with fixes of that age."""
    photos = []
    for number, (zone_s, age_s) in enumerate(zip(zones_s, old_s, strict=True)):
        utc_s = (100 + number) * HOUR
        one = photo(str(number), utc_s + zone_s, device)
        photos.append(replace(one, gps_time_s=float(utc_s - age_s)))
    return photos


EAST, WEST = 8 * HOUR, 7 * HOUR


@pytest.mark.parametrize("stale_s", [0, 20, 300, QUARTER, QUARTER + 9, 3 * QUARTER])
def test_satellites_tell_of_a_journey_that_no_tag_tells_of(stale_s: int) -> None:
    """One fix may be old: by a quarter of an hour, it looks like a fresh one elsewhere."""
    photos = fixed([EAST] * 4 + [WEST] * 6, [2, 2, 2, 2, 2, 2, 2, stale_s, 2, 2])
    moved, notes = to_one_clock(photos)
    assert [p.camera_time_s - WEST for p in moved] == [(100 + n) * HOUR for n in range(10)]
    assert notes[0] == "its zone changes (+07:00, +08:00): all times are converted to +07:00"


@pytest.mark.parametrize(
    ("zones_s", "device"),
    [
        ([EAST] * 2 + [WEST] * 6, PHONE),  # two fixes are not much
        ([EAST, WEST] * 4, PHONE),  # no journey comes and goes
        ([EAST] * 8, PHONE),
        ([EAST] * 4 + [WEST] * 4, Device("NIKON", "D5300")),  # which may be set by hand
    ],
)
def test_else_they_tell_of_none(zones_s: list[int], device: Device) -> None:
    photos = fixed(zones_s, [2] * 8, device)
    moved, notes = to_one_clock(photos)
    assert sorted(p.camera_time_s for p in moved) == sorted(p.recorded_time_s for p in photos)
    assert notes == ()


ROWS = st.lists(
    st.tuples(st.integers(0, 10**6), st.sampled_from([None, 0, HOUR, -5 * HOUR])), min_size=1
)


@given(ROWS)
def test_sorted_complete_and_true_to_utc(rows: list[tuple[int, int | None]]) -> None:
    photos = [photo(f"p{index}", float(t), zone_s=z) for index, (t, z) in enumerate(rows)]
    moved, _ = to_one_clock(photos)
    assert [p.camera_time_s for p in moved] == sorted(p.camera_time_s for p in moved)
    assert sorted(p.path for p in moved) == sorted(p.path for p in photos)
    utc_minus_camera = {
        p.recorded_time_s - p.zone_s - p.camera_time_s for p in moved if p.zone_s is not None
    }
    assert len(utc_minus_camera) <= 1


def test_films_in_utc_say_nothing_of_where_they_were_taken() -> None:
    film = replace(photo("f", 12 * HOUR, zone_s=0), time_from="video")
    photos = [photo("a", 14 * HOUR + 60, zone_s=2 * HOUR), photo("b", 12 * HOUR), film]
    moved, notes = to_one_clock(photos)
    assert {p.path.name: p.camera_time_s / HOUR for p in moved[:2]} == {"b": 12, "f": 14}
    assert [p.path.name for p in moved] == ["b", "f", "a"]
    assert notes == ("1 photo in UTC, converted to +02:00",)
    alone, no_notes = to_one_clock([film])
    assert alone == (film,)
    assert no_notes == ()
