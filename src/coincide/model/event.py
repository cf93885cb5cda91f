"""Photos, galleries and events.

Two views of one event: :class:`Event` holds photos with their metadata, for
people and files; :class:`PhotoTable` holds the same photos as columns of
numbers, for the solvers, and needs no files at all.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np

from coincide.model.arrays import Floats, Indices
from coincide.model.clips import Clip, ExactTime
from coincide.model.places import Place, file_of


@dataclass(frozen=True, slots=True)
class Position:
    """A place on Earth, in degrees."""

    latitude_deg: float
    longitude_deg: float


@dataclass(frozen=True, slots=True)
class Device:
    """What a file says of the device that made it; None where it says nothing."""

    make: str | None = None
    model: str | None = None
    serial: str | None = None
    software: str | None = None

    @property
    def label(self) -> str:
        """Name the device as a person would, e.g. "Canon EOS 40D"."""
        make, model = self.make or "", self.model or ""
        if make and model.lower().startswith(make.split()[0].lower()):
            make = ""  # "Canon" + "Canon EOS 40D"
        return f"{make} {model}".strip() or "unknown device"


# where a photo's time was read: its own tags, its sidecar, a video's container, its file name,
# the JSON that Google Takeout put beside it
TimeSource = Literal["exif", "xmp", "sidecar", "video", "name", "takeout"]
# what a file is to the photo it moves with
Role = Literal["raw", "live", "edit", "copy"]


@dataclass(frozen=True, slots=True)
class Companion:
    """A further file of one shot, which moves with its photo: its RAW, its film, an edit.

    ``recorded_time_s`` is told of a copy that has a time of its own, such as an export's.
    """

    path: Place
    key: str
    role: Role
    recorded_time_s: float | None = None


@dataclass(frozen=True, slots=True)
class Photo:
    """One photo with a camera time. ``key`` is the sha256 of the file's bytes.

    ``recorded_time_s`` is DateTimeOriginal as written; ``camera_time_s`` is the
    gallery's one clock (they differ only where zone tags vary inside a gallery, and of a clip
    that goes on with a recording and bears the time of its beginning).
    ``scene_ev`` is how bright the scene was: the exposure value at ISO 100.
    ``companions`` are the other files of the same shot, by path. A time from a file name
    is weaker than one from tags: whoever renamed the file may have meant another moment.
    ``taken_utc_s`` is when it was taken by Google Takeout, in UTC, whatever its own tags say.
    ``applied_s`` is what its gallery was corrected by, where its file has been corrected: the
    times here then are what the camera recorded all the same. ``clip`` is told of a video that
    stands for itself: its length, and what its time may mean. ``exact``: when it was taken, where
    something other than the camera's clock measured it. ``written_s``: when its file was written,
    in UTC, where that is a day or more before the time that its camera told.
    """

    path: Place
    key: str
    camera_time_s: float
    recorded_time_s: float
    device: Device = Device()
    zone_s: int | None = None
    gps_time_s: float | None = None
    position: Position | None = None
    orientation: int = 1
    width_px: int | None = None
    height_px: int | None = None
    scene_ev: float | None = None
    time_from: TimeSource = "exif"
    companions: tuple[Companion, ...] = ()
    applied_s: float | None = None
    taken_utc_s: float | None = None
    clip: Clip | None = None
    exact: ExactTime | None = None
    written_s: float | None = None

    @property
    def in_utc(self) -> bool:
        """Whether its time is in UTC by its format, and not by where it was taken."""
        return self.zone_s == 0 and self.time_from in ("video", "name", "takeout")

    @property
    def file(self) -> Path:
        """Its file on this machine's disks; raises UsageError for one in object storage."""
        return file_of(self.path)


@dataclass(frozen=True, slots=True)
class Timeless:
    """A photo that can be looked at but has no camera time, and why.

    ``day_s`` is midnight of the day its name tells, of which a forwarded photo's name knows
    no more; ``owner`` is the person in whose folder it lies. ``clip`` is told of a video: its
    sound may tell what its header does not.
    """

    path: Place
    key: str
    owner: str
    reason: str
    day_s: float | None = None
    clip: Clip | None = None

    @property
    def as_photo(self) -> Photo:
        """The same as a photo whose time says nothing, for whoever looks or listens."""
        return Photo(self.path, self.key, 0.0, 0.0, clip=self.clip)


