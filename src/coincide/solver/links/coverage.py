"""The ``coverage`` approach: links best first over the whole event, strong pairs closed early.

Links are added in the order of their similarity. Each time another tenth of
all gallery pairs has at least one link, the pairs that already hold ⌊αN⌋
links are closed, so that weaker pairs get their turn. The paper does not say
when the search ends: here, once every pair is connected, each is closed as
soon as it holds ⌊αN⌋ links, and the search ends when all are closed.
"""

import heapq

import numpy as np

from coincide.model import Links, PhotoTable
from coincide.model.progress import Progress
from coincide.solver.links.similarity import (
    Features,
    best_links,
    gallery_pairs,
    links_per_pair,
)
from coincide.solver.options import LinkOptions

# the paper looks at coverage in tenths
_COVERAGE_STEPS = 10
# when the links found for two galleries are used up, so many times as many are looked for:
# changes the work, not the links
_DEEPER = 4


def find_coverage_links(
    table: PhotoTable,
    features: Features,
    options: LinkOptions = LinkOptions(),
    *,
    progress: Progress | None = None,
) -> Links:
    """Return links of every gallery pair: many where they are strong, ⌊αN⌋ where they are not."""
    enough = links_per_pair(table, options)
    pairs = [_PairSearch(features, a, b, enough, options) for a, b in gallery_pairs(table)]
    # (−similarity, first photo, second photo, pair): the best candidate of each open pair
    heap = [(*pair.best(), number) for number, pair in enumerate(pairs)]
    heapq.heapify(heap)
    closed = np.zeros(len(pairs), dtype=bool)
    n_connected = n_steps = 0
    while heap:
        number = heapq.heappop(heap)[-1]
        pair = pairs[number]
        if closed[number]:
            continue
        n_connected += pair.n_taken == 0
        pair.n_taken += 1
        steps = n_connected * _COVERAGE_STEPS // len(pairs)
        if steps > n_steps:
            n_steps = steps
            closed |= np.array([each.n_taken >= enough for each in pairs])
            if progress is not None:
                progress(n_connected, len(pairs))
        closed[number] |= n_connected == len(pairs) and pair.n_taken >= enough
        if not closed[number] and not pair.exhausted:
            heapq.heappush(heap, (*pair.best(), number))
    return Links.joined([pair.taken() for pair in pairs])


class _PairSearch:
    """Two galleries and how many of their best links are taken; searches deeper when asked."""

    def __init__(
        self, features: Features, a: slice, b: slice, first: int, options: LinkOptions
    ) -> None:
        self._features, self._a, self._b, self._options = features, a, b, options
        self._n_all: int = (a.stop - a.start) * (b.stop - b.start)
        self._links = Links.joined([])
        self._wanted = first
        self.n_taken = 0

    @property
    def exhausted(self) -> bool:
        """Whether every pair of photos is taken."""
        return self.n_taken == self._n_all

    def best(self) -> tuple[float, int, int]:
        """Return the best link that is not taken yet, as it sorts."""
        if self.n_taken == len(self._links):
            n_best = min(self._wanted, self._n_all)
            self._links = best_links(
                self._features, self._a, self._b, n_best=n_best, tile=self._options.tile
            )
            self._wanted *= _DEEPER
        row, links = self.n_taken, self._links
        return -float(links.similarity[row]), int(links.photo_a[row]), int(links.photo_b[row])

    def taken(self) -> Links:
        """Return the links that are taken."""
        links, n = self._links, self.n_taken
        return Links(links.photo_a[:n], links.photo_b[:n], links.similarity[:n])
