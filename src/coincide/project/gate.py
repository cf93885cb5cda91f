"""The gate before *certain*: what no evidence may make certain, because it cannot be so."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from coincide.model import Estimate, Event, Gallery, Offsets, Placement
from coincide.model.certainty import NOT_SEEN
from coincide.model.times import DAY_S, HOUR_S, MINUTE_S, from_clock, to_text
from coincide.project.reference import AGREE_S, Reference
from coincide.solver.clocks import ClockBelief

# nobody took a digital photo earlier
_EARLIEST_S = from_clock(1990, 1, 1, 0, 0, 0)
# from so many photos on, times that are all the same are no clock's
_FEW = 3
# a clock that sets itself is wrong where it is off by more
_OFF_S = 60.0
# whoever sets a phone by hand sets it no further off
_BY_HAND_S = 2 * HOUR_S
# whose interval reaches further is as loosely known as right can be called at all
_LOOSE_S = 240.0
# who is further off is on another zone's time, and has not just missed summer time
_ZONE_S = 1.5 * HOUR_S


@dataclass(frozen=True, slots=True)
class Support:
    """Who was seen to show the reference's time, the reference too, and which phones do not."""

    phones: int
    clocks: int
    rivals: tuple[str, ...]
    informed: bool = False  # whether a rival writes its zone, where the reference writes none
    far: bool = False  # whether a rival is further off than summer time

    @property
    def enough(self) -> bool:
        """Whether nobody needs to be asked whose time it is."""
        # a whole group may be on home time: cameras do not tell a phone what zone it is
        return self.several if self.far else self.firm

    @property
    def firm(self) -> bool:
        """Whether the reference outweighs a phone that says otherwise."""
        return self.several or (not self.informed and self.clocks > 1 + len(self.rivals))

    @property
    def several(self) -> bool:
        """Whether more phones than one show its time, and more than do not.

        Who knows the zone is not outvoted: a whole group may be on home time.
        """
        return not self.informed and self.phones > max(1, len(self.rivals))


def gated(
    event: Event, offsets: Offsets, reference: Reference, beliefs: Mapping[str, ClockBelief]
) -> Offsets:
    """Return offsets of which none is certain that cannot be so, each with the reason."""
    support = _support(event, offsets, beliefs)
    placements = []
    for gallery, placement in zip(event.galleries, offsets.placements, strict=True):
        doubts = tuple(_doubts(gallery, placement, offsets, reference, beliefs, support))
        placements.append(_doubted(placement, doubts) if doubts else placement)
    return replace(offsets, placements=tuple(placements))


def _doubted(placement: Placement, doubts: tuple[str, ...]) -> Placement:
    estimate = placement.estimate
    if estimate is None or not estimate.certain:
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
    support: Support,
) -> Iterator[str]:
    estimate = placement.estimate
    if estimate is None or estimate.basis.startswith("pinned"):
        return
    absurd_s = _absurd_s(gallery, placement)
    if absurd_s is not None:
        yield f"it would take photos to {to_text(absurd_s).partition(' ')[0]}, which cannot be"
    if is_no_clock(gallery):
        yield "all its times are the same: they are no clock's"
    reach_s = max(estimate.high_s - estimate.offset_s, estimate.offset_s - estimate.low_s)
    if reach_s > _LOOSE_S and gallery.name != offsets.anchor:
        yield f"it is known to {reach_s / MINUTE_S:.0f} min only"
    believed = beliefs.get(gallery.name)
    if believed is None or gallery.name == offsets.anchor:
        return
    away_s = estimate.offset_s - _expected_s(believed, offsets, beliefs)
    if abs(away_s) <= _OFF_S:
        # who shows the reference's time is as right as that is
        if support.rivals and not support.enough and reference.kind == "phone":
            yield f"{offsets.anchor}'s clock and {support.rivals[0]}'s disagree: which is right?"
        return
    if believed.keeps_itself and not believed.assumed:
        yield f"its clock is {believed.reason}, and pictures say otherwise"
    elif reference.kind == "phone":
        yield from _whose(believed, estimate, away_s, offsets.anchor, support)


def _whose(
    believed: ClockBelief, estimate: Estimate, away_s: float, anchor: str, support: Support
) -> Iterator[str]:
    """Doubt that a clock is wrong where it may as well be the phone that says so."""
    # a whole group may be on home time: cameras do not tell a phone what zone it is
    enough = support.several if abs(away_s) > _ZONE_S else support.firm
    if believed.keeps_itself and not enough:
        yield f"{anchor}'s clock is no surer than its own: which of the two is right?"
    elif support.rivals and not support.firm:
        yield f"{anchor}'s clock and {support.rivals[0]}'s disagree: which of the two is right?"
    elif support.clocks < 2 and abs(away_s) < _BY_HAND_S and not _is_hours(estimate, away_s):
        yield f"only {anchor}'s clock says so, and a phone may be set by hand: which is right?"


def _is_hours(estimate: Estimate, away_s: float) -> bool:
    """Tell whether a clock may be whole hours off, as cameras are and phones are not."""
    whole_s = round(away_s / HOUR_S) * HOUR_S
    low_s, high_s = estimate.low_s - estimate.offset_s, estimate.high_s - estimate.offset_s
    return whole_s != 0.0 and low_s - _OFF_S <= whole_s - away_s <= high_s + _OFF_S


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


def _expected_s(belief: ClockBelief, offsets: Offsets, beliefs: Mapping[str, ClockBelief]) -> float:
    """Return what takes a clock to event time if it is as it is believed to be."""
    anchor = beliefs.get(offsets.anchor)
    if offsets.event_time == "true" or anchor is None:
        return belief.offset_s
    return belief.offset_s - anchor.offset_s + (offsets[offsets.anchor].offset_s or 0.0)


def _support(event: Event, offsets: Offsets, beliefs: Mapping[str, ClockBelief]) -> Support:
    """Return who was seen to be as they should, the anchor too, and which phones are not."""
    zoned = {
        one.name for one in event.galleries if any(photo.zone_s is not None for photo in one.photos)
    }
    phones, clocks, far, rivals = 0, 0, False, list[str]()
    for one in offsets.placements:
        belief, found = beliefs.get(one.gallery), one.estimate
        if belief is None or found is None or found.assumed:
            continue
        if one.gallery != offsets.anchor and not found.certain:
            continue
        off_s = found.offset_s - _expected_s(belief, offsets, beliefs)
        if abs(off_s) < AGREE_S:
            phones, clocks = phones + belief.keeps_itself, clocks + 1
        elif belief.keeps_itself:
            rivals.append(one.gallery)
            far = far or abs(off_s) > _ZONE_S
    informed = offsets.anchor not in zoned and not zoned.isdisjoint(rivals)
    return Support(phones, clocks, tuple(rivals), informed=informed, far=far)
