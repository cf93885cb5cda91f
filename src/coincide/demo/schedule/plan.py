"""The plan of a demo event as frozen dataclasses: who photographed what, when and how."""

from dataclasses import dataclass
from typing import Literal

from coincide.demo.schedule.cameras import CameraModel
from coincide.demo.schedule.options import DemoOptions
from coincide.demo.schedule.programme import ProgrammeMoment, chapter_at, chapters_of
from coincide.model import Position
from coincide.storage.documents import Closed

Orientation = Literal[1, 6, 8]


class ChapterTruth(Closed, frozen=True):
    """A chapter of the day."""

    name: str  # what happened in it
    start_s: float  # when it began, in seconds since 1970 by the place's clock
    end_s: float  # when the last of it was over; the next begins later


class Truth(Closed, frozen=True):
    """What is true of an event."""

    offsets_s: dict[str, float]  # seconds to add to each gallery's camera times to make them true
    chapters: tuple[ChapterTruth, ...]  # the day's, by time
    photos: dict[str, str]  # the chapter of each photo, by its path below the event's folder


@dataclass(frozen=True, slots=True)
class View:
    """The part of a place that a photo shows, in units of the place."""

    x: float  # centre
    y: float
    height: float
    roll_deg: float
    # how much taller the left edge is seen than the right one, as a share
    keystone: float
    # how far to the right the photographer stands; near things move against far ones
    stand: float


@dataclass(frozen=True, slots=True)
class PlannedShot:
    """One photo to be. ``subject`` names the detail of a private photo, else ``moment`` is set."""

    event_time_s: float
    place: str
    moment: str | None
    subject: str | None
    view: View
    orientation: Orientation
    file_name: str
    position: Position | None
    seed: int


@dataclass(frozen=True, slots=True)
class PhotographerPlan:
    """One photographer: camera, clock and shots by event time."""

    name: str
    camera: CameraModel
    offset_s: float
    shots: tuple[PlannedShot, ...]

    @property
    def moments(self) -> frozenset[str]:
        """The moments this photographer has photos of."""
        return frozenset(shot.moment for shot in self.shots if shot.moment is not None)

    @property
    def mid_time_s(self) -> float:
        """Half-way between the first and the last photo, in event time."""
        return (self.shots[0].event_time_s + self.shots[-1].event_time_s) / 2


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """The whole event before anything is drawn; galleries by name."""

    options: DemoOptions
    moments: tuple[ProgrammeMoment, ...]
    galleries: tuple[PhotographerPlan, ...]

    @property
    def offsets_s(self) -> dict[str, float]:
        """The offset_s of every gallery by name."""
        return {gallery.name: gallery.offset_s for gallery in self.galleries}

    @property
    def truth(self) -> Truth:
        """What ``truth.json`` tells."""
        chapters = chapters_of(self.moments)
        return Truth(
            offsets_s=self.offsets_s,
            chapters=tuple(
                ChapterTruth(chapter.name, chapter.start_s, chapter.end_s) for chapter in chapters
            ),
            photos={
                f"{gallery.name}/{shot.file_name}": chapter_at(chapters, shot.event_time_s).name
                for gallery in self.galleries
                for shot in gallery.shots
            },
        )
