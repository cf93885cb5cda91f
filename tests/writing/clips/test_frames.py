"""Whole frames: within half a frame of the truth, and never two at once."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coincide.writing.clips import ClipTrack
from coincide.writing.clips.frames import spans, timecode, timecode_s
from tests.writing.clips.arranged import NTSC, clip

RATES = st.sampled_from([Fraction(24), Fraction(25), NTSC, Fraction(60000, 1001), Fraction(15)])
MILLISECONDS = st.lists(st.tuples(st.integers(0, 5000), st.integers(1, 5000)), min_size=1)


@given(MILLISECONDS, RATES)
def test_clips_lie_within_half_a_frame_and_follow_one_another(
    pauses: list[tuple[int, int]], rate: Fraction
) -> None:
    at_s, clips = Fraction(0), []
    for pause_ms, length_ms in pauses:
        at_s += Fraction(pause_ms, 1000)
        clips.append(clip(f"{at_s}", at_s, Fraction(length_ms, 1000)))
        at_s += Fraction(length_ms, 1000)
    until = 0
    for span in spans(ClipTrack("a", tuple(clips)), rate):
        assert abs(span.start / rate - span.clip.start_s) <= 1 / rate / 2
        assert span.length / rate <= max(span.clip.duration_s, 1 / rate)
        assert span.start >= until
        until = span.end


@pytest.mark.parametrize(
    ("text", "rate", "seconds"),
    [
        ("01:00:00:00", Fraction(25), Fraction(3600)),
        ("01:00:00:00", NTSC, Fraction(3600 * 1001, 1000)),
        ("01:00:00;00", NTSC, Fraction(107_892 * 1001, 30000)),  # 108 numbers are left out
        ("00:10:00;00", Fraction(60000, 1001), Fraction(35_964 * 1001, 60000)),
        ("no code", NTSC, Fraction(0)),
        (None, NTSC, Fraction(0)),
    ],
)
def test_a_time_code_counts_frames(text: str | None, rate: Fraction, seconds: Fraction) -> None:
    assert timecode_s(text, rate) == seconds


@given(st.integers(0, 2_000_000), RATES)
def test_a_time_code_is_read_as_it_is_written(frame: int, rate: Fraction) -> None:
    assert timecode_s(timecode(frame, rate), rate) * rate == frame
