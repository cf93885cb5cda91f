"""The times inside files, also where their bytes are no text or no times."""

import struct
from pathlib import Path

import pytest

from coincide.writing.apply.filereader import _as_exiftool, read_file_times, video_times
from tests.media_files import box, movie_bytes
from tests.photo_files import write_photo


def test_bytes_that_are_no_text_can_be_written_into_a_plan(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg", "2024:05:04 14:00:00", digitised="2024:05:04 14:00:00")
    data = path.read_bytes()
    path.write_bytes(data.replace(b"2024:05:04 14:00:00", b"2024:05:04 14:00:\xff\xff", 1))
    times = read_file_times(path)
    assert "2024:05:04 14:00:\\xff\\xff" in times.values()
    "".join(times.values()).encode()


def test_a_fraction_of_hundreds_of_digits_is_refused(tmp_path: Path) -> None:
    path = write_photo(tmp_path / "a.jpg", "2024:05:04 14:00:00", subseconds="1" * 400)
    with pytest.raises(ValueError, match="too long"):
        read_file_times(path)


def test_a_format_that_is_not_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a letter")
    with pytest.raises(ValueError, match="this format cannot be written; use --to sidecar"):
        read_file_times(tmp_path / "a.txt")


# seconds from 1904 to noon of 2024-05-04
NOON = 3_797_668_800


def test_times_are_read_from_headers_of_both_widths(tmp_path: Path) -> None:
    for long in (False, True):
        (tmp_path / "a.mp4").write_bytes(movie_bytes(NOON, long=long))
        assert video_times(tmp_path / "a.mp4")["QuickTime:CreateDate"] == "2024:05:04 12:00:00"


@pytest.mark.parametrize("created", [2**63, 2**64 - 1, 400_000_000_000])
def test_a_time_beyond_the_calendar_is_refused(tmp_path: Path, created: int) -> None:
    (tmp_path / "a.mp4").write_bytes(movie_bytes(created, long=True))
    with pytest.raises(ValueError, match="outside the range"):
        video_times(tmp_path / "a.mp4")


def test_a_box_longer_than_any_file_is_the_last(tmp_path: Path) -> None:
    beyond = b"\0\0\0\1free" + b"\xff" * 8
    (tmp_path / "a.mp4").write_bytes(movie_bytes(NOON) + beyond)
    assert video_times(tmp_path / "a.mp4")["QuickTime:CreateDate"] == "2024:05:04 12:00:00"


def test_a_video_without_a_movie_header_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.mp4").write_bytes(box(b"ftyp", b"isom\0\0\0\0isom"))
    with pytest.raises(ValueError, match="no movie header"):
        video_times(tmp_path / "a.mp4")


def test_tracks_that_disagree_are_refused(tmp_path: Path) -> None:
    def track(created: int) -> bytes:
        return box(b"trak", box(b"tkhd", struct.pack(">4xI", created)))

    movie = box(b"mvhd", struct.pack(">4xI", NOON))
    (tmp_path / "a.mp4").write_bytes(box(b"moov", movie + track(NOON) + track(NOON + 5)))
    with pytest.raises(ValueError, match="different times"):
        video_times(tmp_path / "a.mp4")
    (tmp_path / "a.mp4").write_bytes(box(b"moov", movie + track(NOON) + track(NOON)))
    assert video_times(tmp_path / "a.mp4")["QuickTime:TrackCreateDate"] == "2024:05:04 12:00:00"


def test_a_header_cut_short_or_of_no_time_tells_none(tmp_path: Path) -> None:
    for payload in (b"\0\0\0\0\0", struct.pack(">4xI", 0)):
        (tmp_path / "a.mp4").write_bytes(box(b"moov", box(b"mvhd", payload)))
        assert video_times(tmp_path / "a.mp4") == {}


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("2024-05-04T14:00:00+0200", "2024:05:04 14:00:00+02:00"),
        ("2024-05-04T14:00:00+02:00", "2024:05:04 14:00:00+02:00"),
        ("2024-05-04T12:00:00Z", "2024:05:04 12:00:00"),
        ("soon", "soon"),
    ],
)
def test_apples_time_is_told_as_exiftool_tells_it(written: str, told: str) -> None:
    assert _as_exiftool(written) == told
