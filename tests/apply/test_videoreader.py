"""The times of a video's headers, also of headers that make no sense."""

from pathlib import Path

import pytest

from coincide.apply.videoreader import video_times
from tests.media_files import movie_bytes

# seconds from 1904 to noon of 2024-05-04
NOON = 3_797_668_800


def test_times_are_read_from_headers_of_both_widths(tmp_path: Path) -> None:
    for long in (False, True):
        (tmp_path / "a.mp4").write_bytes(movie_bytes(NOON, long=long))
        assert video_times(tmp_path / "a.mp4")["QuickTime:CreateDate"] == "2024:05:04 12:00:00"


@pytest.mark.parametrize("created", [2**63, 2**64 - 1, 400_000_000_000])
def test_a_time_beyond_the_calendar_is_refused(tmp_path: Path, created: int) -> None:
    (tmp_path / "a.mp4").write_bytes(movie_bytes(created, long=True))
    with pytest.raises(ValueError, match="beyond any"):
        video_times(tmp_path / "a.mp4")


def test_a_box_longer_than_any_file_is_the_last(tmp_path: Path) -> None:
    beyond = b"\0\0\0\1free" + b"\xff" * 8
    (tmp_path / "a.mp4").write_bytes(movie_bytes(NOON) + beyond)
    assert video_times(tmp_path / "a.mp4")["QuickTime:CreateDate"] == "2024:05:04 12:00:00"
