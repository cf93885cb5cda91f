"""Cameras whose files name another zone than the one they were in, though their time is right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from coincide.library.solve import Solved
from coincide.solver.clocks.zones import zone_name

# a clock that is off by less shows the time of the place
_RIGHT_S = 450.0
# sessions that are less sure say nothing
_CERTAIN = 0.99


@dataclass(frozen=True, slots=True)
class ZoneTagError:
    """Photos of one clock whose time is right and whose zone tag is not."""

    clock: str
    n_photos: int
    tagged_s: float
    true_s: float

    @property
    def words(self) -> str:
        """What is wrong, as the end of a sentence."""
        tagged, true = zone_name(int(self.tagged_s)), zone_name(int(self.true_s))
        return f"say {tagged} and were taken in {true}: only the zone is wrong"


def zone_tag_errors(every: Sequence[Solved]) -> Iterator[ZoneTagError]:
    """Yield clocks with wrong zone tags, for each pair of zones."""
    for solved in every:
        if solved.clock.is_phone:
            continue
        found = dict[tuple[float, float], int]()
        history = solved.history
        for session in range(solved.clock.n_sessions):
            true_s = float(solved.zone_s[session])
            tags = solved.clock.photos.zone_s[solved.clock.rows(session)]
            off_s = abs(float(history.to_utc_s[session]) + true_s)
            if history.certain[session] < _CERTAIN or not off_s < _RIGHT_S:
                continue
            for tag_s in tags[~np.isnan(tags) & (tags != true_s)]:
                pair = float(tag_s), true_s
                found[pair] = found.get(pair, 0) + 1
        for (tag_s, true_s), count in sorted(found.items()):
            yield ZoneTagError(solved.clock.name, count, tag_s, true_s)
