"""How fast clips are looked into and heard, against bare decoding and bare inference."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path

import av
import numpy as np
from PIL import Image

from coincide.features.backbones import open_backbone
from coincide.features.images import squared
from coincide.features.options import EmbedOptions, FrameOptions
from coincide.features.session import BackboneSession
from coincide.media.sound import SOUND_RATE
from coincide.model import Clip, Event, Gallery, Photo
from coincide.project.clips.frames import frames_of_clips
from coincide.project.clips.sounds import hear
from coincide.storage.store import Store

TAP = "pooled"
# as phones film, but for the size: what a phone's decoder chip does takes a processor long
WIDTH_PX, HEIGHT_PX, RATE, KEY_EVERY = 1280, 720, 25, 25
SOUND_HZ = 48_000


@dataclass(frozen=True)
class ClipSpeed:
    """Seconds of film per second: all that a sync does, and the bare steps one by one."""

    n_clips: int
    filmed_s: float
    product_s: float
    bare_s: float

    @property
    def ratio(self) -> float:
        """How fast a sync is beside the bare steps: 1 is as fast."""
        return self.bare_s / self.product_s


def measure_clips(
    folder: Path,
    n_clips: int,
    length_s: float,
    options: EmbedOptions = EmbedOptions(),
    *,
    tell: Callable[[int, int], None],
) -> ClipSpeed:
    """Write distinct clips, then look into and hear them both ways, in one run, turn by turn.

    Half of the clips first the one way and then the other, half the other way round: whatever
    else the machine does, it does to both.
    """
    photos = []
    for number in range(n_clips):
        photos.append(_clip(folder / f"clip-{number}.mp4", number, length_s))
        tell(number + 1, n_clips)
    session = BackboneSession(open_backbone(options.backbone), [TAP], threads=options.threads)
    _bare(photos[:1], session)  # warm, for both
    product_s = bare_s = 0.0
    for nth, half in enumerate((photos[::2], photos[1::2])):
        both = [
            partial(_product, half, folder / f"project-{nth}", session, options),
            partial(_bare, half, session),
        ]
        taken_s = {way: _seconds(both[way]) for way in ((0, 1) if nth else (1, 0))}
        product_s, bare_s = product_s + taken_s[0], bare_s + taken_s[1]
    return ClipSpeed(n_clips, n_clips * length_s, product_s, bare_s)


def _seconds(work: Callable[[], None]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _product(
    photos: Sequence[Photo], project: Path, session: BackboneSession, options: EmbedOptions
) -> None:
    """Do what a sync does with clips before anything is compared: embed, hear, keep."""
    event = Event("speed", (Gallery("speed", tuple(photos)),))
    backbone = session.backbone
    with Store(project) as store:
        frames_of_clips(photos, backbone, backbone.tap(TAP), store, embed=options)
        hear(event, store, lambda _stage, _done, _total: None)


def _bare(photos: Sequence[Photo], session: BackboneSession) -> None:
    """Decode key frames, run the network, decode the sound: one after the other, nothing kept."""
    preprocess, every_s = session.backbone.preprocess, FrameOptions().every_s
    for photo in photos:
        with av.open(str(photo.file)) as container:
            stream = container.streams.video[0]
            stream.codec_context.skip_frame = "NONKEY"
            pixels, next_s = [], 0.0
            for frame in container.decode(stream):
                if frame.time is not None and frame.time >= next_s:
                    shown = Image.fromarray(frame.to_ndarray(format="rgb24"))
                    pixels.append(squared(shown, preprocess))
                    next_s += every_s
        session.run(np.stack(pixels))
        with av.open(str(photo.file)) as container:
            resampler = av.AudioResampler(format="flt", layout="mono", rate=SOUND_RATE)
            for sound in container.decode(container.streams.audio[0]):
                for part in resampler.resample(sound):
                    part.to_ndarray()


def _clip(path: Path, seed: int, length_s: float) -> Photo:
    """Write a clip of moving shapes and noise, unlike any other."""
    rng = np.random.default_rng(seed)
    field = rng.integers(0, 255, (HEIGHT_PX // 16, WIDTH_PX // 8, 3)).astype(np.uint8)
    wide = field.repeat(16, axis=0).repeat(16, axis=1)
    with av.open(str(path), "w") as out:
        pictures = out.add_stream("mpeg4", rate=RATE, options={"g": str(KEY_EVERY)})
        pictures.width, pictures.height, pictures.pix_fmt = WIDTH_PX, HEIGHT_PX, "yuv420p"
        sounds = out.add_stream("aac", rate=SOUND_HZ, layout="mono")
        for number in range(round(length_s * RATE)):
            shown = np.ascontiguousarray(wide[:, 2 * number : 2 * number + WIDTH_PX])
            frame = av.VideoFrame.from_ndarray(shown[:, :WIDTH_PX], format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, RATE)
            out.mux(pictures.encode(frame))
        out.mux(pictures.encode(None))
        heard = rng.normal(0, 0.1, round(length_s * SOUND_HZ)).astype(np.float32)
        for at in range(0, len(heard), 1024):
            part = av.AudioFrame.from_ndarray(heard[None, at : at + 1024], "fltp", "mono")
            part.sample_rate, part.pts, part.time_base = SOUND_HZ, at, Fraction(1, SOUND_HZ)
            out.mux(sounds.encode(part))
        out.mux(sounds.encode(None))
    return Photo(path, path.stem, 0.0, 0.0, clip=Clip(length_s, sound=True))
