"""A film of a few seconds, as a phone writes it: the scene of a photo, with a moving hand."""

from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from PIL import Image

from coincide.demo.beside import FILM_LENGTH_S
from coincide.errors import UsageError
from coincide.media.pictures.video import NEEDS_AV, has_av

FRAMES_PER_S = 15
SIZE_PX = (640, 480)
# the share of the photo that a frame shows; the rest is there to move over
SHOWN = 0.85


def check_films() -> None:
    """Raise UsageError where films cannot be made on this machine."""
    if not has_av():
        raise UsageError(f"A demo event with videos {NEEDS_AV}")


def write_film(path: Path, photo: Image.Image, *, created_s: float) -> None:
    """Write an MP4 that moves over an upright photo; ``created_s`` is its time in UTC."""
    import av

    scene = photo.convert("RGB")
    n_frames = round(FILM_LENGTH_S * FRAMES_PER_S)
    created = datetime.fromtimestamp(round(created_s), UTC)
    with av.open(str(path), "w", format="mp4") as container:
        container.metadata["creation_time"] = f"{created:%Y-%m-%dT%H:%M:%SZ}"
        stream = container.add_stream("mpeg4", rate=FRAMES_PER_S)
        stream.width, stream.height = SIZE_PX
        stream.pix_fmt = "yuv420p"
        stream.bit_rate = 2_000_000
        stream.thread_count = 1  # the same bytes on any machine
        for number in range(n_frames):
            pixels = np.asarray(_frame(scene, number / (n_frames - 1)))
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode())


def _frame(scene: Image.Image, progress: float) -> Image.Image:
    """Return what is seen after a share of the film, from the left to the right of a photo."""
    aspect = SIZE_PX[0] / SIZE_PX[1]
    height = SHOWN * min(scene.height, scene.width / aspect)
    width = height * aspect
    left = progress * (scene.width - width)
    top = (scene.height - height) / 2
    box = (left, top, left + width, top + height)
    return scene.resize(SIZE_PX, Image.Resampling.BILINEAR, box=box)
