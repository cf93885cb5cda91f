"""All photos of an event in one order."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from coincide.model.event import Photo, Timeless
from coincide.model.places import Place
from coincide.model.times import WallTime, whole_second_s


@dataclass(frozen=True, slots=True)
class ZoneStep:
    """How event time becomes local time from ``from_s`` of event time on.

    ``shift_s`` is added to event time; ``zone_s`` is the zone that local time then is in. The
    first step of a timeline is from minus infinity on.
    """

    from_s: float
    shift_s: float
    zone_s: int


@dataclass(frozen=True)
class TimelineEntry:
    """One photo at its event time; None, and at the end, where its gallery is unplaced.

    Event time is one clock that never jumps, and orders photos. ``local_shift_s`` takes it to the
    local time of the photo's moment, which is in ``zone_s``, None where no zone is known.
    """

    photo: Photo
    gallery: str
    event_time_s: float | None
    local_shift_s: float = 0.0
    zone_s: int | None = None

    @property
    def local(self) -> WallTime | None:
        """Its event time as local time, as exactly as it is known."""
        if self.event_time_s is None:
            return None
        return WallTime(self.event_time_s + self.local_shift_s, self.zone_s)

    @property
    def shown(self) -> WallTime | None:
        """Its local time in whole seconds, as people are shown it and as plans write it.

        Its clock is corrected by whole seconds: what was 14:10:29 and is 3.6 s slow is 14:10:33.
        """
        if self.event_time_s is None:
            return None
        camera_s = self.photo.camera_time_s
        corrected_s = camera_s + round(self.event_time_s - camera_s)
        return WallTime(whole_second_s(corrected_s + self.local_shift_s), self.zone_s)


GuessKind = Literal["copy", "look", "sound"]


@dataclass(frozen=True, slots=True)
class Guess:
    """Where a timeless photo belongs, by its look, or a timeless clip by its sound.

    ``copy``: it is the same picture as ``like`` and has its time. ``look``: it is of about the
    moment of ``like``; half of the photos that look like it lie within ``spread_s`` of it.
    ``sound``: a clip that heard what ``like`` has heard, to ``spread_s``.
    ``local_shift_s`` and ``zone_s`` are as of a TimelineEntry.
    """

    photo: Timeless
    event_time_s: float
    kind: GuessKind
    like: Place
    spread_s: float = 0.0
    local_shift_s: float = 0.0
    zone_s: int | None = None

    @property
    def local(self) -> WallTime:
        """Its event time as local time."""
        return WallTime(self.event_time_s + self.local_shift_s, self.zone_s)

    @property
    def shown(self) -> WallTime:
        """Its local time in whole seconds."""
        return WallTime(math.floor(self.event_time_s) + self.local_shift_s, self.zone_s)


@dataclass(frozen=True)
class Timeline:
    """All photos of the event by event time, and those without a camera time by their look.

    ``zones`` tell how any event time is read as local time; empty where no zone is known.
    """

    entries: tuple[TimelineEntry, ...] = field(default=())
    guesses: tuple[Guess, ...] = ()
    zones: tuple[ZoneStep, ...] = ()

    @property
    def zone_changes(self) -> bool:
        """Whether local time changes its zone during the event."""
        return len(self.zones) > 1

    def __iter__(self) -> Iterator[TimelineEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)
