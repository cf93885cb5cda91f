"""What a video shows: its first well-exposed frame."""

from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from coincide.media.formats import HEAD_BYTES, format_of

if TYPE_CHECKING:
    from av import VideoFrame

NEEDS_AV = 'needs coincide[video]: pip install "coincide[video]"'
# FFmpeg's reader of each format: left to guess, it would also take a playlist, and fetch it
READERS = {
    **dict.fromkeys(("MP4", "MOV", "3GP"), "mov"),
    **{"AVI": "avi", "MKV": "matroska", "MPEG": "mpeg", "MTS": "mpegts", "WMV": "asf"},
    "FLV": "flv",
}
# about two seconds: a camera has found its exposure by then, and the scene is still the first
_MOST_FRAMES = 60
# frames are judged at this size; mean and spread of grey on the 0 to 255 scale
_JUDGED_PX = 32
_DARKEST, _BRIGHTEST, _LEAST_SPREAD = 30.0, 225.0, 8.0


def has_av() -> bool:
    """Tell whether videos can be looked at on this machine."""
    return find_spec("av") is not None


def read_frame(path: Path) -> Image.Image:
    """Return the first well-exposed frame of a video, upright; raise ValueError without one.

    Where none of the first frames is, the one that shows most.
    """
    try:
        import av
    except ImportError as error:
        raise ValueError(NEEDS_AV) from error
    with path.open("rb") as file:
        reader = READERS.get(format_of(path, file.read(HEAD_BYTES)) or "")
        file.seek(0)
        try:
            with av.open(file, mode="r", format=reader, metadata_errors="ignore") as container:
                frame = _telling(islice(container.decode(video=0), _MOST_FRAMES))
                return _upright(frame)
        except (av.FFmpegError, IndexError, ValueError) as error:
            raise ValueError(f"its frames cannot be decoded ({error})") from error


def _telling(frames: "islice[VideoFrame]") -> "VideoFrame":
    best, best_spread = None, -1.0
    for frame in frames:
        grey = frame.reformat(_JUDGED_PX, _JUDGED_PX, "gray").to_ndarray()
        spread = float(np.std(grey))
        if _DARKEST <= float(np.mean(grey)) <= _BRIGHTEST and spread >= _LEAST_SPREAD:
            return frame
        if spread > best_spread:
            best, best_spread = frame, spread
    if best is None:
        raise ValueError("no frame")
    return best


def _upright(frame: "VideoFrame") -> Image.Image:
    image = Image.fromarray(frame.to_ndarray(format="rgb24"))
    # counter-clockwise, as Pillow's is
    return image.rotate(frame.rotation, expand=True) if frame.rotation % 90 == 0 else image
