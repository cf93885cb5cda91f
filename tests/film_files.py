"""Films of two people who heard the same, as small as browsers and sync still take them."""

from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

RATE, FRAMES_PER_S, SIZE_PX = 16_000, 25, (320, 180)
BEGAN = datetime(2025, 8, 23, 18, 0, tzinfo=UTC)


def speech(length_s: float, seed: int) -> NDArray[np.float32]:
    """Return sound that never comes again: bursts of noise of changing colour, as of talk."""
    rng = np.random.default_rng(seed)
    n = round(length_s * RATE)
    sound = np.zeros(n)
    for start in np.cumsum(rng.uniform(0.08, 0.4, round(length_s * 5))):
        at, length = round(start * RATE), round(rng.uniform(0.05, 0.3) * RATE)
        if at + length >= n:
            break
        tones = rng.uniform(200, 3000, 4)[:, None] * np.arange(length) / RATE
        burst = np.sin(2 * np.pi * tones).sum(axis=0) + rng.normal(0, 0.7, length)
        sound[at : at + length] += burst * np.hanning(length) * rng.uniform(0.2, 1.0)
    return (0.15 * sound).astype(np.float32)


def write_film(path: Path, sound: NDArray[np.float32], began: datetime | None = BEGAN) -> None:
    """Write an MP4 that browsers play: each frame another grey, and the sound.

    Where nothing is said of when it began, its header tells no time.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w", format="mp4") as container:
        if began is not None:
            container.metadata["creation_time"] = f"{began:%Y-%m-%dT%H:%M:%SZ}"
        picture = container.add_stream("libx264", rate=FRAMES_PER_S)
        (picture.width, picture.height), picture.pix_fmt = SIZE_PX, "yuv420p"
        picture.gop_size = FRAMES_PER_S
        heard = container.add_stream("aac", rate=RATE, layout="mono")
        for number in range(round(len(sound) / RATE * FRAMES_PER_S)):
            frame = np.full((SIZE_PX[1], SIZE_PX[0], 3), number * 5 % 250, np.uint8)
            frame[:, : number % SIZE_PX[0]] = 255 - frame[0, 0, 0]
            container.mux(picture.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
        container.mux(picture.encode())
        samples = av.AudioFrame.from_ndarray(sound[None], format="fltp", layout="mono")
        samples.sample_rate, samples.time_base, samples.pts = RATE, Fraction(1, RATE), 0
        container.mux(heard.encode(samples))
        container.mux(heard.encode())


def write_two_films(folder: Path, *, length_s: float, lag_s: float, seed: int = 1) -> None:
    """Write an event of two people with a film each; the second began so much later."""
    sound = speech(length_s + lag_s, seed)
    n, late = round(length_s * RATE), round(lag_s * RATE)
    noise = np.random.default_rng(seed + 1).normal(0, 0.01, (2, n)).astype(np.float32)
    write_film(folder / "Ida" / "VID_20250823_180000.mp4", sound[:n] + noise[0])
    began = datetime.fromtimestamp(BEGAN.timestamp() + 3600, UTC)  # her clock is an hour ahead
    write_film(
        folder / "Maya" / "VID_20250823_190000.mp4", sound[late : late + n] + noise[1], began
    )
