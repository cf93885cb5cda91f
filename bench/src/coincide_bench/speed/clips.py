"""How fast clips are looked into and heard, against bare decoding and bare inference."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
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
from coincide_bench.speed.material import write_clip
from coincide_bench.speed.timing import Measured, SpeedSettings, Tell, by_turns, measured

TAP = "pooled"
N_CLIPS, LENGTH_S = 24, 20.0
# frames from one key frame to the next
KEY_EVERY = 25


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


def run(settings: SpeedSettings, tell: Tell) -> Measured:
    """Measure how fast clips are looked into and heard, against bare decoding and inference."""
    length_s = settings.length_s or LENGTH_S
    found = measure_clips(settings.folder, settings.number or N_CLIPS, length_s, tell=tell)
    rows = {
        "to embed frames, hear and keep, s": f"{found.product_s:.1f}",
        "bare decoding and inference": f"{found.bare_s:.1f}",
        "ratio": f"{found.ratio:.2f}",
    }
    return measured(f"{found.n_clips} clips of {length_s:.0f} s", rows, asdict(found))


def measure_clips(
    folder: Path,
    n_clips: int,
    length_s: float,
    options: EmbedOptions = EmbedOptions(),
    *,
    tell: Tell,
) -> ClipSpeed:
    """Write distinct clips, then look into and hear half of them each way first, by turns."""
    photos = []
    for number in range(n_clips):
        path = write_clip(
            folder / f"clip-{number}.mp4", number, length_s, coder="mpeg4", g=str(KEY_EVERY)
        )
        photos.append(Photo(path, path.stem, 0.0, 0.0, clip=Clip(length_s, sound=True)))
        tell(number + 1, n_clips)
    session = BackboneSession(open_backbone(options.backbone), [TAP], threads=options.threads)
    _bare(photos[:1], session)  # warm, for both
    ways = [
        lambda half: _bare(photos[half::2], session),
        lambda half: _product(photos[half::2], folder / f"project-{half}", session, options),
    ]
    bare_s, product_s = (sum(taken_s) for taken_s in by_turns(ways, 2))
    return ClipSpeed(n_clips, n_clips * length_s, product_s, bare_s)


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
