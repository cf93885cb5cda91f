"""How folders become galleries: every threshold, its default, its unit and its reason."""

from dataclasses import dataclass

from coincide.media.process import MAX_PIXELS


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """How folders become galleries."""

    # a header may promise any size; 250 MP is above every camera and still fits in memory
    max_pixels: int = MAX_PIXELS
    # photos of one clock, unlike software versions or numbering: at least this many of each
    # before one folder is taken for two bodies of the same model
    min_photos_per_body: int = 5
