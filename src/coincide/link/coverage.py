"""The ``coverage`` approach: links best first over the whole event, strong pairs closed early.

Links are added in the order of their similarity. Each time another tenth of
all gallery pairs has at least one link, the pairs that already hold ⌊αN⌋
links are closed, so that weaker pairs get their turn; when every pair is
connected the search ends.
"""

import heapq
from collections.abc import Iterator
from itertools import islice

import numpy as np

from coincide.config import LinkOptions
from coincide.link.similarity import Features, Progress, best_links, gallery_pairs, links_per_pair
from coincide.model import Links, PhotoTable

# (−similarity, photo a, photo b, number of the gallery pair): sorts best first
Candidate = tuple[float, int, int, int]

N_STEPS = 10  # coverage is looked at in tenths, as in the paper


def find_coverage_links(
    table: PhotoTable,
    features: Features,
    options: LinkOptions = LinkOptions(),
    *,
    progress: Progress | None = None,
) -> Links:
    """Return links of every gallery pair: many strong ones, or the few weak ones there are."""
    enough = links_per_pair(table, options)
    pairs = list(gallery_pairs(table))
    streams = [
        _best_first(features, a, b, number, first=enough, tile=options.tile)
        for number, (a, b) in enumerate(pairs)
    ]
    taken: list[list[Candidate]] = [[] for _ in pairs]
    closed = np.zeros(len(pairs), dtype=bool)
    connected, steps_done = 0, 0
    for candidate in _merge_open(streams, closed):
        pair = candidate[3]
        taken[pair].append(candidate)
        connected += len(taken[pair]) == 1
        if connected * N_STEPS // len(pairs) > steps_done:
            steps_done = connected * N_STEPS // len(pairs)
            closed |= np.array([len(links) >= enough for links in taken])
            if progress is not None:
                progress(connected, len(pairs))
        if connected == len(pairs):
            break
    return _to_links([candidate for links in taken for candidate in links])


def _merge_open(
    streams: list[Iterator[Candidate]], closed: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> Iterator[Candidate]:
    """Yield the best remaining candidate of all pairs that are not closed, again and again."""
    heap = [head for stream in streams for head in islice(stream, 1)]
    heapq.heapify(heap)
    while heap:
        candidate = heapq.heappop(heap)
        pair = candidate[3]
        if closed[pair]:
            continue
        yield candidate
        for following in islice(streams[pair], 1):
            heapq.heappush(heap, following)


def _best_first(
    features: Features, a: slice, b: slice, pair: int, *, first: int, tile: int
) -> Iterator[Candidate]:
    """Yield one pair's candidates best first, searching deeper only when more are asked for."""
    n_all = (a.stop - a.start) * (b.stop - b.start)
    seen, wanted = 0, first
    while seen < n_all:
        links = best_links(features, a, b, n_best=min(wanted, n_all), tile=tile)
        for row in range(seen, len(links)):
            yield (
                -float(links.similarity[row]),
                int(links.photo_a[row]),
                int(links.photo_b[row]),
                pair,
            )
        seen, wanted = len(links), wanted * 4


def _to_links(candidates: list[Candidate]) -> Links:
    return Links(
        np.array([candidate[1] for candidate in candidates], dtype=np.int64),
        np.array([candidate[2] for candidate in candidates], dtype=np.int64),
        np.array([-candidate[0] for candidate in candidates], dtype=np.float64),
    )
