"""Whole frames: where a clip lies in a format that counts in them, and their time code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from coincide.writing.clips.model import ClipTrack, PlacedClip

_TIMECODE = re.compile(r"(\d{2}):(\d{2}):(\d{2})([:;.])(\d{2,3})")
# at 30000/1001 frames a second two numbers are left out each minute, but not each tenth
_DROPPED_PER_30 = 2


@dataclass(frozen=True, slots=True)
class FrameSpan:
    """A clip in whole frames: its first, and how many."""

    clip: PlacedClip
    start: int
    length: int

    @property
    def end(self) -> int:
        """The first frame that is no longer of it."""
        return self.start + self.length


def spans(track: ClipTrack, rate: Fraction) -> Iterator[FrameSpan]:
    """Yield the clips of a track in whole frames, each within half a frame of where it belongs.

    No clip is longer than its file, and where rounding makes two touch, the first ends earlier.
    """
    starts = [round_half_up(clip.start_s * rate) for clip in track.clips]
    for clip, start, following in zip(track.clips, starts, [*starts[1:], None], strict=True):
        length = max(floor(clip.duration_s * rate), 1)
        if following is not None:
            length = min(length, following - start)
        if length > 0:
            yield FrameSpan(clip, start, length)


def round_half_up(value: Fraction) -> int:
    """Return the nearest whole number; always up from the middle, so that gaps keep their length.

    >>> round_half_up(Fraction(1, 2)), round_half_up(Fraction(3, 2))
    (1, 2)
    """
    return floor(value + Fraction(1, 2))


def timecode(frame: int, rate: Fraction) -> str:
    """Return the time code of a frame, of which none is left out ("non-drop").

    >>> timecode(45, Fraction(30000, 1001)), timecode(90_000, Fraction(25))
    ('00:00:01:15', '01:00:00:00')
    """
    a_second = round_half_up(rate)
    seconds, frames = divmod(frame, a_second)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02d}:{minutes:02d}:{seconds:02d}:{frames:02d}"


def timecode_s(text: str | None, rate: Fraction) -> Fraction:
    """Return the seconds that a time code stands for; 0 of what is none.

    >>> timecode_s("00:01:00;02", Fraction(30000, 1001)) == Fraction(1800 * 1001, 30000)
    True
    """
    match = _TIMECODE.fullmatch(text or "")
    if match is None:
        return Fraction(0)
    hours, minutes, seconds, frames = (int(match[group]) for group in (1, 2, 3, 5))
    a_second = round_half_up(rate)
    frame = ((hours * 60 + minutes) * 60 + seconds) * a_second + frames
    if match[4] == ";":  # numbers are left out
        n_minutes = hours * 60 + minutes
        frame -= _DROPPED_PER_30 * a_second // 30 * (n_minutes - n_minutes // 10)
    return Fraction(frame) / rate
