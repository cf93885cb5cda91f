"""Companions: sessions of the same days and the same setting of a clock, which help to place it.

A session of a few photos tells its place to nobody. But whoever was on one journey with somebody
photographed on its other days, too, and between two settings a clock is off by one offset.
"""

from collections.abc import Iterator, Sequence

from coincide.library.occasions.windows import SessionWindow
from coincide.model.times import DAY_S

# a journey, to either side of the session that looks alike
_REACH_S = 5 * DAY_S
# of each clock so many, the nearest: more days cost time, and are of other people
_MOST = 10


def companions_of(windows: Sequence[SessionWindow], group: Sequence[int]) -> list[int]:
    """Return the companions of sessions, by number; none of these themselves.

    ``windows``: sessions of one clock follow one another, in order.
    """
    nearest = dict[int, float]()
    for number in group:
        for near in (*_walk(windows, number, 1), *_walk(windows, number, -1)):
            apart_s = abs(windows[near].shown_s - windows[number].shown_s)
            nearest[near] = min(apart_s, nearest.get(near, apart_s))
    of_clock = dict[object, list[int]]()
    for near in sorted(nearest.keys() - set(group), key=lambda one: (nearest[one], one)):
        of_clock.setdefault(windows[near].clock.key, []).append(near)
    return sorted(near for several in of_clock.values() for near in several[:_MOST])


def _walk(windows: Sequence[SessionWindow], number: int, step: int) -> Iterator[int]:
    """Yield the sessions before or after one, up to where its clock was set or the days end."""
    seed, starts = windows[number], set(windows[number].solved.history.starts)
    near = number
    while 0 <= near + step < len(windows):
        border = windows[max(near, near + step)].session
        near += step
        if windows[near].clock.key != seed.clock.key or border in starts:
            return
        if abs(windows[near].shown_s - seed.shown_s) > _REACH_S:
            return
        yield near
