"""Embed the key frames of clips as photos are: a few pictures at known times of each."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from coincide.engine.local import Threads
from coincide.features.backbones import Preprocess
from coincide.features.images import DECODE_ERRORS, Pixels, squared
from coincide.features.options import FrameOptions
from coincide.features.session import BackboneSession, usable_cores
from coincide.media.isolated import isolated
from coincide.media.video.frames import key_frames
from coincide.model import Floats, Singles


@dataclass(frozen=True)
class ClipFrames:
    """The frames of one clip: times_s (n,), counted from its start, and vectors (n, D) or maps.

    ``reason`` says why there are none, of a clip that cannot be decoded.
    """

    times_s: Floats
    vectors: Singles
    reason: str | None = None


def embed_clips(
    paths: Sequence[Path],
    session: BackboneSession,
    tap: str,
    options: FrameOptions = FrameOptions(),
    *,
    decoders: int | None = None,
) -> Iterator[ClipFrames]:
    """Yield the frames of each clip in order; two clips and more are decoded ahead."""
    n_workers = decoders or usable_cores()
    with Threads(n_workers, thread_name_prefix="frames") as pool:
        preprocess = session.backbone.preprocess
        for times_s, images, reason in _decode_ahead(pool, paths, preprocess, options, n_workers):
            if reason is not None:
                yield ClipFrames(times_s, np.zeros((0, 1), np.float32), reason)
            else:
                yield ClipFrames(times_s, session.run(images)[tap])


_Decoded = tuple[Floats, Pixels, str | None]


def _decode_ahead(
    pool: Threads,
    paths: Iterable[Path],
    preprocess: Preprocess,
    options: FrameOptions,
    n_ahead: int,
) -> Iterator[_Decoded]:
    remaining = iter(paths)
    waiting: deque[Future[_Decoded]] = deque()
    while True:
        for path in islice(remaining, n_ahead + 1 - len(waiting)):
            waiting.append(pool.submit(_decode, path, preprocess, options))
        if not waiting:
            return
        yield waiting.popleft().result()


def _decode(path: Path, preprocess: Preprocess, options: FrameOptions) -> _Decoded:
    size = preprocess.size_px
    try:
        return *decode_frames(path, preprocess, options.every_s, options.at_most), None
    except DECODE_ERRORS as error:
        reason = f"cannot be decoded: {error or type(error).__name__}"
        return np.zeros(0), np.zeros((0, size, size, 3), np.uint8), reason


@isolated
def decode_frames(
    path: Path, preprocess: Preprocess, every_s: float, at_most: int
) -> tuple[Floats, Pixels]:
    """Return times and squares of a clip's key frames, (n,) and (n, size_px, size_px, 3)."""
    # twice the size, so that the shorter side is large enough for the square
    found = key_frames(path, every_s, at_most, long_side_px=2 * preprocess.size_px)
    times_s = np.array([frame.time_s for frame in found])
    return times_s, np.stack([squared(frame.image, preprocess) for frame in found])
