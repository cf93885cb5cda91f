"""All photos of one clock as columns, in the order in which they were taken."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from coincide.library.order import in_order
from coincide.model import Device, Floats
from coincide.model.devices import is_phone
from coincide.model.times import HOUR_S

# a pause of so many hours ends a session: people sleep that long, and a clock is set in pauses
_PAUSE_S = 6 * HOUR_S
# going back by less than this is the order in which a camera writes bursts
_BACK_S = 120.0


@dataclass(frozen=True, slots=True, order=True)
class ClockId:
    """A clock of a library: a body's key, and its owner where the body has no serial number."""

    body: str
    owner: str = ""

    @property
    def text(self) -> str:
        """The two as one text."""
        return f"{self.body}\x1e{self.owner}"


@dataclass(frozen=True)
class ClockPhotos:
    """The photos of one clock, (n,) each; NaN where a file tells nothing.

    ``time_s``: what the clock showed. ``zone_s``: its zone by the file. ``gps_s``: the UTC of its
    satellite fix. ``written_s``: when the file was changed last, in UTC. ``row``: where a photo
    was in the store's order, by body, owner, folder and name.
    """

    time_s: Floats
    zone_s: Floats
    gps_s: Floats
    latitude: Floats
    longitude: Floats
    ev: Floats
    number: Floats
    shots: Floats
    written_s: Floats
    row: Floats

    def __len__(self) -> int:
        return len(self.time_s)

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]]) -> Self:
        """Return the columns of rows, which have all but the last, ordered as they were taken."""
        *names, last = (field.name for field in fields(cls))
        values = np.array(rows, dtype=np.float64).reshape(-1, len(names))
        columns = dict(zip(names, values.T, strict=True))
        table = cls(**columns | {last: np.arange(len(values), dtype=np.float64)})
        return table.taken(in_order(table.time_s, table.number, table.shots))

    def taken(self, rows: Any) -> Self:
        """Return some of the photos."""
        return type(self)(*(getattr(self, field.name)[rows] for field in fields(self)))


@dataclass(frozen=True)
class Clock:
    """A clock of a library by its name and device, and its photos in sessions.

    Session i are the photos ``starts[i]`` to ``starts[i + 1]``: what was taken without a pause of
    hours. A clock is set between sessions, and not within one.
    """

    key: ClockId
    name: str
    owner: str
    device: Device
    photos: ClockPhotos
    starts: Sequence[int]

    @property
    def n_sessions(self) -> int:
        """How many sessions there are."""
        return len(self.starts) - 1

    @cached_property
    def is_phone(self) -> bool:
        """Whether the network sets it."""
        return is_phone(self.device)

    def rows(self, session: int) -> slice:
        """Return which photos are of a session."""
        return slice(self.starts[session], self.starts[session + 1])

    @property
    def first_s(self) -> Floats:
        """What the clock showed at the first photo of each session."""
        return self.photos.time_s[np.array(self.starts[:-1], dtype=np.int64)]

    @property
    def n_photos(self) -> Floats:
        """How many photos each session has."""
        return np.diff(self.starts).astype(np.float64)


def parted(clock: Clock, rows: Collection[int]) -> Clock:
    """Return a clock whose sessions also start at some rows, itself if they do: it was set there.

    What it was parted at before no longer counts.
    """
    starts = sorted({*session_starts(clock.photos.time_s), *rows})
    return clock if starts == list(clock.starts) else replace(clock, starts=starts)


def session_starts(time_s: Floats) -> list[int]:
    """Return where sessions start, and the end, of photos in the order they were taken.

    >>> session_starts(np.array([0.0, 60.0, 30_000.0, 0.0]))
    [0, 2, 3, 4]
    """
    if len(time_s) == 0:
        return [0]
    step_s = np.diff(time_s)
    apart = np.flatnonzero((step_s > _PAUSE_S) | (step_s < -_BACK_S)) + 1
    return [0, *apart.tolist(), len(time_s)]


def clock_of(key: ClockId, owner: str, device: Device, photos: ClockPhotos) -> Clock:
    """Return a clock with its photos in sessions."""
    name = f"{owner} · {device.label}" if owner else device.label
    return Clock(key, name, owner, device, photos, session_starts(photos.time_s))
