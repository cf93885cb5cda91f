"""A demo event of our own making: rendered photos of one day, with clocks that are wrong."""

import warnings

from coincide.demo.render import render_event
from coincide.demo.schedule.options import QUICK_SCALE, DemoOptions
from coincide.demo.schedule.plan import DemoPlan, PhotographerPlan, PlannedShot
from coincide.demo.schedule.script import plan_event

__all__ = [
    "QUICK_SCALE",
    "DemoOptions",
    "DemoPlan",
    "PhotographerPlan",
    "PlannedShot",
    "plan_event",
    "render_event",
]

# names of 0.1
_RENAMED = {"GalleryPlan": PhotographerPlan, "Shot": PlannedShot}


def __getattr__(name: str) -> object:
    """A class by its name of 0.1, with a warning that names its successor."""
    if name not in _RENAMED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    new = _RENAMED[name]
    warnings.warn(
        f"{__name__}.{name} is now {new.__name__}; the old name goes with 0.3.",
        DeprecationWarning,
        stacklevel=2,
    )
    return new
