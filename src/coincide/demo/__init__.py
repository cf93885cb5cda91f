"""A demo event of our own making: rendered photos of one day, with clocks that are wrong."""

from coincide.demo.render import render_event
from coincide.demo.schedule.options import DemoOptions
from coincide.demo.schedule.plan import DemoPlan, PhotographerPlan, PlannedShot
from coincide.demo.schedule.script import plan_event

__all__ = [
    "DemoOptions",
    "DemoPlan",
    "PhotographerPlan",
    "PlannedShot",
    "plan_event",
    "render_event",
]
