"""Put an event's clips where its latest solution has them, for editing programs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from coincide.errors import UsageError
from coincide.media.pictures.video import NEEDS_AV, has_av
from coincide.media.video.streams import Streams, is_video, read_streams
from coincide.model import Event, Place, SkippedPhoto
from coincide.project.features import Progress
from coincide.project.known import quiet
from coincide.project.project import Project
from coincide.writing.clips import Arranged, arrange
from coincide.writing.clips.model import is_writable


@dataclass(frozen=True)
class EventClips:
    """The clips of an event on tracks, and the files that could not be opened."""

    event: Event
    arranged: Arranged
    unread: tuple[SkippedPhoto, ...]


def arrange_clips(
    project: Project, *, unsure: bool = False, progress: Progress = quiet
) -> EventClips:
    """Return where the clips of an event belong by the latest solution.

    Raises StoreError where that no longer holds, as a plan does: clips would lie elsewhere.
    """
    if not has_av():
        raise UsageError(f"Looking into videos {NEEDS_AV}")
    solution = project.holding(progress)
    streams, unread = _streams(solution.event, progress)
    arranged = arrange(solution.event, solution.offsets, solution.timeline, streams, unsure=unsure)
    return EventClips(solution.event, arranged, unread)


def _streams(
    event: Event, progress: Progress
) -> tuple[Mapping[Place, Streams], tuple[SkippedPhoto, ...]]:
    """Read the streams of all videos; films of live photos move with their photo and are none."""
    streams: dict[Place, Streams] = {}
    unread: list[SkippedPhoto] = []
    for done, photo in enumerate(event.photos, start=1):
        try:
            if is_video(photo.file):
                _check_name(photo.file)
                streams[photo.path] = read_streams(photo.file)
        except (OSError, ValueError) as error:
            unread.append(SkippedPhoto(photo.path, str(error)))
        progress("read", done, event.n_photos)
    return streams, tuple(unread)


def _check_name(path: Path) -> None:
    if not is_writable(str(path)):
        raise ValueError("its path holds letters that no file for editors can name")
