"""Put galleries together, clearest first: what merged galleries say is added up.

No chain is trusted: once two galleries are one, everything both say about a third counts.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from coincide.model import Floats, PhotoTable
from coincide.solver.joint.pairs import CELL_S, Modes, added
from coincide.solver.joint.priors import shifted_overlap
from coincide.solver.options import JointOptions

# offsets within this many cells of each other are the same answer
SAME_CELLS = 10
# offsets kept for two clusters
KEPT = 60


@dataclass(frozen=True)
class Merge:
    """Two clusters that became one, and how clear it was: log-odds against all else."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    clarity: float


@dataclass(frozen=True)
class Merged:
    """Offsets of all galleries, each cluster on a clock of its own, and how they came about."""

    offset_s: Floats
    clusters: tuple[tuple[int, ...], ...]
    merges: tuple[Merge, ...]


def merge_galleries(
    table: PhotoTable, modes: Mapping[tuple[int, int], Modes], options: JointOptions
) -> Merged:
    """Return all galleries merged as far as pairs connect them; ``modes`` by pair a < b."""
    state = _State(table, options)
    for (a, b), found in modes.items():
        state.connect(a, b, found.spread)
    while state.merge_clearest():
        pass
    return state.result()


class _State:
    def __init__(self, table: PhotoTable, options: JointOptions) -> None:
        self.options = options
        self.offset_s = np.zeros(table.n_galleries)
        self.members = {one: [one] for one in range(table.n_galleries)}
        self.spans = {
            one: (float(times[0]), float(times[-1]))
            for one in range(table.n_galleries)
            for times in [table.camera_time_s[table.rows(one)]]
        }
        self.between: dict[int, dict[int, Modes]] = {one: {} for one in self.members}
        self.version = dict.fromkeys(self.members, 0)
        self.heap: list[tuple[float, int, int, int, int, int]] = []
        self.merges: list[Merge] = []

    def connect(self, a: int, b: int, modes: Modes) -> None:
        """Note what two clusters say of each other, and how clear it is."""
        best = np.argsort(-modes.odds, kind="stable")[:KEPT]
        modes = Modes(modes.cells[np.sort(best)], modes.odds[np.sort(best)])
        self.between[a][b], self.between[b][a] = modes, modes.reversed()
        clarity, cell = self._clearest(a, b, modes)
        entry = (-clarity, a, b, cell, self.version[a], self.version[b])
        heapq.heappush(self.heap, entry)

    def _clearest(self, a: int, b: int, modes: Modes) -> tuple[float, int]:
        odds = modes.odds
        if "overlap" in self.options.priors:
            shifts_s = modes.cells.astype(np.float64) * CELL_S
            share = self.options.overlap_share
            odds = odds + shifted_overlap(self.spans[b], self.spans[a], shifts_s, share)
        best = int(np.argmax(odds))
        others = odds[np.abs(modes.cells - modes.cells[best]) > SAME_CELLS]
        # "nothing of it" is always a possibility
        return float(odds[best] - np.logaddexp.reduce([0.0, *others])), int(modes.cells[best])

    def merge_clearest(self) -> bool:
        """Merge the two clusters that are clearest; return False when none are connected."""
        while self.heap:
            negative, a, b, cell, version_a, version_b = heapq.heappop(self.heap)
            if (self.version.get(a), self.version.get(b)) == (version_a, version_b):
                self._join(a, b, cell, -negative)
                return True
        return False

    def _join(self, a: int, b: int, cell: int, clarity: float) -> None:
        """Bring cluster b to cluster a's clock and make them one."""
        if len(self.members[b]) > len(self.members[a]):
            a, b, cell = b, a, -cell
        self.merges.append(Merge(tuple(self.members[a]), tuple(self.members[b]), clarity))
        self.offset_s[self.members[b]] += cell * CELL_S
        self.members[a] += self.members.pop(b)
        first_s, last_s = self.spans.pop(b)
        first_s, last_s = first_s + cell * CELL_S, last_s + cell * CELL_S
        self.spans[a] = (min(self.spans[a][0], first_s), max(self.spans[a][1], last_s))
        of_b = self.between.pop(b)
        del self.version[b]
        self.version[a] += 1
        of_a = self.between[a]
        of_a.pop(b), of_b.pop(a)
        for other in {*of_a, *of_b}:
            self.between[other].pop(b, None)
            parts = [of_a[other]] if other in of_a else []
            if other in of_b:
                parts.append(of_b[other].shifted(cell))
            self.connect(a, other, self._together(parts))

    def _together(self, parts: list[Modes]) -> Modes:
        if self.options.pooling:
            return added(parts)
        return max(parts, key=lambda part: float(part.odds.max()))

    def result(self) -> Merged:
        clusters = tuple(tuple(members) for members in self.members.values())
        return Merged(self.offset_s, clusters, tuple(self.merges))
