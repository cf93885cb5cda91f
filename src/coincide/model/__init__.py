"""The words of the project as frozen dataclasses; stages talk through these alone."""

from coincide.model.arrays import Floats, Indices, Singles
from coincide.model.clips import Clip, ClockFace, ExactSource, ExactTime, HeaderReading, ReadingKind
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
from coincide.model.explanation import (
    Contradiction,
    Dispute,
    Explanation,
    OverruledAnswer,
    Question,
    WithoutEffect,
)
from coincide.model.findings import Basis, Finding, FindingKind
from coincide.model.neighbours import Edge, GalleryGraph, Links, Neighbours
from coincide.model.offsets import ClipShift, Contradicted, Estimate, Jump, Offsets, Placement
from coincide.model.places import Place, Url, file_of, place_of
from coincide.model.timeline import Guess, Timeline, TimelineEntry, ZoneStep
from coincide.model.verdicts import State, Verdict

__all__ = [
    "Basis",
    "Clip",
    "ClipShift",
    "ClockFace",
    "Companion",
    "Contradicted",
    "Contradiction",
    "Device",
    "Dispute",
    "Doubt",
    "Edge",
    "Estimate",
    "Event",
    "ExactSource",
    "ExactTime",
    "Explanation",
    "Finding",
    "FindingKind",
    "Floats",
    "Gallery",
    "GalleryGraph",
    "Guess",
    "HeaderReading",
    "Indices",
    "Jump",
    "Links",
    "Neighbours",
    "Offsets",
    "OverruledAnswer",
    "Photo",
    "PhotoTable",
    "Place",
    "Placement",
    "Position",
    "Question",
    "ReadingKind",
    "Role",
    "Singles",
    "SkippedPhoto",
    "State",
    "TimeSource",
    "Timeless",
    "Timeline",
    "TimelineEntry",
    "Url",
    "Verdict",
    "WithoutEffect",
    "ZoneStep",
    "file_of",
    "place_of",
]
