"""The plan of a demo event as frozen dataclasses: who photographed what, when and how."""

from dataclasses import dataclass
from typing import Annotated, Literal

from msgspec import Meta

from coincide.demo.cameras import Camera
from coincide.demo.options import DemoOptions
from coincide.demo.programme import Moment
from coincide.model import Position

Orientation = Literal[1, 6, 8]
_TO_ADD = "what to add to its camera times to make them true, in seconds"
# truth.json: every gallery by its name
Truth = dict[str, Annotated[float, Meta(description=_TO_ADD)]]


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
class Shot:
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
class GalleryPlan:
    """One photographer: camera, clock and shots by event time."""

    name: str
    camera: Camera
    offset_s: float
    shots: tuple[Shot, ...]

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
    moments: tuple[Moment, ...]
    galleries: tuple[GalleryPlan, ...]

    @property
    def truth(self) -> Truth:
        """The offset_s of every gallery by name."""
        return {gallery.name: gallery.offset_s for gallery in self.galleries}
