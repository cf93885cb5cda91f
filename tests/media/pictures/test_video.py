from pathlib import Path

import numpy as np
import pytest

from coincide.media.pictures.video import read_frame
from tests.media.clip_files import write_begun
from tests.media_files import write_mp4


def brightness(path: Path) -> float:
    return float(np.asarray(read_frame(path).convert("L")).mean())


def test_dark_frames_at_the_start_are_passed_over(tmp_path: Path) -> None:
    assert brightness(write_mp4(tmp_path / "a.mp4", dark_s=1.0)) > 80


def test_where_all_is_dark_a_frame_is_shown_all_the_same(tmp_path: Path) -> None:
    assert brightness(write_mp4(tmp_path / "a.mp4", dark_s=2.0)) < 10


def test_only_the_start_is_looked_at(tmp_path: Path) -> None:
    path = write_mp4(tmp_path / "a.mp4", duration_s=7.0, dark_s=6.5)
    assert brightness(path) < 10


@pytest.mark.parametrize("suffix", [".mp4", ".mov", ".3gp", ".avi", ".mkv"])
def test_each_container(tmp_path: Path, suffix: str) -> None:
    assert read_frame(write_mp4(tmp_path / f"a{suffix}")).size == (320, 240)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_truncated_video_shows_a_frame_or_raises(tmp_path: Path, share: float) -> None:
    path = write_mp4(tmp_path / "a.mp4")
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(ValueError, match="cannot be decoded"):
        read_frame(path)


def test_a_recording_that_stopped_before_its_first_frame_shows_nothing(tmp_path: Path) -> None:
    path = write_begun(tmp_path / "a.mp4")
    with pytest.raises(ValueError, match=r"cannot be decoded \(no frame\)"):
        read_frame(path)
