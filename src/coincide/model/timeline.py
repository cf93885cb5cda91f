"""All photos of an event in one order."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from coincide.model.event import Photo, Timeless
from coincide.model.places import Place


@dataclass(frozen=True)
class TimelineEntry:
    """One photo at its event time; None, and at the end, where its gallery is unplaced."""

    photo: Photo
    gallery: str
    event_time_s: float | None


@dataclass(frozen=True, slots=True)
class Guess:
    """Where a timeless photo belongs, by its look.

    ``copy``: it is the same picture as ``like`` and has its time. ``look``: it is of about the
    moment of ``like``; half of the photos that look like it lie within ``spread_s`` of it.
    """

    photo: Timeless
    event_time_s: float
    kind: Literal["copy", "look"]
    like: Place
    spread_s: float = 0.0


@dataclass(frozen=True)
class Timeline:
    """All photos of the event by event time, and those without a camera time by their look."""

    entries: tuple[TimelineEntry, ...] = field(default=())
    guesses: tuple[Guess, ...] = ()

    def __iter__(self) -> Iterator[TimelineEntry]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)
