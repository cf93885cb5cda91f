"""Pairs of sessions that may have been one occasion: by their windows and their places.

Linear in sessions: the windows are sorted once, and each uncertain session meets the few that
its own windows reach.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from coincide.library.decide import decisions_of
from coincide.library.occasions.positions import are_apart
from coincide.library.occasions.windows import SessionWindow
from coincide.library.photos import ClockId
from coincide.library.solve import Solved
from coincide.model import Floats

# sessions that one is compared with, the nearest in time by what clocks usually show: a family of
# five takes fewer within a day
_MOST_PARTNERS = 32


@dataclass(frozen=True, slots=True)
class CandidatePair:
    """Two sessions of different clocks, by their numbers among all windows.

    ``seed`` is not sure of its time, or its stretch rests on too little.
    """

    seed: int
    partner: int


def open_sessions(every: Sequence[Solved]) -> frozenset[tuple[ClockId, int]]:
    """Return the sessions of cameras that another occasion may decide."""
    found = set[tuple[ClockId, int]]()
    for solved in every:
        if solved.clock.is_phone:
            continue
        for decision in decisions_of(solved):
            if decision.state == "open" or not decision.support.is_enough:
                found.update((solved.clock.key, one) for one in decision.stretch.sessions)
    return frozenset(found)


def candidate_pairs(
    windows: Sequence[SessionWindow], seeds: frozenset[tuple[ClockId, int]]
) -> Iterator[CandidatePair]:
    """Yield the pairs that may have been one occasion, each once."""
    spans = sorted(
        (span[0], span[1], number) for number, one in enumerate(windows) for span in one.spans
    )
    starts = np.array([span[0] for span in spans])
    # how far back a span may begin that reaches a moment
    ends = np.maximum.accumulate(np.array([span[1] for span in spans])) if spans else starts
    done = set[tuple[int, int]]()
    for seed, window in enumerate(windows):
        if window.key not in seeds:
            continue
        for partner in _partners(windows, seed, spans, starts, ends):
            if (partner, seed) not in done:
                done.add((seed, partner))
                yield CandidatePair(seed, partner)


def _partners(
    windows: Sequence[SessionWindow],
    seed: int,
    spans: Sequence[tuple[float, float, int]],
    starts: Floats,
    ends: Floats,
) -> list[int]:
    """Return the sessions that one may have met, the nearest by what clocks usually show."""
    window, met = windows[seed], set[int]()
    for low_s, high_s in window.spans:
        first = int(np.searchsorted(ends, low_s))
        last = int(np.searchsorted(starts, high_s, side="right"))
        met.update(number for _, end_s, number in spans[first:last] if end_s >= low_s)
    found = [
        number
        for number in met
        # without serial numbers another's of the same model may be copies of one's own
        if windows[number].clock.key.body != window.clock.key.body
        and not are_apart(window.positions, windows[number].positions)
    ]
    found.sort(key=lambda number: (abs(windows[number].usual_s - window.usual_s), number))
    return found[:_MOST_PARTNERS]
