"""A plan, said once: what would be written, file by file and tag by tag, and why.

By these classes plans are read and checked (``document.py``), and of them the JSON Schema is made:
the comment on a field is what the reference says of it.
"""

from collections.abc import Iterator
from itertools import chain, zip_longest
from pathlib import Path, PurePosixPath
from typing import Literal

from msgspec import UNSET, UnsetType, field

from coincide.model.times import WallTime
from coincide.storage.documents import Closed, Count, EventTime, Sha256
from coincide.writing.choices import Applied, Program

SCHEMA = "coincide.plan/1"


class TagChange(Closed, frozen=True):
    """One tag by ExifTool's name; None is "not there", before or after."""

    tag: str  # its name, as ExifTool has it
    old: str | None  # null: not there
    new: str | None  # the same


class Place(Closed, frozen=True):
    """A file: one of the plan's folders by its number, and a path below it."""

    root: Count  # the number of the folder
    path: PurePosixPath  # the path below it, with slashes


class Fingerprint(Closed, frozen=True):
    """What a file was when the plan was made."""

    size: Count  # bytes
    mtime_ns: int  # when it was changed
    sha256: Sha256  # of its bytes


class Moment(Closed, frozen=True):
    """When a photo was taken, before and after: what its camera recorded, and what is right.

    With ``shift_s`` the photo is known again when its event is synced once more.
    """

    # what its camera recorded, in seconds since 1970 by the clock's face; null of a photo that
    # had no time
    recorded_s: float | None
    zone_s: int | None  # the zone it recorded, in seconds east
    corrected_s: float  # what is right, likewise
    shift_s: float  # what takes its camera's clock to event time


class FileChange(Closed, frozen=True):
    """What is done for one photo's file."""

    photo: Place  # the photo
    state: Fingerprint  # what it was when the plan was made
    writes: Place  # what is made or replaced: a sidecar, the photo, or a copy
    was: Fingerprint | None  # what lies there now; null: nothing
    changes: tuple[TagChange, ...]  # the tags, with old and new values
    moment: Moment  # when it was taken, before and after
    gallery: str  # the gallery it is of
    why: str  # why, in words
    # what is said inside the photo (ratings, keywords) and is repeated in its new sidecar, because
    # programs look there alone: properties by exiv2's names, their values as in the photo; absent
    # where there is nothing to repeat
    carries: tuple[str, ...] | UnsetType = UNSET


# what becomes of a gallery; a "right" one is left as it is, because its clock may be right
GalleryState = Literal["moved", "right", "unsure", "unplaced"]


class GalleryPlan(Closed, frozen=True):
    """What is done with one gallery: moved by ``shift_s``, or left as it is; and why.

    By ``device`` a camera's offset is remembered for its next event.
    """

    name: str  # the gallery
    # `moved`, or left as it is: `right` (its clock may be right), `unsure` or `unplaced`
    state: GalleryState
    shift_s: float  # by how much its photos are moved
    why: str  # why, in words
    device: tuple[str, str, str]  # make, model and serial number, empty where unknown

    @property
    def moved(self) -> bool:
        """Whether its files are changed."""
        return self.state == "moved"


class LeftAlone(Closed, frozen=True):
    """A file of the event that the plan does not touch, and why."""

    path: str  # the file
    why: str  # why


class Plan(Closed, frozen=True, kw_only=True, tag_field="schema", tag=SCHEMA):
    """Everything that apply would write; nothing else is ever written."""

    event: str  # what the event is called
    to: Applied  # where times go
    program: Program | None = field(name="for")  # the program that is to read the sidecars
    # the event's folders; every path is below one of them, by its number. Of copies, the new
    # folder comes last
    roots: tuple[Path, ...]
    project: Path | None  # the event's project folder, where an applied plan is remembered
    anchor: str | None  # the gallery the others are brought to; null of a plan by hand
    event_time: EventTime
    galleries: tuple[GalleryPlan, ...]  # each gallery, and what becomes of it
    notes: tuple[str, ...]  # what to know before it is applied
    files: tuple[FileChange, ...]  # every file that is made or replaced
    # files of the event that are not touched
    left: tuple[LeftAlone, ...] = field(name="left_alone")
    # the kept solution that it was made of, which still holds when it is carried out; absent of a
    # plan by hand, and of those of 0.1
    solution: str | UnsetType = UNSET

    def where(self, place: Place) -> Path:
        """Return the absolute path of a place."""
        return self.roots[place.root].joinpath(*place.path.parts)

    @property
    def written_roots(self) -> Iterator[Path]:
        """The folders that something is written below, each once."""
        numbers = sorted({change.writes.root for change in self.files})
        return (self.roots[number] for number in numbers)


N_EXAMPLES = 3
NO_TIME = "no time"


class Example(Closed, frozen=True):
    """One photo of a plan, and what it says before and after."""

    photo: str  # its path below the event's folder
    gallery: str
    before: str
    after: str


def examples_of(plan: Plan, n: int = N_EXAMPLES) -> tuple[Example, ...]:
    """Return a few photos before and after: of each gallery one, of those moved furthest first."""
    by_gallery: dict[str, list[FileChange]] = {}
    for change in sorted(plan.files, key=lambda file: file.moment.corrected_s):
        by_gallery.setdefault(change.gallery, []).append(change)
    furthest = sorted(by_gallery.values(), key=lambda one: -abs(one[0].moment.shift_s))
    in_turn = chain.from_iterable(zip_longest(*furthest))
    return tuple(_example(change) for change in in_turn if change is not None)[:n]


def _example(change: FileChange) -> Example:
    moment = change.moment
    before = NO_TIME if moment.recorded_s is None else WallTime(moment.recorded_s).clock
    path = change.photo.path.as_posix()
    return Example(path, change.gallery, before, WallTime(moment.corrected_s).clock)
