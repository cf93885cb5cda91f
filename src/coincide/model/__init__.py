"""The words of the project as frozen dataclasses; stages talk through these alone."""

from coincide.model.arrays import Floats, Indices, Singles
from coincide.model.event import (
    Companion,
    Device,
    Doubt,
    Event,
    Gallery,
    Photo,
    PhotoTable,
    Position,
    Role,
    SkippedPhoto,
    Timeless,
    TimeSource,
)
from coincide.model.neighbours import Neighbours
from coincide.model.offsets import (
    Contradiction,
    Edge,
    Estimate,
    Explanation,
    GalleryGraph,
    Jump,
    Links,
    Offsets,
    Placement,
    Question,
)
from coincide.model.places import Place, Url, file_of, place_of
from coincide.model.timeline import Guess, Timeline, TimelineEntry

__all__ = [
    "Companion",
    "Contradiction",
    "Device",
    "Doubt",
    "Edge",
    "Estimate",
    "Event",
    "Explanation",
    "Floats",
    "Gallery",
    "GalleryGraph",
    "Guess",
    "Indices",
    "Jump",
    "Links",
    "Neighbours",
    "Offsets",
    "Photo",
    "PhotoTable",
    "Place",
    "Placement",
    "Position",
    "Question",
    "Role",
    "Singles",
    "SkippedPhoto",
    "TimeSource",
    "Timeless",
    "Timeline",
    "TimelineEntry",
    "Url",
    "file_of",
    "place_of",
]
