"""What a person knows of times, as readings of clocks beside those of files."""

from collections.abc import Mapping

import numpy as np

from coincide.model import Event
from coincide.model.hints import RowHints
from coincide.model.knowntimes import KnownClock
from coincide.solver.clocks.exact import WEIGHTS, ClockReading
from coincide.solver.units import NORMAL_90


def known_clocks(event: Event, hints: RowHints) -> Mapping[str, tuple[ClockReading, ...]]:
    """Return what was said of times by gallery: each word is a reading of its clock.

    "Give or take" is taken for an interval of 90 %.
    """
    found: dict[str, list[ClockReading]] = {}
    if hints.times:
        rows = np.array([row for row, _ in hints.times], dtype=np.int64)
        galleries = event.table.gallery_of(rows).tolist()
        for (row, known), gallery in zip(hints.times, galleries, strict=True):
            name = event.table.names[gallery]
            camera_s = float(event.table.camera_time_s[row])
            found.setdefault(name, []).append(
                ClockReading(
                    "person",
                    known.time_s - camera_s,
                    known.within_s / NORMAL_90,
                    True,
                    WEIGHTS["person"],
                )
            )
    for gallery, statement in hints.clocks:
        found.setdefault(event.table.names[gallery], []).append(_of_clock(statement))
    return {name: tuple(readings) for name, readings in found.items()}


def _of_clock(known: KnownClock) -> ClockReading:
    """Return what was said of a clock itself; one that shows a zone is right in UTC but for it."""
    shown_s = known.ahead_s if known.ahead_s is not None else float(known.zone_s or 0)
    return ClockReading(
        "statement",
        -shown_s,
        known.within_s / NORMAL_90,
        known.ahead_s is not None,
        WEIGHTS["statement"],
    )
