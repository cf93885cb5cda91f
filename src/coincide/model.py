"""The words of the project as frozen dataclasses; stages talk through these alone.

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
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Indices = NDArray[np.int64]


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


@dataclass(frozen=True, slots=True)
class Photo:
    """One photo with a camera time. ``key`` is the sha256 of the file's bytes.

    ``recorded_time_s`` is DateTimeOriginal as written; ``camera_time_s`` is the
    gallery's one clock (they differ only where zone tags vary inside a gallery).
    ``scene_ev`` is how bright the scene was: the exposure value at ISO 100.
    """

    path: Path
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


@dataclass(frozen=True, slots=True)
class SkippedPhoto:
    """A file that was left out, and why; a bad file is a value, not an exception."""

    path: Path
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


@dataclass(frozen=True)
class Event:
    """The occasion: galleries sorted by name, and the files that were left out."""

    name: str
    galleries: tuple[Gallery, ...]
    skipped: tuple[SkippedPhoto, ...] = ()
    project: Path | None = None  # the project folder; None for an event in memory
    anchor: str | None = None  # as the event file names it

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


@dataclass(frozen=True)
class Links:
    """Accepted pairs of photos as columns, rows of a PhotoTable; best first."""

    photo_a: Indices
    photo_b: Indices
    similarity: Floats

    def __len__(self) -> int:
        return len(self.photo_a)

    @staticmethod
    def joined(parts: Sequence["Links"]) -> "Links":
        """Return several sets of links as one, in their order; of none, no links."""
        no_rows = np.zeros(0, np.int64)
        return Links(
            np.concatenate([no_rows, *(part.photo_a for part in parts)]),
            np.concatenate([no_rows, *(part.photo_b for part in parts)]),
            np.concatenate([np.zeros(0), *(part.similarity for part in parts)]),
        )


@dataclass(frozen=True)
class Edge:
    """All links between galleries a < b; their photo_a are of a. Weight: median similarity."""

    a: int
    b: int
    links: Links
    weight: float


@dataclass(frozen=True)
class GalleryGraph:
    """Galleries as nodes 0..n_galleries − 1, at most one edge for each pair."""

    n_galleries: int
    edges: tuple[Edge, ...]


@dataclass(frozen=True)
class Estimate:
    """A relative offset with its uncertainty; an empty ``reasons`` means: trust it.

    ``low_s`` to ``high_s`` is the 90 % credible interval; ``probability`` is
    P(|error| ≤ 300 s), None where the method has no such figure. ``basis`` says in
    words what the estimate rests on.
    """

    offset_s: float
    low_s: float
    high_s: float
    probability: float | None = None
    reasons: tuple[str, ...] = ()
    basis: str = ""


@dataclass(frozen=True, slots=True)
class Jump:
    """A clock that was set anew: from photo ``row`` of its gallery on, ``step_s`` more is added."""

    row: int
    step_s: float


@dataclass(frozen=True)
class Placement:
    """Where one gallery ended up; unplaced when ``estimate`` is None, with the reasons.

    ``estimate`` holds for the gallery's first photo; ``jumps`` and ``drift_ppm`` say what its
    clock did after that. ``error`` names the kind of error its clock has, in words, where the
    evidence supports it; else it is empty.
    """

    gallery: str
    estimate: Estimate | None
    n_links: int = 0
    via: str | None = None  # the gallery it was placed against
    reasons: tuple[str, ...] = ()
    jumps: tuple[Jump, ...] = ()
    drift_ppm: float = 0.0
    error: str = ""

    @property
    def placed(self) -> bool:
        """Whether the gallery has an offset."""
        return self.estimate is not None

    @property
    def offset_s(self) -> float | None:
        """Seconds to add to the camera time, or None when unplaced."""
        return None if self.estimate is None else self.estimate.offset_s


@dataclass(frozen=True)
class Offsets:
    """The answer: one placement per gallery, in the event's order, and what time it is in."""

    anchor: str
    method: str
    placements: tuple[Placement, ...]
    event_time: Literal["true", "anchor"] = "anchor"

    def __getitem__(self, gallery: str) -> Placement:
        for placement in self.placements:
            if placement.gallery == gallery:
                return placement
        raise KeyError(gallery)


@dataclass(frozen=True, slots=True)
class Question:
    """Do two photos, rows of a PhotoTable, show the same moment? ``photo_a`` is of ``gallery``.

    ``gain``: by how many nats the answer is expected to make places surer, over all galleries.
    """

    gallery: str
    photo_a: int
    photo_b: int
    gain: float


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Photos of two galleries that look like one moment but are far apart in the result.

    ``n_pairs`` of them; the most alike are rows ``photo_a`` and ``photo_b``, ``apart_s`` apart.
    """

    gallery_a: str
    gallery_b: str
    n_pairs: int
    photo_a: int
    photo_b: int
    apart_s: float


@dataclass(frozen=True)
class Explanation:
    """What speaks against a result, and what to ask a person, the most telling first.

    ``n_hints_missing``: hints that were given but say nothing of the photos that are there.
    """

    contradictions: tuple[Contradiction, ...] = ()
    questions: tuple[Question, ...] = ()
    n_hints_missing: int = 0


@dataclass(frozen=True)
class TimelineEntry:
    """One photo at its event time; None, and at the end, where its gallery is unplaced."""

    photo: Photo
    gallery: str
    event_time_s: float | None


@dataclass(frozen=True)
class Timeline:
    """All photos of the event by event time."""

    entries: tuple[TimelineEntry, ...] = field(default=())

    def __iter__(self) -> Iterator[TimelineEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)
