"""Timecode: the time of day of a film's first frame, as it is counted."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.media.records import read_file
from coincide.media.video.boxes import BoxFile
from coincide.media.video.timecode import TimecodeFormat, timecode_time
from coincide.model import ExactTime
from coincide.model.times import from_clock
from tests.media.exact_films import timecode_film

NOON_S = from_clock(2024, 5, 4, 12, 0, 0)
DROP = TimecodeFormat(30, 30_000 / 1001, drop_frame=True)


def time_of(frame: int, near_s: float = NOON_S, **film: object) -> ExactTime | None:
    data = timecode_film(NOON_S, frame, **film)  # type: ignore[arg-type]
    return timecode_time(BoxFile(io.BytesIO(data)), near_s)


def test_a_film_begins_at_the_time_of_day_of_its_first_frame() -> None:
    frame = (12 * 3600 + 2 * 60 + 7) * 25 + 5
    exact = time_of(frame)
    assert exact == ExactTime(NOON_S + 127.2, 0.5, "timecode", local=True)


def test_its_day_is_the_nearest() -> None:
    late = (23 * 3600 + 59 * 60 + 59) * 25
    exact = time_of(late, from_clock(2024, 5, 5, 0, 0, 30))
    assert exact is not None
    assert exact.utc_s == from_clock(2024, 5, 4, 23, 59, 59)


@pytest.mark.parametrize(
    ("shown", "frame"),
    [
        ("00:00:59:29", 1799),
        ("00:01:00:02", 1800),
        ("00:10:00:00", 17_982),
        ("01:00:00:00", 107_892),
    ],
)
def test_numbers_that_were_left_out(shown: str, frame: int) -> None:
    hour, minute, second, rest = map(int, shown.split(":"))
    told_s = hour * 3600 + minute * 60 + second + rest / 30
    assert DROP.time_of_day_s(frame) == pytest.approx(told_s)


@given(st.integers(1, 2_589_407))
def test_drop_frame_keeps_to_the_clock(frame: int) -> None:
    assert DROP.time_of_day_s(frame) == pytest.approx(frame * 1001 / 30_000, abs=0.2)
    double = TimecodeFormat(60, 60_000 / 1001, drop_frame=True)
    assert double.time_of_day_s(2 * frame) == pytest.approx(frame * 1001 / 30_000, abs=0.2)


def test_a_count_at_the_rate_of_the_film_is_real_time() -> None:
    # as a GoPro writes it: 29 frames a second are named, 29.97 are counted
    exact = time_of(2_100_244, frames_per_s=29, ticks=(90_000, 3003))
    assert exact is not None
    assert exact.utc_s == pytest.approx(from_clock(2024, 5, 4, 19, 27, 58.1), abs=0.1)


def test_a_count_that_nobody_set_is_no_time_of_day() -> None:
    assert time_of(0) is None
    assert time_of(3600 * 25) is None
    assert time_of(12 * 3600 * 25 + 7, flags=8) is None
    assert time_of(25 * 3600 * 25 + 7) is None
    assert timecode_time(BoxFile(io.BytesIO(b"\0\0\0\x08free")), NOON_S) is None


def test_damaged_timecode_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="does not name a frame"):
        time_of(1, sample=b"\0\1")
    for ticks, frames_per_s in (((25_000, 0), 25), ((25_000, 1000), 0), ((1, 1000), 25)):
        with pytest.raises(ValueError, match="frame rate is impossible"):
            time_of(90_001, ticks=ticks, frames_per_s=frames_per_s)
    film = timecode_film(NOON_S, 90_001)
    cut = film[: film.index(b"tmcd") + 20]
    with pytest.raises(ValueError, match="does not state its frame rate"):
        timecode_time(BoxFile(io.BytesIO(cut)), NOON_S)


def test_it_is_in_the_record_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(timecode_film(NOON_S, (13 * 3600 + 7) * 25))
    exact = read_file(path).exact
    assert exact == ExactTime(NOON_S + 3607.0, 0.5, "timecode", local=True)
