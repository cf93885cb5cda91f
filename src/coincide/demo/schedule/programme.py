"""The day's programme: a wedding at a lake, with its moments and where they take place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from coincide.model import Position
from coincide.model.times import HOUR_S, from_clock

MIDNIGHT_S = from_clock(2025, 8, 23, 0, 0, 0)  # a Saturday

# invented spots around a lake; a walk of minutes apart
PLACE_POSITIONS: dict[str, Position] = {
    "chapel": Position(46.71840, 9.20310),
    "jetty": Position(46.71515, 9.20885),
    "orchard": Position(46.71690, 9.20560),
    "garden": Position(46.71622, 9.20702),
    "barn": Position(46.71575, 9.20640),
    "beach": Position(46.71430, 9.21120),
}


@dataclass(frozen=True, slots=True)
class ProgrammeMoment:
    """Something that happens once. ``focus``: where people look, in units of the place."""

    key: str
    place: str
    start_s: float
    length_s: float
    focus: tuple[float, float]

    @property
    def end_s(self) -> float:
        """When it is over."""
        return self.start_s + self.length_s

    @property
    def middle_s(self) -> float:
        """Half-way through."""
        return self.start_s + self.length_s / 2


@dataclass(frozen=True, slots=True)
class ProgrammePart:
    """A part of the day: moments one after another at one place."""

    name: str
    start_s: float
    end_s: float


def _moment(
    key: str, place: str, clock: str, minutes: float, focus: tuple[float, float]
) -> ProgrammeMoment:
    hours, mins = clock.split(":")
    start_s = MIDNIGHT_S + (int(hours) + int(mins) / 60) * HOUR_S
    return ProgrammeMoment(key, place, start_s, minutes * 60, focus)


PROGRAMME: tuple[ProgrammeMoment, ...] = (
    _moment("arrival", "chapel", "14:35", 8, (1150, 560)),
    _moment("confetti", "chapel", "15:15", 6, (1240, 580)),
    _moment("rowing", "jetty", "15:50", 8, (1500, 570)),
    _moment("group", "orchard", "16:20", 5, (1200, 580)),
    _moment("toast", "garden", "16:50", 8, (1150, 580)),
    _moment("balloons", "garden", "17:20", 5, (1300, 480)),
    _moment("ice", "beach", "17:45", 8, (1150, 570)),
    _moment("games", "orchard", "18:15", 9, (1250, 600)),
    _moment("dinner", "barn", "18:50", 10, (1150, 535)),
    _moment("cake", "barn", "19:25", 6, (800, 530)),
    _moment("sunset", "jetty", "19:50", 8, (1350, 540)),
    _moment("dance", "barn", "20:20", 9, (1500, 530)),
    _moment("bonfire", "beach", "20:50", 8, (1250, 580)),
    _moment("fireworks", "jetty", "21:20", 8, (1200, 470)),
)

# moments start up to this much off the programme; less than the shortest gap between two
SHIFT_S = 150.0


def draw_moments(rng: np.random.Generator) -> tuple[ProgrammeMoment, ...]:
    """Return the day as it really went: no programme is kept to the minute."""
    shifts_s = rng.uniform(-SHIFT_S, SHIFT_S, len(PROGRAMME)).round()
    return tuple(
        replace(moment, start_s=moment.start_s + float(shift_s))
        for moment, shift_s in zip(PROGRAMME, shifts_s, strict=True)
    )


def chapters_of(moments: Sequence[ProgrammeMoment]) -> tuple[ProgrammePart, ...]:
    """Return the chapters of a day: a new one begins where people go to another place."""
    stays = [list(stay) for _, stay in groupby(moments, key=lambda moment: moment.place)]
    return tuple(
        ProgrammePart(" and ".join(moment.key for moment in stay), stay[0].start_s, stay[-1].end_s)
        for stay in stays
    )


def chapter_at(chapters: Sequence[ProgrammePart], event_time_s: float) -> ProgrammePart:
    """Return the chapter of a photo: each lasts until the next begins."""
    begun = [chapter for chapter in chapters if chapter.start_s <= event_time_s]
    return begun[-1] if begun else chapters[0]
