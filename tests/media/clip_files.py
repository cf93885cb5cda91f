"""Clips whose frames tell when they are shown: each has its number written in black and white."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PIL import Image

SIZE_PX = (160, 96)
N_BITS = 16
TICKS = 1000
CODECS = {
    ".mp4": "libx264",
    ".mov": "libx264",
    ".3gp": "mpeg4",
    ".avi": "mpeg4",
    ".mts": "libx264",
    ".mkv": "libx264",
}
FORMATS = {".mts": "mpegts", ".mkv": "matroska"}


def steady(duration_s: float, rate: float = 25.0) -> list[float]:
    """Return the times of frames at a constant rate."""
    return [number / rate for number in range(round(duration_s * rate))]


def numbered(number: int, size_px: tuple[int, int] = SIZE_PX) -> np.ndarray:
    """Return a frame that shows a number as two rows of eight squares."""
    bits = [(number >> bit) & 1 for bit in range(N_BITS)]
    squares = np.array(bits, np.uint8).reshape(2, N_BITS // 2) * 255
    grey = np.asarray(Image.fromarray(squares).resize(size_px, Image.Resampling.NEAREST))
    return np.repeat(grey[:, :, None], 3, axis=2)


def number_of(image: Image.Image) -> int:
    """Return the number that a frame shows."""
    grey = image.convert("L").resize((N_BITS // 2, 2), Image.Resampling.BOX)
    bits = (np.asarray(grey) > 127).reshape(-1)
    return int(sum(1 << bit for bit in range(N_BITS) if bits[bit]))


def write_clip(
    path: Path,
    times_s: Sequence[float],
    *,
    key_every: int = 25,
    sound: bool = False,
    start_s: float = 0.0,
    codec: str | None = None,
    muxing: Mapping[str, str] = {},
    size_px: tuple[int, int] = SIZE_PX,
) -> Path:
    """Write a clip whose n-th frame is shown at ``start_s + times_s[n]``, by the file's suffix."""
    suffix = path.suffix.lower()
    base = Fraction(1, TICKS)
    with av.open(str(path), "w", format=FORMATS.get(suffix), options=dict(muxing)) as container:
        # of formats without pts the rate is the time
        rate = round(1 / (times_s[1] - times_s[0])) if suffix == ".avi" else TICKS
        stream = container.add_stream(codec or CODECS[suffix], rate=rate)
        stream.width, stream.height = size_px
        stream.pix_fmt = "yuvj420p" if codec == "mjpeg" else "yuv420p"
        stream.gop_size = key_every
        stream.thread_count = 1
        if suffix != ".avi":
            stream.codec_context.time_base = base
        heard = container.add_stream("aac", rate=8000, layout="mono") if sound else None
        for number, time_s in enumerate(times_s):
            frame = av.VideoFrame.from_ndarray(numbered(number, size_px), format="rgb24")
            if suffix != ".avi":
                frame.time_base, frame.pts = base, round((start_s + time_s) * TICKS)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
        if heard is not None:
            _add_hum(container, heard, start_s, times_s[-1])
    return path


def _add_hum(
    container: "av.container.OutputContainer",
    stream: "av.AudioStream",
    start_s: float,
    length_s: float,
) -> None:
    for at in range(0, int(length_s * 8000), 1024):
        wave = np.sin(np.arange(at, at + 1024) * 0.3).astype(np.float32)[None, :]
        frame = av.AudioFrame.from_ndarray(wave, format="fltp", layout="mono")
        frame.sample_rate, frame.time_base = 8000, Fraction(1, 8000)
        frame.pts = at + round(start_s * 8000)
        container.mux(stream.encode(frame))
    container.mux(stream.encode())


def write_begun(path: Path) -> Path:
    """Write a recording that stopped after its header: it tells of pictures and has none."""
    pieces = {"movflags": "frag_keyframe+empty_moov"}
    data = write_clip(path, steady(1.0), muxing=pieces).read_bytes()
    path.write_bytes(data[: data.index(b"moof") - 4])
    return path
