"""One photographer: which moments they are at, and when they press the button."""

from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, Indices
from coincide_bench.suites.simulated.options import SimulatedOptions
from coincide_bench.suites.simulated.script import Moments

# photos of one run, and seconds between them: people press the button two to five times
SHORTEST_RUN, LONGEST_RUN = 2, 5
BETWEEN_SHOTS_S = 7.0
LONGEST_PRIVATE_RUN = 3
# how much attendance windows differ between photographers (σ, as a share of the programme)
PRESENCE_SPREAD = 0.2
# nobody is invited for less than this share of the programme
LEAST_PRESENCE = 0.15
# somebody who came for one stage photographs most of what happens on it
STAGE_ATTENDANCE = 0.8
# somebody between two groups leaves one for the other around the middle of the programme
LEAVE_FROM, LEAVE_TO = 0.35, 0.65
# private photos are also taken a while before and after all moments
PRIVATE_MARGIN_S = 1800.0


@dataclass(frozen=True)
class Shots:
    """The photos of one gallery as columns (n,), by event time.

    ``moment`` is −1 for a private photo; ``run`` numbers the runs of the gallery. ``view``
    is a uniform number, one for each run, that says what of the moment it looks at.
    """

    event_time_s: Floats
    moment: Indices
    view: Floats
    run: Indices


def draw_attended(
    rng: np.random.Generator, moments: Moments, group: int, options: SimulatedOptions
) -> Indices:
    """Return the moments one photographer of a group may have photos of: two at least."""
    programme = moments.of_group(group)
    if rng.random() < options.stage_share:
        return _attend_stage(rng, moments, programme)
    share = np.clip(rng.normal(options.presence, PRESENCE_SPREAD), LEAST_PRESENCE, 1.0)
    n_there = min(len(programme), max(2, round(share * len(programme))))
    first = int(rng.integers(0, len(programme) - n_there + 1))
    return _attend(rng, programme[first : first + n_there], options.attendance)


def draw_visit(
    rng: np.random.Generator, moments: Moments, attended: Indices, group: int, visited: int
) -> Indices:
    """Return the moments of somebody who is with one group first and with another then, by time.

    ``attended`` of their own group, and of the other as much as is left of the programme.
    """
    programme = moments.of_group(group)
    first_s, last_s = moments.start_s[programme[0]], moments.start_s[programme[-1]]
    leaves_s = first_s + rng.uniform(LEAVE_FROM, LEAVE_TO) * (last_s - first_s)
    theirs = moments.of_group(visited)
    before = attended[moments.start_s[attended] + moments.length_s[attended] < leaves_s]
    after = theirs[moments.start_s[theirs] > leaves_s]
    # who has seen nothing of one of them is between no groups
    return np.concatenate([before, after]) if len(before) and len(after) else attended


def _attend_stage(rng: np.random.Generator, moments: Moments, programme: Indices) -> Indices:
    stage = rng.choice(moments.place[programme])
    return _attend(rng, programme[moments.place[programme] == stage], STAGE_ATTENDANCE)


def _attend(rng: np.random.Generator, there: Indices, attendance: float) -> Indices:
    """Return each moment with a chance, and two of them in any case, where there are two."""
    chosen = rng.random(len(there)) < attendance
    chosen[rng.permutation(len(there))[:2]] = True
    return there[chosen]


def draw_shots(
    rng: np.random.Generator,
    moments: Moments,
    attended: Indices,
    n_photos: int,
    options: SimulatedOptions,
) -> Shots:
    """Return the photos of one gallery: runs at moments, and private ones in between."""
    n_private = min(round(n_photos * options.private_share), n_photos - 2)
    shared = _draw_runs(rng, n_photos - n_private, SHORTEST_RUN, LONGEST_RUN)
    private = _draw_runs(rng, n_private, 1, LONGEST_PRIVATE_RUN)
    of_run = _deal_moments(rng, attended, len(shared))
    begin_s = moments.start_s[of_run] + rng.random(len(of_run)) * moments.length_s[of_run]
    from_s = moments.start_s[attended[0]] - PRIVATE_MARGIN_S
    to_s = moments.start_s[attended[-1]] + moments.length_s[attended[-1]] + PRIVATE_MARGIN_S
    begin_s = np.concatenate([begin_s, rng.uniform(from_s, to_s, len(private))])
    lengths = np.concatenate([shared, private])
    of_run = np.concatenate([of_run, np.full(len(private), -1)])
    run = np.repeat(np.arange(len(lengths)), lengths)
    time_s = np.floor(begin_s[run] + _since_begin(rng, lengths))
    view = rng.random(len(lengths))
    order = np.argsort(time_s, kind="stable")
    return Shots(time_s[order], of_run[run][order], view[run][order], run[order])


def _draw_runs(rng: np.random.Generator, n_photos: int, shortest: int, longest: int) -> Indices:
    """Return lengths of runs that sum up to n_photos; the last may be short."""
    ends = np.cumsum(rng.integers(shortest, longest + 1, n_photos // shortest + 1))
    ends = np.append(ends[ends < n_photos], n_photos)
    lengths = np.diff(ends, prepend=0)
    return lengths[lengths > 0].astype(np.int64)


def _deal_moments(rng: np.random.Generator, attended: Indices, n_runs: int) -> Indices:
    """Return the moment of each run: every attended one once, as far as runs go, then any."""
    once = rng.permutation(attended)[:n_runs]
    again = rng.choice(attended, max(0, n_runs - len(once)))
    return np.concatenate([once, again]).astype(np.int64)


def _since_begin(rng: np.random.Generator, lengths: Indices) -> Floats:
    """Return the seconds from the begin of its run to each photo."""
    gaps_s = 1.0 + rng.exponential(BETWEEN_SHOTS_S, int(lengths.sum()))
    firsts = np.cumsum(lengths) - lengths
    gaps_s[firsts] = 0.0
    total_s: Floats = np.cumsum(gaps_s)
    since_s: Floats = total_s - np.repeat(total_s[firsts], lengths)
    return since_s
