from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.model import times

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
        ("-2d", -172_800),
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


def test_the_longest_offset_there_is_can_be_written() -> None:
    longest_s = times.LATEST_S - times.EARLIEST_S
    assert times.parse_offset_s(f"{longest_s:.0f}s") == longest_s
    assert times.parse_offset_s(f"{longest_s + 1:.0f}s") is None


@pytest.mark.parametrize(
    ("time_s", "text"),
    [(times.EARLIEST_S, "0001-01-01 00:00:00"), (times.LATEST_S, "9999-12-31 23:59:59")],
)
def test_the_first_and_the_last_second_that_can_be_told(time_s: float, text: str) -> None:
    assert times.to_text(time_s) == text


def test_an_hour_and_a_day() -> None:
    assert times.from_clock(2024, 5, 4, 15, 0, 0) - times.from_clock(2024, 5, 4, 14, 0, 0) == (
        times.HOUR_S
    )
    assert times.from_clock(2024, 5, 5, 14, 0, 0) - times.from_clock(2024, 5, 4, 14, 0, 0) == (
        times.DAY_S
    )


def test_a_clock_face_keeps_its_part_of_a_second() -> None:
    assert times.from_clock(1970, 1, 1, 0, 1, 2.25) == 62.25
    assert times.from_clock(1970, 1, 1, 0, 0, 59.75) == 59.75
    with pytest.raises(ValueError, match="second"):
        times.from_clock(1970, 1, 1, 0, 0, 60.0)


@pytest.mark.parametrize(
    ("time_s", "seconds", "milliseconds"),
    [
        (0.9996, "1970-01-01 00:00:01", "1970-01-01 00:00:01.000"),
        (86401.0456, "1970-01-02 00:00:01", "1970-01-02 00:00:01.046"),
        (-0.25, "1970-01-01 00:00:00", "1969-12-31 23:59:59.750"),
    ],
)
def test_times_are_written_to_the_nearest(time_s: float, seconds: str, milliseconds: str) -> None:
    assert times.to_text(time_s) == seconds
    assert times.to_text(time_s, milliseconds=True) == milliseconds


@pytest.mark.parametrize("time_s", [12.0, 12.9994, 12.9996, 59.9996, -0.25])
def test_a_clock_shows_the_second_that_the_time_is_in_to_the_millisecond(time_s: float) -> None:
    to_the_millisecond = times.to_text(time_s, milliseconds=True)
    assert times.WallTime(time_s).clock == to_the_millisecond.partition(".")[0]


@pytest.mark.parametrize(
    ("time_s", "text"), [(86401.75, "1970:01:02 00:00:01"), (-0.25, "1969:12:31 23:59:59")]
)
def test_exif_tells_the_second_that_a_time_lies_in(time_s: float, text: str) -> None:
    assert times.to_exif_text(time_s) == text


@pytest.mark.parametrize(
    ("zone_s", "digits", "text"),
    [
        (None, 0, "1970-01-02T00:00:01"),
        (None, 3, "1970-01-02T00:00:01.750"),
        (0, 0, "1970-01-02T00:00:01+00:00"),
        (-12600, 1, "1970-01-02T00:00:01.7-03:30"),
    ],
)
def test_xmp_tells_part_of_a_second_and_zone_where_known(
    zone_s: int | None, digits: int, text: str
) -> None:
    assert times.to_xmp_text(86401.75, zone_s=zone_s, digits=digits) == text
    assert zone_s is not None or digits or times.to_xmp_text(86401.75) == text


@given(st.integers(0, 10**9), st.integers(1, 3), st.data())
def test_digits_behind_the_point_are_those_that_were_read(
    whole_s: int, digits: int, data: st.DataObject
) -> None:
    written = f"{data.draw(st.integers(0, 10**digits - 1)):0{digits}d}"
    time_s = times.parse_exif_time(times.to_exif_text(whole_s), subseconds=written)
    assert time_s is not None
    assert times.subsecond_text(time_s, digits=digits) == written


def test_digits_behind_the_point_are_cut_not_rounded() -> None:
    assert times.subsecond_text(12.0459, digits=2) == "04"
    assert times.subsecond_text(12.999, digits=1) == "9"
    assert times.subsecond_text(-0.25, digits=2) == "75"


@given(st.integers(-12 * 60, 14 * 60))
def test_zones_are_read_as_they_are_written(zone_min: int) -> None:
    assert times.parse_zone_s(times.zone_text(zone_min * 60)) == zone_min * 60


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("+14:00", 50400), ("+14:01", None), ("+01:59", 7140), ("+01:60", None), (" Z ", 0)],
)
def test_zones_end_at_fourteen_hours(text: str, seconds: int | None) -> None:
    assert times.parse_zone_s(text) == seconds


def test_an_offset_of_less_than_half_a_second_is_none() -> None:
    assert times.offset_in_words(0.4) == times.offset_in_words(-0.4) == "0 s"
    assert times.offset_in_words(0.6) == "+1 s"
    assert times.offset_in_words(-3661) == "-1 h 01 min 01 s"
    assert times.offset_in_words(172_800) == "+2 d 00 h 00 min 00 s"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.4, "0 s"),
        (119, "119 s"),
        (120, "2 min"),
        (-300, "-5 min"),
        (7199, "120 min"),
        (7200, "2 h"),
        (259_199, "72 h"),
        (259_200, "3 d"),
        (864_000, "10 d"),
    ],
)
def test_a_length_of_time_has_one_fitting_unit(seconds: float, words: str) -> None:
    assert times.span_in_words(seconds) == words


@pytest.mark.parametrize(
    ("text", "shown_s"),
    [
        ("14:03:10", 50_590.0),
        (" 9:03:10 ", 32_590.0),
        ("2024-05-04 14:03:10", 1_714_831_390.0),
        ("2024:5:4T14:03:10", 1_714_831_390.0),
        ("14:03", None),
        ("24:00:00", None),
        ("2024-02-30 14:03:10", None),
        ("at 14:03:10", None),
    ],
)
def test_what_a_clock_on_a_photo_shows(text: str, shown_s: float | None) -> None:
    assert times.parse_shown_s(text) == shown_s
