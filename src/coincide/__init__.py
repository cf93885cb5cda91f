"""Everyone's photos of one event, on one clock: load an event, sync it, iterate its timeline.

``for entry in coincide.sync(coincide.load_event("wedding")).timeline: ...``
"""

from coincide.config import SyncOptions
from coincide.errors import CoincideError
from coincide.model import (
    Estimate,
    Event,
    Gallery,
    Offsets,
    Photo,
    Placement,
    SkippedPhoto,
    Timeline,
    TimelineEntry,
)
from coincide.pipeline import SyncResult, load_event, sync

__version__ = "0.1.0"

__all__ = [
    "CoincideError",
    "Estimate",
    "Event",
    "Gallery",
    "Offsets",
    "Photo",
    "Placement",
    "SkippedPhoto",
    "SyncOptions",
    "SyncResult",
    "Timeline",
    "TimelineEntry",
    "__version__",
    "load_event",
    "sync",
]
