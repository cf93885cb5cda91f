"""What a video shows: its first well-exposed frame."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from PIL import Image

from coincide.media.formats import HEAD_BYTES, format_of
from coincide.media.isolated import need_memory, progress

if TYPE_CHECKING:
    from av import VideoFrame
    from av.container import InputContainer
    from av.stream import Stream

NEEDS_AV = 'needs coincide[video]: pip install "coincide[video]"'
# FFmpeg's reader of each format: left to guess, it would also take a playlist, and fetch it
READERS = {
    **dict.fromkeys(("MP4", "MOV", "3GP"), "mov"),
    **{"AVI": "avi", "MKV": "matroska", "MPEG": "mpeg", "MTS": "mpegts", "WMV": "asf"},
    "FLV": "flv",
}
# pixels of a frame: twice those of 8K; photos may have more, but a film has them many times over
MOST_FRAME_PIXELS = 70_000_000
# bytes that decoders hold for each pixel of a frame: some frames that others refer to
_PIXEL_BYTES = 12
# about two seconds: a camera has found its exposure by then, and the scene is still the first
_MOST_FRAMES = 60
# frames are judged at this size; mean and spread of grey on the 0 to 255 scale
_JUDGED_PX = 32
_DARKEST, _BRIGHTEST, _LEAST_SPREAD = 30.0, 225.0, 8.0


def has_av() -> bool:
    """Tell whether videos can be looked at on this machine."""
    return find_spec("av") is not None


@contextmanager
def open_video(path: Path) -> Iterator["InputContainer"]:
    """Open a video for PyAV; raise ValueError where that, or what is done with it, fails."""
    try:
        import av
    except ImportError as error:
        raise ValueError(NEEDS_AV) from error
    with path.open("rb") as file:
        reader = reader_of(path, file)
        try:
            with av.open(file, mode="r", format=reader, metadata_errors="ignore") as container:
                _bound_frames(container)
                yield container
        except MemoryError:  # FFmpeg's own is one of its errors too
            raise
        except (av.FFmpegError, OSError, IndexError, ValueError) as error:
            # also of the file itself, where FFmpeg looks for what no file has
            raise ValueError(f"its frames cannot be decoded ({error})") from error


def reader_of(path: Path, file: BinaryIO) -> str:
    """Return FFmpeg's name of the reader for a video, by its first bytes and its name.

    Raise ValueError for any other file: left to guess, FFmpeg would read whatever it names.
    """
    reader = READERS.get(format_of(path, file.read(HEAD_BYTES)) or "")
    file.seek(0)
    if reader is None:
        raise ValueError("it cannot be opened (not a video of a known format)")
    return reader


def is_known(stream: "Stream") -> bool:
    """Tell whether FFmpeg knows the codec of a stream; without one it has no size and no rate."""
    return stream.codec_context is not None


def frames_too_large(width_px: int, height_px: int) -> str | None:
    """Return why frames of a size are not decoded; None for those of a film."""
    n_pixels = width_px * height_px
    if n_pixels <= MOST_FRAME_PIXELS:
        return None
    return f"frames of {n_pixels / 1e6:.0f} megapixels are too large for a film"


def _bound_frames(container: "InputContainer") -> None:
    """Raise ValueError for frames that are too large, by the header or once they are decoded.

    Also where nobody can decode the first stream of pictures, which is the one that is shown.
    """
    if container.streams.video and not is_known(container.streams.video[0]):
        raise ValueError("its codec is not known")
    for stream in filter(is_known, container.streams.video):
        why_not = frames_too_large(stream.width, stream.height)
        if why_not is not None:
            raise ValueError(why_not)
        need_memory(stream.width * stream.height * _PIXEL_BYTES)
        stream.codec_context.options = {"max_pixels": str(MOST_FRAME_PIXELS)}


def read_frame(path: Path) -> Image.Image:
    """Return the first well-exposed frame of a video, upright; raise ValueError without one.

    Where none of the first frames is, the one that shows most.
    """
    with open_video(path) as container:
        return upright(_telling(islice(container.decode(video=0), _MOST_FRAMES)))


def _telling(frames: "islice[VideoFrame]") -> "VideoFrame":
    best, best_spread = None, -1.0
    for frame in frames:
        progress()
        grey = frame.reformat(_JUDGED_PX, _JUDGED_PX, "gray").to_ndarray()
        spread = float(np.std(grey))
        if _DARKEST <= float(np.mean(grey)) <= _BRIGHTEST and spread >= _LEAST_SPREAD:
            return frame
        if spread > best_spread:
            best, best_spread = frame, spread
    if best is None:
        raise ValueError("no frame")
    return best


def upright(frame: "VideoFrame", long_side_px: int | None = None) -> Image.Image:
    """Return a frame as a picture, turned as it was held, no side above ``long_side_px``."""
    turn, longest = frame.rotation, max(frame.width, frame.height)
    if long_side_px is not None and longest > long_side_px:
        width, height = (
            max(1, side * long_side_px // longest) for side in (frame.width, frame.height)
        )
        frame = frame.reformat(width, height, "rgb24", interpolation="AREA")
    image = Image.fromarray(frame.to_ndarray(format="rgb24"))
    # counter-clockwise, as Pillow's is
    return image.rotate(turn, expand=True) if turn % 90 == 0 else image
