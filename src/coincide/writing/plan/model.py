"""A plan as frozen dataclasses: what would be written, file by file and tag by tag, and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal, get_args

# where corrected times go; the last two are texts for people and programs, and are not applied
Target = Literal["sidecar", "file", "copies", "script", "table"]
APPLIED_TARGETS: tuple[Target, ...] = ("sidecar", "file", "copies")
Program = Literal["lightroom", "digikam", "darktable", "immich"]
PROGRAMS: tuple[Program, ...] = get_args(Program)


@dataclass(frozen=True, slots=True)
class TagChange:
    """One tag by ExifTool's name; None is "not there", before or after."""

    tag: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """A file: one of the plan's folders by its number, and a path below it."""

    root: int
    path: PurePosixPath


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What a file was when the plan was made."""

    size: int
    mtime_ns: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Moment:
    """When a photo was taken, before and after: what its camera recorded, and what is right.

    ``shift_s`` takes its camera's clock to event time. With it the photo is known again when
    its event is synced once more. ``recorded_s`` is None of a photo that had no time.
    """

    recorded_s: float | None
    zone_s: int | None
    corrected_s: float
    shift_s: float


@dataclass(frozen=True, slots=True)
class FileChange:
    """What is done for one photo's file.

    ``writes`` is the file that is made or replaced: a sidecar, the photo itself, or a copy.
    ``was`` is what lies there now, None where nothing does.
    """

    photo: Place
    state: Fingerprint
    writes: Place
    was: Fingerprint | None
    changes: tuple[TagChange, ...]
    moment: Moment
    gallery: str
    why: str


# what becomes of a gallery; a "right" one is left as it is, because its clock may be right
GalleryState = Literal["moved", "right", "unsure", "unplaced"]
GALLERY_STATES: tuple[GalleryState, ...] = get_args(GalleryState)


@dataclass(frozen=True, slots=True)
class GalleryPlan:
    """What is done with one gallery: moved by ``shift_s``, or left as it is; and why.

    ``device`` is make, model and serial number, empty where unknown, by which a camera's
    offset is remembered for its next event.
    """

    name: str
    state: GalleryState
    shift_s: float
    why: str
    device: tuple[str, str, str]

    @property
    def moved(self) -> bool:
        """Whether its files are changed."""
        return self.state == "moved"


@dataclass(frozen=True, slots=True)
class LeftAlone:
    """A file of the event that the plan does not touch, and why."""

    path: str
    why: str


@dataclass(frozen=True)
class Plan:
    """Everything that apply would write; nothing else is ever written.

    ``roots`` are the event's folders and, for copies, the new folder last. ``project`` is the
    event's project folder, where an applied plan is remembered; ``anchor`` the gallery whose
    clock the others are brought to, None of a plan by hand; ``solution`` the one it was made
    from, which still holds when the plan is carried out.
    """

    event: str
    to: Target
    program: Program | None
    roots: tuple[Path, ...]
    project: Path | None
    anchor: str | None
    event_time: Literal["true", "anchor"]
    galleries: tuple[GalleryPlan, ...]
    files: tuple[FileChange, ...]
    left: tuple[LeftAlone, ...] = ()
    notes: tuple[str, ...] = ()
    solution: str | None = None

    def where(self, place: Place) -> Path:
        """Return the absolute path of a place."""
        return self.roots[place.root].joinpath(*place.path.parts)

    @property
    def written_roots(self) -> Iterator[Path]:
        """The folders that something is written below, each once."""
        numbers = sorted({change.writes.root for change in self.files})
        return (self.roots[number] for number in numbers)
