"""What files look like: samples of JSON files, and the columns of the tables."""

from pathlib import Path

from coincide.timeline.table import OFFSETS_HEADER, TIMELINE_HEADER

SAMPLES = Path(__file__).parent / "samples"
TABLES = """
## Tables

Plain CSV, in UTF-8. Unknown is blank.

`offsets.csv` has one row per gallery: `{offsets}`. `low_s` to `high_s` is the 90 % interval.

`timeline.csv` has one row per photo by event time: `{timeline}`. Times are
`YYYY-MM-DD HH:MM:SS.mmm`: event times local to their moment, also after a change of zone or summer
time, and camera times as the camera displayed them. The zones they are in, such as `+02:00`, are in
`event_zone` and `camera_zone`, blank where no photo tells. Rows are in the order of the moments, so
an hour that clocks showed twice comes twice. Photos of unplaced galleries come last, with
`event_time` blank. Photos without a camera time that found their place by what they show have
`camera_time` and `gallery` blank, and say how in `estimated`: `copy of PATH`, or
`by its look, ± 5 min`.
"""


def example(name: str) -> str:
    """Return a sample of a format as a block of code; of formats without one, nothing."""
    path = SAMPLES / f"{name}.json"
    return f"\n```json\n{path.read_text(encoding='utf-8')}```\n" if path.is_file() else ""


def tables_section() -> str:
    """Return what is told of the tables."""
    return TABLES.format(offsets=", ".join(OFFSETS_HEADER), timeline=", ".join(TIMELINE_HEADER))
