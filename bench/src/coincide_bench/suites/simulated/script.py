"""The programme: who is with whom, what happens when and where. Pure numbers."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from coincide.model import Floats, Indices
from coincide.model.times import DAY_S, HOUR_S, from_clock
from coincide_bench.suites.simulated.options import SimulatedOptions

FIRST_DAY_S = from_clock(2024, 6, 1, 0, 0, 0)
DAY_STARTS_S, DAY_ENDS_S = 10 * HOUR_S, 22 * HOUR_S
# the strangers' event is a week later: it would overlap with nothing, were the clocks right
STRANGERS_LATER_S = 7 * DAY_S
# of the groups' places together, this share is distinct: groups pass through the same places
DISTINCT_PLACES = 0.75
# minutes of a typical moment, and how uneven moments are (σ of the logarithm)
MOMENT_MEDIAN_S, MOMENT_SPREAD = 8 * 60.0, 0.4


@dataclass(frozen=True)
class Moments:
    """Everything that happens, as columns (M,), by group and then by time.

    A place recurs: several moments have the same one. ``group`` is n_groups for what the
    strangers photographed. ``n_places`` counts the places of all of them.
    """

    start_s: Floats
    length_s: Floats
    place: Indices
    group: Indices
    n_places: int

    def __len__(self) -> int:
        return len(self.start_s)

    def of_group(self, group: int) -> Indices:
        """Return the numbers of one group's moments, by time."""
        return np.flatnonzero(self.group == group)


def draw_moments(rng: np.random.Generator, options: SimulatedOptions) -> Moments:
    """Return the programme of every group, and last of the strangers, if there are any."""
    n_pool = max(options.n_places, round(options.n_groups * options.n_places * DISTINCT_PLACES))
    programmes = []
    for group in range(options.n_groups):
        places = rng.permutation(n_pool)[: options.n_places]
        programmes.append(_draw_programme(rng, options, places, group, later_s=0.0))
    if options.n_strangers:
        places = np.arange(options.n_places)
        if options.strangers == "elsewhere":
            places, n_pool = places + n_pool, n_pool + options.n_places
        programmes.append(
            _draw_programme(rng, options, places, options.n_groups, later_s=STRANGERS_LATER_S)
        )
    start_s, length_s, place, group_of = zip(*programmes, strict=True)
    return Moments(
        start_s=np.concatenate(start_s),
        length_s=np.concatenate(length_s),
        place=np.concatenate(place),
        group=np.concatenate(group_of),
        n_places=n_pool,
    )


def _draw_programme(
    rng: np.random.Generator,
    options: SimulatedOptions,
    places: Indices,
    group: int,
    *,
    later_s: float,
) -> tuple[Floats, Floats, Indices, Indices]:
    """Return start, length, place and group of one group's moments; none overlap."""
    n_moments = options.n_days * options.moments_per_day
    slot_s = (DAY_ENDS_S - DAY_STARTS_S) / options.moments_per_day
    length_s = MOMENT_MEDIAN_S * np.exp(MOMENT_SPREAD * rng.standard_normal(n_moments))
    length_s = np.minimum(length_s, 0.7 * slot_s)
    day, nth = np.divmod(np.arange(n_moments), options.moments_per_day)
    start_s = FIRST_DAY_S + later_s + day * DAY_S + DAY_STARTS_S + nth * slot_s
    start_s = start_s + rng.uniform(0.0, 1.0, n_moments) * (slot_s - length_s)
    return start_s, length_s, _draw_route(rng, places, n_moments), np.full(n_moments, group)


def _draw_route(rng: np.random.Generator, places: Indices, n_moments: int) -> Indices:
    """Return where each moment is: every place in turn, in an order that is new each round.

    Two moments on end are never at one place, which would make them one long moment.
    """
    n_rounds = -(-n_moments // len(places))
    rounds = [rng.permutation(places) for _ in range(n_rounds)]
    for before, after in pairwise(rounds):
        if len(places) > 1 and before[-1] == after[0]:
            after[:2] = after[1::-1]
    return np.concatenate(rounds)[:n_moments].astype(np.int64)
