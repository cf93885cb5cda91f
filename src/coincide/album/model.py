"""What an album is made of, and what it consists of: rows of one table, never a file's name."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from coincide.model import Floats, Indices, Singles


@dataclass(frozen=True)
class Shots:
    """N photos and clips of known time as columns, by event time: all that the stage sees.

    event_time_s: (N,) ascending. sd_s: (N,), how well the time is known beside the others'.
    gallery, person: (N,) numbers. position_deg: (N, 2) latitude and longitude, NaN where unknown.
    length_s: (N,), 0 of a photo. look: (N, D) vectors of length one; D is 0 where nobody looked,
    a row is 0 where nobody could. scene_ev: (N,), how bright it was, NaN where unknown.
    worth: (N,), how well each came out, 0 to 1. Both are None where nobody looked.
    local_time_s: (N,), the same moments as local time, which names chapters; None: as event time.
    faces: (N,), how well faces are seen, 0 to 1; None where nobody looked.
    guessed: (N,), whether nothing but the camera's own clock tells its time; None: of no shot.
    """

    event_time_s: Floats
    sd_s: Floats
    gallery: Indices
    person: Indices
    position_deg: Floats
    length_s: Floats
    look: Singles
    scene_ev: Floats | None = None
    worth: Floats | None = None
    local_time_s: Floats | None = None
    guessed: NDArray[np.bool_] | None = None
    faces: Floats | None = None

    def __len__(self) -> int:
        return len(self.event_time_s)

    @property
    def by_own_clock(self) -> NDArray[np.bool_]:
        """Whether nothing but the camera's own clock tells the time of each."""
        return np.zeros(len(self), dtype=np.bool_) if self.guessed is None else self.guessed

    def of(self, rows: Indices) -> "Shots":
        """Return some of them."""
        return Shots(
            event_time_s=self.event_time_s[rows],
            sd_s=self.sd_s[rows],
            gallery=self.gallery[rows],
            person=self.person[rows],
            position_deg=self.position_deg[rows],
            length_s=self.length_s[rows],
            look=self.look[rows],
            scene_ev=None if self.scene_ev is None else self.scene_ev[rows],
            worth=None if self.worth is None else self.worth[rows],
            local_time_s=None if self.local_time_s is None else self.local_time_s[rows],
            guessed=None if self.guessed is None else self.guessed[rows],
            faces=None if self.faces is None else self.faces[rows],
        )


@dataclass(frozen=True, slots=True)
class Group:
    """Shots that show the same, by row; ``best`` stands for them."""

    rows: tuple[int, ...]
    best: int
    kind: Literal["same", "burst", "alike"]


@dataclass(frozen=True, slots=True)
class Instant:
    """Two people's shots of one thing at one instant: rows by time, and how far they are apart.

    ``within_s`` is how well that is known: the half of its 90 % interval.
    """

    rows: tuple[int, int]
    apart_s: float
    within_s: float


@dataclass(frozen=True, slots=True)
class Angles:
    """Clips of several cameras that recorded the same sounds: rows, by when they began.

    ``starts_s``: when each began, in seconds after the first of them.
    """

    rows: tuple[int, ...]
    starts_s: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PhotoMoment:
    """What was photographed together, seconds to minutes; ``cover`` is the row that shows it."""

    rows: tuple[int, ...]
    cover: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the event: its moments by time, what it is called, the row that shows it.

    ``name`` is that of no other chapter. ``stop`` is what it is called below its ``day``, which
    is empty where the event is of one day. ``towns``: where it was, in the order of the visit.
    ``by_hand``: a person has named it.
    """

    moments: tuple[PhotoMoment, ...]
    name: str
    cover: int
    day: str = ""
    stop: str = ""
    towns: tuple[str, ...] = ()
    by_hand: bool = False

    @property
    def heading(self) -> str:
        """What it is called where its day is told already."""
        return self.stop or self.name

    @property
    def rows(self) -> tuple[int, ...]:
        """All its shots, by time."""
        return tuple(row for moment in self.moments for row in moment.rows)


@dataclass(frozen=True, slots=True)
class Album:
    """All chapters by time, and the groups of shots that show the same.

    ``instants``: what two people photographed at one instant, the best first. ``cover`` is the row
    that shows all of it. ``angles``: clips that can be played in step.
    ``open``: rows of shots that may be of several chapters, because their clock is known so badly.
    """

    chapters: tuple[Chapter, ...]
    groups: tuple[Group, ...] = ()
    open: tuple[int, ...] = ()
    instants: tuple[Instant, ...] = ()
    cover: int | None = None
    angles: tuple[Angles, ...] = ()
