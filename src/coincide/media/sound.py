"""What a clip sounds like: its sound as one channel at a low rate, where its pictures are."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import NDArray

from coincide.media.formats import HEAD_BYTES, format_of
from coincide.media.isolated import isolated, need_memory, progress
from coincide.media.pictures.video import NEEDS_AV, READERS, is_known

if TYPE_CHECKING:
    from av import AudioFrame
    from av.container import InputContainer

Samples = NDArray[np.float32]
# speech and most of music lie below 4 kHz, and all that phones' coders keep
SOUND_RATE = 8000
# two hours are 230 MB; nobody films longer in one file, but broken times may say so
MOST_S = 7200.0
# a jump of times that is no rounding: containers round to 1 ms, a lost frame is 20 ms and more
_JUMP_S = 0.01
# bytes for each sample while stretches are joined: in pieces, in one, and where it belongs
_BYTES_HELD = 12
_SOUND_HEADS = (
    (b"ID3", "mp3"),
    (b"fLaC", "flac"),
    (b"OggS", "ogg"),
    (b"#!AMR", "amr"),
    (b"\xff\xf1", "aac"),
    (b"\xff\xf9", "aac"),
    (b"FORM", "aiff"),
    (b"caff", "caf"),
)


@isolated
def read_sound(path: Path, *, rate: int = SOUND_RATE, most_s: float = MOST_S) -> Samples:
    """Return a clip's sound: one channel, from presentation time 0 of its pictures on.

    Sample 0 is when the first frame is shown, or in a file without pictures when the sound
    begins. What is missing, damaged or silent is silence; a clip without sound has no samples.
    Raise ValueError where nothing can be read.
    """
    try:
        import av
    except ImportError as error:
        raise ValueError(NEEDS_AV) from error
    with path.open("rb") as file:
        reader = sound_reader(path, file)
        if reader is None:
            raise ValueError("its format is not known")
        try:
            with av.open(file, mode="r", format=reader, metadata_errors="ignore") as container:
                return _decoded(container, rate, most_s)
        except (av.FFmpegError, ValueError) as error:
            raise ValueError(f"its sound cannot be decoded ({error})") from error


def sound_reader(path: Path, file: BinaryIO) -> str | None:
    """Return FFmpeg's name of the reader for a video or sound file; None if it is neither."""
    head = file.read(HEAD_BYTES)
    file.seek(0)
    if head[:4] == b"RIFF" and head[8:12] == b"WAVE":
        return "wav"
    if head[4:8] == b"ftyp":
        return "mov"
    for start, reader in _SOUND_HEADS:
        if head.startswith(start):
            return reader
    if head[:1] == b"\xff" and head[1:2] >= b"\xe0":
        return "mp3"
    return READERS.get(format_of(path, head) or "")


def _decoded(container: "InputContainer", rate: int, most_s: float) -> Samples:
    if not container.streams.audio or not is_known(container.streams.audio[0]):
        return np.zeros(0, np.float32)
    length_s = min((container.duration or 0) / 1e6, most_s)
    need_memory(int(length_s * rate) * _BYTES_HELD)
    stretches = _Stretches(_zero_s(container), rate, most_s)
    for frame in _frames(container):
        progress()
        stretches.add(frame)
        if stretches.full:
            break
    return stretches.joined()


def _zero_s(container: "InputContainer") -> float | None:
    """Return when the first frame is shown, on the container's time; None without frames."""
    import av

    for stream in container.streams.video:
        # the cover of a record is a video stream too
        shown = not stream.disposition & av.stream.Disposition.attached_pic
        if shown and stream.start_time is not None and stream.time_base is not None:
            return float(stream.start_time * stream.time_base)
    return None


def _frames(container: "InputContainer") -> Iterator["AudioFrame"]:
    """Yield all frames of sound that can be decoded, leaving out damaged packets."""
    import av

    packets = container.demux(container.streams.audio[0])
    while True:
        try:
            packet = next(packets, None)
            if packet is None:
                return
        except av.FFmpegError:
            return  # the container ends here: what came before is kept
        try:
            yield from packet.decode()
        except (av.FFmpegError, ValueError):
            continue  # its time stays silent


@dataclass
class _Stretches:
    """Sound as it comes: stretches without a gap, each with where it begins."""

    zero_s: float | None
    rate: int
    most_s: float
    full: bool = False
    _parts: list[tuple[int, list[Samples]]] = field(default_factory=list)
    _resampler: "object | None" = None
    _next_s: float = 0.0
    _layout: tuple[str, str, int] | None = None

    def add(self, frame: "AudioFrame") -> None:
        """Add a frame; where its time is not the one that was due, a stretch begins."""
        at_s = self._next_s if frame.time is None else float(frame.time)
        if self.zero_s is None:
            self.zero_s = at_s
        layout = (frame.format.name, frame.layout.name, frame.sample_rate)
        if self._resampler is None or layout != self._layout or abs(at_s - self._next_s) > _JUMP_S:
            self._begin(at_s, layout)
        self._next_s = self._next_s + frame.samples / frame.sample_rate
        frame.pts = None
        self._keep(frame)
        self.full = at_s - self.zero_s > self.most_s

    def _begin(self, at_s: float, layout: tuple[str, str, int]) -> None:
        import av

        self._end()
        self._resampler = av.AudioResampler(format="flt", layout="mono", rate=self.rate)
        self._layout, self._next_s = layout, at_s
        self._parts.append((round((at_s - (self.zero_s or 0.0)) * self.rate), []))

    def _keep(self, frame: "AudioFrame | None") -> None:
        import av

        assert isinstance(self._resampler, av.AudioResampler)
        for part in self._resampler.resample(frame):
            self._parts[-1][1].append(part.to_ndarray().reshape(-1).astype(np.float32))

    def _end(self) -> None:
        if self._resampler is not None:
            self._keep(None)

    def joined(self) -> Samples:
        """Return all stretches where they belong, with silence between; never longer than asked."""
        self._end()
        placed = [(at, np.concatenate(parts)) for at, parts in self._parts if parts]
        most = round(self.most_s * self.rate)
        n = max((min(at + len(sound), most) for at, sound in placed), default=0)
        out = np.zeros(max(n, 0), np.float32)
        for at, sound in placed:
            first, last = max(at, 0), min(at + len(sound), n)
            if last > first:
                out[first:last] = sound[first - at : last - at]
        return np.nan_to_num(out, copy=False, posinf=0.0, neginf=0.0)
