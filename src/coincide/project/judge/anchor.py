"""The anchor, whose clock the others are brought to, and how event time follows from it."""

import math
from collections.abc import Container
from dataclasses import replace

from coincide.errors import NothingToSyncError, UsageError
from coincide.model import Basis, Event, Offsets, Placement
from coincide.model.hints import RowHints
from coincide.project.judge.reference import choose_reference
from coincide.solver.clocks import ClockBelief

# how far to either side the 90 % interval of a normal error goes
SD_90 = 1.645


def choose_anchor(event: Event, name: str | None = None) -> str:
    """Return the anchor: as asked for, else by the event file, else the clock believed most."""
    names = [gallery.name for gallery in event.galleries]
    # photos without a time are placed by one clock, too
    if not names or (len(names) == 1 and not event.timeless):
        raise NothingToSyncError(
            f"{event.name} has {len(names)} usable galler{'y' if names else 'ies'};"
            " at least two clocks are needed. Give each camera's photos a sub-folder of their own."
        )
    wanted = name if name is not None else event.anchor
    if wanted is not None and wanted not in names:
        raise UsageError(f"There is no gallery {wanted!r}; there are: {', '.join(names)}.")
    return choose_reference(event, name).gallery


def is_known(belief: ClockBelief | None) -> bool:
    """Return whether a clock is as good as right: trusted, or measured."""
    return belief is not None and belief.is_known


def pinned_against(hints: RowHints, anchor: int, anchor_s: float) -> RowHints:
    """Return hints whose pins are told against the anchor's clock, not in event time.

    ``anchor_s`` takes the anchor's clock to event time. A pin of the anchor is that itself.
    """
    pinned = tuple(
        (gallery, at_s - anchor_s) for gallery, at_s in hints.pinned if gallery != anchor
    )
    return replace(hints, pinned=pinned)


def in_event_time(
    offsets: Offsets, anchor_s: float, clock: ClockBelief | None, pinned: Container[str]
) -> Offsets:
    """Return offsets against the anchor as offsets to event time: true time by a known clock.

    What that clock may be off by is everyone's error, but for what a person pinned.
    """
    sd_s = 0.0 if clock is None else clock.sd_s
    placements = tuple(
        _shifted(placement, anchor_s, 0.0 if placement.gallery in pinned else sd_s)
        for placement in offsets.placements
    )
    moved = replace(offsets, placements=placements)
    return moved if clock is None else _by_clock(moved, clock)


def _shifted(placement: Placement, shift_s: float, sd_s: float) -> Placement:
    found = placement.estimate
    if found is None:
        return placement
    offset_s = found.offset_s + shift_s
    below_s = math.hypot(found.offset_s - found.low_s, SD_90 * sd_s)
    above_s = math.hypot(found.high_s - found.offset_s, SD_90 * sd_s)
    moved = replace(found, offset_s=offset_s, low_s=offset_s - below_s, high_s=offset_s + above_s)
    return replace(placement, estimate=moved)


def _by_clock(offsets: Offsets, clock: ClockBelief) -> Offsets:
    """Return offsets that say by which clock they are in true time."""
    anchor = offsets[offsets.anchor]
    if anchor.estimate is None:
        raise ValueError(f"the anchor {anchor.gallery} is not placed")
    told = replace(anchor.estimate, basis=Basis("true-time", clock=clock.reason))
    return replace(
        offsets,
        placements=tuple(
            replace(placement, estimate=told) if placement is anchor else placement
            for placement in offsets.placements
        ),
        event_time="true",
    )
