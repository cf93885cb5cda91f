"""Small videos that tell their own time: each frame's brightness, and a beep."""

from fractions import Fraction
from pathlib import Path

import av
import numpy as np

SIZE_PX = (64, 48)
SAMPLE_RATE = 48_000


def write_clip(
    path: Path,
    *,
    n_frames: int = 50,
    rate: Fraction = Fraction(25),
    flash: int | None = None,
    colour: tuple[int, int, int] = (255, 255, 255),
    sound: bool = True,
    timecode: str | None = None,
) -> Path:
    """Write a dark clip whose frame ``flash`` is bright, and that beeps as long as that frame."""
    with av.open(str(path), "w") as container:
        if timecode is not None:
            container.metadata["timecode"] = timecode
        picture = container.add_stream("mpeg4", rate=rate)
        picture.width, picture.height = SIZE_PX
        picture.pix_fmt = "yuv420p"
        picture.gop_size = 12
        heard = container.add_stream("aac", rate=SAMPLE_RATE, layout="mono") if sound else None
        for number in range(n_frames):
            pixels = np.full((SIZE_PX[1], SIZE_PX[0], 3), 20, np.uint8)
            if number == flash:
                pixels[:] = colour
            container.mux(picture.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
        container.mux(picture.encode())
        if heard is not None:
            frame = av.AudioFrame.from_ndarray(
                _beep(n_frames / rate, flash, rate)[None], format="fltp", layout="mono"
            )
            frame.sample_rate, frame.time_base, frame.pts = SAMPLE_RATE, Fraction(1, SAMPLE_RATE), 0
            container.mux(heard.encode(frame))
            container.mux(heard.encode())
    return path


def _beep(length_s: Fraction, flash: int | None, rate: Fraction) -> "np.ndarray":
    times_s = np.arange(int(length_s * SAMPLE_RATE)) / SAMPLE_RATE
    sound = np.zeros(len(times_s), np.float32)
    if flash is not None:
        on = (times_s >= float(flash / rate)) & (times_s < float((flash + 1) / rate))
        sound[on] = 0.5 * np.sin(2 * np.pi * 1000 * times_s[on])
    return sound