@dataclass(frozen=True, slots=True)
class SkippedPhoto:
    """A file that was left out, and why; a bad file is a value, not an exception."""

    path: Place
    reason: str


@dataclass(frozen=True)
class Gallery:
    """Photos from one clock, by camera time. ``notes`` tell what was assumed about it."""

    name: str
    photos: tuple[Photo, ...]
    trusted: bool = False
    notes: tuple[str, ...] = ()

    @cached_property
    def device(self) -> Device:
        """The device that most of its photos name; edited copies may name none."""
        return Counter(photo.device for photo in self.photos).most_common(1)[0][0]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Who is who, where files leave it open, and why.

    Is a gallery of one device with an ``other``? Or, without another, of two devices?
    """

    gallery: str
    other: str | None
    reason: str

    @property
    def question(self) -> str:
        """The question as a person is asked it."""
        if self.other is None:
            return f"may be two devices of one model ({self.reason}): split it if so"
        return f"may be one device with {self.other} ({self.reason}): merge them if so"


@dataclass(frozen=True)
class Event:
    """The occasion: galleries sorted by name, and the files that were left out."""

    name: str
    galleries: tuple[Gallery, ...]
    skipped: tuple[SkippedPhoto, ...] = ()
    project: Place | None = None  # the project folder; None for an event in memory
    anchor: str | None = None  # as the event file names it
    timeless: tuple[Timeless, ...] = ()  # by path
    roots: tuple[Place, ...] = ()  # the folders its files lie in
    true_time: bool = False  # the anchor is named because it was applied as true time
    anchor_applied: bool = False  # the anchor is a plan's that was applied, not the event file's
    doubts: tuple[Doubt, ...] = ()  # who may be whom, by gallery

    @property
    def n_photos(self) -> int:
        """Photos in all galleries."""
        return sum(len(gallery.photos) for gallery in self.galleries)

    @property
    def photos(self) -> Iterator[Photo]:
        """All photos, gallery by gallery: the order of every array in a PhotoTable."""
        for gallery in self.galleries:
            yield from gallery.photos

    @cached_property
    def table(self) -> "PhotoTable":
        """The event's numbers, without its files."""
        photos = list(self.photos)
        nowhere = Position(np.nan, np.nan)
        places = [photo.position or nowhere for photo in photos]
        sizes = [len(gallery.photos) for gallery in self.galleries]
        return PhotoTable(
            names=tuple(gallery.name for gallery in self.galleries),
            starts=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            camera_time_s=np.array([photo.camera_time_s for photo in photos], dtype=np.float64),
            position_deg=np.array(
                [(place.latitude_deg, place.longitude_deg) for place in places], dtype=np.float64
            ).reshape(-1, 2),
            # None becomes NaN
            scene_ev=np.array([photo.scene_ev for photo in photos], dtype=np.float64),
        )


@dataclass(frozen=True)
class PhotoTable:
    """N photos of k galleries as columns; gallery g owns rows starts[g]:starts[g + 1].

    camera_time_s: (N,) ascending inside each gallery. position_deg: (N, 2)
    latitude and longitude, NaN where unknown. starts: (k + 1,). scene_ev: (N,), NaN
    where unknown; left out, it is unknown of all.
    """

    names: tuple[str, ...]
    starts: Indices
    camera_time_s: Floats
    position_deg: Floats
    scene_ev: Floats = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        if len(self.scene_ev) == 0:
            object.__setattr__(self, "scene_ev", np.full(self.n_photos, np.nan))

    @property
    def n_photos(self) -> int:
        """Photos in all galleries."""
        return len(self.camera_time_s)

    @property
    def n_galleries(self) -> int:
        """Galleries in the event."""
        return len(self.names)

    def rows(self, gallery: int) -> slice:
        """Return the rows of one gallery."""
        return slice(int(self.starts[gallery]), int(self.starts[gallery + 1]))

    def longest_s(self, galleries: Sequence[int]) -> float:
        """Return the longest time from first photo to last of some galleries."""
        first_s = self.camera_time_s[self.starts[:-1]]
        last_s = self.camera_time_s[self.starts[1:] - 1]
        return float((last_s - first_s)[list(galleries)].max())

    def gallery_of(self, rows: Indices) -> Indices:
        """Return the gallery each row belongs to."""
        return np.searchsorted(self.starts, rows, side="right").astype(np.int64) - 1
