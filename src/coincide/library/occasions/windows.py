"""When sessions may have been, in UTC: by the plausible levels of their clocks."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from coincide.library.history.course import ClockCourse, likeliest_course
from coincide.library.occasions.positions import Positions, positions_of
from coincide.library.photos import Clock, ClockId
from coincide.library.solve import Solved
from coincide.model.times import HOUR_S, MINUTE_S

# a clock that is as certain of a session has one level there
SURE = 0.99
# what people call one occasion: some come earlier, some stay longer
_MARGIN_S = 15 * MINUTE_S
# a level is known within so many standard deviations
_SDS = 3.0
# a reading that is wrong as often as not tells nothing
_LIKELY = 0.5
# a level that is less likely is not plausible
_PLAUSIBLE = 1e-3
# clocks on any zone's time, around the zone of their owner, and half an hour beyond
_ZONES_S = (-12.5 * HOUR_S, 14.5 * HOUR_S)

Span = tuple[float, float]


@dataclass(frozen=True)
class SessionWindow:
    """When one session may have been: spans of UTC, ascending, that do not touch.

    ``sure``: its clock is known there. ``usual_s``: the middle of the session if the clock shows
    the time of its owner's zone.
    """

    solved: Solved
    session: int
    spans: tuple[Span, ...]
    sure: bool
    usual_s: float

    @property
    def clock(self) -> Clock:
        """Whose session it is."""
        return self.solved.clock

    @property
    def key(self) -> tuple[ClockId, int]:
        """Which session it is."""
        return self.clock.key, self.session

    @property
    def owner(self) -> str:
        """Whose it is; where folders tell nobody, each clock is its own."""
        return self.clock.owner or self.clock.key.text

    @property
    def n_photos(self) -> int:
        """How many photos it has."""
        return self.clock.starts[self.session + 1] - self.clock.starts[self.session]

    @property
    def shown_s(self) -> float:
        """What its clock showed at its first photo."""
        return float(self.clock.photos.time_s[self.clock.starts[self.session]])

    @cached_property
    def positions(self) -> Positions:
        """Where its own photos say they were taken."""
        rows = self.clock.rows(self.session)
        photos = self.clock.photos
        return positions_of(photos.latitude[rows], photos.longitude[rows])

    def meets(self, other: "SessionWindow") -> bool:
        """Whether two sessions may have been at once."""
        return any(a[0] <= b[1] and b[0] <= a[1] for a in self.spans for b in other.spans)


def windows_of(every: Iterable[Solved]) -> Iterator[SessionWindow]:
    """Yield the windows of all sessions of some clocks."""
    for solved in every:
        if solved.clock.n_sessions:
            yield from _windows(solved)


def _windows(solved: Solved) -> Iterator[SessionWindow]:
    history, material = solved.history, solved.material
    known = (history.certain >= SURE) & ~np.isnan(history.to_utc_s)
    course = None if known.all() else likeliest_course(material)
    zones_s, measured = np.nan_to_num(material.zone_s), _measured(solved)
    for session in range(solved.clock.n_sessions):
        first_s, last_s = float(material.first_s[session]), float(material.last_s[session])
        if known[session] or course is None:
            near_s = _SDS * float(history.sd_s[session]) + _MARGIN_S
            middle_s = float(history.to_utc_s[session])
            offsets = [(middle_s - near_s, middle_s + near_s)]
        else:
            middle_s = -float(zones_s[session])
            offsets = [*measured, *_levels(course, session), _anywhere(middle_s)]
        spans = merged((first_s + low_s, last_s + high_s) for low_s, high_s in offsets)
        usual_s = (first_s + last_s) / 2 + middle_s
        yield SessionWindow(solved, session, spans, bool(known[session]), usual_s)


def _measured(solved: Solved) -> tuple[Span, ...]:
    """Return the offsets that anything told of a clock, whatever its history makes of them.

    A camera that was reset years ago is believed of no single word, but may be searched by it.
    """
    near = ((one, _SDS * one.sd_s + _MARGIN_S) for _, one in solved.material.readings)
    return merged(
        (one.to_utc_s - near_s, one.to_utc_s + near_s)
        for one, near_s in near
        if one.weight >= _LIKELY
    )


def _anywhere(usual_s: float) -> Span:
    """Return the offsets of a clock that shows any zone's time."""
    low_s, high_s = _ZONES_S
    return usual_s + low_s, usual_s + high_s


def _levels(course: ClockCourse, session: int) -> Iterator[Span]:
    """Yield the offsets of the plausible levels of a session, each as well as it is known."""
    levels = course.levels
    offsets_s = levels.at(course.material.first_s[session : session + 1])[0]
    likely = course.gamma[session, :-1] >= _PLAUSIBLE
    for offset_s, sd_s in zip(offsets_s[likely], levels.sd_s[likely], strict=True):
        near_s = _SDS * float(sd_s) + _MARGIN_S
        yield float(offset_s) - near_s, float(offset_s) + near_s


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Return spans without overlaps, ascending.

    >>> merged([(5.0, 6.0), (1.0, 2.0), (1.5, 3.0)])
    ((1.0, 3.0), (5.0, 6.0))
    """
    found = list[Span]()
    for low, high in sorted(spans):
        if found and low <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], high)
        else:
            found.append((low, high))
    return tuple(found)


def within(spans: Sequence[Span], others: Sequence[Span]) -> bool:
    """Return whether all of some spans lies in others.

    >>> within([(1.0, 2.0)], [(0.0, 3.0)]), within([(1.0, 4.0)], [(0.0, 3.0)])
    (True, False)
    """
    return all(any(a[0] <= one[0] and one[1] <= a[1] for a in others) for one in spans)
