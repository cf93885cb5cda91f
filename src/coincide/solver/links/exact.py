"""The ``exact`` approach: the same number of best links for every pair of galleries."""

from coincide.model import Links, PhotoTable
from coincide.model.progress import Progress
from coincide.solver.links.similarity import (
    Features,
    best_links,
    gallery_pairs,
    links_per_pair,
)
from coincide.solver.options import LinkOptions


def find_exact_links(
    table: PhotoTable,
    features: Features,
    options: LinkOptions = LinkOptions(),
    *,
    progress: Progress | None = None,
) -> Links:
    """Return the ⌊αN⌋ most similar pairs of photos of every two galleries, as many as exist."""
    n_best = links_per_pair(table, options)
    pairs = list(gallery_pairs(table))
    parts = []
    for done, (a, b) in enumerate(pairs, start=1):
        parts.append(best_links(features, a, b, n_best=n_best, tile=options.tile))
        if progress is not None:
            progress(done, len(pairs))
    return Links.joined(parts)
