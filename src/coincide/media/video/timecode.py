"""The time of day that a film's timecode begins with.

A timecode counts frames from midnight, or from anything else: it is of the camera's own clock, of a
generator that several cameras were set by, or runs from zero. So it is no true time. It tells how
cameras that were set by one generator are apart, to a frame.

A count in drop-frame leaves out numbers, not frames, so that 29.97 frames a second keep to the
clock: 2 at the beginning of each minute but every tenth (of 59.94 a second, 4). Without it the
numbers run slow against the clock, from whatever time they were set to.
"""

import struct
from dataclasses import dataclass

from coincide.media.video.boxes import BoxFile
from coincide.media.video.samples import samples_of, track_of
from coincide.model import ExactTime
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S

# of a sample's description: drop-frame numbers, and a count that is no time of day
_DROP_FRAME, _COUNTER = 1, 8
# the description behind its length, format and reference: flags, ticks a second, ticks a frame
# and frames a second
_DESCRIPTION = ">4xIIIB"
_BEGINS_AT = 16
_MINUTES_WITH_DROPS = 10
# beyond any camera
_MOST_FRAMES_PER_S = 1000
# to a frame, of some 24 a second; and the header's whole seconds are rounded
_SD_S = 0.5


@dataclass(frozen=True, slots=True)
class TimecodeFormat:
    """How frames are numbered: ``frames_per_s`` as they are counted, ``rate`` as they are shown."""

    frames_per_s: int
    rate: float
    drop_frame: bool

    def time_of_day_s(self, frame: int) -> float:
        """Return the time of day that the number of a frame shows, in seconds.

        >>> TimecodeFormat(30, 30000 / 1001, drop_frame=True).time_of_day_s(107_892)
        3600.0
        >>> TimecodeFormat(25, 25.0, drop_frame=False).time_of_day_s(90_025)
        3601.0
        """
        if self.frames_per_s != round(self.rate):  # counted as they are shown, as GoPro does
            return frame / self.rate
        return (frame + self._n_left_out(frame)) / self.frames_per_s

    def _n_left_out(self, frame: int) -> int:
        """Return how many numbers were left out up to a frame."""
        if not self.drop_frame:
            return 0
        per_drop = round(self.frames_per_s / 15)
        per_minute = self.frames_per_s * round(MINUTE_S) - per_drop
        per_ten = per_minute * _MINUTES_WITH_DROPS + per_drop
        tens, rest = divmod(frame, per_ten)
        later = max(rest - per_drop, 0) // per_minute
        return per_drop * ((_MINUTES_WITH_DROPS - 1) * tens + later)


def timecode_time(boxes: BoxFile, near_s: float) -> ExactTime | None:
    """Return when a film began by its timecode, on the day that is nearest to ``near_s``.

    None without a timecode, and of one that runs from zero or from a whole hour, as it does that
    nobody set. Raises ValueError for one that is damaged.
    """
    track = track_of(boxes, b"tmcd")
    if track is None:
        return None
    format_ = _format_of(track.description)
    samples = samples_of(boxes, track)
    if format_ is None or not samples:
        return None
    raw = boxes.read(samples[0].start, min(samples[0].end, samples[0].start + 4))
    if len(raw) < 4:
        raise ValueError("its timecode is damaged: it does not name a frame")
    of_day_s = format_.time_of_day_s(int.from_bytes(raw, "big"))
    if of_day_s % HOUR_S == 0.0 or of_day_s >= DAY_S:
        return None
    days = round((near_s - of_day_s) / DAY_S)
    return ExactTime(days * DAY_S + of_day_s, _SD_S, "timecode", local=True)


def _format_of(description: bytes) -> TimecodeFormat | None:
    """Return how frames are numbered, None of a count that is no time of day."""
    if len(description) < _BEGINS_AT + struct.calcsize(_DESCRIPTION):
        raise ValueError("its timecode is damaged: it does not state its frame rate")
    flags, ticks_per_s, ticks_per_frame, frames_per_s = struct.unpack_from(
        _DESCRIPTION, description, _BEGINS_AT
    )
    if flags & _COUNTER:
        return None
    rate = ticks_per_s / ticks_per_frame if ticks_per_frame else 0.0
    if not 1 <= rate <= _MOST_FRAMES_PER_S or frames_per_s == 0:
        raise ValueError("its timecode is damaged: its frame rate is impossible")
    return TimecodeFormat(frames_per_s, rate, bool(flags & _DROP_FRAME))
