"""A film of some seconds with its sound, as a phone writes it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from coincide.demo.filming import Film
from coincide.demo.heard import record_sound
from coincide.demo.lens import take
from coincide.demo.people import Cast
from coincide.demo.plan import DemoPlan
from coincide.demo.scene import UNIT, draw_moment, light_of, paint_backdrop
from coincide.demo.sensor import develop
from coincide.demo.sounds import RATE
from coincide.errors import UsageError
from coincide.media.pictures.video import NEEDS_AV, has_av
from coincide.model import Floats

if TYPE_CHECKING:
    from av.container import OutputContainer

# what QuickTime names a device by, whoever made it
KEYS = "com.apple.quicktime."
FRAMES_PER_S = 15
SIZE_PX = (640, 360)
# of x264: half the time of its default; at this bit rate nobody sees what it costs
PRESET = "veryfast"
# people are drawn anew this often; in between the hand moves
DRAWN_EVERY_S = 2.0
# the share of a drawing that a frame shows; the rest is there to move over
SHOWN = 0.85
DRAWN_PX = (round(SIZE_PX[0] / SHOWN), round(SIZE_PX[1] / SHOWN))


def check_films() -> None:
    """Raise UsageError where films cannot be made on this machine."""
    if not has_av():
        raise UsageError(f"A demo event with videos {NEEDS_AV}")


def write_film(path: Path, plan: DemoPlan, cast: Cast, film: Film) -> None:
    """Write an MP4 of what a phone saw and heard, with its time in the header."""
    import av

    created = datetime.fromtimestamp(film.header_s, UTC)
    drawn = list(_drawings(plan, cast, film))
    device = film.gallery.camera.device
    tags = {"make": device.make, "model": device.model, "software": device.software}
    with av.open(
        str(path), "w", format="mp4", options={"movflags": "use_metadata_tags"}
    ) as container:
        container.metadata["creation_time"] = f"{created:%Y-%m-%dT%H:%M:%SZ}"
        container.metadata.update({f"{KEYS}{name}": text or "" for name, text in tags.items()})
        _add_streams(container, drawn, record_sound(plan, film), film)


def _add_streams(
    container: "OutputContainer", drawn: Sequence[Image.Image], sound: Floats, film: Film
) -> None:
    import av

    # what browsers play; with a key frame each second, so that they find their place at once
    picture = container.add_stream("libx264", rate=FRAMES_PER_S, options={"preset": PRESET})
    picture.gop_size = FRAMES_PER_S
    picture.width, picture.height = SIZE_PX
    picture.pix_fmt = "yuv420p"
    picture.bit_rate = 1_200_000
    picture.thread_count = 1  # the same bytes on any machine
    heard = container.add_stream("aac", rate=RATE, layout="mono")
    heard.bit_rate = 64_000
    for frame in _frames(drawn, round(film.length_s * FRAMES_PER_S)):
        container.mux(picture.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
    container.mux(picture.encode())
    samples = av.AudioFrame.from_ndarray(
        sound.astype(np.float32)[None], format="fltp", layout="mono"
    )
    # with a time of its own, or the encoder's delay would be taken for sound
    samples.sample_rate, samples.time_base, samples.pts = RATE, Fraction(1, RATE), 0
    container.mux(heard.encode(samples))
    container.mux(heard.encode())


def _drawings(plan: DemoPlan, cast: Cast, film: Film) -> Iterator[Image.Image]:
    """Yield what is to be seen, every few seconds, with a little more around it."""
    shot = replace(film.shot, event_time_s=film.event_time_s)
    backdrop = paint_backdrop(plan, shot)
    for number in range(ceil(film.length_s / DRAWN_EVERY_S)):
        now = replace(shot, event_time_s=film.event_time_s + number * DRAWN_EVERY_S)
        canvas = draw_moment(plan, cast, now, backdrop)
        # every drawing is metered alike: a film keeps its exposure
        rng = np.random.default_rng([film.seed, 1])
        picture = take(canvas.image, now.view, DRAWN_PX, unit=UNIT)
        yield develop(picture, film.gallery.camera.look, rng, dark=light_of(now).dark)


def _frames(drawn: Sequence[Image.Image], n_frames: int) -> Iterator[np.ndarray]:
    for number in range(n_frames):
        scene = drawn[min(int(number / FRAMES_PER_S / DRAWN_EVERY_S), len(drawn) - 1)]
        yield np.asarray(_frame(scene, number / max(n_frames - 1, 1)))


def _frame(scene: Image.Image, progress: float) -> Image.Image:
    """Return what is seen after a share of the film, from the left to the right of a drawing."""
    left = round(progress * (scene.width - SIZE_PX[0]))
    top = (scene.height - SIZE_PX[1]) // 2
    return scene.crop((left, top, left + SIZE_PX[0], top + SIZE_PX[1]))
