"""An open video as presentation times and frames: seeking, decoding, and how much of both.

Containers count from anywhere: a camcorder from when it was switched on, a movie of boxes from
where its edit lists say. Time 0 here is the first frame that is shown, in each of them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from coincide.media.isolated import progress
from coincide.media.pictures.video import open_video

if TYPE_CHECKING:
    from av import VideoFrame
    from av.container import InputContainer

# pixels that are decoded for one clip, where its key frames are too far apart to do: about
# a thousand frames of 1080p, some seconds of one core
MOST_PIXELS = 2_000_000_000
# times this near are one: containers, and what is kept of them, round to a thousandth
SAME_S = 1e-3
# packets looked through for a key frame from where a seek ends: some ten seconds of any camera
_MOST_PACKETS = 2000
# a key frame comes out with the packet behind it, which may be its second field
_PACKETS_OF_A_FRAME = 2
# streams have no index: a seek ends behind the key frame, so it aims before it, by more and more
_STREAMS = ("mpegts", "mpeg")
_LEADS_S = (1.0, 4.0, 16.0)


class Reel:
    """A video that is open: its length and its frames by presentation time."""

    def __init__(self, container: "InputContainer") -> None:
        self._container = container
        self._stream = container.streams.video[0]
        self._tick_s = float(self._stream.time_base or 0) or 1e-3
        self._zero_s = (self._stream.start_time or 0) * self._tick_s
        self._leads_s = _LEADS_S if container.format.name in _STREAMS else ()
        self._left_px = MOST_PIXELS

    @property
    def duration_s(self) -> float | None:
        """How long the video is, sound and picture together, as far as it tells."""
        whole_us = self._container.duration
        if whole_us is None:
            return (self._stream.duration or 0) * self._tick_s or None
        # Matroska tells the time of its end, not its length
        counted = self._container.format.name.startswith("matroska")
        skipped_us = max(self._container.start_time or 0, 0) if counted else 0
        return max(whole_us - skipped_us, 0) / 1e6 or None

    @property
    def has_sound(self) -> bool:
        """Whether there is any sound."""
        return len(self._container.streams.audio) > 0

    def key_frame(self, time_s: float) -> tuple[float, "VideoFrame"] | None:
        """Return a key frame no later than a time, and near it, with its own time."""
        import av

        self._seek(time_s)
        n_fed, found = 0, list["VideoFrame"]()
        try:
            for n_read, packet in enumerate(self._container.demux(self._stream)):
                if packet.is_keyframe or n_fed:
                    found += packet.decode()
                    n_fed += 1
                if n_fed == _PACKETS_OF_A_FRAME or found or n_read == _MOST_PACKETS:
                    break
            found += self._stream.decode(None) if n_fed else []
        except (av.FFmpegError, OSError):  # damaged from here on; there may be a frame all the same
            pass
        if found:
            progress()
        timed = ((self._time_s(frame), frame) for frame in found if frame.key_frame)
        return next(((at_s, frame) for at_s, frame in timed if at_s is not None), None)

    def frames_from(self, time_s: float) -> Iterator[tuple[float, "VideoFrame"]]:
        """Yield frames in order from a time on, while the clip's share of decoding lasts."""
        import av

        self._seek(time_s)
        try:
            for frame in self._container.decode(self._stream):
                progress()
                self._left_px -= frame.width * frame.height
                at_s = self._time_s(frame)
                if at_s is not None and at_s >= time_s - SAME_S:
                    yield at_s, frame
                if self._left_px <= 0:
                    return
        except (av.FFmpegError, OSError):  # what came before is whole
            return

    def _seek(self, time_s: float) -> None:
        """Go to where frames up to a time can be decoded from; where that fails, stay."""
        if not self._leads_s:
            self._go(time_s + SAME_S)
        for lead_s in self._leads_s:
            self._go(time_s - lead_s)
            if self._next_key_s() <= time_s + SAME_S:
                self._go(time_s - lead_s)
                return

    def _go(self, time_s: float) -> None:
        import av

        try:
            ticks = round((time_s + self._zero_s) / self._tick_s)
            self._container.seek(ticks, stream=self._stream, backward=True)
        except (av.FFmpegError, OSError, OverflowError):
            # some cannot be searched: they are read on from where they stand
            return

    def _next_key_s(self) -> float:
        import av

        try:
            for n_read, packet in enumerate(self._container.demux(self._stream)):
                if packet.is_keyframe and packet.pts is not None:
                    return float(packet.pts * self._tick_s - self._zero_s)
                if n_read == _MOST_PACKETS:
                    break
        except (av.FFmpegError, OSError):
            pass
        return float("inf")

    def _time_s(self, frame: "VideoFrame") -> float | None:
        ticks = frame.pts if frame.pts is not None else frame.dts
        tick_s = self._tick_s if frame.time_base is None else float(frame.time_base)
        return None if ticks is None else ticks * tick_s - self._zero_s


@contextmanager
def open_reel(path: Path) -> Iterator[Reel]:
    """Open a video to look at its frames; raise ValueError where that fails."""
    with open_video(path) as container:
        yield Reel(container)
