"""Cut an event into clusters of galleries that have much in common.

Those with most in common are put together first, by what their galleries have in common on
average, until a cluster is full or what is left between two is far less than what holds either
together. What remains alone goes where it has most in common.
"""

import heapq
from collections.abc import Sequence

import numpy as np
import scipy  # its parts are loaded where they are first used: looking needs none

from coincide.solver.options import LargeOptions

# galleries that each is looked at with: those it has most in common with
_MOST_TIES = 32
# least sum of votes, which is divided by: that of a gallery that nobody voted for is 0
_LEAST_VOTES = 1e-12

Ties = list[dict[int, float]]


def cut(votes: "scipy.sparse.csr_array", options: LargeOptions) -> tuple[tuple[int, ...], ...]:
    """Return clusters of galleries, ascending; each is held together by what was voted."""
    state = _Cut(_ties(votes), options)
    state.merge_all()
    state.give_away()
    clusters = sorted(tuple(sorted(members)) for members in state.members.values())
    return tuple(clusters)


def _ties(votes: "scipy.sparse.csr_array") -> Ties:
    """Return for each gallery the ones it has most in common with, by their share of all votes."""
    total = np.maximum(np.asarray(votes.sum(axis=1)).ravel(), _LEAST_VOTES)
    ties: Ties = [{} for _ in range(len(total))]
    for number in range(len(total)):
        own = slice(votes.indptr[number], votes.indptr[number + 1])
        others = votes.indices[own]
        share = votes.data[own] / np.sqrt(total[number] * total[others])
        for nth in np.argsort(-share, kind="stable")[:_MOST_TIES]:
            other = int(others[nth])
            if other != number:
                ties[number][other] = ties[other][number] = float(share[nth])
    return ties


class _Cut:
    """Clusters by the number of one of their galleries, and the sum of ties between each two."""

    def __init__(self, ties: Ties, options: LargeOptions) -> None:
        self.options = options
        self.members: dict[int, list[int]] = {item: [item] for item in range(len(ties))}
        self.between = {one: dict(own_ties) for one, own_ties in enumerate(ties)}
        # how much its galleries have in common on average, as far as they were put together
        self.holds = dict.fromkeys(self.members, np.inf)
        self.version = dict.fromkeys(self.members, 0)
        self.heap: list[tuple[float, int, int, int, int]] = []
        for a, own_ties in self.between.items():
            for b in own_ties:
                if a < b:
                    self._propose(a, b)

    def _average(self, a: int, b: int) -> float:
        return self.between[a][b] / (len(self.members[a]) * len(self.members[b]))

    def _propose(self, a: int, b: int) -> None:
        low, high = min(a, b), max(a, b)
        entry = (-self._average(low, high), low, high, self.version[low], self.version[high])
        heapq.heappush(self.heap, entry)

    def merge_all(self) -> None:
        """Put together whatever belongs together, most in common first."""
        while self.heap:
            negative, a, b, version_a, version_b = heapq.heappop(self.heap)
            if (self.version.get(a), self.version.get(b)) != (version_a, version_b):
                continue
            size = len(self.members[a]) + len(self.members[b])
            if size <= self.options.cluster_size and not self._is_loose(a, b, -negative):
                self._merge(a, b, -negative)

    def _is_loose(self, a: int, b: int, average: float) -> bool:
        """Tell whether two clusters have far less in common than the galleries of either have."""
        if min(len(self.members[a]), len(self.members[b])) < self.options.fewest:
            return False
        return average < self.options.loose * min(self.holds[a], self.holds[b])

    def _merge(self, a: int, b: int, average: float) -> None:
        self.members[a] += self.members.pop(b)
        self.holds[a] = min(average, self.holds[a], self.holds.pop(b))
        self.version[a] += 1
        del self.version[b]
        of_b = self.between.pop(b)
        of_a = self.between[a]
        of_a.pop(b, None), of_b.pop(a, None)
        for other, tie in of_b.items():
            of_a[other] = of_a.get(other, 0.0) + tie
            del self.between[other][b]
        for other, tie in of_a.items():
            self.between[other][a] = tie
            self._propose(a, other)

    def give_away(self) -> None:
        """Put what is no cluster of its own to the one it has most in common with."""
        most, fewest = round(self.options.overfull * self.options.cluster_size), self.options.fewest
        small = sorted(number for number, own in self.members.items() if len(own) < fewest)
        for number in small:
            if len(self.members[number]) >= fewest:  # by what was given to it
                continue
            room = most - len(self.members[number])
            fitting = _strongest(self.between[number], self.members, room)
            if fitting is not None:
                self._merge(fitting, number, self._average(fitting, number))


def _strongest(ties: dict[int, float], members: dict[int, list[int]], room: int) -> int | None:
    """Return who has most in common with one and room for it; of equals the first."""
    fitting: Sequence[int] = sorted(tie for tie in ties if len(members[tie]) <= room)
    return max(fitting, key=lambda one: ties[one], default=None)
