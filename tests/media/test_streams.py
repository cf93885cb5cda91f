"""How long a video is, how many does not state its frame rate, and what sound."""

from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from coincide.media.video.streams import is_video, read_streams, usual_rate
from tests.media.clip_files import steady, write_begun
from tests.media.clip_files import write_clip as write_numbered
from tests.media_files import write_mp4
from tests.photo_files import write_photo
from tests.writing.clips.filmed import SAMPLE_RATE, SIZE_PX, write_clip


@pytest.mark.parametrize("suffix", [".mp4", ".mov", ".avi", ".mkv", ".mts"])
@pytest.mark.parametrize("rate", [Fraction(25), Fraction(30000, 1001)])
def test_length_rate_size_and_sound_in_every_container(
    tmp_path: Path, suffix: str, rate: Fraction
) -> None:
    path = write_clip(tmp_path / f"a{suffix}", n_frames=40, rate=rate)
    found = read_streams(path)
    assert found.rate == rate
    assert found.size_px == SIZE_PX
    assert (found.sample_rate, found.n_channels, found.has_sound) == (SAMPLE_RATE, 1, True)
    # without an index the last frame's length is not told
    assert abs(found.duration_s - 40 / rate) <= 1 / rate + Fraction(30, 1000)


def test_what_boxes_tell_is_exact(tmp_path: Path) -> None:
    found = read_streams(write_clip(tmp_path / "a.mp4", n_frames=61, rate=Fraction(30000, 1001)))
    assert found.duration_s == Fraction(61 * 1001, 30000)


def test_a_silent_one_has_no_sound_and_a_time_code_is_read(tmp_path: Path) -> None:
    found = read_streams(write_clip(tmp_path / "a.mov", sound=False, timecode="01:02:03:04"))
    assert (found.sample_rate, found.n_channels, found.has_sound) == (None, 0, False)
    assert found.timecode == "01:02:03:04"
    assert read_streams(write_mp4(tmp_path / "b.mp4")).timecode is None


def test_a_damaged_one_says_why(tmp_path: Path) -> None:
    whole = write_clip(tmp_path / "a.mp4").read_bytes()
    (tmp_path / "cut.mp4").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "empty.mp4").write_bytes(b"")
    for name in ("cut.mp4", "empty.mp4"):
        with pytest.raises(ValueError, match="cannot be opened"):
            read_streams(tmp_path / name)


def test_photos_are_no_videos(tmp_path: Path) -> None:
    assert is_video(write_mp4(tmp_path / "a.mp4"))
    assert not is_video(write_photo(tmp_path / "a.jpg", "2024:05:04 14:00:00"))


def test_a_rate_that_nobody_could_count_is_refused() -> None:
    assert usual_rate(Fraction(5997, 100)) == Fraction(60000, 1001)
    with pytest.raises(ValueError, match="does not state its frame rate"):
        usual_rate(Fraction(0))


def test_sound_alone_is_no_video(tmp_path: Path) -> None:
    with av.open(str(tmp_path / "a.mp4"), "w") as container:
        heard = container.add_stream("aac", rate=SAMPLE_RATE, layout="mono")
        silence = np.zeros((1, SAMPLE_RATE), np.float32)
        frame = av.AudioFrame.from_ndarray(silence, format="fltp", layout="mono")
        frame.sample_rate = SAMPLE_RATE
        container.mux(heard.encode(frame))
        container.mux(heard.encode())
    with pytest.raises(ValueError, match="it has no picture"):
        read_streams(tmp_path / "a.mp4")


def test_a_recording_that_stopped_at_once_has_no_length(tmp_path: Path) -> None:
    found = read_streams(write_begun(tmp_path / "a.mp4"))
    assert (found.start_s, found.duration_s) == (0, 0)


def test_a_stream_that_was_never_ended_does_not_tell_its_length(tmp_path: Path) -> None:
    path = write_numbered(tmp_path / "a.mkv", steady(2.0), muxing={"live": "1"})
    with pytest.raises(ValueError, match="does not state its length"):
        read_streams(path)
