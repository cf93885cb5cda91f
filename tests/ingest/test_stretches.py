"""A clock that was reset or put back is more than one; all others stay whole."""

from pathlib import Path

import pytest

from coincide.ingest.stretches import stretch_name, stretches_of
from coincide.model import Photo
from coincide.model.times import DAY_S, HOUR_S, from_clock

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)


def photos(*named: tuple[str, float]) -> tuple[Photo, ...]:
    """Return photos of names and times, by time as ingest has them."""
    made = [Photo(Path(name), name, at_s, at_s) for name, at_s in named]
    return tuple(sorted(made, key=lambda photo: (photo.camera_time_s, photo.key)))


def counted(first: int, times_s: list[float], turn: int = 10_000) -> list[tuple[str, float]]:
    return [(f"IMG_{(first + n) % turn:04d}.JPG", at_s) for n, at_s in enumerate(times_s)]


def names(part: tuple[Photo, ...]) -> list[str]:
    return [photo.path.stem for photo in part]


def every_minute(first_s: float, n: int) -> list[float]:
    return [first_s + 60.0 * number for number in range(n)]


def test_a_battery_that_died() -> None:
    times_s = [*every_minute(NOON_S, 6), *every_minute(0.0, 5)]
    parts = stretches_of(photos(*counted(1, times_s)))
    assert [len(part) for part in parts] == [6, 5]
    assert names(parts[1])[0] == "IMG_0007"
    assert stretch_name("ann", parts[1]) == "ann · 1970-01-01 00:00"


def test_dates_of_other_years_part_without_numbers() -> None:
    named = [(f"a{n}x.jpg", NOON_S + n) for n in range(3)]
    named += [("old.jpg", NOON_S - 400 * DAY_S)]
    assert [len(part) for part in stretches_of(photos(*named))] == [3, 1]


def test_a_clock_that_was_put_back_an_hour() -> None:
    times_s = [*every_minute(NOON_S, 8), *every_minute(NOON_S + 600 - HOUR_S, 70)]
    parts = stretches_of(photos(*counted(101, times_s)))
    assert [len(part) for part in parts] == [70, 8]
    assert names(parts[1]) == [f"IMG_{n:04d}" for n in range(101, 109)]


def test_a_counter_that_begins_again_is_no_clock_that_does() -> None:
    assert len(stretches_of(photos(*counted(9_995, every_minute(NOON_S, 12))))) == 1


def test_nor_is_one_that_begins_again_at_a_lower_number() -> None:
    """Three thousand photos were not taken between two of one event."""
    named = [*counted(3_001, every_minute(NOON_S, 8)), *counted(101, every_minute(NOON_S + 600, 8))]
    assert len(stretches_of(photos(*named))) == 1


def test_and_is_seen_through_where_the_clock_does_too() -> None:
    times_s = [*every_minute(NOON_S, 8), *every_minute(NOON_S - HOUR_S, 8)]
    assert [len(part) for part in stretches_of(photos(*counted(9_995, times_s)))] == [8, 8]


@pytest.mark.parametrize(
    "times_s",
    [
        every_minute(NOON_S, 20),
        # two that were saved in another order
        [*every_minute(NOON_S, 8), NOON_S + 400, *every_minute(NOON_S + 600, 8)],
        # one that was renamed
        [*every_minute(NOON_S, 8), NOON_S - 9_000, *every_minute(NOON_S + 600, 8)],
        # numbered by a program, in no order of time
        [NOON_S + 600 * (7 * n % 20) for n in range(20)],
        # a long trip
        [NOON_S + 50 * DAY_S * n for n in range(4)],
    ],
)
def test_all_others_stay_whole(times_s: list[float]) -> None:
    assert len(stretches_of(photos(*counted(1, times_s)))) == 1


def test_photos_without_a_number_go_where_their_time_is() -> None:
    times_s = [*every_minute(NOON_S, 12), *every_minute(NOON_S - 5 * HOUR_S, 12)]
    edited = ("IMG_20240504_120230.jpg", NOON_S + 150.0)
    parts = stretches_of(photos(*counted(1, times_s), edited))
    assert sorted(len(part) for part in parts) == [12, 13]
    assert any("IMG_20240504_120230" in names(part) and len(part) == 13 for part in parts)


def days(*hours: tuple[float, ...], minutes: int = 4) -> list[float]:
    """Return times of days, some photos from each hour on, in the order they were taken."""
    first_s = from_clock(2024, 5, 4, 0, 0, 0)
    return [
        first_s + day * DAY_S + hour * HOUR_S + 60.0 * minute
        for day, of_day in enumerate(hours)
        for hour in of_day
        for minute in range(minutes)
    ]


def test_a_clock_that_knows_no_afternoon() -> None:
    """The afternoon of a day and the next morning are two stretches, though times go on."""
    times_s = days((9, 11, 2, 5), (8, 1, 6), (10, 3), (9, 12, 4), (2, 5), (7, 9))
    parts = stretches_of(photos(*counted(1, times_s)))
    shown = [{int(photo.camera_time_s % DAY_S // HOUR_S) for photo in part} for part in parts]
    assert shown == [{1, 2, 3, 4, 5, 6}, {8, 9, 10, 11, 12}, {7, 9}]


def test_a_lone_photo_of_an_afternoon_is_no_morning() -> None:
    times_s = days((9, 11, 2, 5), (8, 1, 6), (10,))
    parts = stretches_of(photos(*counted(1, [*times_s, times_s[-1] - 7 * HOUR_S])))
    assert [len(part) for part in parts] == [17, 16]


@pytest.mark.parametrize(
    "times_s",
    [
        days((9, 11, 14, 17), (8, 13, 18)),  # one that knows it
        days((9, 11, 10.5), (8,)),  # put back an hour, once
        days((9, 11, 2, 5), (8,), minutes=1),  # too few
    ],
)
def test_what_is_no_such_clock(times_s: list[float]) -> None:
    parts = stretches_of(photos(*counted(1, times_s)))
    in_turn = [photo.path.stem for part in sorted(parts, key=names) for photo in part]
    assert len(parts) == 1 or in_turn == [name.split(".")[0] for name, _ in counted(1, times_s)]
