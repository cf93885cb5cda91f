"""Put galleries together, clearest first: what merged galleries say is added up.

No chain is trusted: once two galleries are one, everything both say about a third counts.
"""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from coincide.model import Floats, PhotoTable
from coincide.solver.joint.board import shifted_overlap
from coincide.solver.joint.pairs import CELL_S, Candidates, added
from coincide.solver.options import JointOptions

# offsets within this many cells of each other are the same answer
_SAME_CELLS = 10
# offsets kept for two clusters: bounds the work
_KEPT_CANDIDATES = 60


@dataclass(frozen=True)
class MergeStep:
    """Two clusters that became one, and how clear it was: log-odds against all else."""

    a: tuple[int, ...]
    b: tuple[int, ...]
    clarity: float


@dataclass(frozen=True)
class MergeResult:
    """Offsets of all galleries, each cluster on a clock of its own, and how they came about."""

    offset_s: Floats
    clusters: tuple[tuple[int, ...], ...]
    merges: tuple[MergeStep, ...]


def merge_galleries(
    table: PhotoTable, candidates: Mapping[tuple[int, int], Candidates], options: JointOptions
) -> MergeResult:
    """Return all galleries merged as far as pairs connect them; ``candidates`` by pair a < b."""
    state = _Merging(table, options)
    for (a, b), of_pair in candidates.items():
        state.connect(a, b, of_pair.spread)
    while state.merge_clearest():
        pass
    return state.result()


class _Merging:
    """Clusters by the number of one of their galleries, and what each two say of each other."""

    def __init__(self, table: PhotoTable, options: JointOptions) -> None:
        self.options = options
        self.offset_s = np.zeros(table.n_galleries)
        self.members = {number: [number] for number in range(table.n_galleries)}
        self.spans = {
            number: (float(times[0]), float(times[-1]))
            for number in range(table.n_galleries)
            for times in [table.camera_time_s[table.rows(number)]]
        }
        self.between: dict[int, dict[int, Candidates]] = {member: {} for member in self.members}
        self.version = dict.fromkeys(self.members, 0)
        self.heap: list[tuple[float, int, int, int, int, int]] = []
        self.merges: list[MergeStep] = []

    def connect(self, a: int, b: int, candidates: Candidates) -> None:
        """Note what two clusters say of each other, and how clear it is."""
        best = np.sort(np.argsort(-candidates.odds, kind="stable")[:_KEPT_CANDIDATES])
        kept = replace(candidates, cells=candidates.cells[best], odds=candidates.odds[best])
        self.between[a][b], self.between[b][a] = kept, kept.reversed()
        clarity, cell = self._clearest(a, b, kept)
        entry = (-clarity, a, b, cell, self.version[a], self.version[b])
        heapq.heappush(self.heap, entry)

    def _clearest(self, a: int, b: int, candidates: Candidates) -> tuple[float, int]:
        odds, cells = candidates.odds, candidates.cells
        if "overlap" in self.options.priors:
            shifts_s = candidates.offset_s
            odds = odds + shifted_overlap(self.spans[b], self.spans[a], shifts_s, self.options)
        best = int(np.argmax(odds))
        others = odds[np.abs(cells - cells[best]) > _SAME_CELLS]
        # "nothing of it" is always a possibility
        return float(odds[best] - np.logaddexp.reduce([0.0, *others])), int(cells[best])

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
        self.merges.append(MergeStep(tuple(self.members[a]), tuple(self.members[b]), clarity))
        shift_s = cell * CELL_S
        self.offset_s[self.members[b]] += shift_s
        self.members[a] += self.members.pop(b)
        first_s, last_s = self.spans.pop(b)
        first_s, last_s = first_s + shift_s, last_s + shift_s
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

    def _together(self, parts: list[Candidates]) -> Candidates:
        if self.options.pooling:
            return added(parts)
        return max(parts, key=lambda part: float(part.odds.max()))

    def result(self) -> MergeResult:
        clusters = tuple(tuple(members) for members in self.members.values())
        return MergeResult(self.offset_s, clusters, tuple(self.merges))
