"""Clips where they belong: one track per camera, in exact seconds of one time."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
# what neither XML nor a list of lines can hold, and a file's name can
_UNWRITABLE = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class PlacedClip:
    """A video file and where it lies: ``start_s`` seconds after the arrangement's beginning.

    ``rate`` is in frames a second. ``timecode_s`` is what its own time code says of its first
    frame, 0 where it has none. ``notes`` are what to know of it, in words.
    """

    path: Path
    start_s: Fraction
    duration_s: Fraction
    rate: Fraction
    size_px: tuple[int, int]
    sample_rate: int | None = None
    n_channels: int = 0
    timecode_s: Fraction = Fraction(0)
    notes: tuple[str, ...] = ()

    @property
    def end_s(self) -> Fraction:
        """When it is over."""
        return self.start_s + self.duration_s


@dataclass(frozen=True, slots=True)
class ClipTrack:
    """The clips of one camera, by their start, no two at once; and what to know of its clock."""

    name: str
    clips: tuple[PlacedClip, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Tracks on one time, which begins at ``begins_s`` of event time."""

    name: str
    begins_s: Fraction
    tracks: tuple[ClipTrack, ...]
    notes: tuple[str, ...] = ()

    @property
    def clips(self) -> tuple[PlacedClip, ...]:
        """The clips of all tracks."""
        return tuple(clip for track in self.tracks for clip in track.clips)

    @property
    def rate(self) -> Fraction:
        """Frames a second: those of most of what was filmed."""
        return _most((clip.rate, clip.duration_s) for clip in self.clips)

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height: those of most of what was filmed."""
        return _most((clip.size_px, clip.duration_s) for clip in self.clips)


def _most(weighed: Iterable[tuple[T, Fraction]]) -> T:
    """Return what weighs most; of two that weigh the same the first."""
    total: dict[T, Fraction] = defaultdict(Fraction)
    for value, weight in weighed:
        total[value] += weight
    return max(total, key=lambda value: total[value])


def is_writable(text: str) -> bool:
    """Tell whether every format can hold a text as it is."""
    return _UNWRITABLE.search(text) is None


def plain(text: str) -> str:
    r"""Return a text that every format can hold.

    >>> plain("Ada\nBen")
    'Ada_Ben'
    """
    return _UNWRITABLE.sub("_", text)
