"""album.json: an album for programs. Its classes are the one place that says what is in it."""

from coincide.model.times import WallTime
from coincide.storage.documents import Closed, Count, to_text
from coincide.writing.album.manifest import Made
from coincide.writing.album.model import Story, Wishes
from coincide.writing.album.renditions import Renditions

SCHEMA = "coincide.album/1"


class AlbumPhoto(Closed, frozen=True, kw_only=True):
    """A photo or video of an album."""

    # when it was taken, local to its moment: `YYYY-MM-DD HH:MM:SS`; null where nobody knows
    event_time: str | None
    event_zone: str | None  # the zone that this is in, such as `+02:00`; null where nobody knows
    # how well its time is known: `known`; `about`, not to a few minutes; `own`, by nothing but its
    # camera's own clock; null where there is none
    clock: str | None
    person: str | None  # who took it; null unless asked for
    video_s: float | None  # how long a video is; null of a photo
    pictures: tuple[str, ...]  # its picture by size, the smallest first, beside this file
    video: str | None  # the video, beside this file
    original: str | None  # the original, beside this file or as it lies; null unless asked for


class AlbumMoment(Closed, frozen=True):
    """What was photographed together."""

    photos: tuple[Count, ...]  # numbers of `photos`, from 0 on
    cover: Count  # the one that shows it


class AlbumChapter(Closed, frozen=True):
    """A part of the event."""

    name: str  # what it is called
    day: str  # the day it is of, in words; empty where the event is of one day
    cover: Count  # the photo that shows it
    moments: tuple[AlbumMoment, ...]  # by time


class AlbumGroup(Closed, frozen=True):
    """Photos that show the same."""

    kind: str  # `same`, `burst` or `alike`
    photos: tuple[Count, ...]  # numbers of `photos`
    best: Count  # the one that stands for them


class AlbumInstant(Closed, frozen=True):
    """What two people photographed at one instant."""

    photos: tuple[Count, Count]  # numbers of `photos`, by time
    apart_s: float  # seconds between them
    within_s: float  # how well that is known: the half of its 90 % interval


class AlbumAngles(Closed, frozen=True):
    """Clips that recorded the same sounds, by when they began."""

    photos: tuple[Count, ...]  # numbers of `photos`
    starts_s: tuple[float, ...]  # seconds from the beginning of the first one


class AlbumDocument(Closed, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """An event as an album."""

    title: str  # what it is called
    chapters: tuple[AlbumChapter, ...]  # by time
    photos: tuple[AlbumPhoto, ...]  # in the order of the album; those in no chapter come last
    groups: tuple[AlbumGroup, ...]  # photos that show the same
    instants: tuple[AlbumInstant, ...]  # of one thing at one instant, the best first
    angles: tuple[AlbumAngles, ...]  # clips that can be played in step


def album_text(story: Story, material: Renditions | None, wishes: Wishes) -> str:
    """Return an album as a file's text; without material it names no file of its own."""
    return to_text(album_document(story, material, wishes), indent=1)


def album_document(story: Story, material: Renditions | None, wishes: Wishes) -> AlbumDocument:
    """Return an album whose rows are in order as a document."""
    return AlbumDocument(
        title=story.title,
        chapters=tuple(
            AlbumChapter(
                chapter.name,
                chapter.day,
                chapter.cover,
                tuple(AlbumMoment(moment.rows, moment.cover) for moment in chapter.moments),
            )
            for chapter in story.album.chapters
        ),
        photos=tuple(_photo(story, row, material, wishes) for row in range(len(story.shown))),
        groups=tuple(
            AlbumGroup(group.kind, group.rows, group.best) for group in story.album.groups
        ),
        instants=tuple(
            AlbumInstant(instant.rows, round(instant.apart_s, 1), round(instant.within_s, 1))
            for instant in story.album.instants
        ),
        angles=tuple(
            AlbumAngles(angle.rows, tuple(round(start_s, 3) for start_s in angle.starts_s))
            for angle in story.album.angles
        ),
    )


def _photo(story: Story, row: int, material: Renditions | None, wishes: Wishes) -> AlbumPhoto:
    one = story.shown[row]
    time = None if one.local_time_s is None else WallTime(one.local_time_s, one.zone_s)
    if material is None:
        original = str(one.file) if wishes.originals == "as-is" else None
    else:
        original = next(iter(_files(material.originals[row])), None)
    return AlbumPhoto(
        event_time=None if time is None else time.clock,
        event_zone=None if time is None else time.zone or None,
        clock=None if time is None else one.clock,
        person=story.people[one.person] if wishes.who else None,
        video_s=one.length_s,
        pictures=_files(None if material is None else material.views[row]),
        video=next(iter(_files(None if material is None else material.films[row])), None),
        original=original,
    )


def _files(made: Made | None) -> tuple[str, ...]:
    return () if made is None else tuple(made.files)
