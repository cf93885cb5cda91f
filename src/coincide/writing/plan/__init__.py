"""Plan: what would be written to put an event's files on one clock, before any is."""

from coincide.writing.choices import Program, Target
from coincide.writing.plan.build import PlanOptions, build_plan
from coincide.writing.plan.decide import Caution
from coincide.writing.plan.document import parse_plan, plan_json, read_plan
from coincide.writing.plan.exiftool_args import exiftool_script, plan_table
from coincide.writing.plan.model import FileChange, GalleryPlan, LeftAlone, Plan, TagChange
from coincide.writing.plan.targets import Files

__all__ = [
    "Caution",
    "FileChange",
    "Files",
    "GalleryPlan",
    "LeftAlone",
    "Plan",
    "PlanOptions",
    "Program",
    "TagChange",
    "Target",
    "build_plan",
    "exiftool_script",
    "parse_plan",
    "plan_json",
    "plan_table",
    "read_plan",
]
