"""Timeline: all photos on the event's one clock, and the files that tell it."""

from coincide.timeline.build import build_timeline, in_order
from coincide.timeline.document import offsets_json
from coincide.timeline.options import GuessOptions
from coincide.timeline.table import guess_in_words, offsets_csv, timeline_csv

__all__ = [
    "GuessOptions",
    "build_timeline",
    "guess_in_words",
    "in_order",
    "offsets_csv",
    "offsets_json",
    "timeline_csv",
]
