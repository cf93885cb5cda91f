"""The sound of the film: one clip's at a time, from where it is in the film."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from coincide.media.pictures.video import is_known, open_video
from coincide.writing.clips.grid.scenes import AudioSpan, GridFilm

if TYPE_CHECKING:
    from av import AudioFrame

Samples = NDArray[np.float32]
SOUND_RATE = 48_000
# from one clip to the next, so that nothing clicks
_FADE_S = 0.01
# a jump of times that is no rounding
_JUMP_S = 0.01
# decoders need some sound before what is asked for
_RUN_UP_S = 0.5
_NOTHING: Samples = np.zeros((0, 2), np.float32)


class FilmSound:
    """The samples of a film, one stretch after another."""

    def __init__(self, parts: Iterator[Samples]) -> None:
        self._parts = parts
        self._left = _NOTHING

    def read(self, n: int) -> Samples:
        """Return the next so many samples, (n, 2); silence after the end."""
        while len(self._left) < n:
            more = next(self._parts, None)
            if more is None:
                more = np.zeros((n - len(self._left), 2), np.float32)
            self._left = np.concatenate([self._left, more])
        taken, self._left = self._left[:n], self._left[n:]
        return taken


def sound_of(film: GridFilm) -> FilmSound:
    """Return the sound of a film."""
    return FilmSound(_parts(film))


def _parts(film: GridFilm) -> Iterator[Samples]:
    at_s, n_done = Fraction(0), 0
    for scene in film.scenes:
        for heard in scene.heard:
            at_s += heard.length_s if isinstance(heard, AudioSpan) else heard
            until = round(at_s * SOUND_RATE)
            if isinstance(heard, AudioSpan):
                yield from _exactly(_faded(_recorded(heard), until - n_done), until - n_done)
            else:
                yield np.zeros((until - n_done, 2), np.float32)
            n_done = until


def _exactly(parts: Iterator[Samples], n: int) -> Iterator[Samples]:
    """Yield so many samples: no more, and silence for what is missing."""
    for part in parts:
        if len(part) >= n:
            yield part[:n]
            return
        yield part
        n -= len(part)
    yield np.zeros((n, 2), np.float32)


def _faded(parts: Iterator[Samples], n: int) -> Iterator[Samples]:
    """Yield samples that come and go within a hundredth of a second."""
    at, n_fade = 0, round(_FADE_S * SOUND_RATE)
    for part in parts:
        nth = at + np.arange(len(part))
        gain = np.clip(np.minimum(nth, n - nth) / n_fade, 0, 1).astype(np.float32)
        yield part * gain[:, None]
        at += len(part)


def _recorded(heard: AudioSpan) -> Iterator[Samples]:
    """Yield a clip's sound from where it is heard on, with silence where it has none."""
    due = round(heard.from_s * SOUND_RATE)
    try:
        for at, samples in _decoded(heard):
            if at > due:
                yield np.zeros((at - due, 2), np.float32)
                due = at
            fresh = samples[max(due - at, 0) :]
            due += len(fresh)
            yield fresh
    except ValueError:  # what is damaged is silent
        return


def _decoded(heard: AudioSpan) -> Iterator[tuple[int, Samples]]:
    """Yield samples of a clip, and which of its samples the first is."""
    import av

    with open_video(heard.clip.path) as container:
        stream = next(filter(is_known, container.streams.audio), None)
        if stream is None:
            return
        begins_s = (container.start_time or 0) / 1e6
        if heard.from_s > _RUN_UP_S:
            container.seek(int((float(heard.from_s) - _RUN_UP_S + begins_s) * 1e6))
        resampler, at, next_s = None, 0, 0.0
        for frame in container.decode(stream):
            from_s = next_s if frame.time is None else frame.time - begins_s
            if resampler is None or abs(from_s - next_s) > _JUMP_S:
                resampler = av.AudioResampler(format="flt", layout="stereo", rate=SOUND_RATE)
                at, next_s = round(from_s * SOUND_RATE), from_s
            next_s += frame.samples / frame.sample_rate
            for samples in _resampled(resampler, frame):
                yield at, samples
                at += len(samples)


def _resampled(resampler: object, frame: "AudioFrame") -> Iterator[Samples]:
    import av

    assert isinstance(resampler, av.AudioResampler)
    frame.pts = None
    for part in resampler.resample(frame):
        yield part.to_ndarray().reshape(-1, 2).astype(np.float32)
