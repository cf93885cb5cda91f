"""Two cameras, one instant: shots of two people within seconds that show the same thing.

What two people photographed at the same time is found by time first. That both show the same is
told by points of the one picture that lie in the other as one scene from two places has them, or
by looks, where there is next to no time between.
"""

from collections.abc import Mapping

import numpy as np

from coincide.album.groups import Pair, looks_about
from coincide.album.model import Group, Instant, Shots
from coincide.album.options import InstantOptions
from coincide.model import Floats, Singles

# standard deviations in half of a 90 % interval
_HALF = 1.645
# points beyond this show no more than that they are many
_MANY_POINTS = 100.0
# how well a photo came out where nobody looked
_USUAL = 0.5


def instant_pairs(shots: Shots, options: InstantOptions = InstantOptions()) -> tuple[Pair, ...]:
    """Return which shots of two people to look at closer, by row, the earlier one first.

    They are near in time by clocks that are known, and not unlike; clips are left out.
    """
    usable = (shots.length_s <= 0.0) & ~shots.by_own_clock & (shots.sd_s <= options.most_sd_s)
    some = np.flatnonzero(usable)
    if len(some) < 2 or not shots.look.shape[1]:
        return ()
    about = looks_about(shots.look)
    times_s = shots.event_time_s[some]
    starts = np.searchsorted(times_s, times_s - options.near_s, side="left")
    ends = np.searchsorted(times_s, times_s + options.near_s, side="right")
    found: dict[Pair, float] = {}
    for row, start, end in zip(some.tolist(), starts.tolist(), ends.tolist(), strict=True):
        others = some[start:end]
        others = others[shots.person[others] != shots.person[row]]
        alike = about[others] @ about[row]
        best = np.argsort(-alike, kind="stable")[: options.candidates]
        for other, look in zip(others[best].tolist(), alike[best].tolist(), strict=True):
            if look >= options.least_look:
                found[min(row, other), max(row, other)] = look
    return tuple(sorted(sorted(found, key=lambda pair: -found[pair])[: options.most_pairs]))


def find_instants(
    shots: Shots,
    points: Mapping[Pair, float],
    groups: tuple[Group, ...] = (),
    options: InstantOptions = InstantOptions(),
) -> tuple[Instant, ...]:
    """Return what two people photographed at one instant, each shot once.

    The best instant of each scene comes first, then the second best of each, and so on.
    ``points``: how many points of pairs agree, as ``instant_pairs`` names them; NaN where nobody
    could look. Copies of one picture are no two cameras.
    """
    if not points:
        return ()
    about = looks_about(shots.look)
    copies = {row: group for group in groups if group.kind == "same" for row in group.rows}
    worths = {
        pair: _worth(shots, about, pair, n_points, options)
        for pair, n_points in points.items()
        if copies.get(pair[0]) is None or copies.get(pair[0]) is not copies.get(pair[1])
    }
    found: list[Pair] = []
    taken: set[int] = set()
    for pair in sorted(worths, key=lambda pair: (-worths[pair], pair)):
        if worths[pair] > 0.0 and not taken & set(pair):
            taken |= set(pair)
            found.append(pair)
    return tuple(_instant(shots, pair) for pair in _by_scene(shots, found, options.scene_s))


def _by_scene(shots: Shots, pairs: list[Pair], scene_s: float) -> list[Pair]:
    """Return pairs, given best first, such that none repeats a scene before all were shown."""
    times_s = [float(shots.event_time_s[pair[0]]) for pair in pairs]
    n_better = [
        sum(abs(better_s - time_s) <= scene_s for better_s in times_s[:place])
        for place, time_s in enumerate(times_s)
    ]
    return [pairs[place] for place in sorted(range(len(pairs)), key=n_better.__getitem__)]


def _worth(
    shots: Shots, about: Singles, pair: Pair, n_points: float, options: InstantOptions
) -> float:
    """Return what a pair is worth to be shown; 0 of what is not known to show one thing."""
    one, other = pair
    look = float(about[one] @ about[other])
    apart_s = _apart_s(shots, pair)
    n_points = float(np.nan_to_num(n_points))
    by_look = look >= options.sure_look and apart_s <= options.sure_near_s
    if n_points < options.least_points and not by_look:
        return 0.0
    known: Floats = np.full(len(shots), _USUAL) if shots.worth is None else shots.worth
    came_out = float(min(known[one], known[other]))
    shown = 1.0 + look + min(n_points, _MANY_POINTS) / _MANY_POINTS + came_out
    return max(shown - options.second_worth * (apart_s + _within_s(shots, pair) / 4), 1e-6)


def _instant(shots: Shots, pair: Pair) -> Instant:
    return Instant(pair, _apart_s(shots, pair), _within_s(shots, pair))


def _apart_s(shots: Shots, pair: Pair) -> float:
    return abs(float(shots.event_time_s[pair[1]] - shots.event_time_s[pair[0]]))


def _within_s(shots: Shots, pair: Pair) -> float:
    return _HALF * float(np.hypot(*shots.sd_s[list(pair)]))
