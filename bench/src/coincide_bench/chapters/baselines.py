"""What chapters are compared with: gaps alone, and time with place."""

from dataclasses import dataclass

import numpy as np

from coincide.album import Shots
from coincide.album.places import points_m
from coincide.model import Indices


@dataclass(frozen=True, slots=True)
class GapOptions:
    """Gaps alone. Fitted by ``python -m coincide_bench.chapters.tune``."""

    gap_s: float = 1100.819


@dataclass(frozen=True, slots=True)
class PlaceOptions:
    """Time with place. Fitted by ``python -m coincide_bench.chapters.tune``."""

    gap_s: float = 1282.435
    away_m: float = 36.563


def by_gaps(shots: Shots, options: GapOptions = GapOptions()) -> Indices:
    """Return the number of each shot's part: a new one after each longer pause."""
    ends = np.diff(shots.event_time_s) > options.gap_s
    return np.concatenate([[0], np.cumsum(ends)]).astype(np.int64)


def by_time_and_place(shots: Shots, options: PlaceOptions = PlaceOptions()) -> Indices:
    """Return the same where people's going away ends a part as well, as far as GPS tells."""
    at = points_m(shots.position_deg)
    numbers = by_gaps(shots, GapOptions(options.gap_s))
    added, last = 0, None
    for row in range(len(shots)):
        if row and numbers[row] + added != numbers[row - 1]:
            last = None
        numbers[row] += added
        if np.isnan(at[row, 0]):
            continue
        if last is not None and np.linalg.norm(at[row] - last) > options.away_m:
            added += 1
            numbers[row] += 1
        last = at[row]
    return numbers
