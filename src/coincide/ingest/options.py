"""How folders become galleries: every threshold, its default, its unit and its reason."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How folders become galleries."""

    # a header may promise any size; 250 MP is above every camera and still fits in memory
    max_pixels: int = 250_000_000
    # photos of one clock, unlike software versions or numbering: at least this many of each
    # before one folder is taken for two bodies of the same model
    min_photos_per_body: int = 5
