"""What a video's streams are: how long, how many frames a second, how large, with what sound."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from coincide.media.formats import HEAD_BYTES, format_of, media_of
from coincide.media.isolated import isolated
from coincide.media.pictures.video import NEEDS_AV, is_known, reader_of

if TYPE_CHECKING:
    from av.container import InputContainer
    from av.video.stream import VideoStream

# what cameras mean; what they write is counted, and seldom comes out even
_USUAL_RATES = (
    *(Fraction(24000, 1001), Fraction(24), Fraction(25), Fraction(30000, 1001), Fraction(30)),
    *(Fraction(48000, 1001), Fraction(48), Fraction(50), Fraction(60000, 1001), Fraction(60)),
    *(Fraction(100), Fraction(120000, 1001), Fraction(120), Fraction(240000, 1001), Fraction(240)),
)
# phones change their rate with the light, by less than this share where they keep to it at all
_RATE_SHARE = Fraction(1, 100)
_MICROSECONDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Streams:
    """A video's first picture stream and its sound, in exact numbers.

    ``start_s`` is how long after the file's beginning its first frame is shown, which sound may
    come before. ``rate`` is in frames a second, ``size_px`` as stored. ``timecode`` is that of
    its first frame, as cameras for editors write it.
    """

    start_s: Fraction
    picture_s: Fraction
    rate: Fraction
    size_px: tuple[int, int]
    sample_rate: int | None = None
    n_channels: int = 0
    timecode: str | None = None

    @property
    def duration_s(self) -> Fraction:
        """From the file's beginning until its last frame is over."""
        return self.start_s + self.picture_s

    @property
    def has_sound(self) -> bool:
        """Whether anything is to be heard."""
        return self.n_channels > 0


def is_video(path: Path) -> bool:
    """Tell by a file's first bytes and its name whether it is a video."""
    with path.open("rb") as file:
        format_ = format_of(path, file.read(HEAD_BYTES))
    return format_ is not None and media_of(format_) == "video"


@isolated
def read_streams(path: Path) -> Streams:
    """Return what a video's streams are; raise ValueError where nobody can tell."""
    with _opened(path) as container:
        if not container.streams.video:
            raise ValueError("it has no picture")
        picture = container.streams.video[0]
        if not is_known(picture):
            raise ValueError("its codec is not known")
        sound = next(filter(is_known, container.streams.audio), None)
        start_s, picture_s = _times(container, picture)
        return Streams(
            start_s=start_s,
            picture_s=picture_s,
            rate=usual_rate(Fraction(picture.average_rate or picture.guessed_rate or 0)),
            size_px=(picture.width, picture.height),
            sample_rate=None if sound is None else sound.rate,
            n_channels=0 if sound is None else sound.channels,
            timecode=_timecode(container),
        )


def usual_rate(counted: Fraction) -> Fraction:
    """Return the rate that a counted one is meant to be; itself where that is none of them.

    >>> usual_rate(Fraction(2996, 100)), usual_rate(Fraction(15))
    (Fraction(30000, 1001), Fraction(15, 1))
    """
    if counted <= 0:
        raise ValueError("it does not state its frame rate")
    nearest = min(_USUAL_RATES, key=lambda rate: abs(rate - counted))
    near = abs(nearest - counted) < _RATE_SHARE * counted
    return nearest if near else counted.limit_denominator(1001)


@contextmanager
def _opened(path: Path) -> "Iterator[InputContainer]":
    try:
        import av
    except ImportError as error:
        raise ValueError(NEEDS_AV) from error
    with path.open("rb") as file:
        reader = reader_of(path, file)
        try:
            with av.open(file, mode="r", format=reader, metadata_errors="ignore") as container:
                yield container
        except (av.FFmpegError, IndexError, OSError) as error:  # also from seeking where nothing is
            raise ValueError(f"it cannot be opened ({error})") from error


def _times(container: "InputContainer", picture: "VideoStream") -> tuple[Fraction, Fraction]:
    """Return when the first frame is shown, and how long there are frames."""
    begins_s = Fraction(container.start_time or 0, _MICROSECONDS)
    start_s = Fraction(0)
    if picture.start_time is not None and picture.time_base is not None:
        start_s = max(picture.start_time * picture.time_base - begins_s, Fraction(0))
    if picture.duration is not None and picture.time_base is not None:
        return start_s, picture.duration * picture.time_base
    if container.duration is None:
        raise ValueError("it does not state its length")
    return start_s, max(Fraction(container.duration, _MICROSECONDS) - start_s, Fraction(0))


def _timecode(container: "InputContainer") -> str | None:
    told = [container.metadata, *(stream.metadata for stream in container.streams)]
    return next((tags["timecode"] for tags in told if tags.get("timecode")), None)
