"""Links: pairs of photos from different galleries that look alike."""

from coincide.config import LinkOptions
from coincide.link.coverage import find_coverage_links
from coincide.link.exact import find_exact_links
from coincide.link.similarity import Features, Progress, Vectors
from coincide.model import Links, PhotoTable

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
