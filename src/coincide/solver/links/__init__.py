"""Links: pairs of photos from different galleries that look alike."""

from coincide.model import Links, PhotoTable
from coincide.model.progress import Progress
from coincide.solver.links.coverage import find_coverage_links
from coincide.solver.links.similarity import Features, Vectors, find_exact_links
from coincide.solver.options import LinkOptions

__all__ = ["Features", "Vectors", "find_links"]


def find_links(
    table: PhotoTable,
    features: Features,
    options: LinkOptions = LinkOptions(),
    *,
    progress: Progress | None = None,
) -> Links:
    """Return the links of every gallery pair, by the approach the options name."""
    find = {"exact": find_exact_links, "coverage": find_coverage_links}[options.approach]
    return find(table, features, options, progress=progress)
