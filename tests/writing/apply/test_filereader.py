"""The times inside files, also where their bytes are no text or no times."""

from pathlib import Path

import pytest

from coincide.writing.apply.filereader import read_file_times
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
    with pytest.raises(ValueError, match="this format is not written; use --to sidecar"):
        read_file_times(tmp_path / "a.txt")
