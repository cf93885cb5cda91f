"""Answers that need no pictures: what a method must beat to be worth its cost."""

from coincide.model import Estimate, Floats, Offsets, PhotoTable, Placement


def align_midpoints(table: PhotoTable, *, anchor: str) -> Offsets:
    """Shift each gallery so that the middle between its first and last photo is the anchor's."""
    middle_s = {
        name: _middle(table.camera_time_s[table.rows(number)])
        for number, name in enumerate(table.names)
    }
    placements = []
    for name in table.names:
        offset_s = middle_s[anchor] - middle_s[name]
        placements.append(Placement(name, Estimate(offset_s, offset_s, offset_s)))
    return Offsets(anchor=anchor, method="midpoints", placements=tuple(placements))


def _middle(times_s: Floats) -> float:
    return float(times_s[0] + times_s[-1]) / 2
