from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide import times

clock_faces = st.datetimes(datetime(1970, 1, 1), datetime(2100, 1, 1))


def test_sign_convention_adds_the_offset_to_the_camera_time() -> None:
    by_a, by_b = 1000.0, 4600.0  # one moment; b is an hour ahead
    offset_b_s = times.relative_offset_s(by_a, by_b)
    assert offset_b_s == -3600.0
    assert times.to_event_time_s(by_b, offset_s=offset_b_s) == by_a


@given(clock_faces)
def test_clock_faces_survive_the_round_trip(moment: datetime) -> None:
    assert abs(times.to_datetime(times.from_datetime(moment)) - moment) <= timedelta(microseconds=1)


@given(clock_faces)
def test_exif_text_is_read_as_written(moment: datetime) -> None:
    text = moment.strftime("%Y:%m:%d %H:%M:%S")
    assert times.parse_exif_time(text) == times.from_datetime(moment.replace(microsecond=0))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "    :  :     :  :  ",
        "0000:00:00 00:00:00",
        "2021:02:30 10:00:00",
        "2021:13:01 10:00:00",
        "2021:01:01 24:00:00",
        "2021:01:01 10:61:00",
        "2021:01:01",
        "yesterday",
    ],
)
def test_what_no_clock_shows_is_unknown(text: str) -> None:
    assert times.parse_exif_time(text) is None


@pytest.mark.parametrize(
    ("subseconds", "fraction"), [("5", 0.5), ("05", 0.05), ("123456", 0.123456), ("x", 0), ("", 0)]
)
def test_subseconds_are_a_decimal_fraction(subseconds: str, fraction: float) -> None:
    assert times.parse_exif_time("1970:01:01 00:00:00", subseconds=subseconds) == fraction


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("+05:45", 20700),
        ("-03:30", -12600),
        ("+0200", 7200),
        ("Z", 0),
        ("+15:00", None),
        ("", None),
    ],
)
def test_zone_tags(text: str, seconds: int | None) -> None:
    assert times.parse_zone_s(text) == seconds


@given(st.integers(-(10**9), 10**9))
def test_offset_in_words_says_every_second(offset_s: int) -> None:
    words = times.offset_in_words(offset_s).lstrip("+-").split()
    seconds = {"d": 86400, "h": 3600, "min": 60, "s": 1}
    total = sum(int(n) * seconds[unit] for n, unit in zip(words[::2], words[1::2], strict=True))
    assert total == abs(offset_s)
    assert times.offset_in_words(offset_s).startswith("-") == (offset_s < 0)


@pytest.mark.parametrize(
    ("text", "offset_s"),
    [
        ("+1h2m", 3720),
        ("-3m12s", -192),
        ("+1:02:00", 3720),
        ("-0:00:01.5", -1.5),
        ("3720s", 3720),
        ("5.75h", 20700),
        ("−90m", -5400),
        ("+4191 d 01 h 26 min 00 s", 362_107_560),
        (" 0 s ", 0),
        ("", None),
        ("+", None),
        ("90", None),
        ("1:02", None),
        ("1:60:00", None),
        ("1m1h", None),
        ("--3m", None),
        ("1e3s", None),
        ("infs", None),
        ("nan", None),
        ("٣s", None),
        ("9999999d", None),
    ],
)
def test_offsets_as_people_write_them(text: str, offset_s: float | None) -> None:
    assert times.parse_offset_s(text) == offset_s


@given(st.integers(-(10**9), 10**9))
def test_offsets_are_read_as_they_are_printed(offset_s: int) -> None:
    words = times.offset_in_words(offset_s)
    assert times.parse_offset_s(words) == offset_s
    assert times.parse_offset_s(words.replace(" ", "")) == offset_s


@given(st.sampled_from(["", "+", "-"]), st.integers(0, 10**6), st.integers(0, 3_599_999))
def test_offsets_are_read_as_a_clock_shows_them(sign: str, hours: int, rest_ms: int) -> None:
    minutes, milliseconds = divmod(rest_ms, 60_000)
    text = f"{sign}{hours}:{minutes:02d}:{milliseconds / 1000:06.3f}"
    expected = (hours * 3600 + rest_ms / 1000) * (-1 if sign == "-" else 1)
    assert times.parse_offset_s(text) == pytest.approx(expected, abs=1e-6)


@given(st.text(max_size=12))
def test_any_text_is_an_offset_or_none(text: str) -> None:
    offset_s = times.parse_offset_s(text)
    assert offset_s is None or abs(offset_s) < 4e11
