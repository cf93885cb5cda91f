"""The gate before *certain*: what no evidence may make certain, because it cannot be so."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import replace

from coincide.model import Event, Gallery, Offsets, Placement
from coincide.model.certainty import CERTAIN, NOT_SEEN
from coincide.model.times import DAY_S, from_clock, to_text
from coincide.project.reference import AGREE_S, Reference
from coincide.solver.clocks import ClockBelief

# nobody took a digital photo earlier
_EARLIEST_S = from_clock(1990, 1, 1, 0, 0, 0)
# from so many photos on, times that are all the same are no clock's
_FEW = 3
# a clock that sets itself is wrong where it is off by more
_OFF_S = 60.0


def gated(
    event: Event, offsets: Offsets, reference: Reference, beliefs: Mapping[str, ClockBelief]
) -> Offsets:
    """Return offsets of which none is certain that cannot be so, each with the reason."""
    placements = []
    for gallery, placement in zip(event.galleries, offsets.placements, strict=True):
        doubts = tuple(_doubts(gallery, placement, offsets, reference, beliefs))
        placements.append(_doubted(placement, doubts) if doubts else placement)
    return replace(offsets, placements=tuple(placements))


def _doubted(placement: Placement, doubts: tuple[str, ...]) -> Placement:
    estimate = placement.estimate
    if estimate is None or estimate.probability is None or estimate.probability < CERTAIN:
        return placement
    reasons = (*estimate.reasons, *doubts)
    estimate = replace(estimate, probability=NOT_SEEN, reasons=reasons)
    return replace(placement, estimate=estimate, reasons=reasons)


def _doubts(
    gallery: Gallery,
    placement: Placement,
    offsets: Offsets,
    reference: Reference,
    beliefs: Mapping[str, ClockBelief],
) -> Iterator[str]:
    estimate = placement.estimate
    if estimate is None or estimate.basis.startswith("pinned"):
        return
    absurd_s = _absurd_s(gallery, placement)
    if absurd_s is not None:
        yield f"it would take photos to {to_text(absurd_s).partition(' ')[0]}, which cannot be"
    if is_no_clock(gallery):
        yield "all its times are the same: they are no clock's"
    believed = beliefs.get(gallery.name)
    if believed is not None and gallery.name != offsets.anchor and believed.keeps_itself:
        yield from _against_itself(gallery.name, placement, offsets, reference, beliefs)


def _absurd_s(gallery: Gallery, placement: Placement) -> float | None:
    """Return a time that a photo would be taken to and cannot have been taken at."""
    shift_s, steps = placement.offset_s or 0.0, {one.row: one.step_s for one in placement.jumps}
    for row, photo in enumerate(gallery.photos):
        shift_s += steps.get(row, 0.0)
        there_s = photo.camera_time_s + shift_s
        if not _EARLIEST_S <= there_s <= time.time() + DAY_S:
            return there_s
    return None


def is_no_clock(gallery: Gallery) -> bool:
    """Tell whether times are all of one second, as a program writes them that has none."""
    times_s = [photo.camera_time_s for photo in gallery.photos]
    return len(times_s) >= _FEW and times_s[-1] - times_s[0] < 1.0


def _against_itself(
    name: str,
    placement: Placement,
    offsets: Offsets,
    reference: Reference,
    beliefs: Mapping[str, ClockBelief],
) -> Iterator[str]:
    """Doubt that a clock is wrong which sets itself, where what says so is no surer than it is."""
    own = beliefs[name]
    away_s = (placement.offset_s or 0.0) - _expected_s(own, offsets, beliefs)
    if abs(away_s) <= _OFF_S:
        return
    if not own.assumed:
        yield f"its clock is {own.reason}, and pictures say otherwise"
    elif reference.kind == "phone" and len(_agreeing(offsets, beliefs)) < 2:
        yield f"{offsets.anchor}'s clock is no surer than its own: which of the two is right?"


def _expected_s(belief: ClockBelief, offsets: Offsets, beliefs: Mapping[str, ClockBelief]) -> float:
    """Return what takes a clock to event time if it is as it is believed to be."""
    anchor = beliefs.get(offsets.anchor)
    if offsets.event_time == "true" or anchor is None:
        return belief.offset_s
    return belief.offset_s - anchor.offset_s + (offsets[offsets.anchor].offset_s or 0.0)


def _agreeing(offsets: Offsets, beliefs: Mapping[str, ClockBelief]) -> list[str]:
    """Return the clocks that set themselves and are seen to be as they should, the anchor too."""
    seen = []
    for one in offsets.placements:
        belief, found = beliefs.get(one.gallery), one.estimate
        if belief is None or found is None or not belief.keeps_itself or found.assumed:
            continue
        off_s = found.offset_s - _expected_s(belief, offsets, beliefs)
        sure = one.gallery == offsets.anchor or (found.probability or 0.0) >= CERTAIN
        if sure and abs(off_s) < AGREE_S:
            seen.append(one.gallery)
    return seen
