"""Frames of a clip as pictures at known times: a few all over it, or many around one moment."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from coincide.media.pictures.video import upright
from coincide.media.video.reel import SAME_S, Reel, open_reel

if TYPE_CHECKING:
    from av import VideoFrame

# as much as networks and local features look at; 60 frames of that are 80 MB
LONG_SIDE_PX = 800
EVERY_S, AT_MOST = 2.0, 60


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of a clip, upright, and when it is shown, counted from the clip's start."""

    time_s: float
    image: Image.Image


def key_frames(
    path: Path,
    every_s: float = EVERY_S,
    at_most: int = AT_MOST,
    *,
    long_side_px: int = LONG_SIDE_PX,
) -> list[Frame]:
    """Return frames spread over a clip, in order, found by seeking to key frames.

    About one each ``every_s``, farther apart where that would be more than ``at_most``. Where
    key frames are rarer than that, what lies between is decoded, up to a bound. A clip that is
    damaged gives what it has; raises ValueError where that is nothing.
    """
    with open_reel(path) as reel:
        found = [
            Frame(at_s, upright(frame, long_side_px))
            for at_s, frame in _spread(reel, key_times(reel.duration_s, every_s, at_most))
        ]
        if not found:
            raise ValueError("no frame")
        return found


def key_times(
    duration_s: float | None, every_s: float = EVERY_S, at_most: int = AT_MOST
) -> list[float]:
    """Return the times at which a clip is looked at.

    >>> key_times(5.0), key_times(600.0, at_most=3), key_times(None, at_most=2)
    ([0.0, 2.0, 4.0], [0.0, 200.0, 400.0], [0.0, 2.0])
    """
    length_s = every_s * at_most if duration_s is None else duration_s
    step_s = max(every_s, length_s / at_most)
    return [step_s * n for n in range(at_most) if step_s * n < length_s or n == 0]


def frames_near(
    path: Path,
    time_s: float,
    within_s: float,
    step_s: float,
    *,
    long_side_px: int = LONG_SIDE_PX,
) -> list[Frame]:
    """Return the frames around a moment of a clip, one each ``step_s``, in order.

    Raises ValueError for what is no video; past the end of one there is nothing.
    """
    first_s = max(time_s - within_s, 0.0)
    n_steps = int((time_s + within_s - first_s) / step_s + 1e-6)
    wanted = [first_s + step_s * n for n in range(n_steps + 1)]
    with open_reel(path) as reel:
        return [Frame(at_s, upright(frame, long_side_px)) for at_s, frame in _along(reel, wanted)]


def _spread(reel: Reel, times_s: list[float]) -> Iterator[tuple[float, "VideoFrame"]]:
    """Yield a frame for each time: its key frame unless that is an old one, else the frame."""
    least_s = (times_s[1] - times_s[0]) / 2 if len(times_s) > 1 else 0.0
    last_s = float("-inf")
    for time_s in times_s:
        found = reel.key_frame(time_s)
        if found is None or found[0] < max(last_s + least_s, -SAME_S):
            found = next(reel.frames_from(time_s), None)
        if found is not None and found[0] > last_s:
            last_s = found[0]
            yield found


def _along(reel: Reel, times_s: Iterable[float]) -> Iterator[tuple[float, "VideoFrame"]]:
    """Yield the first frame at or behind each time, none twice."""
    wanted = list(times_s)
    for at_s, frame in reel.frames_from(wanted[0]):
        if at_s >= wanted[0] - SAME_S:
            yield at_s, frame
            wanted = [time_s for time_s in wanted if time_s > at_s + SAME_S]
        if not wanted:
            return
