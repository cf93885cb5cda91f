"""Put an event's clips where its latest solution has them, for editing programs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from coincide.errors import UsageError
from coincide.media.pictures.video import NEEDS_AV, has_av
from coincide.media.video.streams import Streams, is_video, read_streams
from coincide.model import Event, Place, SkippedPhoto
from coincide.model.places import file_of
from coincide.model.progress import StageProgress
from coincide.project.clips.ties import HeardPair
from coincide.project.project import Project
from coincide.project.solutions.status import quiet
from coincide.writing.clips import Arranged, arrange
from coincide.writing.clips.model import is_writable
from coincide.writing.clips.soundgroups import ClipTie


@dataclass(frozen=True)
class EventClips:
    """The clips of an event on tracks, and the files that could not be opened."""

    event: Event
    arranged: Arranged
    unread: tuple[SkippedPhoto, ...]


def arrange_clips(
    project: Project, *, unsure: bool = False, progress: StageProgress = quiet
) -> EventClips:
    """Return where the clips of an event belong by the latest solution.

    Raises StoreError where that no longer holds, as a plan does: clips would lie elsewhere.
    """
    if not has_av():
        raise UsageError(f"Looking into videos {NEEDS_AV}")
    solution = project.holding(progress)
    streams, unread = _streams(solution.event, progress)
    arranged = arrange(
        solution.event,
        solution.offsets,
        solution.timeline,
        streams,
        unsure=unsure,
        ties=vouched_ties(solution.event, solution.heard),
    )
    return EventClips(solution.event, arranged, unread)


def vouched_ties(event: Event, heard: Sequence[HeardPair]) -> list[ClipTie]:
    """Return the ties of clips that sound or a person vouches for."""
    keys = [photo.key for photo in event.photos]
    return [
        ClipTie(
            keys[pair.photo_a], keys[pair.photo_b], Fraction(round(pair.lag_s * 1e6), 1_000_000)
        )
        for pair in heard
        if pair.sure
    ]


def _streams(
    event: Event, progress: StageProgress
) -> tuple[Mapping[Place, Streams], tuple[SkippedPhoto, ...]]:
    """Read the streams of all videos; films of live photos move with their photo and are none."""
    streams: dict[Place, Streams] = {}
    unread: list[SkippedPhoto] = []
    paths = [
        *(photo.path for photo in event.photos),
        *(timeless.path for timeless in event.timeless),
    ]
    for done, path in enumerate(paths, start=1):
        try:
            file = file_of(path)
            if is_video(file):
                _check_name(file)
                streams[path] = read_streams(file)
        except (OSError, ValueError) as error:
            unread.append(SkippedPhoto(path, str(error)))
        progress("read", done, len(paths))
    return streams, tuple(unread)


def _check_name(path: Path) -> None:
    if not is_writable(str(path)):
        raise ValueError("its path has characters that files for editing programs cannot contain")
