"""Timeline: all photos on the event's one clock, and the files that tell it."""

from coincide.timeline.build import build_timeline
from coincide.timeline.table import offsets_csv, offsets_json, timeline_csv

__all__ = ["build_timeline", "offsets_csv", "offsets_json", "timeline_csv"]
