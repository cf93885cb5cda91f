"""Everyone's photos of one event, on one clock: load an event, sync it, iterate its timeline.

``for entry in coincide.sync(coincide.load_event("wedding")).timeline: ...``
"""

import os
from typing import TYPE_CHECKING

from coincide import moved

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

# ONNX Runtime and Ray report to their makers unless told not to before they are loaded
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
moved.install()

# loaded when first asked for: ``coincide doctor`` has to run where a package is missing
if TYPE_CHECKING:
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
    from coincide.project import SyncResult, load_event
    from coincide.project.options import SyncOptions
    from coincide.project.sync import sync
else:

    def __getattr__(name: str) -> object:
        """Return a public name from the module it lives in."""
        from importlib import import_module

        if name in __all__:
            for home in ("errors", "model", "project.options", "project"):
                module = import_module(f"coincide.{home}")
                if hasattr(module, name):
                    return getattr(module, name)
        raise AttributeError(f"module 'coincide' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return __all__
