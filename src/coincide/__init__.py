"""Everyone's photos of one event, on one clock: open its project, sync it, iterate its timeline.

``project = coincide.open("wedding"); project.sync(); for entry in project.timeline: ...``
"""

import os
from typing import TYPE_CHECKING

from coincide import oldnames
from coincide.version import __version__

__all__ = [
    "CoincideError",
    "Estimate",
    "Event",
    "Gallery",
    "Offsets",
    "OpenProject",
    "Photo",
    "Placement",
    "SkippedPhoto",
    "SyncOptions",
    "SyncResult",
    "Timeline",
    "TimelineEntry",
    "__version__",
    "load_event",
    "open",
    "sync",
]

# ONNX Runtime and Ray report to their makers unless told not to before they are loaded
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
oldnames.install()

# loaded when first asked for: ``coincide doctor`` has to run where a package is missing
if TYPE_CHECKING:
    from coincide.app.api import OpenProject, open  # noqa: A004
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
    from coincide.project.solve.sync import sync
else:

    def __getattr__(name: str) -> object:
        """Return a public name from the module it lives in."""
        from importlib import import_module

        if name in __all__:
            for home in ("errors", "model", "project.options", "project", "app.api"):
                module = import_module(f"coincide.{home}")
                if hasattr(module, name):
                    return getattr(module, name)
        raise AttributeError(f"module 'coincide' has no attribute {name!r}")

    def __dir__() -> list[str]:
        return __all__
