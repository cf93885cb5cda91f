"""A demo event of our own making: rendered photos of one day, with clocks that are wrong."""

from coincide.demo.options import DemoOptions
from coincide.demo.plan import DemoPlan, GalleryPlan, Shot
from coincide.demo.render import render_event
from coincide.demo.script import plan_event

__all__ = ["DemoOptions", "DemoPlan", "GalleryPlan", "Shot", "plan_event", "render_event"]
